// The cards of my hand, tapped in. They are kept on this phone and nowhere else.
import { html, useState } from './vendor/htm/standalone.module.js';
import { Card, Grid, handSize } from './cards.js';
import { sorted } from './hand.js';
import { mySeat } from './match.js';
import { handOf, keepHand } from './memory.js';
import { change, closeSheet } from './state.js';
import { Note, Sheet } from './ui.js';
import { t } from './words.js';

/** @param {{ match: Match }} props */
export function HandSheet({ match }) {
  const { rules, deal } = match;
  const [cards, setCards] = useState(handOf(match.id, deal.number));
  const size = handSize(rules) + (rules.joker ? 1 : 0);
  /** @param {Card} card */
  const pick = (card) => {
    const copies = card === 'JK' ? 1 : rules.decks;
    const count = cards.filter((one) => one === card).length;
    const next = count >= copies ? cards.filter((one) => one !== card) : cards.length < size ? [...cards, card] : cards;
    setCards(next);
    keepHand(match.id, deal.number, next);
    change({});
  };
  const clear = () => (setCards([]), keepHand(match.id, deal.number, []), change({}));
  const seat = mySeat();
  return html`<${Sheet} title=${t('page.hand')} tall>
    <${Note}>${t(seat ? 'page.hand.stays' : 'page.hand.seatless')}</${Note}>
    <div class="traycards" role="group" aria-label=${t('page.hand')}>${sorted(cards, deal.trump).map((card, at) => html`<${Card} key=${card + at} card=${card} trump=${deal.trump} />`)}</div>
    <p class="soft">${t('page.cards.of', { n: cards.length, all: handSize(rules) })}</p>
    <${Grid} rules=${rules} trump=${deal.trump} onPick=${pick} chosen=${cards} label=${t('page.hand')} />
    <div class="pair"><button type="button" class="plain" onClick=${clear}>${t('page.hand.clear')}</button>
      <button type="button" class="primary" onClick=${closeSheet}>${t('page.done')}</button></div>
  </${Sheet}>`;
}
