"""The tables, triggers and functions of a PostgreSQL store and the steps that lead to them; nothing here reads events.

Every table that a played card touches has the match first in its primary key, so a distributed PostgreSQL can keep a
match on one shard. What must be found without knowing the match (tokens, join codes, keys of a wider scope) is in
separate tables, keyed by the hash that is looked up, and only opening, joining and renewing write there."""

from __future__ import annotations

from typing import Any, LiteralString

import psycopg

from referee.stores.contract import StoreUnavailable
from referee.stores.postgres_codes import APPEND_ANEW

# Text is compared by its bytes, as everywhere in Referee, whatever language the database sorts by.
_TABLES = """
CREATE TABLE match (
  id text COLLATE "C" PRIMARY KEY,
  born text NOT NULL                       -- the id in its events: another one if the match was imported
);
CREATE TABLE event (
  match text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  act integer NOT NULL,                    -- the version of the first event of the same request
  type text NOT NULL,
  data text NOT NULL,                      -- canonical JSON, kept as text: jsonb would not give the bytes back
  by text NOT NULL,
  at text NOT NULL,
  hash bytea NOT NULL,                     -- of this event, 32 bytes; it covers the hash of the event before
  PRIMARY KEY (match, version)
);
CREATE TABLE receipt (                     -- what an idempotency key of the match stands for
  match text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  fingerprint text NOT NULL,
  first integer NOT NULL,
  last integer NOT NULL,
  note text NOT NULL,
  PRIMARY KEY (match, key)
);
CREATE TABLE seat (                        -- the seats that somebody has joined at
  match text COLLATE "C" NOT NULL,
  seat text NOT NULL,
  PRIMARY KEY (match, seat)
);
CREATE TABLE summary (                     -- a projection: `referee rebuild` makes it anew
  match text COLLATE "C" PRIMARY KEY,
  version integer NOT NULL,
  status text NOT NULL,
  opened_at text NOT NULL,
  closed_at text COLLATE "C",
  ns integer NOT NULL,
  ew integer NOT NULL,
  winner text,
  deals integer NOT NULL,
  players text NOT NULL,
  tags text NOT NULL
);
CREATE INDEX summary_closed ON summary (closed_at, match) WHERE closed_at IS NOT NULL;
CREATE TABLE token (
  token_hash text COLLATE "C" PRIMARY KEY,
  match text COLLATE "C" NOT NULL,
  role text NOT NULL
);
CREATE INDEX token_of_role ON token (match, role);
CREATE TABLE join_code (
  code_hash text COLLATE "C" PRIMARY KEY,
  match text COLLATE "C" NOT NULL
);
CREATE INDEX join_code_of_match ON join_code (match);
CREATE TABLE wide_receipt (                -- what a key stands for in a scope that is no match
  scope text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  match text COLLATE "C" NOT NULL,
  fingerprint text NOT NULL,
  first integer NOT NULL,
  last integer NOT NULL,
  note text NOT NULL,
  PRIMARY KEY (scope, key)
);
CREATE INDEX wide_receipt_of_match ON wide_receipt (match);
"""

# They bind everyone who writes to the tables, with whatever tool.
_TRIGGERS = """
CREATE FUNCTION event_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head integer;
BEGIN
  SELECT version INTO head FROM event WHERE match = NEW.match ORDER BY version DESC LIMIT 1;
  IF NEW.version <> coalesce(head, 0) + 1 THEN
    RAISE EXCEPTION 'an event follows the version before it' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE FUNCTION event_not_alone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM match WHERE id = OLD.match) THEN
    RAISE EXCEPTION 'nothing less than a whole match is deleted' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE FUNCTION match_whole() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event WHERE match = OLD.id;
  DELETE FROM receipt WHERE match = OLD.id;
  DELETE FROM seat WHERE match = OLD.id;
  DELETE FROM summary WHERE match = OLD.id;
  DELETE FROM token WHERE match = OLD.id;
  DELETE FROM join_code WHERE match = OLD.id;
  DELETE FROM wide_receipt WHERE match = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER event_in_order BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION event_in_order();
CREATE TRIGGER event_for_ever BEFORE UPDATE ON event FOR EACH ROW EXECUTE FUNCTION never('an event is never changed');
CREATE TRIGGER event_not_alone BEFORE DELETE ON event FOR EACH ROW EXECUTE FUNCTION event_not_alone();
CREATE TRIGGER event_never_all BEFORE TRUNCATE ON event FOR EACH STATEMENT
  EXECUTE FUNCTION never('nothing less than a whole match is deleted');
CREATE TRIGGER match_for_ever BEFORE UPDATE ON match FOR EACH ROW EXECUTE FUNCTION never('a match keeps its name');
CREATE TRIGGER match_never_all BEFORE TRUNCATE ON match FOR EACH STATEMENT
  EXECUTE FUNCTION never('a match is deleted by its name');
CREATE TRIGGER match_whole AFTER DELETE ON match FOR EACH ROW EXECUTE FUNCTION match_whole();
"""

