// What the page offers each role, written out for a test of the referee's own table (tests/service/test_rights.py).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchOf } from './support.js';
import { may, mayTurn, RIGHTS } from '../../referee/http/page/static/rights.js';
import { change } from '../../referee/http/page/static/state.js';

const as = (role, seat = null) => change({ table: { id: 'm1', token: 'k', role, seat } });

test('the scorer may do all, a viewer nothing', () => {
  for (const what of Object.keys(RIGHTS))
    for (const recording of ['anyone', 'own-seat', 'scorer']) {
      as('scorer', 'S');
      assert.equal(may(what, matchOf({ recording })), true);
      as('viewer');
      assert.equal(may(what, matchOf({ recording })), false);
    }
});

test('a seat does what the way of recording gives it, and its own where only that', () => {
  as('E');
  const rows = [['bid', 'anyone', 'N', true], ['bid', 'own-seat', 'E', true], ['bid', 'own-seat', 'N', false], ['bid', 'scorer', 'E', false],
    ['counts', 'anyone', null, true], ['counts', 'own-seat', null, false], ['claim', 'scorer', 'E', true], ['claim', 'scorer', 'N', false], ['close', 'anyone', null, false]];
  for (const [what, recording, seat, wanted] of rows) assert.equal(may(what, matchOf({ recording }), seat), wanted, `${what} ${recording} ${seat}`);
});

test('undo is for the scorer and for whoever did it', () => {
  const act = { to: 3, type: 'bid-made', data: {}, may: ['scorer', 'E'] };
  const found = ['scorer', 'E', 'N', 'viewer'].map((role) => (as(role), mayTurn(act)));
  assert.deepEqual([...found, mayTurn(null)], [true, true, false, false, false]);
});
