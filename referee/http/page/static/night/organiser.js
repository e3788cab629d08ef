// The organiser's night: one screen a round with its tables, the standings, the people; what comes next is the biggest thing at the bottom.
import { html, useState } from '../vendor/htm/standalone.module.js';
import { freshId } from '../api.js';
import { say } from '../state.js';
import { Icon } from '../ui.js';
import { isolated, listed, t } from '../words.js';
import { act, app, open, openSheet, send, turn } from './core.js';
import { Head, Network, PlayerSheet, Prizes, SittingOut, Standings, TableLine, UndoLine } from './parts.js';
import { lastOf, nameOf, ORDER, runningOf, stateOf } from './seen.js';
import { SlipSheet } from './slip.js';
import { AskSheet, CloseRoundSheet, InviteSheet, MoreSheet, PeopleSheet, PersonSheet } from './sheets.js';

/** @type {Record<string, any>} */
const SHEETS = { slip: SlipSheet, people: PeopleSheet, person: PersonSheet, player: PlayerSheet, invite: InviteSheet, more: MoreSheet, close: CloseRoundSheet, ask: AskSheet };

/** @param {NightRound} round */
const decided = (round) => round.tables.filter((table) => stateOf(round, table, app.running) === 'decided');

/** The results of decided matches are taken: each match is closed, as its scorer would.
 * @param {NightTable[]} tables */
function take(tables) {
  for (const table of tables) void send({ key: freshId(), method: 'POST', path: `/matches/${table.match}/close`, body: {} });
}

/** What is to be done now: its words and what a tap does.
 * @param {Night} night
 * @returns {{ words: string, go: () => void } | null} */
function nextOf(night) {
  const { action, round: number, tables } = night.next;
  const round = runningOf(night);
  const ready = round ? decided(round) : [];
  if (ready.length) return { words: t('page.night.take', { n: ready.length }), go: () => take(ready) };
  switch (action) {
    case 'enter': return { words: t('page.night.enter'), go: () => openSheet('people') };
    case 'draw': return { words: t('page.night.draw', { round: number }), go: () => draw() };
    case 'results': return { words: t('page.night.missing', { n: tables.length }), go: () => openSheet('close', { tables }) };
    case 'confirm': return { words: t('page.night.unconfirmed', { n: tables.length }), go: () => openSheet('ask', { what: 'confirm', round: number, tables }) };
    case 'close-round': return { words: t('page.night.close_round', { round: number }), go: () => void act('POST', `/rounds/${number}/close`, {}) };
    case 'close': return { words: t('page.night.close'), go: () => void act('POST', '/close', {}) };
    default: return null;
  }
}

export const draw = () => act('POST', '/rounds', {});

/** Two players who change places: tap one, then the other.
 * @param {{ round: NightRound, onEnd: () => void }} props */
function Swapping({ round, onEnd }) {
  const night = open();
  const [first, setFirst] = useState(/** @type {number | null} */ (null));
  /** @param {number} player */
  const pick = async (player) => {
    if (first === null || first === player) return setFirst(first === null ? player : null);
    const table = round.tables.find((one) => ORDER.some((seat) => one.seats[seat] === first || one.seats[seat] === player));
    onEnd();
    const reply = await act('POST', `/rounds/${round.number}/tables/${table?.number}/swap`, { a: first, b: player });
    const again = (reply.body?.repeats || []).map((/** @type {{ players: number[] }} */ one) => listed(one.players.map((number) => isolated(nameOf(night, number)))));
    if (reply.ok) say(again.length ? t('page.night.meet_again', { pairs: again.join(' · ') }) : t('page.night.meet_none'));
  };
  /** @param {number} player */
  const person = (player) => html`<button key=${player} type="button" class="plain" data-player=${player} aria-pressed=${String(first === player)} onClick=${() => pick(player)}>${isolated(nameOf(night, player))}</button>`;
  return html`<p class="lead" role="status">${t(first === null ? 'page.night.swap.first' : 'page.night.swap.second', { name: first !== null && isolated(nameOf(night, first)) })}</p>
    <ul class="tables">${round.tables.map((table) => html`<li key=${table.number} class="swaptable"><b class="tableno">${table.number}</b><div class="pair">${[...new Set(ORDER.map((seat) => table.seats[seat]))].map(person)}</div></li>`)}
      ${round.sitting_out.length > 0 && html`<li class="swaptable"><span class="tableno">–</span><div class="pair">${round.sitting_out.map(person)}</div></li>`}</ul>
    <button type="button" class="plain wide" onClick=${onEnd}>${t('page.cancel')}</button>`;
}

