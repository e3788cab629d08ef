// The list of entries on their way, as a value.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bade, entry, matchOf, played, trickOf } from './support.js';
import { inTheWayOf, refusalOf } from '../../referee/http/page/static/refusals.js';
import { barred, baseOf, isStuck, renewed, retractable, together, unanswered, without } from '../../referee/http/page/static/waiting.js';

const fact = played('W', 'AH');

test('a guarded entry holds for the version that was seen, or for where the entry before it leads', () => {
  assert.equal(baseOf([], 7, true), 7);
  assert.equal(baseOf([entry(fact)], 7, true), 'after');
  assert.equal(baseOf([entry(fact)], 7, false), null);
});

test('the entry behind one that is settled holds for the version it led to; others keep theirs', () => {
  const [a, b, c] = [entry(fact, { base: 7 }), entry(fact, { base: 'after' }), entry(fact, { base: 'after' })];
  assert.deepEqual(without([a, b, c], a.key, 9).map((one) => one.base), [9, 'after']);
  assert.deepEqual(without([a, b, c], c.key, 9).map((one) => one.base), [7, 'after']);
  assert.deepEqual(without([a], a.key, 9), []);
  const plain = entry(fact);
  assert.equal(without([a, plain], a.key, 9)[0], plain);
});

test('only the first entry can bar the way', () => {
  const [a, b] = [entry(fact), entry(fact)];
  assert.equal(isStuck([]), false);
  assert.equal(isStuck([a, b]), false);
  const stuck = barred([a, b], { status: 409 });
  assert.equal(isStuck(stuck), true);
  assert.deepEqual(stuck.map((one) => !!one.problem), [true, false]);
  assert.equal(isStuck([b, stuck[0]]), false);
});

test('an entry sent again is a new one, for the table as it is now', () => {
  const old = entry(fact, { base: 7, problem: { status: 412 } });
  const [again, behind] = renewed([old, entry(fact, { base: 'after' })], { key: 'new', version: 12, made: 99 });
  assert.deepEqual([again.key, again.base, again.made, 'problem' in again], ['new', 12, 99, false]);
  assert.equal(behind.base, 'after');
  assert.equal(renewed([entry(fact, { problem: {} })], { key: 'x', version: 12, made: 99 })[0].base, null);
});

test('calls without an answer are counted', () => {
  assert.deepEqual(unanswered(unanswered([entry(fact), entry(fact)])).map((one) => one.tried), [2, 0]);
  assert.deepEqual(unanswered([]), []);
});

test('the last entry can be taken back unless it is on its way', () => {
  const [a, b] = [entry(fact), entry(fact)];
  assert.equal(retractable([], true), null);
  assert.equal(retractable([a], false), null);
  assert.equal(retractable([a], true), a);
  assert.equal(retractable([a, b], false), b);
  const [stuck] = barred([a], { status: 409 });
  assert.equal(retractable([stuck], false), stuck);
});

test('what a refusal means', () => {
  const match = matchOf({ deal: { tricks: [trickOf('W:AH')], bids: [{ seat: 'E', bid: '4' }] } });
  const rows = [
    ['there', played('W', 'AH'), 0, 0, 1], // another phone recorded the same card
    ['there', bade('E', '4'), 9, 99999, 2],
    ['tapped', bade('E', '3'), 0, 0, 1],
    ['tapped', played('N', 'AH'), 0, 2999, 1], // right after the tap
    ['barred', played('N', 'AH'), 0, 3000, 1], // made a while ago
    ['barred', played('N', 'AH'), 1, 0, 1], // was tried before
    ['barred', played('W', 'KH'), 0, 0, 2], // others wait behind it
    ['barred', { type: 'trump-named', data: { suit: 'S' } }, 1, 0, 1],
    ['there', { type: 'trump-named', data: { suit: 'H' } }, 1, 0, 1],
  ];
  for (const [meant, what, tried, age, length] of rows) {
    const item = entry(what, { tried });
    const queue = [item, entry(fact)].slice(0, length);
    assert.equal(refusalOf(item, queue, match, null, age), meant, JSON.stringify([what, tried, age, length]));
  }
});

test('a call that a seat has said before is not there yet when it is said again (V8)', () => {
  const bids = [{ seat: 'E', bid: 'pass' }, { seat: 'S', bid: '3' }, { seat: 'W', bid: '4' }, { seat: 'N', bid: 'pass' }];
  const match = matchOf({ deal: { bids } });
  const meant = (fact, nth) => refusalOf(entry({ ...fact, nth }, { tried: 1 }), [], match, null, 0);
  assert.deepEqual([meant(bade('E', 'pass'), 0), meant(bade('E', 'pass'), 4), meant(bade('E', 'pass'))], ['there', 'barred', 'there']);
  assert.equal(meant({ type: 'bid-made', data: { seat: 'W', bid: '4', trump: 'H' } }, 2), 'barred'); // another suit (V7)
});