# One call, one round trip, one commit. `act` holds born, prev (the hash before it), follows (the events are in order),
# events ([act, type, data, by, at, hash] each), receipt ([key, fingerprint, first, last, note]) and its scope, code,
# grants and summary; absent parts are left out. The answer is null for success, or a refusal as a JSON array.
# Everyday refusals are answers; a taken seat is raised (SQLSTATE RF001), since by then something may
# have been written.
#
# The locks: acts of one match queue at an advisory lock of the match, before anything is looked at. Every statement of
# a PL/pgSQL function sees what was committed before that statement, so under the lock the head that is read is the
# head. A row lock would do the same and write the row each time; the lock is only in memory, costs microseconds, ends
# with the transaction, and if it were missing (another node of a distributed database) the primary key (match, version)
# would still refuse the second act. A key of a wider scope has a separate lock, always taken first: no deadlock.
# Two names with the same 64-bit hash wait for each other and do no harm.
_APPEND = """
CREATE FUNCTION append_act(a_match text, a_expected integer, act jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  a_born text := act->>'born';
  a_scope text := act->>'scope';
  a_receipt jsonb := act->'receipt';
  a_first jsonb := act->'events'->0;
  head integer;
  head_hash bytea;
  head_born text;
  done jsonb;
BEGIN
  IF a_scope IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(a_scope || ' ' || (a_receipt->>0), 1));
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(a_match, 0));
  IF a_scope IS NOT NULL THEN
    SELECT jsonb_build_array('done', key, fingerprint, first, last, note) INTO done
    FROM wide_receipt WHERE scope = a_scope AND key = a_receipt->>0;
  ELSIF a_receipt IS NOT NULL THEN
    SELECT jsonb_build_array('done', key, fingerprint, first, last, note) INTO done
    FROM receipt WHERE match = a_match AND key = a_receipt->>0;
  END IF;
  IF done IS NOT NULL THEN
    RETURN done;
  END IF;
  SELECT version, hash, born INTO head, head_hash, head_born
  FROM event JOIN match ON id = match WHERE match = a_match ORDER BY version DESC LIMIT 1;
  IF NOT FOUND THEN
    head := 0;
    head_hash := decode(repeat('00', 32), 'hex');
    head_born := a_born;
  END IF;
  IF head <> a_expected THEN
    RETURN jsonb_build_array('stale', head);
  END IF;
  IF a_first IS NOT NULL
    AND (NOT (act->'follows')::boolean OR decode(act->>'prev', 'hex') <> head_hash OR a_born <> head_born) THEN
    RETURN jsonb_build_array('does-not-follow', head);
  END IF;
  IF head = 0 THEN
    IF a_first IS NULL THEN
      RETURN jsonb_build_array('unknown');
    END IF;
    IF EXISTS (SELECT FROM join_code WHERE code_hash = act->>'code') THEN
      RETURN jsonb_build_array('code');
    END IF;
    INSERT INTO match VALUES (a_match, a_born);
    IF act->>'code' IS NOT NULL THEN
      INSERT INTO join_code VALUES (act->>'code', a_match);
    END IF;
  END IF;
  IF act ? 'grants' THEN
    PERFORM give(a_match, role, token_hash, kills_others, takes_seat, frees_seat)
    FROM jsonb_to_recordset(act->'grants')
      AS x(role text, token_hash text, kills_others boolean, takes_seat boolean, frees_seat boolean);
  END IF;
  IF jsonb_array_length(act->'events') = 1 THEN -- nearly always: three times as fast as the general way
    INSERT INTO event VALUES (a_match, head + 1, (a_first->0)::integer, a_first->>1, a_first->>2, a_first->>3,
      a_first->>4, decode(a_first->>5, 'hex'));
  ELSIF a_first IS NOT NULL THEN
    INSERT INTO event
    SELECT a_match, head + n, (e->0)::integer, e->>1, e->>2, e->>3, e->>4, decode(e->>5, 'hex')
    FROM jsonb_array_elements(act->'events') WITH ORDINALITY AS x(e, n) ORDER BY n;
  END IF;
  IF a_scope IS NOT NULL THEN
    INSERT INTO wide_receipt VALUES (a_scope, a_receipt->>0, a_match, a_receipt->>1, (a_receipt->2)::integer,
      (a_receipt->3)::integer, a_receipt->>4);
  ELSIF a_receipt IS NOT NULL THEN
    INSERT INTO receipt VALUES (a_match, a_receipt->>0, a_receipt->>1, (a_receipt->2)::integer,
      (a_receipt->3)::integer, a_receipt->>4);
  END IF;
  IF act ? 'summary' THEN
    DELETE FROM summary WHERE match = a_match;
    INSERT INTO summary SELECT * FROM jsonb_populate_record(NULL::summary, act->'summary');
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION give(
  a_match text, a_role text, a_token text, kills_others boolean, takes_seat boolean, frees_seat boolean
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF frees_seat THEN
    DELETE FROM seat WHERE match = a_match AND seat = a_role;
  END IF;
  IF takes_seat THEN
    IF EXISTS (SELECT FROM seat WHERE match = a_match AND seat = a_role) THEN
      RAISE EXCEPTION '%', a_role USING ERRCODE = 'RF001';
    END IF;
    INSERT INTO seat VALUES (a_match, a_role);
  END IF;
  IF kills_others THEN
    DELETE FROM token WHERE match = a_match AND role = a_role;
  END IF;
  INSERT INTO token VALUES (a_token, a_match, a_role);
END $$;
CREATE FUNCTION delete_match(a_match text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(a_match, 0)); -- no act comes between
  DELETE FROM match WHERE id = a_match;
  RETURN FOUND;
END $$;
"""

