// Cards as they are drawn: suits as shapes, a card on the table, the grid of the pack. Bowers are drawn as trumps.
import { html } from './vendor/htm/standalone.module.js';
import { cardWords, rankSign, t } from './words.js';

const RANKS = ['9', 'T', 'J', 'Q', 'K', 'A'];
/** @type {Suit[]} */
export const SUITS = ['C', 'D', 'H', 'S'];
/** @type {Record<Suit, Suit>} */
const OTHER = { C: 'S', S: 'C', D: 'H', H: 'D' };

const SHAPES = {
  C: 'M50 8a19 19 0 0 0-16.5 28.4A20 20 0 1 0 45.5 66c0 13-4 20-11 25h31c-7-5-11-12-11-25a20 20 0 1 0 12-29.6A19 19 0 0 0 50 8z',
  D: 'M50 4 84 50 50 96 16 50z',
  H: 'M50 92C22 68 8 52 8 32 8 18 18 9 30 9c9 0 16 5 20 13 4-8 11-13 20-13 12 0 22 9 22 23 0 20-14 36-42 60z',
  S: 'M50 6C36 26 12 40 12 60c0 12 9 20 19 20 6 0 11-2 15-7-1 9-4 14-11 19h30c-7-5-10-10-11-19 4 5 9 7 15 7 10 0 19-8 19-20C88 40 64 26 50 6z',
};

/** @param {{ suit: Suit, size?: string }} props */
export const Suit = ({ suit, size = '' }) => html`
  <svg class=${`suit suit-${suit} ${size}`} viewBox="0 0 100 100" aria-hidden="true" focusable="false"><path d=${SHAPES[suit]} /></svg>`;

/** Whether there is a trump, and it is a suit.
 * @param {Trump | null} trump
 * @returns {trump is Suit} */
export const isSuit = (trump) => /** @type {(string | null)[]} */ (SUITS).includes(trump);

/** The suit that stands on a card; null for the joker.
 * @param {Card} card */
const printedSuit = (card) => (card === 'JK' ? null : /** @type {Suit} */ (card[1]));

/** The suit that a card counts as in this deal; null for the joker where there is no trump yet.
 * @param {Card} card
 * @param {Trump | null} trump
 * @returns {Suit | null} */
export function suitInPlay(card, trump) {
  const printed = printedSuit(card);
  if (!printed) return isSuit(trump) ? trump : null;
  return card[0] === 'J' && OTHER[printed] === trump ? OTHER[printed] : printed;
}

/** @param {Card} card
 * @param {Trump | null} trump */
export const isBower = (card, trump) => card !== 'JK' && card[0] === 'J' && suitInPlay(card, trump) === trump;

/** @param {Rules} rules */
const ranksOf = (rules) => (rules.lowest_card === 'J' ? RANKS.slice(2) : RANKS);

/** @param {Rules} rules
 * @returns {Card[]} */
export const pack = (rules) => [...SUITS.flatMap((suit) => ranksOf(rules).map((rank) => rank + suit)), ...(rules.joker ? ['JK'] : [])];

/** Cards in a hand as dealt, and tricks in a deal.
 * @param {Rules} rules */
export const handSize = (rules) => ranksOf(rules).length * rules.decks;

/** The deal without the taken tricks that may not be looked at again while it runs (R4.6): the pack does not give them away.
 * @param {Deal} deal
 * @param {Rules} rules
 * @returns {Deal} */
export function withoutWithheld(deal, { look_back: look }) {
  if (!look || look === 'all' || deal.phase === 'over') return deal;
  const taken = deal.tricks.filter((trick) => trick.complete);
  const last = look === 'last-trick' && taken[taken.length - 1];
  return { ...deal, tricks: deal.tricks.filter((trick) => !trick.complete || trick === last) };
}

/** How many copies of each card nobody has seen played or put away yet.
 * @param {Deal} deal
 * @param {Rules} rules
 * @returns {Map<Card, number>} */
