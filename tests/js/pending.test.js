// The table as it will look once the waiting entries are recorded; that it is as the referee will say: test_pending.py.
import assert from 'node:assert/strict';
import test from 'node:test';
import { entry, matchOf, played, trickOf } from './support.js';
import { leftOf, passedOver, withPending } from '../../referee/http/page/static/pending.js';

test('the seat to the left, past the one that sits out', () => {
  assert.equal(['N', 'E', 'S', 'W'].map((seat) => leftOf(seat)).join(''), 'ESWN');
  assert.equal(leftOf('S', 'W'), 'N');
  assert.equal(leftOf('W', 'N'), 'E');
});

test('what waits is marked, cannot be undone at the referee, and leaves what the referee said as it was', () => {
  const match = matchOf({ deal: { tricks: [trickOf('W:AH')] }, next: { action: 'play', seat: 'N', options: null } });
  const shown = withPending(match, [entry(played('N', '9H'))]);
  assert.deepEqual(shown.deal.tricks[0].plays.map((play) => [play.card, !!play.pending]), [['AH', false], ['9H', true]]);
  assert.deepEqual([shown.undo, shown.pending, shown.unscored], [null, true, undefined]);
  assert.equal(match.deal.tricks[0].plays.length, 1);
});

test('who took a trick is asked where a card of it is not known; the next lead says so too', () => {
  const hidden = trickOf('W:AH N:9H E:KH');
  hidden.plays[1].card = null;
  const match = matchOf({ deal: { tricks: [hidden] }, next: { action: 'play', seat: 'S', options: null } });
  const full = withPending(match, [entry(played('S', 'QH'))]);
  assert.deepEqual([full.next.action, full.next.full, full.deal.tricks.length], ['wait', true, 1]);
  const on = withPending(match, [entry(played('S', 'QH')), entry(played('W', 'KS'))]);
  assert.deepEqual(on.deal.tricks.map((trick) => [trick.number, trick.leader, trick.plays.length]), [[1, 'W', 4], [2, 'W', 1]]);
  assert.equal(on.next.seat, 'N');
});

test('what the referee alone knows waits; claims change no turn; nothing is drawn past an entry that does not fit', () => {
  const match = matchOf();
  for (const type of ['rewound', 'entries-corrected', 'match-closed', 'match-reopened'])
    assert.equal(withPending(match, [entry({ type, data: {} })]).next.action, 'wait');
  for (const type of ['claim-made', 'claim-conceded', 'cards-shown', 'score-adjusted', 'players-changed'])
    assert.deepEqual(withPending(match, [entry({ type, data: {} })]).next, match.next);
  assert.equal(withPending(match, [entry({ type: 'players-changed', data: { players: { N: 'Eve' } } })]).players.N, 'Eve');
  assert.equal(withPending(match, [entry(played('W', 'AH'), { problem: { status: 409 } }), entry(played('W', 'KH'))]), match);
  assert.equal(withPending(match, []), match);
});

test('deals that have been played and wait are counted', () => {
  const result = entry({ type: 'contract-declared', data: { maker: 'N', bid: '4', trump: 'H' } });
  const shown = withPending(matchOf(), [result, result]);
  assert.deepEqual([shown.unscored, shown.deal.number, shown.deal.dealer, shown.deal.phase, shown.score], [2, 3, 'S', 'auction', { NS: 0, EW: 0 }]);
});

test('who may bid no more is seen only where a pass is final (V8)', () => {
  const bids = [{ seat: 'E', bid: 'pass' }, { seat: 'S', bid: '3' }, { seat: 'W', bid: 'pass' }];
  assert.deepEqual([...passedOver(bids, { auction: 'pass-is-final' })], ['E', 'W']);
  assert.deepEqual([{ auction: 'until-three-pass' }, {}].map((rules) => passedOver(bids, rules).size), [0, 0]);
});