# An act together with the token it comes with. The lock comes first: no renewal may fall between the check and the act.
# Such an act has no key of a wider scope, whose lock would have to come before.
_APPEND_WITH = """
CREATE FUNCTION append_act_with(a_token text, a_match text, a_expected integer, act jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
BEGIN
  IF a_token IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(a_match, 0));
    IF NOT EXISTS (SELECT FROM token WHERE token_hash = a_token AND match = a_match) THEN
      RETURN jsonb_build_array('token');
    END IF;
  END IF;
  RETURN append_act(a_match, a_expected, act);
END $$;
"""

# The place of each closing in the feed. Only the name of a deleted match changes in a row, so a cursor stays one that
# we gave out. The place is counted in one row, which stays locked until the closing is committed: a reader who sees a
# place sees all before it. (A sequence gives numbers in another order than commits come.) Closings wait for each
# other's commit, other acts do not.
_FEED = """
CREATE TABLE feed (place bigint NOT NULL);
INSERT INTO feed VALUES (0);
CREATE TABLE closing (
  place bigint PRIMARY KEY,
  match text COLLATE "C",                  -- null: the match was deleted
  version integer NOT NULL,                -- of the summary that stands here; an older one stands here no more
  sign text NOT NULL                       -- drawn at random: after a restored backup the same place has another one
);
CREATE UNIQUE INDEX closing_of_match ON closing (match, version);
CREATE FUNCTION summary_placed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  next bigint;
BEGIN
  IF NEW.closed_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM closing WHERE match = NEW.match AND version = NEW.version) THEN
    UPDATE feed SET place = place + 1 RETURNING place INTO next;
    INSERT INTO closing VALUES (next, NEW.match, NEW.version, left(md5(gen_random_uuid()::text), 8));
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION closing_forgets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE closing SET match = NULL WHERE match = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER summary_placed AFTER INSERT OR UPDATE ON summary FOR EACH ROW EXECUTE FUNCTION summary_placed();
CREATE TRIGGER closing_forgets AFTER DELETE ON match FOR EACH ROW EXECUTE FUNCTION closing_forgets();
INSERT INTO closing SELECT row_number() OVER (ORDER BY closed_at, match), match, version,
  left(md5(gen_random_uuid()::text), 8) FROM summary WHERE closed_at IS NOT NULL;
UPDATE feed SET place = (SELECT count(*) FROM closing);
"""

# In order. A step that was released never changes; a new one is a row.
_STEPS: dict[str, tuple[LiteralString, ...]] = {
    "0001-first": (_TABLES, _TRIGGERS, _APPEND),
    "0002-tally": ("ALTER TABLE summary ADD COLUMN tally text",),  # JSON; null until the match is closed
    "0003-token": (_APPEND_WITH,),
    "0004-codes": (APPEND_ANEW,),
    "0005-feed": (_FEED,),
    "0006-ended": (
        "ALTER TABLE summary ADD COLUMN ended text, ADD COLUMN born text",
    ),  # how it ended, the id in its events
}


def migrate(connection: psycopg.Connection[Any]) -> None:
    """Bring the connection's schema up to date; if two servers start at once, one waits and finds it done.

    Raises StoreUnavailable for a database made by a newer Referee."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('referee ' || current_schema(), 2))")
        connection.execute("CREATE TABLE IF NOT EXISTS referee_step (name text PRIMARY KEY, at timestamptz NOT NULL)")
        applied = {name for (name,) in connection.execute("SELECT name FROM referee_step")}
        if newer := applied - _STEPS.keys():
            raise StoreUnavailable(f"a database of a newer Referee (it knows {', '.join(sorted(newer))})")
        for name in (step for step in _STEPS if step not in applied):
            for statements in _STEPS[name]:
                connection.execute(statements)
            connection.execute("INSERT INTO referee_step VALUES (%s, now())", (name,))
