// A deal of the score sheet: what it brought, and its contract, calls, counts and winners of tricks put right in one correction.
import { html, useEffect, useState } from './vendor/htm/standalone.module.js';
import * as act from './acts.js';
import { claimable, mayEnter } from './claim.js';
import { Lines } from './felt.js';
import { logPart, read } from './log.js';
import { isScorer } from './match.js';
import { waiting } from './parts.js';
import { ResultForm } from './result.js';
import { closeSheet, openSheet } from './state.js';
import { Choice, Icon, Note, Sheet } from './ui.js';
import { seatName, SEATS, t } from './words.js';

/** @typedef {Record<number, Data>} Corrections */

/** What each entry of a deal should have said, so that the deal is as `said`; empty where nothing differs. `entries` are
 * those that stand, in order; what they say now stands in `deal`, which knows earlier corrections.
 * @param {Deal} deal
 * @param {LogEvent[]} entries
 * @param {DealSaid & { maker: Seat, winners?: Record<number, Seat> }} said
 * @returns {Corrections} */
export function correctionsOf(deal, entries, said) {
  /** @param {string} type */
  const of = (type) => entries.filter((one) => one.type === type);
  const trump = said.trump === deal.trump ? {} : { trump: said.trump };
  /** @type {Corrections} */
  const found = {};
  const put = (/** @type {LogEvent | undefined} */ entry, /** @type {Data} */ data) => {
    if (entry && Object.keys(data).length) found[entry.version] = data;
  };
  const [contract] = of('contract-declared');
  const sameMaker = said.maker === deal.maker;
  if (contract) {
    put(contract, { ...(sameMaker ? {} : { maker: said.maker }), ...(said.bid === deal.contract ? {} : { bid: said.bid }), ...trump });
  } else {
    callsPutRight(deal, of('bid-made'), said, put);
    if (said.trump && 'trump' in trump) put(of('trump-named')[0], { suit: said.trump });
  }
  const { tricks } = said;
  if (tricks && (tricks.NS !== deal.tricks_taken.NS || tricks.EW !== deal.tricks_taken.EW)) put(of('tricks-counted')[0], tricks);
  const taken = deal.tricks.filter((trick) => !trick.plays.length);
  of('trick-taken').forEach((entry, at) => {
    const winner = said.winners?.[taken[at]?.number];
    if (winner && winner !== taken[at].winner) put(entry, { winner });
  });
  return found;
}

/** The highest call as it should have been; another maker's last call takes its place.
 * @param {Deal} deal
 * @param {LogEvent[]} calls
 * @param {DealSaid} said
 * @param {(entry: LogEvent | undefined, data: Data) => void} put */
function callsPutRight(deal, calls, said, put) {
  const named = 'trump' in (deal.bids[0] || {}); // the bid names its trump (V7)
  /** @param {Seat | null} seat */
  const last = (seat) => deal.bids.map((one, at) => ({ ...one, at })).filter((one) => one.seat === seat).pop();
  const before = last(deal.maker);
  if (said.maker === deal.maker) {
    if (before) put(calls[before.at], { ...(said.bid === deal.contract ? {} : { bid: said.bid }), ...(named && said.trump !== deal.trump ? { trump: said.trump } : {}) });
    return;
  }
  const now = last(said.maker);
  if (before) put(calls[before.at], { bid: 'pass', ...(named ? { trump: null } : {}) });
  if (now) put(calls[now.at], { bid: said.bid, ...(named ? { trump: said.trump } : {}) });
}

/** A deal and the entries of it that stand; null until both are here.
 * @param {Match} match
 * @param {number} number */
function useDeal(match, number) {
  const [found, setFound] = useState(/** @type {{ deal: Deal, entries: LogEvent[] } | null} */ (null));
  useEffect(() => {
    let live = true;
    Promise.all([read(`/deals/${number}`), logPart({ deal: number })]).then(([deal, part]) => {
      if (live && deal && part) setFound({ deal, entries: part.entries });
    });
    return () => (live = false);
  }, [match.version, number]);
  return found;
}

/** @param {{ match: Match, score: Score | null, number: number }} props */
export function DealSheet({ match, score, number }) {
  const read = useDeal(match, number);
  const row = score?.rows.find((one) => one.deal === number);
  return html`<${Sheet} title=${t('page.deal.number', { deal: number })} tall>
    ${row && html`<div class="dealbrought"><${Lines} row=${row} players=${match.players} next=${null} /></div>`}
    ${read ? html`<${Right} key=${match.version} match=${match} ...${read} />` : html`<${Note}>${waiting()}</${Note}>`}
    <div class="pair">
      <button type="button" class="plain" onClick=${() => openSheet('log', { deal: number })}><${Icon} name="list" /> ${t('page.log')}</button>
      ${read && match.status !== 'closed' && claimable(read.deal, match.rules).length > 0 && html`
        <button type="button" class="plain" onClick=${() => openSheet('claim', { deal: number })}><${Icon} name="flag" /> ${t('page.claim.title')}</button>`}
      ${read && mayEnter(match) && lacksCards(read.deal) && html`
        <button type="button" class="plain" onClick=${() => openSheet('turned', { deal: number })}><${Icon} name="pen" /> ${t('page.turned')}</button>`}
    </div>
  </${Sheet}>`;
}

/** Whether the cards of a deal that has been scored can still be entered (J4.3).
 * @param {Deal} deal */
const lacksCards = ({ phase, maker, trump, tricks, result }) =>
  phase === 'over' && !!maker && !!trump && !!result && !result.thrown_in && !result.lost_by && (!tricks.length || tricks.some((one) => !one.plays.length));

/** @param {{ match: Match, deal: Deal, entries: LogEvent[] }} props */
function Right({ match, deal, entries }) {
  const [winners, setWinners] = useState(/** @type {Record<number, Seat>} */ ({}));
  const { players, choices } = match;
  const counted = entries.some((one) => one.type === 'tricks-counted');
  const taken = entries.some((one) => one.type === 'trick-taken') ? deal.tricks.filter((trick) => trick.winner && !trick.plays.length) : [];
  if (!isScorer() || match.status === 'closed' || !deal.maker) return null;
  /** @param {DealSaid} said */
  const save = (said) => {
    const { tricks, ...rest } = said;
    const found = correctionsOf(deal, entries, { ...rest, ...(counted ? { tricks } : {}), maker: /** @type {Seat} */ (said.maker), winners });
    closeSheet();
    if (Object.keys(found).length) act.putRight(found);
  };
  return html`<h3>${t('page.past.right')}</h3>
    ${taken.map((trick) => html`<${Choice} key=${trick.number} name=${`winner-${trick.number}`} label=${t('page.trick.number', { trick: trick.number })} big="compact"
      value=${winners[trick.number] || trick.winner} onChange=${(/** @type {Seat} */ seat) => setWinners({ ...winners, [trick.number]: seat })}
      options=${SEATS.filter((seat) => seat !== deal.sitting_out).map((seat) => [seat, seatName(seat, players)])} />`)}
    <${ResultForm} match=${match} bids=${choices.bids} counted=${counted} onSave=${save}
      start=${{ maker: deal.maker, bid: deal.contract, trump: deal.trump, tricks: deal.tricks_taken }} />`;
}
