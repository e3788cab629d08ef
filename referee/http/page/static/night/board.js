// The night on the wall, without a hand: seats and results of the round, then the standings, page after page; a code to join.
import { html, useEffect, useState } from '../vendor/htm/standalone.module.js';
import { isolated, t } from '../words.js';
import { app, open } from './core.js';
import { figure, Network, Prizes, SittingOut } from './parts.js';
import { lastOf, paged, sideOf, stateOf } from './seen.js';

const TURN = 9000; // milliseconds that a page stays
const ROWS = 16;
const NAMES = 26;
const LINE = 19; // letters of a name that stand in one line of a table

/** How many tables a page holds: names that take two lines need more room.
 * @param {Night} night */
const tablesOf = (night) => (night.players.some((one) => one.name.length > LINE) ? 4 : 6);

/** @param {{ round: NightRound, tables: NightTable[] }} props */
function Tables({ round, tables }) {
  const night = open();
  /** @param {NightTable} table */
  const card = (table) => {
    const now = stateOf(round, table, app.running);
    const live = app.running.find((one) => one.match === table.match);
    const shown = table.result || (now === 'playing' || now === 'decided' ? live?.score : null);
    /** @param {Team} team */
    const side = (team) => html`<p class=${`wallside team-${team.toLowerCase()}`}><span class="wallpair">${sideOf(night, table, team).map((name) => html`<span key=${name}>${isolated(name)}</span>`)}</span><b>${shown ? figure(shown[team]) : ''}</b></p>`;
    return html`<li key=${table.match} class=${`walltable ${now}`}><b class="wallno">${table.number}</b><div>${side('NS')}${side('EW')}</div></li>`;
  };
  return html`<ul class="walltables">${tables.map(card)}</ul>`;
}

/** @param {{ rows: NightRow[] }} props */
const Rows = ({ rows }) => html`<ol class="wallrows">${rows.map((row) => html`<li key=${row.player}><span class="num">${row.place}</span><b>${isolated(row.name)}</b><span class="num">${figure(row.points)}</span></li>`)}</ol>`;

/** The pages of the wall, one after the other.
 * @returns {{ key: string, title: string, body: Hole }[]} */
function pagesOf() {
  const night = open();
  const round = lastOf(night);
  const { standings } = app;
  const running = round?.status === 'drawn';
  const tables = round && (running || night.status === 'open') ? paged(round.tables, tablesOf(night)) : [];
  const rows = standings && night.rounds.some((one) => one.tables.some((table) => table.result)) ? paged(standings.rows, ROWS) : [];
  /** @param {unknown[]} all @param {number} at */
  const of = (all, at) => (all.length > 1 ? ` · ${at + 1}/${all.length}` : '');
  const here = night.players.filter((one) => one.present);
  const names = round ? [] : paged(here, NAMES);
  return [
    ...names.map((some, at) => ({ key: `n${at}`, title: t('page.night.are_here', { n: here.length }) + of(names, at),
      body: html`<ul class="wallnames">${some.map((one) => html`<li key=${one.number}>${isolated(one.name)}</li>`)}</ul>` })),
    ...tables.map((some, at) => ({ key: `t${at}`, title: t('page.night.round', { round: round?.number }) + of(tables, at),
      body: html`<${Tables} round=${round} tables=${some} />${at === tables.length - 1 && html`<${SittingOut} round=${round} />`}` })),
    ...rows.map((some, at) => ({ key: `s${at}`, title: t('page.night.standings') + of(rows, at), body: html`<${Rows} rows=${some} />` })),
    ...(night.status === 'closed' && standings?.prizes.some((one) => one.players.length) ? [{ key: 'p', title: t('page.night.prizes'), body: html`<${Prizes} standings=${standings} />` }] : []),
  ];
}

export function Board() {
  const night = open();
  const [turned, setTurned] = useState(0);
  const round = lastOf(night);
  useEffect(() => setTurned(0), [round?.number, night.status]); // what is new comes first
  useEffect(() => {
    const timer = setInterval(() => setTurned((n) => n + 1), TURN);
    return () => clearInterval(timer);
  }, [round?.number, night.status]);
  useEffect(() => {
    /** @type {WakeLockSentinel | null} */
    let lock = null;
    navigator.wakeLock?.request('screen').then((held) => (lock = held), () => {});
    return () => void lock?.release();
  }, []);
  const pages = pagesOf();
  const page = pages[turned % Math.max(1, pages.length)];
  const code = app.place?.code;
  const counted = round?.tables.filter((table) => table.result).length;
  return html`<main class="wall">
    <header class="wallhead"><h1>${night.title}</h1><p>${page?.title || t('page.night.nobody')}</p></header>
    <${Network} />
    <div class="wallbody">${page && html`<section key=${page.key} class="wallpage" aria-label=${page.title}>${page.body}</section>`}</div>
    <aside class="wallside-info">
      ${round?.status === 'drawn' && html`<p class="wallcount"><b>${counted}</b> / ${round.tables.length}<small>${t('page.night.results')}</small></p>`}
      ${code && night.status === 'open' && html`<img class="qr" src=${`/qr/${code}.svg`} alt=${t('page.invite.qr')} width="220" height="220" /><p class="code">${code}</p><p class="walljoin">${t('page.night.scan')}</p>`}
    </aside>
  </main>`;
}
