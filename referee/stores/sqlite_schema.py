"""The tables, triggers and views of a SQLite store and the migrations that make them; no reading or writing of events."""

from __future__ import annotations

from sqlite_utils import Database, Migrations

from referee.stores.contract import StoreUnavailable
from referee.stores.sqlite_driver import sqlite3

APPLICATION = 0x52454645  # "REFE" (PRAGMA application_id): distinguishes our file from another program's

_TABLES = """
CREATE TABLE match (
  key INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice, so nothing can be inherited from a deleted match
  id TEXT NOT NULL UNIQUE,               -- its address
  born TEXT NOT NULL,                    -- the id in its events: another one if the match was imported
  join_code_hash TEXT UNIQUE
);
CREATE TABLE event (
  match_key INTEGER NOT NULL REFERENCES match (key),
  version INTEGER NOT NULL,
  act INTEGER NOT NULL,                  -- the version of the first event of the same request
  type TEXT NOT NULL,
  data TEXT NOT NULL,                    -- canonical JSON
  by TEXT NOT NULL,
  at TEXT NOT NULL,
  hash BLOB NOT NULL,                    -- of this event, 32 bytes; it covers the hash of the event before
  PRIMARY KEY (match_key, version)
) WITHOUT ROWID;
CREATE TABLE token (
  token_hash TEXT PRIMARY KEY,
  match_key INTEGER NOT NULL REFERENCES match (key),
  role TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX token_of_role ON token (match_key, role);
CREATE TABLE seat (                      -- the seats that somebody has joined at
  match_key INTEGER NOT NULL REFERENCES match (key),
  seat TEXT NOT NULL,
  PRIMARY KEY (match_key, seat)
) WITHOUT ROWID;
CREATE TABLE receipt (                   -- what an idempotency key stands for
  match_key INTEGER NOT NULL,            -- a reference checked would cost 2 % of an act
  scope TEXT NOT NULL,                   -- empty: the match itself
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (match_key, scope, key)
) WITHOUT ROWID;
CREATE UNIQUE INDEX receipt_of_scope ON receipt (scope, key) WHERE scope <> '';
CREATE TABLE summary (                   -- a projection: `referee rebuild` makes it anew
  match_key INTEGER PRIMARY KEY REFERENCES match (key),
  version INTEGER NOT NULL,
  status TEXT NOT NULL,
  opened_at TEXT NOT NULL,
  closed_at TEXT,
  ns INTEGER NOT NULL,
  ew INTEGER NOT NULL,
  winner TEXT,
  deals INTEGER NOT NULL,
  players TEXT NOT NULL,
  tags TEXT NOT NULL
);
CREATE INDEX summary_closed ON summary (closed_at) WHERE closed_at IS NOT NULL;
"""

# They bind everyone who opens the file, with whatever tool; foreign keys bind only those who switch them on.
_TRIGGERS = """
CREATE TRIGGER event_in_order BEFORE INSERT ON event
WHEN NEW.version <> 1 + coalesce(
  (SELECT version FROM event WHERE match_key = NEW.match_key ORDER BY version DESC LIMIT 1), 0) -- max() is slower
BEGIN SELECT RAISE(ABORT, 'an event follows the version before it'); END;
CREATE TRIGGER event_for_ever BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
CREATE TRIGGER event_not_alone BEFORE DELETE ON event
WHEN EXISTS (SELECT 1 FROM match WHERE key = OLD.match_key)
BEGIN SELECT RAISE(ABORT, 'nothing less than a whole match is deleted'); END;
CREATE TRIGGER match_once BEFORE INSERT ON match -- INSERT OR REPLACE would delete the old row past all triggers
WHEN EXISTS (SELECT 1 FROM match WHERE key = NEW.key OR id = NEW.id OR join_code_hash = NEW.join_code_hash)
BEGIN SELECT RAISE(ABORT, 'this match is there'); END;
CREATE TRIGGER match_for_ever BEFORE UPDATE ON match
BEGIN SELECT RAISE(ABORT, 'a match keeps its name'); END;
CREATE TRIGGER match_whole AFTER DELETE ON match
BEGIN
  DELETE FROM event WHERE match_key = OLD.key;
  DELETE FROM token WHERE match_key = OLD.key;
  DELETE FROM seat WHERE match_key = OLD.key;
  DELETE FROM receipt WHERE match_key = OLD.key;
  DELETE FROM summary WHERE match_key = OLD.key;
END;
"""

