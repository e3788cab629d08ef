// What is said before the first card: the calls and the trump. Drawn from `next`.
import { html } from './vendor/htm/standalone.module.js';
import * as act from './actions.js';
import { isSuit, Suit } from './cards.js';
import { openSheet } from './state.js';
import { bidWords, t, trumpWords } from './words.js';

/** @param {Bid} bid */
const isNumber = (bid) => /^\d+$/.test(bid);

/** @param {{ match: Match }} props */
export function Auction({ match }) {
  const seat = /** @type {Seat} */ (match.next.seat);
  const options = match.next.options || [];
  const numbers = options.filter(isNumber);
  const words = options.filter((one) => !isNumber(one) && one !== 'pass');
  /** @param {Bid} bid */
  const say = (bid, more = '') => html`<button key=${bid} type="button" class=${`call ${more}`} data-bid=${bid}
    onClick=${() => act.bid(seat, bid)}><span class="capital">${bidWords(bid)}</span></button>`;
  return html`<div class="auction" role="group" aria-label=${t('page.auction')}>
    <div class=${`calls numbers ${numbers.length > 5 ? 'many' : ''}`}>${numbers.map((bid) => say(bid, 'number'))}</div>
    ${words.length > 0 && html`<div class="calls">${words.map((bid) => say(bid))}</div>`}
    ${options.includes('pass') && html`<div class="calls">${say('pass', 'pass')}</div>`}
    ${match.rules.ace_no_face !== 'off' && html`
      <button type="button" class="plain" onClick=${() => openSheet('ace')}>${t('page.ace.claim')}</button>`}
  </div>`;
}

/** @param {{ match: Match }} props */
export function TrumpChoice({ match }) {
  const options = /** @type {Trump[]} */ (match.next.options);
  /** @param {Trump} trump */
  const button = (trump) => html`<button key=${trump} type="button" class=${`trump ${isSuit(trump) ? `is-${trump}` : 'none'}`}
    data-trump=${trump} onClick=${() => act.trump(trump)}>
    ${isSuit(trump) && html`<${Suit} suit=${trump} />`}<span class="capital">${trumpWords(trump)}</span></button>`;
  return html`<div class="trumps" role="group" aria-label=${t('page.trump.name')}>${options.map(button)}</div>`;
}
