// Wrong entries: tap one to put it right, take a card back in time, go back to a moment, lay cards open.
import { html, useEffect, useState } from './vendor/htm/standalone.module.js';
import { undoTo } from './actions.js';
import * as act from './acts.js';
import { copiesLeft, Grid, withoutWithheld } from './cards.js';
import { logPart, read, takenBack } from './log.js';
import { isScorer } from './match.js';
import { waiting } from './parts.js';
import { may } from './rights.js';
import { closeSheet, openReplay, openSheet } from './state.js';
import { Choice, DealPick, Icon, Note, Sheet } from './ui.js';
import { bidWords, entryWords, listed, seatName, SEATS, t, trumpWords } from './words.js';

/** The entries of a deal that stand.
 * @param {{ match: Match, deal?: number }} props */
export function LogSheet({ match, deal: wanted }) {
  const [deal, setDeal] = useState(wanted || match.deal.number);
  const [entries, setEntries] = useState(/** @type {LogEntry[] | null} */ (null));
  useEffect(() => {
    let live = true;
    logPart({ deal }).then((part) => live && part && setEntries(part.entries.filter((one) => one.type !== 'rewound')));
    return () => (live = false);
  }, [match.version, deal]);
  const shown = (entries || []).filter((one) => one.deal === deal);
  /** @param {LogEntry} entry */
  const claimOf = ({ type, data, version }) =>
    type === 'claim-made' ? match.claims.find((one) => one.made_at_version === version)?.number : data.claim;
  return html`<${Sheet} title=${t('page.log')} tall>
    ${match.deal.number > 1 && html`<${DealPick} numbers=${Array.from({ length: match.deal.number }, (_, at) => match.deal.number - at)} value=${deal} onChange=${setDeal} />`}
    ${!entries && html`<${Note}>${waiting()}</${Note}>`}
    <${Note}>${t('page.log.tap')}</${Note}>
    <ol class="entries">${shown.map((entry) => html`<li key=${entry.version}><button type="button" class="entry"
      onClick=${() => openSheet('entry', { entry, claim: claimOf(entry), newest: deal === match.deal.number && entry === shown[shown.length - 1] })}>
      <span class="no">${entry.version}</span><span>${entryWords(entry.type, entry.data, { players: entry.players, maker: entry.maker })}</span>
    </button></li>`)}</ol>
  </${Sheet}>`;
}

/** A card on the felt was tapped: what was it really?
 * @param {{ match: Match, play: Play }} props */
export function CorrectSheet({ match, play }) {
  return html`<${EntrySheet} match=${match} entry=${{ version: play.version, type: 'card-played', data: { seat: play.seat, card: play.card } }} />`;
}

/** @type {Record<string, string>} */
const fields = {
  'bid-made': 'bid', 'trump-named': 'suit', 'card-played': 'card', 'trick-taken': 'winner', 'dealer-discarded': 'card',
};

