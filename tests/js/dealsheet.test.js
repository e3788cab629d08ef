// Past deals: what is put right, which cards are still to be entered, which tricks a claim can be about.
import assert from 'node:assert/strict';
import test from 'node:test';
import { dealOf, matchOf, RULES, trickOf } from './support.js';
import { claimable } from '../../referee/http/page/static/claim.js';
import { standing } from '../../referee/http/page/static/ending.js';
import { correctionsOf } from '../../referee/http/page/static/dealsheet.js';
import { nthDeal } from '../../referee/http/page/static/scoreboard.js';
import { inTurn, knownTricks, leaderAfter } from '../../referee/http/page/static/turned.js';
import { keepPlayed, playedOf } from '../../referee/http/page/static/memory.js';
import { loadWords } from '../../referee/http/page/static/words.js';
import { serve } from './support.js';

serve(() => [200, {}]);
await loadWords('en');

const entries = (...types) => types.map((type, at) => ({ version: at + 3, type, data: {} }));
const SAID = { maker: 'W', bid: '4', trump: 'H' };

test('a whole result put right: only what differs, in one correction', () => {
  const deal = dealOf({ phase: 'over', tricks_taken: { NS: 2, EW: 4 } });
  const log = entries('contract-declared', 'tricks-counted');
  const rows = [
    [{ ...SAID, tricks: { NS: 2, EW: 4 } }, {}],
    [{ ...SAID, bid: '3', tricks: { NS: 2, EW: 4 } }, { 3: { bid: '3' } }],
    [{ ...SAID, trump: null, tricks: { NS: 2, EW: 4 } }, { 3: { trump: null } }],
    [{ maker: 'S', bid: 'moon', trump: 'C', tricks: { NS: 6, EW: 0 } }, { 3: { maker: 'S', bid: 'moon', trump: 'C' }, 4: { NS: 6, EW: 0 } }],
    [{ ...SAID, tricks: { NS: 1, EW: 5 } }, { 4: { NS: 1, EW: 5 } }],
  ];
  for (const [said, wanted] of rows) assert.deepEqual(correctionsOf(deal, log, said), wanted);
});

test('a contract that was bid: the calls and the trump are put right', () => {
  const bids = [{ seat: 'E', bid: 'pass' }, { seat: 'S', bid: '3' }, { seat: 'W', bid: '4' }, { seat: 'N', bid: 'pass' }];
  const log = entries('bid-made', 'bid-made', 'bid-made', 'bid-made', 'trump-named');
  assert.deepEqual(correctionsOf(dealOf({ bids }), log, { ...SAID, bid: '5', trump: 'S' }), { 5: { bid: '5' }, 7: { suit: 'S' } });
  assert.deepEqual(correctionsOf(dealOf({ bids }), log, { ...SAID, maker: 'N' }), { 5: { bid: 'pass' }, 6: { bid: '4' } });
  const named = bids.map((one) => ({ ...one, trump: one.bid === 'pass' ? null : 'H' })); // V7
  assert.deepEqual(correctionsOf(dealOf({ bids: named }), log.slice(0, 4), { ...SAID, trump: 'S' }), { 5: { trump: 'S' } });
  assert.deepEqual(correctionsOf(dealOf({ bids: named }), log.slice(0, 4), { ...SAID, maker: 'E', bid: '5' }), { 3: { bid: '5', trump: 'H' }, 5: { bid: 'pass', trump: null } });
});

test('winners of tricks put right, each at its own entry', () => {
  const cards = trickOf('W:AH N:9H E:KH S:QH', { complete: true, winner: 'W' });
  const tricks = [cards, ...[2, 3].map((number) => ({ ...trickOf('', { complete: true, winner: 'N' }), number }))];
  const log = entries('contract-declared', 'card-played', 'trick-taken', 'trick-taken');
  assert.deepEqual(correctionsOf(dealOf({ tricks }), log, { ...SAID, winners: { 2: 'N', 3: 'E' } }), { 6: { winner: 'E' } });
});

test('the cards of a deal: those that are known, who leads, who follows (J4.3)', () => {
  const tricks = [trickOf('W:AH N:9H E:KH S:QH', { complete: true, winner: 'W' }), trickOf('', { complete: true, winner: 'N' }), trickOf('N:AS', {})];
  assert.deepEqual(knownTricks(dealOf({ tricks }), 4), [{ leader: 'W', cards: ['AH', '9H', 'KH', 'QH'], winner: 'W' }]);
  assert.deepEqual(knownTricks(dealOf(), 4), []);
  assert.equal(leaderAfter(dealOf(), RULES, []), 'W');
  assert.equal(leaderAfter(dealOf({ dealer: 'N', sitting_out: 'E' }), { ...RULES, first_lead: 'dealers-left' }, []), 'S');
  assert.equal(leaderAfter(dealOf(), RULES, [{ leader: 'W', cards: [], winner: 'N' }]), 'N');
  assert.deepEqual([inTurn('W', null), inTurn('W', 'E')].map((one) => one.join('')), ['WNES', 'WNS']);
});

test('a claim is about tricks with cards, taken tricks, or the numbers of a deal that was counted', () => {
  const result = { lines: [], lost_by: null, thrown_in: null };
  const numbers = (more) => claimable(dealOf(more), RULES).map((trick) => trick.number);
  const taken = trickOf('', { complete: true, winner: 'W' });
  assert.deepEqual(numbers({}), []);
  assert.deepEqual(numbers({ tricks: [taken] }), [1]);
  assert.deepEqual(numbers({ phase: 'over', result }), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(numbers({ phase: 'over', tricks: [taken], result: { ...result, lost_by: 'EW' } }), [1]);
  assert.deepEqual(numbers({ phase: 'over', maker: null, result: { ...result, thrown_in: 'all-passed' } }), []);
});

test('deals thrown in do not count, unless a renege ended them (R9.4)', () => {
  const row = (deal, thrown_in = null) => ({ deal, thrown_in });
  const nth = (number, ...rows) => nthDeal(matchOf({ deal: { number } }), rows.length ? { rows } : null);
  assert.equal(nth(4, row(1), row(2, 'all-passed'), row(3, 'renege'), row(4)), 3);
  assert.equal(nth(3, row(1), row(2), row(3, 'misdeal')), 3);
  assert.equal(nth(3), 3);
});

test('how a match would end as it stands (R9.5)', () => {
  const end = (NS, EW) => standing(matchOf({ score: { NS, EW } }));
  assert.deepEqual([end(7, 12), end(7, -2), end(14, 14)], ['Bob & Dan win 12 : 7.', 'Ann & Cat win 7 : −2.', 'Drawn 14 : 14']);
});

test('what my seat has played is remembered for its deal only (R4.6)', () => {
  keepPlayed('m1', 2, { 8: 'AH' });
  assert.deepEqual([playedOf('m1', 2), playedOf('m1', 3), playedOf('m2', 2)], [{ 8: 'AH' }, {}, {}]);
});
