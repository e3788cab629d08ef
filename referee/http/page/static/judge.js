// Who takes a trick (R4.4): the one rule of play that the page knows, for tables out of the referee's reach. Held to the referee's
// own answers by 20,000 tricks (tests/js/test_pending.py).
import { isBower, isSuit, suitInPlay } from './cards.js';

const RANKS = '9TJQKA';

/** How high a card ranks in a trick: trumps over the suit led over the rest (R1.3-R1.5, V3.2, V5).
 * @param {Card} card
 * @param {Trump} trump
 * @param {Suit | null} led */
function strength(card, trump, led) {
  const suit = suitInPlay(card, trump);
  if (card === 'JK') return 40;
  if (isBower(card, trump)) return card[1] === trump ? 39 : 38;
  const rank = RANKS.indexOf(card[0]);
  if (isSuit(trump) && suit === trump) return 30 + rank;
  return (suit === led ? 10 : 0) + (trump === 'NL' ? 5 - rank : rank);
}

/** The seat that takes the trick; null where a card of it is not known. Of two equal cards the first or the second is higher (V4.2).
 * @param {{ seat: Seat, card: Card | null }[]} plays
 * @param {Trump | null} trump
 * @param {string} [identical]
 * @returns {Seat | null} */
export function winnerOf(plays, trump, identical = 'first') {
  if (!trump || plays.some(({ card }) => !card)) return null;
  const led = suitInPlay(/** @type {Card} */ (plays[0].card), trump);
  const heights = plays.map(({ card }) => strength(/** @type {Card} */ (card), trump, led));
  const highest = Math.max(...heights);
  return plays[identical === 'second' ? heights.lastIndexOf(highest) : heights.indexOf(highest)].seat;
}