/** @param {{ match: Match, entry: Partial<LogEntry> & LogEvent, newest?: boolean, claim?: number }} props */
export function EntrySheet({ match, entry, newest, claim }) {
  const { rules, players, choices } = match;
  const past = entry.deal && entry.deal !== match.deal.number;
  const [deal, setDeal] = useState(match.deal);
  useEffect(() => {
    if (past) read(`/deals/${entry.deal}`).then((known) => known && setDeal(known));
    else setDeal(match.deal);
  }, [match.version]);
  const [back, setBack] = useState(/** @type {{ to: number, entries: number, deals: number[] } | null} */ (null));
  const version = entry.version || 0;
  useEffect(() => {
    if (isScorer() && !newest) takenBack(version).then(setBack);
  }, [match.version]);
  const ruled = match.claims.find((one) => one.number === claim);
  const [kind, setKind] = useState(isScorer() ? 'entry' : 'taken-back');
  const [said, setSaid] = useState(entry.data.bid);
  const names = isScorer() && entry.type === 'bid-made' && !!rules.bid_names_trump; // the bid names its trump (V7)
  const whole = ['contract-declared', 'tricks-counted'].includes(entry.type) && isScorer() && match.status !== 'closed';
  const words = entryWords(entry.type, entry.data, { players: entry.players, maker: entry.maker });
  const lying = match.deal.tricks[match.deal.tricks.length - 1];
  const open = entry.type === 'card-played' && lying && lying.plays.some((play) => play.version === entry.version);
  const field = isScorer() || (open && may('play', match, entry.data.seat)) ? fields[entry.type] : null; // the rest is the scorer's
  /** @param {Bid} bid */
  const pickBid = (bid) => (!names ? put(bid) : bid === 'pass' ? right({ bid, trump: null }) : setSaid(bid));
  /** @param {Data} data */
  const right = (data) => (closeSheet(), act.putRight({ [entry.version]: data }));
  /** @param {string} value */
  const put = (value) => {
    closeSheet();
    const body = entry.type === 'card-played'
      ? { version: entry.version, card: value, kind }
      : { version: entry.version, data: { [field || '']: value } };
    act.correct(body, entry.type === 'card-played'
      ? { type: 'card-corrected', data: { version: entry.version, card: value, kind } }
      : { type: 'entries-corrected', data: { entries: { [entry.version]: { [field || '']: value } } } });
  };
  return html`<${Sheet} title=${words} tall=${field === 'card'}>
    ${open && isScorer() && html`<${Choice} name="kind" label=${t('page.correct.kind')} value=${kind} onChange=${setKind} options=${[
      ['entry', t('page.correct.entry'), t('page.correct.entry.note')], ['taken-back', t('page.correct.taken_back'), t('page.correct.taken_back.note')],
    ]} />`}
    ${field === 'card' && entry.data.card && html`<p class="soft">${t(kind === 'entry' ? 'page.correct.was' : 'page.correct.instead')}</p>
      <${Grid} rules=${rules} trump=${deal.trump} left=${copiesLeft(deal, rules)} onPick=${put} label=${t('page.correct.was')} marks=${{ [entry.data.card]: 'current' }} />`}
    ${field === 'suit' && html`<div class="calls">${choices.trumps.map((suit) => html`<button key=${suit} type="button" class="call" onClick=${() => put(suit)}>${trumpWords(suit)}</button>`)}</div>`}
    ${field === 'winner' && html`<div class="takers">${SEATS.map((seat) => html`<button key=${seat} type="button" class="call" onClick=${() => put(seat)}>${seatName(seat, players)}</button>`)}</div>`}
    ${field === 'bid' && html`<div class="calls many">${choices.bids.map((bid) => html`<button key=${bid} type="button" class="call" aria-pressed=${names ? String(bid === said) : undefined} onClick=${() => pickBid(bid)}>${bidWords(bid)}</button>`)}</div>`}
    ${names && said !== 'pass' && html`<div class="calls">${choices.trumps.map((suit) => html`<button key=${suit} type="button" class="call" onClick=${() => right({ bid: said, trump: suit })}>${trumpWords(suit)}</button>`)}</div>`}
    ${whole && html`<button type="button" class="primary wide" onClick=${() => openSheet('deal', { number: entry.deal || match.deal.number })}><${Icon} name="pen" /> ${t('page.past.right')}</button>`}
    ${ruled && html`<button type="button" class="plain wide" onClick=${() => openSheet('ruling', { number: claim })}><${Icon} name="flag" /> ${t(`page.verdict.${ruled.verdict}`)}</button>`}
    ${!isScorer() && !field && html`<p class="soft">${t('page.rights.correct')}</p>`}
    <button type="button" class="plain wide" onClick=${() => openReplay(version, [version])}><${Icon} name="replay" /> ${t('page.log.show')}</button>
    ${back && back.entries > 0 && html`<button type="button" class="plain wide" onClick=${() => (closeSheet(), undoTo(back.to))}><${Icon} name="undo" /> ${t('page.log.back_to')}</button>
      <p class="soft center">${t('page.log.takes_back', { n: back.entries, deals: listed(back.deals.map((one) => t('page.deal.number', { deal: one }))) })}</p>`}
  </${Sheet}>`;
}

/** Cards that a player lays open: they are known from now on.
 * @param {{ match: Match }} props */
export function ShownSheet({ match }) {
  const { rules, deal, players } = match;
  const [seat, setSeat] = useState(match.next.seat || /** @type {Seat} */ ('N'));
  const [cards, setCards] = useState(/** @type {Card[]} */ ([]));
  /** @param {Card} card */
  const pick = (card) => setCards(cards.includes(card) ? cards.filter((one) => one !== card) : [...cards, card]);
  const send = () => (closeSheet(), act.shown(deal.number, seat, cards));
  return html`<${Sheet} title=${t('page.shown')} tall>
    <${Choice} name="seat" label=${t('page.shown.who')} value=${seat} onChange=${setSeat} big="compact" options=${SEATS.map((one) => [one, seatName(one, players)])} />
    <${Grid} rules=${rules} trump=${deal.trump} left=${copiesLeft(withoutWithheld(deal, rules), rules)} onPick=${pick} chosen=${cards} label=${t('page.shown')} />
    <button type="button" class="primary wide" disabled=${!cards.length} onClick=${send}>${t('page.shown.send')}</button>
  </${Sheet}>`;
}
