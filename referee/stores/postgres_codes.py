"""The step of a PostgreSQL store's schema that lets join codes change and repeated requests get fresh secrets; SQL only."""

from __future__ import annotations

from typing import LiteralString

# append_act_with as step 0003 has it, and what changes in a match that is there: its join code, and what a repeated
# request was given before. The act may come with a join code in place of a token. A code that another match has fails
# at the primary key, which takes all of the act back.
APPEND_ANEW: LiteralString = """
CREATE OR REPLACE FUNCTION append_act_with(a_token text, a_match text, a_expected integer, act jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  answer jsonb;
BEGIN
  IF act ? 'scope' THEN
    PERFORM pg_advisory_xact_lock(hashtextextended((act->>'scope') || ' ' || (act->'receipt'->>0), 1));
  END IF;
  IF a_token IS NOT NULL OR act ? 'replaces' THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(a_match, 0));
    IF a_token IS NOT NULL AND NOT EXISTS (SELECT FROM token WHERE token_hash = a_token AND match = a_match)
      AND NOT EXISTS (SELECT FROM join_code WHERE code_hash = a_token AND match = a_match) THEN
      RETURN jsonb_build_array('token');
    END IF;
  END IF;
  IF NOT act ? 'replaces' THEN
    answer := append_act(a_match, a_expected, act);
  ELSIF EXISTS (SELECT FROM jsonb_array_elements_text(act->'replaces') AS x(secret)
    WHERE NOT EXISTS (SELECT FROM token WHERE token_hash = secret AND match = a_match)
    AND NOT EXISTS (SELECT FROM join_code WHERE code_hash = secret AND match = a_match)) THEN
    RETURN jsonb_build_array('token');
  ELSE
    answer := append_act(a_match, a_expected, act - 'receipt' - 'scope');
    IF answer IS NULL THEN
      PERFORM put_anew(a_match, act->>'scope', act->'receipt', act->'replaces');
    END IF;
  END IF;
  IF answer IS NULL AND a_expected > 0 AND act->>'code' IS NOT NULL THEN
    DELETE FROM join_code WHERE match = a_match;
    INSERT INTO join_code VALUES (act->>'code', a_match);
  END IF;
  RETURN answer;
END $$;
CREATE FUNCTION put_anew(a_match text, a_scope text, r jsonb, a_replaces jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM token WHERE match = a_match AND token_hash IN (SELECT jsonb_array_elements_text(a_replaces));
  IF r IS NULL THEN
    RETURN;
  END IF;
  IF a_scope IS NULL THEN
    INSERT INTO receipt VALUES (a_match, r->>0, r->>1, (r->2)::integer, (r->3)::integer, r->>4)
    ON CONFLICT (match, key) DO UPDATE
    SET fingerprint = EXCLUDED.fingerprint, first = EXCLUDED.first, last = EXCLUDED.last, note = EXCLUDED.note;
  ELSE
    INSERT INTO wide_receipt VALUES (a_scope, r->>0, a_match, r->>1, (r->2)::integer, (r->3)::integer, r->>4)
    ON CONFLICT (scope, key) DO UPDATE SET match = EXCLUDED.match,
      fingerprint = EXCLUDED.fingerprint, first = EXCLUDED.first, last = EXCLUDED.last, note = EXCLUDED.note;
  END IF;
END $$;
"""
