// What is said before the first card: the calls and the trump. Drawn from `next`.
import { html, useState } from './vendor/htm/standalone.module.js';
import * as act from './actions.js';
import { isSuit, Suit } from './cards.js';
import { openSheet } from './state.js';
import { Icon } from './ui.js';
import { bidWords, t, trumpWords } from './words.js';

/** @param {Bid} bid */
const isNumber = (bid) => /^\d+$/.test(bid);

/** The calls; where the bid names its trump (V7), that is asked for in the same place.
 * @param {{ match: Match }} props */
export function Auction({ match }) {
  const now = `${match.deal.number} ${match.deal.bids.length}`; // what was chosen holds for one call only
  const [{ bid: said, at }, choose] = useState({ bid: /** @type {Bid | null} */ (null), at: now });
  const chosen = at === now ? said : null;
  const seat = /** @type {Seat} */ (match.next.seat);
  if (chosen) return html`<${Trumps} options=${match.choices.trumps} onPick=${(one) => act.bid(seat, chosen, one)}>
    <button type="button" class="call" aria-label=${t('page.auction')} onClick=${() => choose({ bid: null, at: now })}><${Icon} name="back" /> <span class="capital">${bidWords(chosen)}</span></button></${Trumps}>`;
  const options = match.next.options || [];
  const numbers = options.filter(isNumber);
  const words = options.filter((one) => !isNumber(one) && one !== 'pass');
  /** @param {Bid} bid */
  const say = (bid, more = '') => html`<button key=${bid} type="button" class=${`call ${more}`} data-bid=${bid}
    onClick=${() => (match.rules.bid_names_trump && bid !== 'pass' ? choose({ bid, at: now }) : act.bid(seat, bid))}><span class="capital">${bidWords(bid)}</span></button>`;
  return html`<div class="auction" role="group" aria-label=${t('page.auction')}>
    <div class=${`calls numbers ${numbers.length > 5 ? 'many' : ''}`}>${numbers.map((bid) => say(bid, 'number'))}</div>
    ${words.length > 0 && html`<div class="calls">${words.map((bid) => say(bid))}</div>`}
    ${options.includes('pass') && html`<div class="calls">${say('pass', 'pass')}</div>`}
    ${match.rules.ace_no_face !== 'off' && html`
      <button type="button" class="plain" onClick=${() => openSheet('ace')}>${t('page.ace.claim')}</button>`}
  </div>`;
}

/** @param {{ options: Trump[], onPick: (trump: Trump) => unknown, children?: Hole }} props */
export function Trumps({ options, onPick, children }) {
  /** @param {Trump} trump */
  const button = (trump) => html`<button key=${trump} type="button" class=${`trump ${isSuit(trump) ? `is-${trump}` : 'none'}`}
    data-trump=${trump} onClick=${() => onPick(trump)}>
    ${isSuit(trump) && html`<${Suit} suit=${trump} />`}<span class="capital">${trumpWords(trump)}</span></button>`;
  return html`<div class=${`trumps ${children ? 'six' : ''}`} role="group" aria-label=${t('page.trump.name')}>${children}${options.map(button)}</div>`;
}
