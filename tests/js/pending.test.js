// The table as it will look once the waiting entries are recorded.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bade, entry, matchOf, played, trickOf } from './support.js';
import { leftOf, passedOver, withPending } from '../../referee/http/page/static/pending.js';

test('the seat to the left, past the one that sits out', () => {
  assert.equal(['N', 'E', 'S', 'W'].map((seat) => leftOf(seat)).join(''), 'ESWN');
  assert.equal(leftOf('S', 'W'), 'N');
  assert.equal(leftOf('W', 'N'), 'E');
});

test('a waiting card lies on the table, and the next seat is to play', () => {
  const shown = withPending(matchOf(), [entry(played('W', 'AH'))]);
  assert.deepEqual(shown.next, { action: 'play', seat: 'N', options: null });
  assert.deepEqual(shown.deal.tricks, [
    { number: 1, leader: 'W', led_suit: null, winner: null, complete: false, plays: [{ seat: 'W', card: 'AH', version: null, pending: true }] },
  ]);
  assert.deepEqual(shown.deal.cards_left, { N: 6, E: 6, S: 6, W: 5 });
  assert.equal(shown.undo, null);
});

test('the turn never goes to the seat that sits out', () => {
  const alone = { deal: { sitting_out: 'E', contract: 'moon' } };
  const shown = withPending(matchOf(alone), [entry(played('W', 'AH')), entry(played('N', '9H'))]);
  assert.equal(shown.next.seat, 'S');
  const full = withPending(matchOf(alone), ['W:AH', 'N:9H', 'S:TH'].map((one) => entry(played(one[0], one.slice(2)))));
  assert.deepEqual([full.next.action, full.next.full, full.deal.tricks.length], ['wait', true, 1]);
});

test('a full trick waits for the referee; the card after it begins another trick', () => {
  const match = matchOf({ deal: { tricks: [trickOf('W:AH N:9H E:KH')] }, next: { action: 'play', seat: 'S', options: null } });
  const full = withPending(match, [entry(played('S', 'QH'))]);
  assert.deepEqual([full.next.action, full.next.seat, full.next.full], ['wait', null, true]);
  assert.equal(full.deal.tricks[0].plays.length, 4);
  const on = withPending(match, [entry(played('S', 'QH')), entry(played('W', 'KS'))]);
  assert.deepEqual(on.deal.tricks.map((trick) => [trick.number, trick.leader, trick.plays.length]), [[1, 'W', 4], [2, 'W', 1]]);
  assert.equal(match.deal.tricks[0].plays.length, 3); // what the referee said is left as it was
});

test('a card after a complete trick begins another one', () => {
  const done = trickOf('W:AH N:9H E:KH S:QH', { complete: true, winner: 'W' });
  const shown = withPending(matchOf({ deal: { tricks: [done] } }), [entry(played('W', 'KS'))]);
  assert.deepEqual(shown.deal.tricks.map((trick) => trick.plays.length), [4, 1]);
});

const auction = (...bids) => matchOf({
  deal: { phase: 'auction', maker: null, trump: null, bids }, next: { action: 'bid', seat: 'E', options: ['pass', '3', '4', '5', 'ask', 'moon'] },
});

test('a waiting bid leaves only higher ones and the pass; a pass leaves all', () => {
  const shown = withPending(auction(), [entry(bade('E', '4'))]);
  assert.deepEqual(shown.next, { action: 'bid', seat: 'S', options: ['pass', '5', 'ask', 'moon'] });
  assert.deepEqual(shown.deal.bids, [{ seat: 'E', bid: '4', pending: true }]);
  assert.deepEqual(withPending(auction(), [entry(bade('E', 'pass'))]).next.options, ['pass', '3', '4', '5', 'ask', 'moon']);
});

test('the auction waits after four calls and after the highest bid', () => {
  const three = ['N', 'E', 'S'].map((seat) => ({ seat, bid: 'pass' }));
  assert.equal(withPending(auction(...three), [entry(bade('W', '3'))]).next.action, 'wait');
  assert.equal(withPending(auction(), [entry(bade('E', 'moon'))]).next.action, 'wait');
  assert.equal(withPending(auction(...three.slice(1)), [entry(bade('W', '3'))]).next.action, 'bid');
});