test('the same trick or result tapped on two phones is one', () => {
  const taken = (nth, winner) => ({ ...trickOf(''), number: nth, winner, complete: true });
  const match = matchOf({ deal: { number: 3, tricks: [taken(1, 'W'), taken(2, 'N')] }, undo: { to: 6, type: 'trick-taken', data: { winner: 'N' } } });
  const row = { deal: 2, maker: 'S', contract: '4', trump: 'H', tricks: { NS: 4, EW: 2 }, made: true, thrown_in: null };
  const passed = { deal: 1, maker: null, contract: null, trump: null, tricks: null, made: null, thrown_in: 'all-passed' };
  const score = { rows: [passed, row, { deal: 3, made: null, thrown_in: null }] };
  const trick = (winner, nth, deal = 3) => [{ type: 'trick-taken', data: { winner }, nth, deal }];
  const result = (data, NS, deal = 2) => [{ type: 'contract-declared', data, deal }, { tricks: { NS, EW: 6 - NS } }];
  const said = { maker: 'S', bid: '4', trump: 'H' };
  const rows = [
    ['there', trick('N', 1)], ['barred', trick('E', 1)], ['barred', trick('N', 2)],
    ['there', trick('N', 5, 2)], ['barred', trick('E', 5, 2)], ['barred', trick('N', 5, 1)], // the last trick ended the deal
    ['there', result(said, 4)], ['barred', result(said, 5)], ['barred', result({ ...said, maker: 'N' }, 4)], ['barred', result({ ...said, trump: null }, 4)],
    ['barred', result(said, 4, 3)],
    ['there', [{ type: 'tricks-counted', data: { NS: 4, EW: 2 }, deal: 2 }]], ['barred', [{ type: 'tricks-counted', data: { NS: 3, EW: 3 }, deal: 2 }]],
    ['there', [{ type: 'deal-thrown-in', data: { reason: 'all-passed' }, deal: 1 }]], ['barred', [{ type: 'deal-thrown-in', data: { reason: 'misdeal' }, deal: 1 }]],
    ['barred', [{ type: 'deal-thrown-in', data: { reason: 'all-passed' }, deal: 3 }]],
  ];
  for (const [meant, [what, body]] of rows)
    assert.equal(refusalOf(entry(what, { tried: 1, body }), [], match, score, 0), meant, JSON.stringify([what, body]));
});

test('what stands in the way of an entry is the one in its place', () => {
  const log = [bade('E', '3'), bade('S', '4'), { type: 'trump-named', data: { suit: 'H' } }, played('W', '9H'), played('N', 'TH'), played('W', 'AS')]
    .map((one, at) => ({ ...one, version: at + 3 }));
  const found = (what, nth) => {
    const found = inTheWayOf(entry({ ...what, nth }), log);
    return found && [found.entry.version, found.data];
  };
  assert.deepEqual(found(played('W', 'QH'), 0), [6, { card: 'QH' }]);
  assert.deepEqual(found(played('W', 'QH'), 1), [8, { card: 'QH' }]);
  assert.equal(found(played('W', 'QH'), 2), null);
  assert.deepEqual(found(bade('S', '5'), 1), [4, { bid: '5' }]);
  assert.equal(found(bade('W', '5'), 1), null); // another seat has called meanwhile: nothing of this seat's is to be put right
  assert.deepEqual(found({ type: 'trump-named', data: { suit: 'C' } }), [5, { suit: 'C' }]);
  assert.equal(found({ type: 'claim-made', data: {} }, 0), null);
});

test('two tabs keep one list: each adds and takes away its own', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key) => entry(fact, { key }));
  const keys = (...lists) => together(...lists).map((one) => one.key).join('');
  assert.equal(keys([], [], [a]), 'a');
  assert.equal(keys([a, b], [a], [a, c]), 'abc'); // another tab had added b
  assert.equal(keys([a, b], [a], []), 'b'); // a was answered here
  assert.equal(keys([b], [a, b], [a, b, c]), 'bc'); // a was answered elsewhere
  assert.equal(keys([a, b], [a, b], [d, b]), 'db'); // a correction in place of a
  assert.deepEqual(together([a], [a], barred([a], { status: 409 })).map((one) => one.problem.status), [409]);
});
