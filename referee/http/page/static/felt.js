// The middle of the table: four seats where they sit, the trick or the calls as they lie, and between deals what the
// last one brought.
import { html } from './vendor/htm/standalone.module.js';
import { Card, isSuit, Suit } from './cards.js';
import { passedOver } from './pending.js';
import { bidWords, isLong, lineWords, seatMark, seatName, seatWord, t, teamName, trumpSign, trumpWords } from './words.js';

/** @type {Seat[]} */
const ROUND = ['S', 'W', 'N', 'E'];
const PLACES = ['bottom', 'left', 'top', 'right'];

/** Where each seat is drawn: one's own at the bottom.
 * @param {Seat} seat
 * @param {Seat | null} own */
export const placeOf = (seat, own) => PLACES[(ROUND.indexOf(seat) - ROUND.indexOf(own || 'S') + 4) % 4];

/** The trick that lies on the table: the open one, or the last one until the next lead.
 * @param {Deal} deal
 * @returns {Trick | null} */
export const lyingTrick = (deal) => deal.tricks[deal.tricks.length - 1] || null;

/** What a seat said; an earlier round of it fainter.
 * @param {{ call: BidSaid, last: boolean }} props */
const Said = ({ call, last }) => html`<span class=${`said ${call.bid === 'pass' ? 'pass' : 'bid'} ${call.pending ? 'pending' : ''} ${last ? '' : 'before'}`}>${
  bidWords(call.bid)}${call.trump && html` <${TrumpSign} trump=${call.trump} />`}</span>`;

/** @param {{ trump: Trump }} props */
export const TrumpSign = ({ trump }) => (isSuit(trump)
  ? html`<${Suit} suit=${trump} /><span class="unseen">${trumpWords(trump)}</span>` : html`<span>${trumpSign(trump)}</span>`);

/** @param {{ match: Match, seat: Seat, own: Seat | null, here: boolean, onSeat?: ((seat: Seat) => void) | null, onDealer?: (() => void) | null }} props */
function Plate({ match, seat, own, here, onSeat, onDealer }) {
  const { deal, next, players, rules } = match;
  const turn = next.seat === seat && next.action !== 'wait';
  const out = deal.sitting_out === seat;
  const calls = !deal.maker || deal.phase === 'trump' || deal.phase === 'auction' ? deal.bids.filter((one) => one.seat === seat) : [];
  const over = deal.phase === 'auction' && passedOver(deal.bids, rules).has(seat);
  const marks = ['plate', `at-${placeOf(seat, own)}`, turn && 'turn', out && 'out', over && 'over', isLong(seatName(seat, players)) && 'long'].filter(Boolean);
  /** @param {import('./vendor/htm/standalone.module.js').VNode} inside */
  const frame = (inside) =>
    onDealer && deal.dealer === seat
      ? html`<button type="button" class="who" onClick=${onDealer}>${inside}<span class="unseen">${t('page.dealer.change')}</span></button>`
      : onSeat && !turn && !out
      ? html`<button type="button" class="who" onClick=${() => onSeat(seat)}>${inside}<span class="unseen">${t('page.leads_instead')}</span></button>`
      : html`<span class="who">${inside}</span>`;
  return html`<div class=${marks.join(' ')} key=${seat}>
    ${frame(html`
      <span class="name">${seatName(seat, players)}</span>
      ${players[seat] && html`<span class="compass" aria-hidden="true">${seatMark(seat)}</span>`}
      ${deal.dealer === seat && html`<span class="chip dealer" role="img" aria-label=${t('page.dealer')} title=${t('page.dealer')}>${t('page.dealer_mark')}</span>`}
      ${here && html`<span class="unseen">${t('page.you')}</span>`}`)}
    ${out && html`<span class="said">${t('page.sits_out')}</span>`}
    ${over && html`<span class="unseen">${t('page.passed_over')}</span>`}
    ${calls.length > 0 && html`<span class="calls-said">${calls.map((call, at) => html`<${Said} key=${at} call=${call} last=${at === calls.length - 1} />`)}</span>`}
  </div>`;
}

