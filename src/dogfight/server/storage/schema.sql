-- One file holds everything. A game is its row plus its entries in order; the rest is who sits where and what was said.

CREATE TABLE person (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

-- Only the hash of a token is kept.
CREATE TABLE session (
  hash    BLOB PRIMARY KEY,
  person  INTEGER NOT NULL REFERENCES person (id),
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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
  next       TEXT NOT NULL,           -- the code of the rematch
  hints      TEXT NOT NULL,           -- on, off, or empty: while all others are bots
  listed     INTEGER NOT NULL,        -- 1: anyone finds it in the list of live games
  turn       INTEGER NOT NULL,        -- the turn it is in, for lists
  watch_delay INTEGER,                -- how many seconds late watchers see it; null: as the settings say
  rev        INTEGER NOT NULL DEFAULT 0, -- goes up with every change that is not an entry: seats, orders, drafts, clock
  said       INTEGER NOT NULL DEFAULT 0, -- the number of the last line of chat
  showing    INTEGER NOT NULL DEFAULT 0, -- milliseconds in which what happened is seen before the clock starts
  offer      TEXT NOT NULL DEFAULT '',   -- JSON: the take-back that somebody asks for; empty: none
  keeper     INTEGER NOT NULL DEFAULT 0, -- the node that minds its clock and its bots; 0: whoever is there
  forced     TEXT NOT NULL DEFAULT '',   -- on, off, or empty: whether only moves play themselves is as the settings say
  early      INTEGER NOT NULL DEFAULT 1, -- 0: a timed phase lasts its full time though everybody is ready
  locks      INTEGER                     -- when the count ends that everybody's consent has started; null: none runs
) STRICT, WITHOUT ROWID;
CREATE INDEX game_deadline ON game (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX game_due ON game (code) WHERE due = 1;
CREATE INDEX game_open ON game (created) WHERE status = 'open' AND open = 1;
CREATE INDEX game_kept ON game (keeper) WHERE due = 1 OR deadline IS NOT NULL;
CREATE INDEX game_live ON game (changed) WHERE status = 'live' AND listed = 1;

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
CREATE INDEX player_person ON player (person, code);

-- The truth. An entry is written once and never changed; (code, seq) decides who was first.
CREATE TABLE entry (
  code TEXT NOT NULL REFERENCES game (code),
  seq  INTEGER NOT NULL,
  cmd  TEXT,                          -- person/id of the command, so that a repeated one is known
  at   INTEGER NOT NULL,
  body TEXT NOT NULL,                 -- JSON
  hash BLOB NOT NULL,                 -- SHA-256 over the hash before it and the body
  PRIMARY KEY (code, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entry_cmd ON entry (code, cmd) WHERE cmd IS NOT NULL;

CREATE TABLE draft (
  code TEXT NOT NULL REFERENCES game (code),
  seat INTEGER NOT NULL,
  body TEXT NOT NULL,                 -- JSON
  PRIMARY KEY (code, seat)
) STRICT, WITHOUT ROWID;

-- What a seat leaves to a standing order; only its holder ever sees it.
CREATE TABLE standing (
  code    TEXT NOT NULL REFERENCES game (code),
  seat    INTEGER NOT NULL,
  setting TEXT NOT NULL,              -- always, or a number of per cent
  PRIMARY KEY (code, seat)
) STRICT, WITHOUT ROWID;

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

-- What players add to the seed before the game begins; after that the log's first entry has them.
CREATE TABLE nonce (
  code   TEXT NOT NULL REFERENCES game (code),
  player INTEGER NOT NULL,
  nonce  TEXT NOT NULL,               -- hexadecimal, or empty
  PRIMARY KEY (code, player)
) STRICT, WITHOUT ROWID;

-- How far somebody has come in a lesson. Lessons are no games: nothing else is kept of them.
CREATE TABLE lesson (
  person INTEGER NOT NULL REFERENCES person (id),
  game   TEXT NOT NULL,
  number INTEGER NOT NULL,
  body   TEXT NOT NULL,               -- JSON
  PRIMARY KEY (person, game, number)
) STRICT, WITHOUT ROWID;
