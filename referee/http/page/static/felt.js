// The middle of the table: four seats where they sit, the trick or the calls as they lie, and between deals what the
// last one brought.
import { html } from './vendor/htm/standalone.module.js';
import { Card, isSuit, Suit } from './cards.js';
import { bidWords, isLong, lineWords, seatMark, seatName, seatWord, t } from './words.js';

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

/** @param {{ match: Match, seat: Seat, own: Seat | null, here: boolean, onSeat?: ((seat: Seat) => void) | null }} props */
function Plate({ match, seat, own, here, onSeat }) {
  const { deal, next, players } = match;
  const turn = next.seat === seat && next.action !== 'wait';
  const out = deal.sitting_out === seat;
  const call = !deal.maker || deal.phase === 'trump' ? [...deal.bids].reverse().find((one) => one.seat === seat) : null;
  const marks = ['plate', `at-${placeOf(seat, own)}`, turn && 'turn', out && 'out', isLong(seatName(seat, players)) && 'long'].filter(Boolean);
  /** @param {import('./vendor/htm/standalone.module.js').VNode} inside */
  const frame = (inside) =>
    onSeat && !turn && !out
      ? html`<button type="button" class="who" onClick=${() => onSeat(seat)}>${inside}<span class="unseen">${t('page.leads_instead')}</span></button>`
      : html`<span class="who">${inside}</span>`;
  return html`<div class=${marks.join(' ')} key=${seat}>
    ${frame(html`
      <span class="name">${seatName(seat, players)}</span>
      ${players[seat] && html`<span class="compass" aria-hidden="true">${seatMark(seat)}</span>`}
      ${deal.dealer === seat && html`<span class="chip dealer" role="img" aria-label=${t('page.dealer')} title=${t('page.dealer')}>${t('page.dealer_mark')}</span>`}
      ${here && html`<span class="unseen">${t('page.you')}</span>`}`)}
    ${out && html`<span class="said">${t('page.sits_out')}</span>`}
    ${call && html`<span class=${`said ${call.bid === 'pass' ? 'pass' : 'bid'} ${call.pending ? 'pending' : ''}`}>${bidWords(call.bid)}</span>`}
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
        onCard && play.version
          ? html`<button type="button" class="cardbutton" onClick=${() => onCard(play)}>${card}<span class="unseen">${t('page.correct')}</span></button>`
          : card
      }</li>`;
    })}
  </ol>`;
}

/** @param {{ trick: Trick & { winner: Seat }, players: Players }} props */
const Taken = ({ trick, players }) => html`<p class="middle taken-by">
  <b>${seatName(trick.winner, players)}</b><span>${t('page.trick.number', { trick: trick.number })}</span></p>`;

/** The lines of the deal that has just ended, and who deals next.
 * @param {{ row: ScoreRow, players: Players, next: Seat | null }} props */
export function Lines({ row, players, next }) {
  return html`<div class="lines">
    <h2>${t('page.deal.over', { deal: row.deal })}</h2>
    ${row.thrown_in && html`<p>${t(`event.deal-thrown-in.${row.thrown_in}`)}</p>`}
    ${row.lines.map((line, at) => html`<p key=${at} class=${line.points < 0 ? 'minus' : ''}>${lineWords(line, row, players)}</p>`)}
    ${next && html`<p class="soft">${t('page.deal.next', { dealer: seatName(next, players) })}</p>`}
  </div>`;
}

/** @param {{ match: Match, score: Score | null, own: Seat | null, onCard?: (play: Play) => void, onSeat?: ((seat: Seat) => void) | null, lit?: number[], children?: Hole }} props */
export function Felt({ match, score, own, onCard, onSeat, lit = [], children }) {
  const { deal, players } = match;
  const trick = lyingTrick(deal);
  const fresh = !deal.bids.length && !deal.maker && !deal.tricks.length;
  const before = score && (deal.phase === 'over' ? deal.number : fresh ? deal.number - 1 : null);
  const row = before ? score.rows.find((one) => one.deal === before) : null;
  const ended = row && (row.lines.length || row.thrown_in);
  return html`<section class=${`felt ${ended ? 'ended' : ''}`} aria-label=${t('page.table')}>
    ${isSuit(deal.trump) && html`<span class=${`watermark trump-${deal.trump}`}><${Suit} suit=${deal.trump} /></span>`}
    ${ROUND.map((seat) => html`<${Plate} key=${seat} match=${match} seat=${seat} own=${own} here=${seat === own} onSeat=${onSeat} />`)}
    ${ended && html`<${Lines} row=${row} players=${players} next=${fresh ? deal.dealer : null} />`}
    ${!ended && trick && (trick.plays.length
      ? html`<${Trick} trick=${trick} deal=${deal} own=${own} onCard=${onCard} lit=${lit} />`
      : trick.winner && html`<${Taken} trick=${trick} players=${players} />`)}
    ${children}
  </section>`;
}
