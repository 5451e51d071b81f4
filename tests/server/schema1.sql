-- A database as the first release wrote it (schema 1), dumped while its server was killed in the middle of play: Ana and
-- Ben are in the second of three rounds, Ana has sealed, Ben has chosen a colour and left a draft; another game is over.
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE chat (
  code    TEXT NOT NULL REFERENCES game (code),
  n       INTEGER NOT NULL,
  cmd     TEXT NOT NULL,
  at      INTEGER NOT NULL,
  person  INTEGER NOT NULL REFERENCES person (id),
  channel TEXT NOT NULL,
  text    TEXT NOT NULL,
  PRIMARY KEY (code, n),
  UNIQUE (code, cmd)
) STRICT, WITHOUT ROWID;
INSERT INTO "chat" VALUES('DOVE-NWSF',1,'2/O78_XgZZkW6xk2dW',1794736816099,2,'table','see you');
CREATE TABLE draft (
  code TEXT NOT NULL REFERENCES game (code),
  seat INTEGER NOT NULL,
  body TEXT NOT NULL,                 -- JSON
  PRIMARY KEY (code, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "draft" VALUES('DOVE-NWSF',1,'{"n":1,"phase":5,"actions":[2],"note":""}');
CREATE TABLE entry (
  code TEXT NOT NULL REFERENCES game (code),
  seq  INTEGER NOT NULL,
  cmd  TEXT,                          -- person/id of the command, so that a repeated one is known
  at   INTEGER NOT NULL,
  body TEXT NOT NULL,                 -- JSON
  hash BLOB NOT NULL,                 -- SHA-256 over the hash before it and the body
  PRIMARY KEY (code, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "entry" VALUES('DOVE-NWSF',1,NULL,1794736816038,'{"do":"start","steps":[[-1,3],[-1,4]]}',X'EBD44947D46628BB6A4E2496B49821F633EBBF29AC046020C33ACF3DAC38942A');
INSERT INTO "entry" VALUES('DOVE-NWSF',2,'2/Sxt2IdsgpcgIY7F0',1794736816047,'{"do":"play","seat":0,"steps":[[0,0]]}',X'9B202CC937C585CCCCEF5D3AB1D213704FC8D28AAB2E99576019F398AEE6F255');
INSERT INTO "entry" VALUES('DOVE-NWSF',3,'2/Q32Nq5XTPD2u3eDG',1794736816048,'{"do":"play","seat":0,"steps":[[0,1]]}',X'563CEA59765F0CC800353C5935FD1D3C4EC992DD692FED47A89D5498D1B4A5D4');
INSERT INTO "entry" VALUES('DOVE-NWSF',4,'3/tj1e2BJCIW1YdJJY',1794736816062,'{"do":"play","seat":1,"steps":[[1,1]]}',X'57D614093DCE3E34DAC05CC0B5C2700DB85BCAA6F10969E5336EB3EB3B0DF400');
INSERT INTO "entry" VALUES('DOVE-NWSF',5,'3/bmuL534J5nUbHDmM',1794736816078,'{"do":"play","seat":1,"steps":[[1,2],[-1,2]]}',X'FCC5017DB213FA9A0A82A9F94B6E46BFE1DF332DD63ACF6114C0DE9280D56507');
INSERT INTO "entry" VALUES('DOVE-NWSF',6,'2/uASMw9fcd_fV1hah',1794736816086,'{"do":"play","seat":0,"steps":[[0,0]]}',X'A7435E51ACF7CF4C844A450BF178C2A0273CEA6E43D977EEB6F3AB4EC0D94E53');
INSERT INTO "entry" VALUES('DOVE-NWSF',7,'2/GBfCgHmgH0IwBM-Q',1794736816095,'{"do":"play","seat":0,"steps":[[0,1]]}',X'DFA86418970F22CCDF317A3BAE157D8CB0814283B07FEE21F3B5F6F932211667');
INSERT INTO "entry" VALUES('DOVE-NWSF',8,'2/jQjvMJ2Qw2aw8TS-',1794736816096,'{"do":"play","seat":0,"steps":[[0,3]]}',X'3F3957C298B94358C044CA10D17AA3D78A6FDDD20B2A15BF53D1E78CF72CE2E1');
INSERT INTO "entry" VALUES('DOVE-NWSF',9,'3/Bb2svMlqay_R4UAl',1794736816098,'{"do":"play","seat":1,"steps":[[1,0]]}',X'7935789DAA7A72932A3B8DDBCECD05CD0C1CA69984A7244767FEE099BCB4158B');
INSERT INTO "entry" VALUES('GREBE-7AA6',1,NULL,1794736816118,'{"do":"start","steps":[[-1,2],[-1,2]]}',X'1D7399EA33C227D76775990AF6F7CE97E01E17E8B1867083491306224A8752F2');
INSERT INTO "entry" VALUES('GREBE-7AA6',2,'2/-OadOA8_hya77SQN',1794736816126,'{"do":"play","seat":0,"steps":[[0,0]]}',X'0535A3182F28CB2E0FDFEBC49D38B2398B1D48582370F49479E8C7379211C151');
INSERT INTO "entry" VALUES('GREBE-7AA6',3,'2/XYcFbQ5wEhy2U4Dx',1794736816127,'{"do":"play","seat":0,"steps":[[0,0]]}',X'4A816E5A73AFC51BB54B080298D634EC907CBD31D7B798E278C42173716FB632');
INSERT INTO "entry" VALUES('GREBE-7AA6',4,'2/coFYFbtg8blNsLWf',1794736816130,'{"do":"play","seat":1,"steps":[[1,0]]}',X'0E96B055CEEF7EE7C03C584E4B0F917C8839746FE361514E1AC06753C5033188');
INSERT INTO "entry" VALUES('GREBE-7AA6',5,'2/QNByBbxTpYNrHaAt',1794736816132,'{"do":"play","seat":1,"steps":[[1,0],[-1,1]]}',X'7A6AC44950D6FCE5184B1F9A0AEC0F16B65BA5E34647A6EBB7AE64B88DFD9EEC');
INSERT INTO "entry" VALUES('GREBE-7AA6',6,'2/bwB_sAO_0WRot3Zi',1794736816139,'{"do":"play","seat":0,"steps":[[0,0]]}',X'A9595D49F61230512D8546DD71860C4736C3362378303FC9177B81FAEE3294A6');
CREATE TABLE game (
  code       TEXT PRIMARY KEY,
  game       TEXT NOT NULL,
  rules      TEXT NOT NULL,
  data       TEXT NOT NULL,
  options    TEXT NOT NULL,           -- JSON
  seed       BLOB NOT NULL,
  promise    TEXT NOT NULL,           -- the commitment to the seed
  host       INTEGER REFERENCES person (id),
  created    INTEGER NOT NULL,
  time_limit INTEGER NOT NULL,        -- seconds for one decision, 0: none
  open       INTEGER NOT NULL,
  watch      INTEGER NOT NULL,
  status     TEXT NOT NULL,           -- open, live, over
  changed    INTEGER NOT NULL,
  head       INTEGER NOT NULL,        -- seq of the last entry
  waiting    TEXT NOT NULL,           -- JSON: the seats the game waits for
  deadline   INTEGER,                 -- when the running clock ends
  due        INTEGER NOT NULL,        -- 1: the next step is the server's own (a bot)
  ended      TEXT NOT NULL,           -- what ended the table where the rules did not
  next       TEXT NOT NULL            -- the code of the rematch
) STRICT, WITHOUT ROWID;
INSERT INTO "game" VALUES('DOVE-NWSF','toy','1','0000000000000000','{"seats":2,"rounds":3,"seconds":0}',X'9D000B431D33452C7A0E8BCE25338EC4AC7F067DA35D4A7C4C98944969BB7D6D','919d587b89d9d257ca52504e493b4f484b9bffd8472d199cdf9c22a1b44a6236',2,1794736816029,0,0,1,'live',1794736816098,9,'[1]',NULL,0,'','');
INSERT INTO "game" VALUES('GREBE-7AA6','toy','1','0000000000000000','{"seats":2,"rounds":1,"seconds":0}',X'A3C9495CE19CE8B28D26DF75426FE5C01D54082489E06C4C0229B4570C2E7F2E','5f9d0babe7b099bed20e5b501e589d78768add988e55d7d65a6c3626293fc947',2,1794736816114,0,0,1,'over',1794736816139,6,'[]',NULL,0,'','');
CREATE TABLE person (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;
INSERT INTO "person" VALUES(1,'probe',1794736815896);
INSERT INTO "person" VALUES(2,'Ana',1794736815976);
INSERT INTO "person" VALUES(3,'Ben',1794736816026);
CREATE TABLE player (
  code         TEXT NOT NULL REFERENCES game (code),
  player       INTEGER NOT NULL,
  person       INTEGER REFERENCES person (id),
  name         TEXT NOT NULL,         -- for uploaded records, whose players have no account here
  bot          TEXT NOT NULL,
  invite       BLOB,                  -- hash of the secret
  invite_until INTEGER NOT NULL,
  PRIMARY KEY (code, player)
) STRICT, WITHOUT ROWID;
INSERT INTO "player" VALUES('DOVE-NWSF',0,2,'','',NULL,0);
INSERT INTO "player" VALUES('DOVE-NWSF',1,3,'','',X'C6AFB365BA7F537C6D8385A860403D30B69AA15B82CBBB9A66DB5B9315C2E6A6',1794823216029);
INSERT INTO "player" VALUES('GREBE-7AA6',0,2,'','',NULL,0);
INSERT INTO "player" VALUES('GREBE-7AA6',1,2,'','',NULL,0);
CREATE TABLE session (
  hash    BLOB PRIMARY KEY,
  person  INTEGER NOT NULL REFERENCES person (id),
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "session" VALUES(X'49D13DA4D4948948214C89F0B900B37DE9A2F542DBC64A478F942BF3C2BC38D2',2,1794736815976);
INSERT INTO "session" VALUES(X'60AFA016F745D671E7FD4E8291190BF0D6DBC0563027DE8E44B8A0AB659E025C',3,1794736816026);
INSERT INTO "session" VALUES(X'AA01FF0BB5273EF1219ABFD296FB09C849EF4094C3E2F226CE38825A33CB8A1B',1,1794736815896);
CREATE INDEX game_deadline ON game (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX game_due ON game (code) WHERE due = 1;
CREATE INDEX game_open ON game (created) WHERE status = 'open' AND open = 1;
CREATE INDEX player_person ON player (person, code);
CREATE UNIQUE INDEX entry_cmd ON entry (code, cmd) WHERE cmd IS NOT NULL;
COMMIT;