/** @param {{ round: NightRound, swapping: boolean, onSwap: (now: boolean) => void }} props */
function Round({ round, swapping, onSwap }) {
  const night = open();
  const counted = round.tables.filter((table) => table.result).length;
  const free = round.status === 'drawn' && night.status === 'open' && round.tables.every((table) => !table.result && stateOf(round, table, app.running) === 'missing');
  if (swapping && free) return html`<${Swapping} round=${round} onEnd=${() => onSwap(false)} />`;
  return html`<p class="soft counted" role="status">${t('page.night.counted', { n: counted, all: round.tables.length })}</p>
    <ul class="tables">${round.tables.map((table) => html`<${TableLine} key=${table.match} round=${round} table=${table} onTap=${night.status === 'open' ? () => openSheet('slip', { round: round.number, table: table.number }) : null} />`)}</ul>
    <${SittingOut} round=${round} />
    ${free && html`<div class="pair"><button type="button" class="plain" onClick=${() => onSwap(true)}>${t('page.night.swap')}</button>
      <button type="button" class="plain" onClick=${() => void act('POST', `/rounds/${round.number}/redraw`, {})}>${t('page.night.redraw')}</button></div>`}`;
}

/** @param {{ rounds: NightRound[], at: number, onPick: (number: number) => void }} props */
const Rounds = ({ rounds, at, onPick }) => html`<nav class="rounds" aria-label=${t('page.night.rounds')}>${rounds.map((one) => html`<button key=${one.number} type="button"
  aria-pressed=${String(one.number === at)} aria-label=${t('page.night.round', { round: one.number })} onClick=${() => onPick(one.number)}>${one.number}</button>`)}</nav>`;

const TABS = [['tables', 'table'], ['standings', 'list'], ['people', 'people'], ['more', 'menu']];

export function Organiser() {
  const night = open();
  const [tab, setTab] = useState('tables');
  const [picked, setPicked] = useState(/** @type {number | null} */ (null));
  const [swapping, setSwapping] = useState(false);
  const round = night.rounds.find((one) => one.number === picked) || lastOf(night);
  const next = nextOf(night);
  const here = night.players.filter((one) => one.present);
  const busy = app.waiting.length > 0;
  /** @param {string} name */
  const turnTo = (name) => (name === 'tables' || name === 'standings' ? setTab(name) : openSheet(name));
  const go = () => {
    setPicked(null);
    setTab('tables');
    next?.go();
  };
  const Shown = app.sheet && SHEETS[app.sheet.name];
  return html`<main class="startscreen nightscreen organising">
    <${Head} title=${night.title}>${round && html`<${Rounds} rounds=${night.rounds} at=${round.number} onPick=${(number) => (setPicked(number), setTab('tables'))} />`}</${Head}>
    <${Network} />
    <div class="nightbody">
      ${tab === 'tables' && (round ? html`<${Round} key=${round.number} round=${round} swapping=${swapping} onSwap=${setSwapping} />`
        : html`<p class="lead">${t('page.night.are_here', { n: here.length })}</p>
          <button type="button" class="plain wide" onClick=${() => openSheet('invite')}><${Icon} name="people" /> ${t('page.night.invite')}</button>
          <p class="soft">${here.map((one) => isolated(one.name)).join(' · ')}</p>`)}
      ${tab === 'standings' && app.standings && html`${app.standings.provisional && html`<p class="note bad">${t('page.night.provisional')}</p>`}
        <${Standings} rows=${app.standings.rows} />${night.status === 'closed' && html`<${Prizes} standings=${app.standings} />`}`}
    </div>
    <footer class="nightfoot">
      <${UndoLine} onTurn=${turn} />
      ${next && html`<button type="button" class="primary wide tall" disabled=${busy} onClick=${go}>${next.words}</button>`}
      ${night.status === 'closed' && html`<p class="standing">${t('page.night.now.over')}</p>`}
      <nav class="nighttabs" aria-label=${t('page.more')}>${TABS.map(([name, icon]) => html`<button key=${name} type="button" aria-pressed=${String(name === tab)}
        onClick=${() => turnTo(name)}><${Icon} name=${icon} /><span>${t(`page.night.tab.${name}`)}</span></button>`)}</nav>
    </footer>
    ${Shown && html`<${Shown} ...${app.sheet} />`}
  </main>`;
}
