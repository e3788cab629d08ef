// Cards as they are drawn: bowers as trumps, and what nobody has seen yet.
import assert from 'node:assert/strict';
import test from 'node:test';
import { dealOf, RULES, trickOf } from './support.js';
import { copiesLeft, isBower, isSuit, pack, suitInPlay, unseen } from '../../referee/http/page/static/cards.js';

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
