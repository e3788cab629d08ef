// The list of entries on their way, as a value.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bade, entry, matchOf, played, trickOf } from './support.js';
import { barred, baseOf, isStuck, refusalOf, renewed, retractable, unanswered, without } from '../../referee/http/page/static/waiting.js';

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
    ['barred', { type: 'trump-named', data: { suit: 'H' } }, 1, 0, 1],
  ];
  for (const [meant, what, tried, age, length] of rows) {
    const item = entry(what, { tried });
    const queue = [item, entry(fact)].slice(0, length);
    assert.equal(refusalOf(item, queue, match, age), meant, JSON.stringify([what, tried, age, length]));
  }
});

test('a call that a seat has said before is not there yet when it is said again (V8)', () => {
  const bids = [{ seat: 'E', bid: 'pass' }, { seat: 'S', bid: '3' }, { seat: 'W', bid: '4' }, { seat: 'N', bid: 'pass' }];
  const match = matchOf({ deal: { bids } });
  const meant = (fact, nth) => refusalOf(entry({ ...fact, nth }, { tried: 1 }), [], match, 0);
  assert.deepEqual([meant(bade('E', 'pass'), 0), meant(bade('E', 'pass'), 4), meant(bade('E', 'pass'))], ['there', 'barred', 'there']);
  assert.equal(meant({ type: 'bid-made', data: { seat: 'W', bid: '4', trump: 'H' } }, 2), 'barred'); // another suit (V7)
});
