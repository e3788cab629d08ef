// What several screens of a night show: its head, the network, a table with its result, the standings, a player's evening.
import { html } from '../vendor/htm/standalone.module.js';
import { Icon, Sheet } from '../ui.js';
import { isolated, listed, seatWord, t } from '../words.js';
import { app, closeSheet, open, openSheet, organises } from './core.js';
import { placeOf, sideOf, stateOf } from './seen.js';

/** @param {number | null | undefined} number */
export const figure = (number) => String(number ?? '').replace('-', '−');
/** @param {Points} points */
export const points = ({ NS, EW }) => `${figure(NS)} – ${figure(EW)}`;
/** @param {string[]} names */
export const together = (names) => listed(names.map(isolated));

/** Acts that wait for the network, or that it is away. */
export function Network() {
  const n = app.waiting.length;
  if (!app.offline) return null;
  return html`<p class="linkbar" role="status"><span aria-hidden="true">◌</span> ${n ? t('page.night.waiting', { n }) : t('page.unreachable')}</p>`;
}

/** @param {{ title: string, children?: Hole }} props */
export const Head = ({ title, children }) => html`<header class="nighthead"><h1>${title}</h1>${children}</header>`;

/** A table of a round as one row: who plays whom, and the result or how far it is.
 * @param {{ round: NightRound, table: NightTable, onTap?: (() => void) | null, name?: (number: number) => Hole }} props */
export function TableLine({ round, table, onTap = null }) {
  const night = open();
  const now = stateOf(round, table, app.running);
  const live = app.running.find((one) => one.match === table.match);
  const waits = app.waiting.find((one) => one.path.endsWith(`/rounds/${round.number}/tables/${table.number}/result`));
  const result = waits ? /** @type {Points} */ (waits.body) : table.result || ((now === 'playing' || now === 'decided') && live?.score) || null;
  const words = t(`page.night.state.${now}`, { deal: live?.deal });
  const inside = html`<b class="tableno">${table.number}</b>
    <span class="sides"><span>${together(sideOf(night, table, 'NS'))}</span><span>${together(sideOf(night, table, 'EW'))}</span></span>
    <span class="tablenow"><b class="pts">${waits && html`<span aria-hidden="true">◌ </span>`}${result ? points(result) : ''}</b><small>${words}${table.earlier.length > 0 && ` · ${t('page.night.put_right')}`}</small></span>`;
  return html`<li class=${`tableline ${now}`} data-table=${table.number}>${onTap ? html`<button type="button" onClick=${onTap}>${inside}</button>` : html`<div>${inside}</div>`}</li>`;
}

/** @param {{ round: NightRound }} props */
export function SittingOut({ round }) {
  const night = open();
  if (!round.sitting_out.length) return null;
  const names = round.sitting_out.map((one) => night.players.find((player) => player.number === (night.merged[one] ?? one))?.name || String(one));
  return html`<p class="soft sitting">${t('page.night.sitting_out', { names: together(names) })}</p>`;
}

/** @param {{ rows: NightRow[] }} props */
export function Standings({ rows }) {
  /** @param {string} words */
  const head = (words) => html`<th scope="col" class="num">${words}</th>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t('page.night.standings')}><table class="scores-table standings">
    <thead><tr>${head(t('page.league.rank'))}<th scope="col">${t('page.night.player')}</th>${head(t('page.league.stat.points_for'))}${head(t('page.league.stat.won'))}${head(t('page.night.loners'))}</tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${row.player}><td class="num">${row.place}</td>
      <th scope="row"><button type="button" class="link" onClick=${() => openSheet('player', { player: row.player })}>${isolated(row.name)}</button></th>
      <td class="num">${figure(row.points)}</td><td class="num">${row.wins}</td><td class="num">${row.loners}</td></tr>`)}</tbody></table></div>`;
}

/** @param {{ standings: NightStandings, label?: boolean }} props */
export function Prizes({ standings }) {
  const night = open();
  const given = standings.prizes.filter((one) => one.players.length);
  if (!given.length) return null;
  return html`<section class="prizes"><h2>${t('page.night.prizes')}</h2><dl>${given.map((one) => html`<div key=${one.prize}><dt>${t(`page.night.prize.${one.prize}`)}</dt>
    <dd><b>${together(one.players.map((player) => night.players.find((known) => known.number === player)?.name || String(player)))}</b> <span class="num">${figure(one.value)}</span></dd></div>`)}</dl></section>`;
}

/** The link to a table's match, with the key that this browser has: to the deals and their replay.
 * @param {NightTable} table */
export const matchLink = (table) => `/m/${table.match}#${app.place?.token}`;

/** A total opened into its rounds: table, partner, opponents, result, and the way to the deals.
 * @param {{ player: number, children?: Hole }} props */
export function PlayerSheet({ player, children }) {
  const night = open();
  const row = (app.standings?.rows || [app.card]).find((one) => one?.player === player);
  const who = night.players.find((one) => one.number === player);
  return html`<${Sheet} title=${who?.name || ''} tall onClose=${closeSheet}>
    ${row && html`<p class="standing">${t('page.night.place', { place: row.place, points: figure(row.points) })}</p>`}
    ${children}
    <ol class="evening">${night.rounds.map((round) => html`<${RoundOf} key=${round.number} round=${round} player=${player} row=${row} />`)}</ol>
  </${Sheet}>`;
}

/** @param {{ round: NightRound, player: number, row: NightRow | null | undefined }} props */
export function RoundOf({ round, player, row }) {
  const night = open();
  const place = placeOf(night, round, player);
  const made = row?.rounds.find((one) => one.round === round.number);
  return html`<li><b>${t('page.night.round', { round: round.number })}</b><b class="num">${made ? figure(made.points) : ''}</b>
    ${place ? html`<span>${t('page.night.table', { table: place.table.number })} · ${seatWord(place.seat)} · ${place.table.result ? points(place.table.result) : ''}</span>
      <span class="soft">${place.partner ? t('page.night.with', { partner: isolated(place.partner), names: together(place.opponents) }) : t('page.night.against', { names: together(place.opponents) })}</span>
      <a class="link" href=${matchLink(place.table)}>${t('page.night.deals')}</a>`
    : html`<span class="soft">${t(made?.sat_out ? 'page.night.sat_out' : 'page.night.not_there')}</span>`}</li>`;
}

/** The act that would be taken back, in one tap; and what was taken back.
 * @param {{ onTurn: (forward: boolean) => void }} props */
export function UndoLine({ onTurn }) {
  const { undo, redo } = open();
  if (!organises()) return null;
  return html`<div class="undobar"><button type="button" class="undo" disabled=${!undo} onClick=${() => onTurn(false)}><${Icon} name="undo" />
      <span>${undo ? t('page.undo', { entry: t(`page.night.entry.${undo.type}`) }) : t('page.undo.nothing')}</span></button>
    ${redo && html`<button type="button" class="round" aria-label=${t('page.redo', { entry: t(`page.night.entry.${redo.type}`) })} onClick=${() => onTurn(true)}><${Icon} name="redo" /></button>`}</div>`;
}
