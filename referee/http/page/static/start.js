// The way in: one tap to a classic match, a code to join, the tables that this phone remembers.
import { html, useState } from './vendor/htm/standalone.module.js';
import { call, freshId, Unreachable } from './api.js';
import { Card } from './cards.js';
import { LANGUAGES, dayOf } from './languages.js';
import { adminToken, forgetTable, keepSettings, keepTable, tables } from './memory.js';
import { change, go, openSheet, say, state } from './state.js';
import { Icon } from './ui.js';
import { language, loadWords, t, teamName } from './words.js';

/** @type {string | null} */
let key = null; // of the opening under way: tapping again after a lost answer opens no second table

/** The phone's time zone, which a table opened on it goes by. */
function ownZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone ? { time_zone: zone } : {};
}

/** Opens a match and goes to its table.
 * @param {object} body */
export async function openNew(body) {
  key = key || freshId();
  try {
    const reply = await call('POST', '/matches', { body: { ...ownZone(), ...body }, key, token: adminToken() });
    key = null;
    if (reply.status === 401 || reply.status === 403) return openSheet('admin', { body });
    if (!reply.ok) return say(reply.body?.detail || t('page.refused'), 'bad');
    const { id, tokens, join_code: code, players } = reply.body;
    keepTable({ id, token: tokens.scorer, role: 'scorer', code, tokens, players, opened: body });
    change({ sheet: null });
    return go(`/m/${id}`);
  } catch (error) {
    if (error instanceof Unreachable) return say(t('page.unreachable'), 'bad');
    throw error;
  }
}

/** The page in another language, from now on; null for the one that the phone asks for.
 * @param {string | null} lang */
export async function speak(lang) {
  const settings = { ...state.settings, lang };
  keepSettings(settings);
  await loadWords(lang);
  document.title = t('page.title');
  change({ settings });
}

const Languages = () => html`<nav class="languages" aria-label=${t('page.settings.language')}>
  ${Object.entries(LANGUAGES).map(([code, name]) => html`<button key=${code} type="button" lang=${code} aria-pressed=${String(code === language())}
    onClick=${() => speak(code)}>${name}</button>`)}</nav>`;

/** @param {{ table: Table }} props */
function TableRow({ table }) {
  const { players, score, status } = table;
  const [asked, ask] = useState(false);
  const forget = () => (forgetTable(table.id), change({}));
  if (asked)
    return html`<li class="pair"><button type="button" class="plain" onClick=${() => ask(false)}>${t('page.cancel')}</button>
      <button type="button" class="danger" onClick=${forget}>${t('page.tables.forget')}</button></li>`;
  return html`<li><button type="button" class="tablerow" onClick=${() => go(`/m/${table.id}`)}>
      <span class="pairname">${players ? teamName('NS', players) : '…'}</span>
      <span class="tally">${score ? `${score.NS} – ${score.EW}`.replace(/-/g, '−') : ''}</span>
      <span class="pairname">${players ? teamName('EW', players) : '…'}</span>
      <small>${t(`page.status.${status || 'playing'}`)} · <span class="nowrap">${dayOf(table.seen)}</span></small>
    </button>
    <button type="button" class="round" aria-label=${t('page.tables.forget')}
      onClick=${table.role === 'scorer' && status !== 'closed' ? () => ask(true) : forget}><${Icon} name="close" /></button></li>`;
}

export function Start() {
  const [code, setCode] = useState('');
  const mine = tables();
  const ready = code.trim().length >= 6;
  /** @param {SubmitEvent} event */
  const join = (event) => {
    event.preventDefault();
    if (ready) go(`/j/${encodeURIComponent(code.trim().toUpperCase())}`);
  };
  return html`<main class="startscreen">
    <header class="hero">
      <div class="fan" aria-hidden="true">${['JH', 'JD', 'AS', 'KC'].map((card) => html`<${Card} key=${card} card=${card} trump=${null} size="big" />`)}</div>
      <h1>${t('page.title')}</h1>
      <p>${t('page.tagline')}</p>
    </header>
    ${mine.length > 0 && html`<section class="mytables"><h2>${t('page.tables')}</h2>
      <ul>${mine.slice(0, 6).map((table) => html`<${TableRow} key=${table.id} table=${table} />`)}</ul></section>`}
    <div class="startfoot">
      <form class="joinform" onSubmit=${join}>
        <label for="code">${t('page.join.code')}</label>
        <div><input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck=${false} maxlength="8" value=${code}
          placeholder="K7QF2M" onInput=${(event) => setCode(event.target.value)} /><button type="submit" class="plain" disabled=${!ready}>${t('page.join')}</button></div>
      </form>
      <button type="button" class="primary wide tall" onClick=${() => openNew({})}><${Icon} name="plus" /> ${t('page.new')}<small>${t('page.new.classic')}</small></button>
      <div class="pair">
        <button type="button" class="plain" onClick=${() => openSheet('setup')}>${t('page.new.setup')}</button>
        <button type="button" class="plain" onClick=${() => openSheet('settings')}><${Icon} name="settings" /> ${t('page.settings')}</button>
      </div>
      <a class="link nightslink" href="/nights">${t('page.night.all')}</a>
      <${Languages} />
    </div>
  </main>`;
}
