// Cards as they are drawn: bowers as trumps, and what nobody has seen yet.
import assert from 'node:assert/strict';
import test from 'node:test';
import { dealOf, RULES, trickOf } from './support.js';
import { copiesLeft, handSize, isBower, isSuit, pack, suitInPlay, unseen, withoutWithheld } from '../../referee/http/page/static/cards.js';

test('the suit in play (R1.5, V3, V5)', () => {
  const rows = [
    ['JH', 'H', 'H', true], ['JD', 'H', 'H', true], ['JC', 'H', 'C', false], ['JS', 'C', 'C', true], ['JC', 'S', 'S', true], ['JH', 'D', 'D', true],
    ['QD', 'H', 'D', false], ['AH', 'H', 'H', false], ['JD', 'NT', 'D', false], ['JD', null, 'D', false],
    ['JK', 'H', 'H', false], ['JK', 'NT', null, false], ['JK', null, null, false],
  ];
  for (const [card, trump, suit, bower] of rows)
    assert.deepEqual([suitInPlay(card, trump), isBower(card, trump)], [suit, bower], `${card} under ${trump}`);
  assert.deepEqual(['C', 'D', 'H', 'S', 'NT', 'NL', null].filter(isSuit), ['C', 'D', 'H', 'S']);
});

test('the pack, with and without the joker', () => {
  assert.equal(pack(RULES).length, 24);
  assert.deepEqual(pack({ ...RULES, joker: true }).slice(24), ['JK']);
});

test('the pack from the jack up, and how many cards a hand has (V4.1, V6)', () => {
  const short = { ...RULES, decks: 2, lowest_card: 'J' };
  assert.deepEqual(pack(short), ['C', 'D', 'H', 'S'].flatMap((suit) => ['J', 'Q', 'K', 'A'].map((rank) => rank + suit)));
  assert.deepEqual([RULES, { ...RULES, decks: 2 }, short].map(handSize), [6, 12, 8]);
  assert.equal(copiesLeft(dealOf({ tricks: [trickOf('W:JH')] }), short).get('JH'), 1);
});

test('the pack does not give away what may not be looked at again (R4.6)', () => {
  const taken = (number) => trickOf('', { number, complete: true });
  const deal = dealOf({ tricks: [taken(1), taken(2), trickOf('W:AH', { number: 3 })] });
  const seen = (look_back, more = {}) => withoutWithheld({ ...deal, ...more }, { ...RULES, look_back }).tricks.map((trick) => trick.number);
  assert.deepEqual([seen('all'), seen(undefined), seen('last-trick'), seen('none')], [[1, 2, 3], [1, 2, 3], [2, 3], [3]]);
  assert.deepEqual(seen('none', { phase: 'over' }), [1, 2, 3]);
  assert.equal(copiesLeft(dealOf({ tricks: [{ ...taken(1), plays: [{ seat: 'W', card: null, version: 8 }] }] }), RULES).size, 24);
});

test('copies that nobody has seen played or put away', () => {
  const deal = dealOf({ tricks: [trickOf('W:AH N:9H'), trickOf('E:AH')], discard: { seat: 'N', card: '9C' } });
  const left = copiesLeft(deal, { ...RULES, decks: 2, joker: true });
  assert.deepEqual(['AH', '9H', '9C', 'TC', 'JK'].map((card) => left.get(card)), [0, 1, 1, 2, 1]);
  assert.equal(copiesLeft(dealOf({ discard: { seat: 'N', card: null } }), RULES).get('9C'), 1);
});

test('what is unseen, copy by copy', () => {
  const tricks = [trickOf(pack(RULES).slice(1).map((card) => `W:${card}`).join(' '))];
  assert.deepEqual(unseen(dealOf({ tricks }), RULES), ['9C']);
  assert.equal(unseen(dealOf({ tricks }), { ...RULES, decks: 2 }).length, 25);
  assert.deepEqual(unseen(dealOf({ tricks: [trickOf('W:9C N:9C')] }), RULES).filter((card) => card === '9C'), []);
});
