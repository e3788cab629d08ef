// Cards that change hands before the first lead: the dealer's discard with the joker, the exchange of an ask.
import { html, useState } from './vendor/htm/standalone.module.js';
import * as act from './acts.js';
import { copiesLeft, Grid } from './cards.js';
import { Icon } from './ui.js';
import { t } from './words.js';

/** @param {{ match: Match }} props */
export function Discard({ match }) {
  const left = copiesLeft(match.deal, match.rules);
  return html`<div class="discard">
    <button type="button" class="primary wide" onClick=${() => act.discard(null)}>${t('page.discard.down')}</button>
    <${Grid} rules=${match.rules} trump=${null} left=${left} onPick=${act.discard} label=${t('page.discard.card')} />
  </div>`;
}

/** The exchange of an ask: face down in one tap, or the cards of either side.
 * @param {{ match: Match }} props */
export function Exchange({ match }) {
  const [side, setSide] = useState(/** @type {'discarded' | 'received' | null} */ (null));
  const [cards, setCards] = useState(/** @type {Record<'discarded' | 'received', Card[]>} */ ({ discarded: [], received: [] }));
  const { rules, deal } = match;
  const count = rules.ask_cards;
  const none = rules.ask_no_trump === 'no-exchange';
  /** @param {'discarded' | 'received'} which */
  const full = (which) => cards[which].length === count;
  /** @param {Card} card */
  const pick = (card) => {
    if (!side) return;
    const chosen = cards[side];
    const rest = chosen.includes(card) ? chosen.filter((one) => one !== card) : [...chosen, card].slice(-count);
    setCards({ ...cards, [side]: rest });
  };
  const save = () => act.exchange(full('discarded') ? cards.discarded : null, full('received') ? cards.received : null);
  /** @param {'discarded' | 'received'} which */
  const sideButton = (which) => html`<button type="button" class="plain" aria-pressed=${String(side === which)}
    onClick=${() => setSide(which)}>${t(`page.exchange.${which}`)} ${cards[which].length}/${count}</button>`;
  if (!side)
    return html`<div class="exchange">
      <button type="button" class="primary wide tall" onClick=${() => act.exchange(null, null)}>${t('page.exchange.down')}</button>
      ${none && html`<button type="button" class="plain wide" onClick=${() => act.exchange([], [])}>${t('page.exchange.none')}</button>`}
      <button type="button" class="plain wide" onClick=${() => setSide('discarded')}><${Icon} name="pen" /> ${t('page.exchange.cards')}</button>
    </div>`;
  return html`<div class="exchange">
    <div class="pair">${sideButton('discarded')}${sideButton('received')}</div>
    <${Grid} rules=${rules} trump=${deal.trump} left=${copiesLeft(deal, rules)} onPick=${pick} chosen=${cards[side]}
      label=${t(`page.exchange.${side}`)} />
    <button type="button" class="primary wide" onClick=${save}>${t('page.save')}</button>
  </div>`;
}
