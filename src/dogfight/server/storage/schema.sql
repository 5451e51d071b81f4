-- One file holds everything. A game is its row plus its entries in order; the rest is who sits where and what was said.

CREATE TABLE person (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL,
  created INTEGER NOT NULL,
  settings TEXT NOT NULL DEFAULT '',  -- JSON: what their pages have set; empty: nothing
  rated    INTEGER NOT NULL DEFAULT 0, -- 1: their games may count
  ranked   INTEGER NOT NULL DEFAULT 0  -- 1: ladders show them
) STRICT;

-- Only the hash of a token is kept.
CREATE TABLE session (
  hash    BLOB PRIMARY KEY,
  person  INTEGER NOT NULL REFERENCES person (id),
  created INTEGER NOT NULL,
  label   TEXT NOT NULL DEFAULT '',   -- what its owner's list calls the device
  seen    INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX session_person ON session (person);

-- The words that carry a person to another device: two find the row, of all of them a slow hash is kept.
CREATE TABLE phrase (
  person   INTEGER PRIMARY KEY REFERENCES person (id),
  selector TEXT NOT NULL,
  salt     BLOB NOT NULL,
  hash     BLOB NOT NULL,
  created  INTEGER NOT NULL
) STRICT;
CREATE INDEX phrase_selector ON phrase (selector);

CREATE TABLE passkey (
  id         BLOB PRIMARY KEY,
  person     INTEGER NOT NULL REFERENCES person (id),
  public_key BLOB NOT NULL,
  sign_count INTEGER NOT NULL,
  label      TEXT NOT NULL,
  created    INTEGER NOT NULL,
  used       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_person ON passkey (person);

-- The secret address at which a person's reader finds where it is their move; only its hash is kept.
CREATE TABLE feed (
  person  INTEGER PRIMARY KEY REFERENCES person (id),
  hash    BLOB NOT NULL UNIQUE,
  created INTEGER NOT NULL
) STRICT;

-- Questions to passkeys that are not answered yet; person 0: any holder of the key.
CREATE TABLE challenge (
  hash   BLOB PRIMARY KEY,
  person INTEGER NOT NULL,
  until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Sets of data files that games are played with, as one .zip file each. One that a game uses stays.
CREATE TABLE pack_file (
  digest TEXT PRIMARY KEY,
  game   TEXT NOT NULL,
  data   TEXT NOT NULL,               -- the digest that records name its data by
  body   BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- What people have uploaded. A pack is seen by its owner, by those who have the key, and if it is listed by all.
CREATE TABLE pack (
  code     TEXT PRIMARY KEY,
  digest   TEXT NOT NULL REFERENCES pack_file (digest),
  owner    INTEGER NOT NULL REFERENCES person (id),
  link_key TEXT NOT NULL,
  listed   INTEGER NOT NULL,
  removed  INTEGER NOT NULL,          -- 1: its owner has removed it while games use it
  created  INTEGER NOT NULL,
  UNIQUE (owner, digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX pack_listed ON pack (created) WHERE listed = 1;

CREATE TABLE game (
  code       TEXT PRIMARY KEY,
  game       TEXT NOT NULL,
  rules      TEXT NOT NULL,
  data       TEXT NOT NULL,
  options    TEXT NOT NULL,           -- JSON
  seed       BLOB NOT NULL,
  seed_commitment TEXT NOT NULL,           -- the commitment to the seed
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
  bot_due    INTEGER NOT NULL,        -- 1: the next step is the server's own (a bot)
  ended      TEXT NOT NULL,           -- what ended the table where the rules did not
  rematch_code TEXT NOT NULL,           -- the code of the rematch
  hints      TEXT NOT NULL,           -- on, off, or empty: while all others are bots
  listed     INTEGER NOT NULL,        -- 1: anyone finds it in the list of live games
  turn       INTEGER NOT NULL,        -- the turn it is in, for lists
  watch_delay INTEGER,                -- how many seconds late watchers see it; null: as the settings say
  revision   INTEGER NOT NULL DEFAULT 0, -- goes up with every change that is not an entry: seats, orders, drafts, clock
  chat_count INTEGER NOT NULL DEFAULT 0, -- the number of the last line of chat
  animation_ms INTEGER NOT NULL DEFAULT 0, -- milliseconds in which what happened is seen before the clock starts
  offer      TEXT NOT NULL DEFAULT '',   -- JSON: the take-back that somebody asks for; empty: none
  owner_node INTEGER NOT NULL DEFAULT 0, -- the node that minds its clock and its bots; 0: whoever is there
  forced     TEXT NOT NULL DEFAULT '',   -- on, off, or empty: whether only moves play themselves is as the settings say
  early      INTEGER NOT NULL DEFAULT 1, -- 0: a timed phase lasts its full time though everybody is ready
  locks      INTEGER,                    -- when the count ends that everybody's consent has started; null: none runs
  time_control TEXT NOT NULL DEFAULT '', -- JSON: how time is measured beyond the limit of a decision; empty: it is not
  clock_state TEXT NOT NULL DEFAULT '',  -- JSON: the time that players have left, and a pause
  silenced   TEXT NOT NULL DEFAULT '[]', -- JSON: the people whom the host lets say nothing
  guest_key  TEXT NOT NULL DEFAULT '',   -- hexadecimal: what the names are made with that people have at this table only
  pack       TEXT NOT NULL DEFAULT '',   -- the digest of the data files it is played with; empty: the built-in ones
  opening    TEXT NOT NULL DEFAULT ''    -- the position it begins with, in notation; empty: as the rules say
) STRICT, WITHOUT ROWID;
CREATE INDEX game_deadline ON game (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX game_due ON game (code) WHERE bot_due = 1;
CREATE INDEX game_open ON game (created) WHERE status = 'open' AND open = 1;
CREATE INDEX game_kept ON game (owner_node) WHERE bot_due = 1 OR deadline IS NOT NULL;
CREATE INDEX game_pack ON game (pack) WHERE pack <> '';
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
  command_id TEXT,                      -- person/id of the command, so that a repeated one is known
  at   INTEGER NOT NULL,
  body TEXT NOT NULL,                 -- JSON
  hash BLOB NOT NULL,                 -- SHA-256 over the hash before it and the body
  PRIMARY KEY (code, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entry_cmd ON entry (code, command_id) WHERE command_id IS NOT NULL;

CREATE TABLE draft (
  code TEXT NOT NULL REFERENCES game (code),
  seat INTEGER NOT NULL,
  body TEXT NOT NULL,                 -- JSON
  PRIMARY KEY (code, seat)
) STRICT, WITHOUT ROWID;

-- What a seat leaves to a standing order; only its holder ever sees it.
CREATE TABLE standing_order (
  code    TEXT NOT NULL REFERENCES game (code),
  seat    INTEGER NOT NULL,
  setting TEXT NOT NULL,              -- always, or a number of per cent
  PRIMARY KEY (code, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat (
  code    TEXT NOT NULL REFERENCES game (code),
  n       INTEGER NOT NULL,
  command_id TEXT NOT NULL,
  at      INTEGER NOT NULL,
  person  INTEGER NOT NULL REFERENCES person (id),
  channel TEXT NOT NULL,
  text    TEXT NOT NULL,
  PRIMARY KEY (code, n),
  UNIQUE (code, command_id)
) STRICT, WITHOUT ROWID;

-- What players add to the seed before the game begins; after that the log's first entry has them.
CREATE TABLE nonce (
  code   TEXT NOT NULL REFERENCES game (code),
  player INTEGER NOT NULL,
  nonce  TEXT NOT NULL,               -- hexadecimal, or empty
  PRIMARY KEY (code, player)
) STRICT, WITHOUT ROWID;

-- A table that begins as a room: its players say when they are ready, and the host decides who comes in.
CREATE TABLE room (
  code     TEXT PRIMARY KEY REFERENCES game (code),
  link_key TEXT NOT NULL,             -- what a link carries beside the code; empty: the code is enough
  barred   TEXT NOT NULL              -- JSON: the people who are not let in again
) STRICT, WITHOUT ROWID;

-- How far somebody has come in a lesson. Lessons are no games: nothing else is kept of them.
CREATE TABLE lesson (
  person INTEGER NOT NULL REFERENCES person (id),
  game   TEXT NOT NULL,
  number INTEGER NOT NULL,
  body   TEXT NOT NULL,               -- JSON
  PRIMARY KEY (person, game, number)
) STRICT, WITHOUT ROWID;

-- The first try of every person at a puzzle; later ones count for nothing.
CREATE TABLE puzzle_try (
  person INTEGER NOT NULL REFERENCES person (id),
  game   TEXT NOT NULL,
  puzzle TEXT NOT NULL,
  solved INTEGER NOT NULL,            -- 1: it was right
  day    TEXT NOT NULL,               -- the day (UTC) if it was the puzzle of that day, such as 2026-11-19; or empty
  at     INTEGER NOT NULL,
  PRIMARY KEY (person, game, puzzle)
) STRICT, WITHOUT ROWID;

-- How many people have tried a puzzle, and how many were right; it stays when a person is deleted.
CREATE TABLE puzzle_count (
  game   TEXT NOT NULL,
  puzzle TEXT NOT NULL,
  tries  INTEGER NOT NULL,
  solved INTEGER NOT NULL,
  PRIMARY KEY (game, puzzle)
) STRICT, WITHOUT ROWID;

-- Taken by what must not be done twice at a time, on whichever node.
CREATE TABLE mutex (
  id    INTEGER PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT;
INSERT INTO mutex (id, count) VALUES (0, 0);

-- Who looks for people to play with, for as long as their page says so; one pool for each game, group and clock.
CREATE TABLE ticket (
  person INTEGER PRIMARY KEY REFERENCES person (id),
  pool   TEXT NOT NULL,
  since  INTEGER NOT NULL,
  until  INTEGER NOT NULL,
  code   TEXT NOT NULL                -- the table that was laid for them; empty: none yet
) STRICT;
CREATE INDEX ticket_pool ON ticket (pool, since) WHERE code = '';

-- Who came to a pool when, last; waits are estimated from it.
CREATE TABLE arrival (
  pool   TEXT NOT NULL,
  person INTEGER NOT NULL REFERENCES person (id),
  at     INTEGER NOT NULL,
  PRIMARY KEY (pool, person)
) STRICT, WITHOUT ROWID;

-- Who agreed before a game that it counts; forgotten when it has been rated.
CREATE TABLE agreement (
  code   TEXT NOT NULL REFERENCES game (code),
  person INTEGER NOT NULL REFERENCES person (id),
  PRIMARY KEY (code, person)
) STRICT, WITHOUT ROWID;

-- What became of every game that people wanted to count, in the order in which they were rated.
CREATE TABLE rated_game (
  code   TEXT PRIMARY KEY REFERENCES game (code),
  n      INTEGER NOT NULL,
  at     INTEGER NOT NULL,
  game   TEXT NOT NULL,
  kind   TEXT NOT NULL,               -- pair, crew, free-for-all
  reason TEXT NOT NULL                -- why it does not count; empty: it does
) STRICT, WITHOUT ROWID;

-- A subject is a person, p and their number, or a bot, b and its name. Numbers are in millionths.
CREATE TABLE rating (
  subject TEXT NOT NULL,
  game    TEXT NOT NULL,
  kind    TEXT NOT NULL,
  mu      INTEGER NOT NULL,
  sigma   INTEGER NOT NULL,
  games   INTEGER NOT NULL,
  PRIMARY KEY (subject, game, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_ladder ON rating (game, kind);

CREATE TABLE rating_change (
  code    TEXT NOT NULL REFERENCES game (code),
  subject TEXT NOT NULL,
  place   INTEGER NOT NULL,           -- 1 for those who won
  mu      INTEGER NOT NULL,           -- after it
  sigma   INTEGER NOT NULL,
  PRIMARY KEY (code, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_change_subject ON rating_change (subject);

-- Secrets that all nodes have in common: the key that push services know them by, and what links in mails are made with.
CREATE TABLE server_key (
  name    TEXT PRIMARY KEY,           -- push, mail
  body    BLOB NOT NULL,
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A browser that takes push messages: where they are posted, and what they are encrypted with.
CREATE TABLE push_subscription (
  id         BLOB PRIMARY KEY,        -- SHA-256 of the endpoint
  person     INTEGER NOT NULL REFERENCES person (id),
  session    BLOB NOT NULL,           -- it ends with this session
  endpoint   TEXT NOT NULL,
  public_key BLOB NOT NULL,
  auth       BLOB NOT NULL,
  label      TEXT NOT NULL,           -- what its owner's list calls the device
  created    INTEGER NOT NULL,
  failures   INTEGER NOT NULL         -- messages in a row that its service did not take
) STRICT, WITHOUT ROWID;
CREATE INDEX push_subscription_person ON push_subscription (person);
CREATE INDEX push_subscription_session ON push_subscription (session);

-- The address at which a person wants mail. Nothing but the question for consent is sent before it is confirmed.
CREATE TABLE email (
  person       INTEGER PRIMARY KEY REFERENCES person (id),
  address      TEXT NOT NULL,
  salt         BLOB NOT NULL,         -- what its links are made with, and the server's key
  confirm_hash BLOB NOT NULL UNIQUE,
  off_hash     BLOB NOT NULL UNIQUE,
  created      INTEGER NOT NULL,
  confirmed    INTEGER NOT NULL       -- when; 0: not yet, -1: the mail server refused it
) STRICT;

-- The running games of people who can be reached, and what they were sent about each.
CREATE TABLE notice (
  person INTEGER NOT NULL REFERENCES person (id),
  code   TEXT NOT NULL REFERENCES game (code),
  head   INTEGER NOT NULL,            -- how far the game had come when it was looked at
  since  INTEGER NOT NULL,            -- since when it is their move; 0: it is not
  pushed INTEGER NOT NULL,            -- 1: they were sent a push message about this move
  mailed INTEGER NOT NULL,            -- 1: they were sent a mail about it
  PRIMARY KEY (person, code)
) STRICT, WITHOUT ROWID;

-- When a person may be sent something next, for each way; the node that sends claims the row.
CREATE TABLE delivery (
  person  INTEGER NOT NULL REFERENCES person (id),
  way     TEXT NOT NULL,              -- push, mail, confirm
  due     INTEGER NOT NULL,
  claimed INTEGER NOT NULL,           -- until when; 0: by no node
  tries   INTEGER NOT NULL,           -- that failed
  PRIMARY KEY (person, way)
) STRICT, WITHOUT ROWID;
