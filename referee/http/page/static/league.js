// The organiser's page: the standings over closed matches and what one player has done, asked for with the key of the server's owner.
import { html, render, useEffect, useState } from './vendor/htm/standalone.module.js';
import { call, Unreachable } from './api.js';
import { download } from './download.js';
import { adminToken, dress, keepAdminToken, settings } from './memory.js';
import { waiting } from './parts.js';
import { Choice, Icon, Note, Sheet } from './ui.js';
import { bidWords, loadMoreWords, loadWords, signed, t } from './words.js';

const COUNTED = [
  'matches', 'nights', 'won', 'lost', 'drawn', 'abandoned', 'points_for', 'points_against', 'deals', 'deals_as_maker', 'tricks_as_maker',
  'deals_as_defender', 'tricks_as_defender', 'reneges', 'claims_right', 'claims_wrong',
];
/** @param {unknown} value */
const number = (value) => String(value).replace('-', '−');
/** @param {PlayerStanding} row */
const difference = (row) => signed(row.points_for - row.points_against);

/** A day of this phone's calendar, or the day after it, as the moment at which it begins.
 * @param {string} day
 * @param {number} later */
function beginOf(day, later = 0) {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** @param {{ tag: string, since: string, until: string }} filter */
function asked({ tag, since, until }) {
  const query = new URLSearchParams();
  if (tag.includes(':')) query.set('tag', tag.trim());
  if (since) query.set('since', beginOf(since));
  if (until) query.set('until', beginOf(until, 1));
  return query.toString();
}

/** What the referee tells for this key: { body }, or { trouble } in words; `locked` if it is the key that is wrong.
 * @param {string} path
 * @param {string} query
 * @param {string | null} token
 * @returns {Promise<Answer>} */
async function told(path, query, token) {
  try {
    const reply = await call('GET', `${path}?${query}`, { token });
    if (reply.ok) return { body: reply.body };
    return { trouble: reply.body?.detail || t('page.refused'), locked: reply.status === 401 || reply.status === 403 };
  } catch (error) {
    if (error instanceof Unreachable) return { trouble: t('page.unreachable') };
    throw error;
  }
}

/** @param {{ trouble?: string, onKey: (token: string, keep: boolean) => void }} props */
function KeyForm({ trouble, onKey }) {
  const [token, setToken] = useState('');
  const [keep, setKeep] = useState(false);
  /** @param {any} event */
  const send = (event) => (event.preventDefault(), onKey(token, keep));
  return html`<form class="setup" onSubmit=${send}>
    ${trouble && html`<${Note} tone="bad">${trouble}</${Note}>`}
    <label class="field">${t('page.admin.token')}<input type="password" name="token" autocomplete="off" value=${token} onInput=${(event) => setToken(event.target.value)} /></label>
    <label class="keep"><input type="checkbox" name="keep" checked=${keep} onChange=${(event) => setKeep(event.target.checked)} /> ${t('page.league.keep')}</label>
    <button type="submit" class="primary wide" disabled=${!token}>${t('page.league.show')}</button>
  </form>`;
}

/** @param {{ filter: Record<string, string>, onFilter: (next: any) => void }} props */
function Filters({ filter, onFilter }) {
  /** @param {string} name @param {string} type @param {object} more */
  const field = (name, type, more = {}) => html`<label class=${`field ${name}`}>${t(`page.league.${name}`)}<input type=${type} name=${name} value=${filter[name]}
    onInput=${(event) => onFilter((/** @type {object} */ before) => ({ ...before, [name]: event.target.value }))} ...${more} /></label>`;
  return html`<div class="filters">${field('tag', 'text', { autocomplete: 'off', autocapitalize: 'off', maxlength: 141 })}${field('since', 'date')}${field('until', 'date')}</div>`;
}

/** @param {string} words */
const head = (words) => html`<th scope="col" class="num">${words}</th>`;

/** @param {{ rows: PlayerStanding[], onPlayer: (name: string) => void }} props */
function Standings({ rows, onPlayer }) {
  if (!rows.length) return html`<${Note}>${t('page.league.none')}</${Note}>`;
  const nights = rows.some((row) => row.nights);
  return html`<table class="scores-table standings">
    <thead><tr>${head(t('page.league.rank'))}<th scope="col">${t('page.league.players')}</th>
      ${head(t('page.league.stat.matches'))}${nights && head(t('page.league.stat.nights'))}${head(t('page.league.stat.won'))}${head(t('page.league.stat.drawn'))}${head(t('page.league.difference'))}</tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${row.names.join('\n')}><td class="num">${row.rank}</td>
      <th scope="row">${row.names.map((name) => html`<button key=${name} type="button" class="link" onClick=${() => onPlayer(name)}>${name}</button>`)}</th>
      <td class="num">${row.matches}</td>${nights && html`<td class="num">${row.nights}</td>`}<td class="num">${row.won}</td><td class="num">${row.drawn}</td><td class="num">${difference(row)}</td></tr>`)}</tbody>
  </table>`;
}

/** @param {{ bids: Record<string, { made: number, set: number }> }} props */
function Bids({ bids }) {
  return html`<table class="scores-table"><thead><tr><th scope="col">${t('page.league.bids')}</th>${head(t('page.league.made'))}${head(t('page.league.set'))}</tr></thead>
    <tbody>${Object.entries(bids).map(([bid, ends]) => html`<tr key=${bid}><th scope="row">${bidWords(bid)}</th><td class="num">${ends.made}</td><td class="num">${ends.set}</td></tr>`)}</tbody></table>`;
}

/** @param {{ pairs: (PlayerStanding & { partner: string })[] }} props */
function Partners({ pairs }) {
  return html`<table class="scores-table"><thead><tr><th scope="col">${t('page.league.partners')}</th>
      ${head(t('page.league.stat.matches'))}${head(t('page.league.stat.won'))}${head(t('page.league.stat.drawn'))}${head(t('page.league.difference'))}</tr></thead>
    <tbody>${pairs.map((pair) => html`<tr key=${pair.partner}><th scope="row">${pair.partner}</th>
      <td class="num">${pair.matches}</td><td class="num">${pair.won}</td><td class="num">${pair.drawn}</td><td class="num">${difference(pair)}</td></tr>`)}</tbody></table>`;
}

/** @param {{ name: string, query: string, token: string | null, onClose: () => void }} props */
function PlayerSheet({ name, query, token, onClose }) {
  const [{ body, trouble }, setAnswer] = useState(/** @type {Answer} */ ({}));
  useEffect(() => void told(`/players/${encodeURIComponent(name)}/statistics`, query, token).then(setAnswer), [name]);
  return html`<${Sheet} title=${name} tall onClose=${onClose}>
    ${trouble && html`<${Note} tone="bad">${trouble}</${Note}>`}
    ${body && html`<dl class="stats">${COUNTED.map((one) => html`<div key=${one}><dt>${t(`page.league.stat.${one}`)}</dt><dd>${number(body[one])}</dd></div>`)}</dl>
      ${Object.keys(body.bids).length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label=${t('page.league.bids')}><${Bids} bids=${body.bids} /></div>`}
      ${body.pairs.length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label=${t('page.league.partners')}><${Partners} pairs=${body.pairs} /></div>`}`}
  </${Sheet}>`;
}

function League() {
  const [token, setToken] = useState(adminToken());
  const [filter, setFilter] = useState({ tag: '', since: '', until: '' });
  const [table, setTable] = useState('players');
  const [{ body, trouble, locked }, setAnswer] = useState(/** @type {Answer} */ ({}));
  const [player, setPlayer] = useState(/** @type {string | null} */ (null));
  const query = asked(filter);
  useEffect(() => {
    let newest = true;
    if (token) told('/standings', query, token).then((answer) => newest && setAnswer(answer));
    return () => (newest = false);
  }, [token, query]);
  /** @param {string} typed @param {boolean} keep */
  const enter = (typed, keep) => {
    if (keep) keepAdminToken(typed);
    setAnswer({});
    setToken(typed);
  };
  const forget = () => (keepAdminToken(null), setToken(null), setAnswer({}));
  const save = async () => {
    const blob = await download(`/standings?format=csv&${query}`, token);
    if (!blob) return setAnswer({ body, trouble: t('page.export.failed') });
    const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: 'referee-standings.csv' });
    link.click();
    return setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };
  const open = token && !locked;
  return html`<main class="startscreen leaguescreen">
    <header><h1>${t('page.league')}</h1><a class="round" href="/" aria-label=${t('page.home')}><${Icon} name="back" /></a></header>
    ${!open && html`<${KeyForm} trouble=${trouble} onKey=${enter} />`}
    ${open && html`<${Filters} filter=${filter} onFilter=${setFilter} />
      <${Choice} name="table" label=${t('page.league')} hidden value=${table} onChange=${setTable} big="compact"
        options=${[['players', t('page.league.players')], ['pairs', t('page.league.pairs')]]} />
      <div role="status">${trouble ? html`<${Note} tone="bad">${trouble}</${Note}>` : !body && html`<${Note}>${waiting()}</${Note}>`}</div>
      ${body && html`<div class="scroll" tabindex="0" role="region" aria-label=${t('page.league')}><${Standings} rows=${body[table]} onPlayer=${setPlayer} /></div>`}
      <div class="pair"><button type="button" class="plain" disabled=${!body} onClick=${save}>${t('page.export')} (CSV)</button>
        <button type="button" class="plain" onClick=${forget}>${t('page.league.forget')}</button></div>`}
    ${player && html`<${PlayerSheet} key=${player} name=${player} query=${query} token=${token} onClose=${() => setPlayer(null)} />`}
  </main>`;
}

/** The league page begins. */
export async function begin() {
  dress(settings());
  await loadWords(settings().lang);
  await loadMoreWords();
  document.title = `${t('page.league')} · ${t('page.title')}`;
  render(html`<${League} />`, document.getElementById('app'));
}