_LOG = """SELECT match.id AS match, version, type, by, at, data, lower(hex(hash)) AS hash
FROM event JOIN match ON match.key = event.match_key"""

_MATCH_SCORE = """SELECT match.id AS match, status, ns, ew, winner, deals, opened_at, closed_at, players
FROM summary JOIN match ON match.key = summary.match_key"""

_PLAYS_BY_DEAL = """SELECT
  -- Every card as it was recorded: plays that were undone or corrected later are listed too.
  match.id AS match,
  (SELECT json_extract(start.data, '$.deal') FROM event AS start
   WHERE start.match_key = play.match_key AND start.version <= play.version AND start.type = 'deal-started'
   ORDER BY start.version DESC LIMIT 1) AS deal,
  play.version, json_extract(play.data, '$.seat') AS seat, json_extract(play.data, '$.card') AS card
FROM event AS play JOIN match ON match.key = play.match_key
WHERE play.type = 'card-played'"""


def _first(db: Database) -> None:
    db.executescript(_TABLES)
    db.executescript(_TRIGGERS)
    db.create_view("log", _LOG)
    db.create_view("match_score", _MATCH_SCORE)
    db.create_view("plays_by_deal", _PLAYS_BY_DEAL)
    db.execute(f"PRAGMA application_id = {APPLICATION}")


def _tally(db: Database) -> None:
    db.execute("ALTER TABLE summary ADD COLUMN tally TEXT")  # JSON; null until the match is closed


def _codes(db: Database) -> None:
    db.execute("DROP TRIGGER match_for_ever")  # only its join code may change
    db.execute("""CREATE TRIGGER match_for_ever BEFORE UPDATE OF key, id, born ON match
    BEGIN SELECT RAISE(ABORT, 'a match keeps its name'); END""")


# The place of each closing in the feed. A row never changes, even when its match is reopened, closed again or deleted,
# so a cursor stays one that we gave out. Places are given under the one writer's lock, and so in order of commit.
_FEED = (
    """CREATE TABLE closing (
  place INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice
  match_key INTEGER,                       -- null: the match was deleted
  version INTEGER NOT NULL,                -- of the summary that stands here; an older one stands here no more
  sign TEXT NOT NULL                       -- drawn at random: after a restored backup the same place has another one
)""",
    "CREATE UNIQUE INDEX closing_of_match ON closing (match_key, version)",
    """CREATE TRIGGER summary_placed AFTER INSERT ON summary
WHEN NEW.closed_at IS NOT NULL
AND NOT EXISTS (SELECT 1 FROM closing WHERE match_key = NEW.match_key AND version = NEW.version)
BEGIN
  INSERT INTO closing (match_key, version, sign) VALUES (NEW.match_key, NEW.version, lower(hex(randomblob(4))));
END""",
    """CREATE TRIGGER closing_forgets AFTER DELETE ON match
BEGIN UPDATE closing SET match_key = NULL WHERE match_key = OLD.key; END""",
    """INSERT INTO closing (match_key, version, sign) SELECT match_key, version, lower(hex(randomblob(4))) FROM summary
WHERE closed_at IS NOT NULL ORDER BY closed_at, match_key""",
)


def _feed(db: Database) -> None:
    for statement in _FEED:
        db.execute(statement)


def _ended(db: Database) -> None:
    db.execute("ALTER TABLE summary ADD COLUMN ended TEXT")  # how a closed match ended
    db.execute("ALTER TABLE summary ADD COLUMN born TEXT")  # the id in its events


# In order. A step that was released never changes; a new one is a row.
_STEPS = {"0001-first": _first, "0002-tally": _tally, "0003-codes": _codes, "0004-feed": _feed, "0005-ended": _ended}


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date, inside the caller's BEGIN IMMEDIATE: if two servers start at once, one waits and
    finds it done.

    Raises StoreUnavailable for another program's database and for one made by a newer Referee."""
    db = Database(connection, recursive_triggers=False, execute_plugins=False)
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if application != APPLICATION and (application or db.table_names()):
        raise StoreUnavailable("another program's database")
    steps = Migrations("referee")
    for name, step in _STEPS.items():
        steps(name=name)(step)
    if newer := {step.name for step in steps.applied(db)} - _STEPS.keys():
        raise StoreUnavailable(f"a database of a newer Referee (it knows {', '.join(sorted(newer))})")
    steps.apply(db)