test('whatever takes a rule to know waits; nothing is drawn past an entry that does not fit', () => {
  const match = matchOf();
  assert.equal(withPending(match, [entry({ type: 'trump-named', data: { suit: 'H' } })]).next.action, 'wait');
  assert.equal(withPending(match, [entry(played('W', 'AH'), { problem: { status: 409 } }), entry(played('W', 'KH'))]), match);
  assert.equal(withPending(match, []), match);
});

const LADDER = ['pass', '3', '4', '5', 'ask', 'moon'];
/** The calls as `E:3 S:pass`, the last of them waiting. */
function called(text, rules) {
  const calls = text.split(' ').map((one) => ({ seat: one[0], bid: one.slice(2) }));
  const match = matchOf({
    rules: { ...matchOf().rules, ...rules }, choices: { bids: LADDER, trumps: ['C', 'D', 'H', 'S'] },
    deal: { phase: 'auction', maker: null, trump: null, bids: calls.slice(0, -1) }, next: { action: 'bid', seat: calls[calls.length - 1].seat, options: LADDER },
  });
  const { next } = withPending(match, [entry({ type: 'bid-made', data: calls[calls.length - 1] })]);
  return next.action === 'wait' ? 'wait' : `${next.seat} ${next.options.join(' ')}`;
}

test('whose turn it is and what may be said in every way of bidding (R3.5, R3.8, V1, V8)', () => {
  const [three, final] = [{ auction: 'until-three-pass' }, { auction: 'pass-is-final' }];
  const rows = [
    ['E:3 S:pass W:pass N:4', {}, 'wait'],
    ['E:3 S:pass W:pass N:4', three, 'E pass 5 ask moon'],
    ['E:3 S:pass W:pass N:4 E:5 S:ask', three, 'W pass moon'],
    ['E:3 S:pass W:pass N:pass', three, 'wait'],
    ['E:pass S:3 W:pass N:pass', three, 'E pass 4 5 ask moon'],
    ['E:pass S:pass W:pass N:pass', three, 'wait'],
    ['E:3 S:pass W:pass N:4', final, 'E pass 5 ask moon'],
    ['E:3 S:pass W:pass N:4 E:5', final, 'N pass ask moon'],
    ['E:3 S:pass W:pass N:4 E:pass', final, 'wait'],
    ['E:pass S:pass W:pass', final, 'N pass 3 4 5 ask moon'],
    ['E:pass S:pass W:pass', { all_pass: 'stick-the-dealer' }, 'N 3 4 5 ask moon'],
    ['E:pass S:pass W:pass N:3', { ...final, all_pass: 'stick-the-dealer' }, 'wait'],
    ['E:ask', { moon_over_ask: false }, 'wait'],
    ['E:ask', {}, 'S pass moon'],
    ['E:moon', three, 'wait'],
  ];
  for (const [calls, rules, wanted] of rows) assert.equal(called(calls, rules), wanted, `${calls} ${JSON.stringify(rules)}`);
});

test('who may bid no more is seen only where a pass is final (V8)', () => {
  const bids = [{ seat: 'E', bid: 'pass' }, { seat: 'S', bid: '3' }, { seat: 'W', bid: 'pass' }];
  assert.deepEqual([...passedOver(bids, { auction: 'pass-is-final' })], ['E', 'W']);
  assert.deepEqual([{ auction: 'until-three-pass' }, {}].map((rules) => passedOver(bids, rules).size), [0, 0]);
});

test('a waiting bid shows the trump that it names (V7)', () => {
  const fact = { type: 'bid-made', data: { seat: 'E', bid: '4', trump: 'S' } };
  assert.deepEqual(withPending(auction(), [entry(fact)]).deal.bids, [{ seat: 'E', bid: '4', trump: 'S', pending: true }]);
});