export function copiesLeft(deal, rules) {
  const left = new Map(pack(rules).map((card) => [card, card === 'JK' ? 1 : rules.decks]));
  const gone = [...deal.tricks.flatMap((trick) => trick.plays.map((play) => play.card)), deal.discard?.card];
  for (const card of gone) if (card) left.set(card, (left.get(card) ?? 0) - 1);
  return left;
}

/** @param {Deal} deal
 * @param {Rules} rules
 * @returns {Card[]} */
export const unseen = (deal, rules) =>
  [...copiesLeft(deal, rules)].flatMap(([card, count]) => Array(Math.max(count, 0)).fill(card));

/** The name of a card for those who do not see it, with the suit it counts as where another one is printed.
 * @param {Card} card
 * @param {Trump | null} trump */
export function cardLabel(card, trump) {
  const counts = suitInPlay(card, trump);
  const said = cardWords(card);
  return card !== 'JK' && counts !== card[1] ? t('page.card.counts_as', { card: said, suit: t(`suit.${counts}`) }) : said;
}

/** A card lying on the table; its back where it is withheld.
 * @param {{ card: Card | null, trump: Trump | null, pending?: boolean, lit?: boolean, size?: string, dim?: boolean }} props */
export function Card({ card, trump, pending, lit, size = '', dim }) {
  if (!card) return html`<span class=${`card back ${size}`} role="img" aria-label=${t('page.card.withheld')}></span>`;
  const counts = suitInPlay(card, trump);
  const printed = printedSuit(card);
  const marks = [printed ? `is-${printed}` : 'is-joker', pending && 'pending', lit && 'lit', dim && 'dim', size].filter(Boolean);
  return html`<span class=${`card ${marks.join(' ')}`} role="img"
    aria-label=${cardLabel(card, trump) + (pending ? `, ${t('page.pending')}` : '')}>
    <b aria-hidden="true">${rankSign(card)}</b>
    ${printed && html`<${Suit} suit=${printed} />`}
    ${counts && counts !== printed && html`<i class="counts" aria-hidden="true"><${Suit} suit=${counts} /></i>`}
    ${pending && html`<i class="wait" aria-hidden="true">◌</i>`}
  </span>`;
}

/** The pack as a grid of buttons. `left` says how many copies may still be tapped, `chosen` which are picked.
 * @param {{ rules: Rules, trump: Trump | null, left?: Map<Card, number>, onPick: (card: Card) => unknown, label: string, chosen?: Card[], marks?: Record<Card, string> }} props */
export function Grid({ rules, trump, left, onPick, label, chosen = [], marks = {} }) {
  /** @param {Card} card */
  const cell = (card) => {
    const count = left ? left.get(card) ?? 0 : rules.decks;
    const printed = printedSuit(card);
    const counts = suitInPlay(card, trump);
    const picked = chosen.filter((one) => one === card).length;
    const classes = [
      'cell', printed ? `is-${printed}` : 'is-joker', counts && counts === trump && 'is-trump', picked && 'picked', marks[card],
    ].filter(Boolean);
    const many = rules.decks > 1 && card !== 'JK';
    const name = cardLabel(card, trump) + (many ? `, ${t('page.copies', { n: Math.max(count, 0) })}` : '');
    return html`<button key=${card} type="button" class=${classes.join(' ')} disabled=${count <= 0 && !picked} data-card=${card}
      aria-label=${name} aria-pressed=${chosen.length || picked ? String(!!picked) : undefined} onClick=${() => onPick(card)}>
      <b aria-hidden="true">${rankSign(card)}</b>${printed && html`<${Suit} suit=${printed} />`}
      ${counts && counts !== printed && html`<i class="counts" aria-hidden="true"><${Suit} suit=${counts} /></i>`}
      ${many && count > 0 && html`<i class="copies" aria-hidden="true">${count}</i>`}
    </button>`;
  };
  return html`<div class=${`grid ${rules.lowest_card === 'J' ? 'short' : ''}`} role="group" aria-label=${label}>${pack(rules).map(cell)}</div>`;
}
