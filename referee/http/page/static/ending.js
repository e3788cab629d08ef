// How a match begins and ends: who dealt, closing, ending early, abandoning, opening again, and the next match.
import { html, useState } from './vendor/htm/standalone.module.js';
import * as act from './acts.js';
import { isFresh } from './felt.js';
import { isScorer, mySeat } from './match.js';
import { leftOf } from './pending.js';
import { follow, rematch } from './seats.js';
import { closeSheet, openSheet } from './state.js';
import { Choice, Sheet } from './ui.js';
import { outcomeWords, seatName, SEATS, seatWord, t, teamName } from './words.js';

/** @typedef {'early' | 'abandoned' | null} Way */

const WORDS = {
  close: ['page.close_match', 'page.close_match.sure'],
  early: ['page.end_now', 'page.end_now.sure'],
  abandoned: ['page.abandon', 'page.abandon.sure'],
};

/** How the match would end as it stands (R9.5): the higher score wins, level scores are a draw.
 * @param {Match} match */
export function standing({ score: { NS, EW }, players }) {
  const [team, points, others] = NS > EW ? ['NS', NS, EW] : ['EW', EW, NS];
  if (NS === EW) return outcomeWords({ winner: null, drawn: true, players, score: { NS, EW } });
  return t('page.end_now.won', { team: teamName(/** @type {Team} */ (team), players), points: minus(points), others: minus(others) });
}

/** @param {string | number} points */
const minus = (points) => String(points).replace('-', '−');

/** What ends a match is asked twice, with what it will mean.
 * @param {{ match: Match, way?: Way }} props */
export function CloseSheet({ match, way = null }) {
  const [title, sure] = WORDS[way || 'close'];
  const running = way && match.status === 'playing' && !isFresh(match.deal);
  return html`<${Sheet} title=${t(title)}>
    ${way !== 'abandoned' && html`<p class="standing">${way ? standing(match) : outcomeWords(match)}</p>`}
    ${running && html`<p>${t('page.end_now.left_out', { deal: match.deal.number })}</p>`}
    <p>${t(sure)}</p>
    <div class="pair"><button type="button" class="plain" onClick=${closeSheet}>${t('page.cancel')}</button>
      <button type="button" class="danger" onClick=${() => (closeSheet(), act.close(way))}>${t(title)}</button></div>
  </${Sheet}>`;
}

/** A closed match is opened again, with a reason that everybody can read (R9.6). */
export function ReopenSheet() {
  const [reason, setReason] = useState('');
  /** @param {SubmitEvent} event */
  const send = (event) => (event.preventDefault(), closeSheet(), act.reopen(reason.trim()));
  return html`<${Sheet} title=${t('page.reopen')}><form class="setup" onSubmit=${send}>
    <p>${t('page.reopen.means')}</p>
    <label class="field">${t('page.adjust.reason')}<input name="reason" maxlength="200" required value=${reason} onInput=${(event) => setReason(event.target.value)} /></label>
    <button type="submit" class="primary wide" disabled=${!reason.trim()}>${t('page.reopen')}</button></form></${Sheet}>`;
}

/** Who dealt (R2.4); a seat says it only of itself.
 * @param {{ match: Match }} props */
export function DealerSheet({ match }) {
  const { deal, players } = match;
  const own = isScorer() ? null : mySeat();
  /** @param {Seat} seat */
  const put = (seat) => (closeSheet(), seat !== deal.dealer && act.dealt(seat));
  return html`<${Sheet} title=${t('page.dealer.who')}>
    <${Choice} name="dealt" label=${t('page.dealer.who')} hidden value=${deal.dealer} onChange=${put}
      options=${SEATS.map((seat) => [seat, seatName(seat, players), null, own && seat !== own && seat !== deal.dealer])} />
    <button type="button" class="link" onClick=${() => openSheet('rule', { number: 'R2.4' })}>${t('page.rule', { number: 'R2.4' })}</button>
  </${Sheet}>`;
}

/** The next match of this table: who deals, and who sits where; every phone of this one comes along.
 * @param {{ match: Match }} props */
export function RematchSheet({ match }) {
  const [order, setOrder] = useState(/** @type {Record<string, Seat>} */ (Object.fromEntries(SEATS.map((seat) => [seat, seat]))));
  const [dealer, setDealer] = useState(leftOf(match.deal.dealer)); // a player, by the seat in this match
  if (match.rematch || !isScorer())
    return html`<${Sheet} title=${t('page.rematch')}><p>${t(match.rematch ? 'page.rematch.open' : 'page.rematch.scorer')}</p>
      ${match.rematch && html`<button type="button" class="primary wide" onClick=${follow}>${t('page.rematch.go')}</button>`}</${Sheet}>`;
  /** Two players change places.
   * @param {Seat} seat @param {Seat} player */
  const put = (seat, player) => {
    const other = SEATS.find((one) => order[one] === player) || seat;
    setOrder({ ...order, [other]: order[seat], [seat]: player });
  };
  const start = () => rematch({ first_dealer: /** @type {Seat} */ (SEATS.find((seat) => order[seat] === dealer)), seats: order });
  return html`<${Sheet} title=${t('page.rematch')} tall>
    ${match.status === 'decided' && html`<p>${t('page.rematch.closes')}</p>`}
    <fieldset class="names"><legend>${t('page.seats')}</legend>${SEATS.map((seat) => html`<label key=${seat} class=${`field seat-${seat}`}>${seatWord(seat)}
      <select name=${`sits-${seat}`} value=${order[seat]} onChange=${(event) => put(seat, event.target.value)}>
        ${SEATS.map((player) => html`<option key=${player} value=${player} selected=${player === order[seat]}>${seatName(player, match.players)}</option>`)}</select></label>`)}</fieldset>
    <${Choice} name="dealer" label=${t('page.setup.dealer')} value=${dealer} onChange=${setDealer} big="compact"
      options=${SEATS.map((player) => [player, seatName(player, match.players)])} />
    <button type="button" class="primary wide" onClick=${start}>${t('page.rematch.start')}</button>
  </${Sheet}>`;
}