/** @param {{ trick: Trick, deal: Deal, own: Seat | null, onCard?: (play: Play) => void, lit: number[] }} props */
function Trick({ trick, deal, own, onCard, lit }) {
  return html`<ol class="trick" aria-label=${t('page.trick.number', { trick: trick.number })}>
    ${trick.plays.map((play) => {
      const card = html`<${Card} card=${play.card} trump=${deal.trump} pending=${play.pending} size="big"
        lit=${!!play.version && lit.includes(play.version)} dim=${trick.complete && trick.winner !== play.seat && !lit.length} />`;
      const place = `lies at-${placeOf(play.seat, own)} ${trick.winner === play.seat ? 'won' : ''}`;
      return html`<li key=${play.seat} class=${place}><span class="unseen">${seatWord(play.seat)}</span>${
        onCard && play.version && play.card
          ? html`<button type="button" class="cardbutton" onClick=${() => onCard(play)}>${card}<span class="unseen">${t('page.correct')}</span></button>`
          : card
      }</li>`;
    })}
  </ol>`;
}

/** @param {{ trick: Trick & { winner: Seat }, players: Players }} props */
const Taken = ({ trick, players }) => html`<p class="middle taken-by">
  <b>${seatName(trick.winner, players)}</b><span>${t('page.trick.number', { trick: trick.number })}</span></p>`;

/** Whether nothing is recorded of a deal yet.
 * @param {Deal} deal */
export const isFresh = (deal) => !deal.bids.length && !deal.maker && !deal.tricks.length && !deal.discard;

/** The lines of the deal that has just ended, and who deals next.
 * @param {{ row: ScoreRow, players: Players, next: Seat | null }} props */
export function Lines({ row, players, next }) {
  return html`<div class="lines">
    <h2>${t('page.deal.over', { deal: row.deal })}</h2>
    ${row.thrown_in && html`<p>${t(`event.deal-thrown-in.${row.thrown_in}`)}</p>`}
    ${row.lost_by && html`<p class="minus">${t('event.deal-thrown-in.renege~team', { team: teamName(row.lost_by, players) })}</p>`}
    ${row.lines.map((line, at) => html`<p key=${at} class=${line.points < 0 ? 'minus' : ''}>${lineWords(line, row, players)}</p>`)}
    ${next && html`<p class="soft">${t('page.deal.next', { dealer: seatName(next, players) })}</p>`}
  </div>`;
}

/** @param {{ match: Match, score: Score | null, own: Seat | null, onCard?: (play: Play) => void, onSeat?: ((seat: Seat) => void) | null, onDealer?: (() => void) | null, lit?: number[], children?: Hole }} props */
export function Felt({ match, score, own, onCard, onSeat, onDealer, lit = [], children }) {
  const { deal, players } = match;
  const trick = lyingTrick(deal);
  const fresh = isFresh(deal);
  const before = score && (deal.phase === 'over' ? deal.number : fresh ? deal.number - 1 : null);
  const row = before ? score.rows.find((one) => one.deal === before) : null;
  const ended = row && (row.lines.length || row.thrown_in || row.lost_by);
  return html`<section class=${`felt ${ended ? 'ended' : ''}`} aria-label=${t('page.table')}>
    ${isSuit(deal.trump) && html`<span class=${`watermark trump-${deal.trump}`}><${Suit} suit=${deal.trump} /></span>`}
    ${ROUND.map((seat) => html`<${Plate} key=${seat} match=${match} seat=${seat} own=${own} here=${seat === own} onSeat=${onSeat} onDealer=${fresh ? onDealer : null} />`)}
    ${ended && html`<${Lines} row=${row} players=${players} next=${fresh ? deal.dealer : null} />`}
    ${!ended && trick && (trick.plays.length
      ? html`<${Trick} trick=${trick} deal=${deal} own=${own} onCard=${onCard} lit=${lit} />`
      : trick.winner && html`<${Taken} trick=${trick} players=${players} />`)}
    ${children}
  </section>`;
}
