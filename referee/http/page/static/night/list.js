// The nights of this browser, and a new one: names pasted or typed, a movement with what it does and what it repeats.
import { html, useEffect, useState } from '../vendor/htm/standalone.module.js';
import { call, freshId, Unreachable } from '../api.js';
import { dayOf, LANGUAGES } from '../languages.js';
import { adminToken, keepAdminToken } from '../memory.js';
import { change, say } from '../state.js';
import { Choice, Icon, Note } from '../ui.js';
import { language, listed, loadMoreWords, t } from '../words.js';
import { forgetNight, keepNight, nights } from './kept.js';
import { namesOf, twice } from './typed.js';

/** @type {Record<string, string[]>} */
const MOVEMENTS = { individual: ['social', 'progressive', 'whist', 'cyclic'], pairs: ['round-robin', 'mitchell', 'swiss'] };
/** @type {string | null} */
let key = null; // of the opening under way: tapping again after a lost answer opens no second night

/** What a draw of so many players would repeat, or why there is none; asked a moment after the last change.
 * @param {number} players
 * @param {number} rounds
 * @param {string} movement */
function usePlan(players, rounds, movement) {
  const [plan, setPlan] = useState(/** @type {{ words: string, bad?: boolean } | null} */ (null));
  useEffect(() => {
    setPlan(null);
    let newest = true;
    const timer = setTimeout(async () => {
      const reply = await call('POST', '/nights/plan', { body: { players, rounds, movement }, token: adminToken() }).catch(() => null);
      if (!newest || !reply || reply.status === 401 || reply.status === 403 || reply.status === 429) return;
      setPlan(reply.ok ? { words: plannedWords(reply.body, movement) } : { words: reply.body?.detail || t('page.refused'), bad: true });
    }, 300);
    return () => {
      newest = false;
      clearTimeout(timer);
    };
  }, [players, rounds, movement]);
  return plan;
}

/** @param {any} plan
 * @param {string} movement */
function plannedWords({ rounds, repeats, partners_repeated: partners, sit_outs: outs }, movement) {
  const most = Math.max(...Object.values(/** @type {Record<string, number>} */ (outs)));
  return [
    t('page.night.plan.tables', { n: rounds[0].tables.length }),
    ...(movement === 'progressive' || movement === 'swiss' ? [t('page.night.plan.results')] : [
      partners ? t('page.night.plan.partners', { n: partners }) : t('page.night.plan.no_partners'),
      repeats ? t('page.night.plan.repeats', { n: repeats }) : t('page.night.plan.no_repeats')]),
    ...(most ? [t('page.night.plan.out', { n: most })] : []),
  ].join(' ');
}

function NewNight() {
  const [title, setTitle] = useState(t('page.night.title', { day: dayOf(Date.now()) }));
  const [text, setText] = useState('');
  const [scoring, setScoring] = useState('individual');
  const [movement, setMovement] = useState('social');
  const [rounds, setRounds] = useState(8);
  const [confirm, setConfirm] = useState('none');
  const [locked, setLocked] = useState(false);
  const [token, setToken] = useState('');
  const [presets, setPresets] = useState(/** @type {RuleBook['presets']} */ ([]));
  const [preset, setPreset] = useState('club-round');
  useEffect(() => void call('GET', '/rules').then((reply) => reply.ok && setPresets(reply.body.presets), () => {}), []);
  const names = namesOf(text);
  const double = twice(names);
  const least = scoring === 'pairs' ? 2 : 4;
  const plan = usePlan(Math.max(names.length, least), rounds, movement);
  /** @param {string} one */
  const score = (one) => (setScoring(one), setMovement(MOVEMENTS[one][0]));
  /** @param {SubmitEvent} event */
  const send = async (event) => {
    event.preventDefault();
    if (token) keepAdminToken(token);
    key = key || freshId();
    const body = { title: title.trim(), players: names, movement, rounds, scoring, confirm, rules: { preset } };
    try {
      const reply = await call('POST', '/nights', { body, key, token: token || adminToken(), timeout: 20000 });
      key = null;
      if (reply.status === 401 || reply.status === 403) return setLocked(true);
      if (!reply.ok) return say(reply.body?.detail || t('page.refused'), 'bad');
      const { id, tokens, join_code: code } = reply.body;
      keepNight({ id, token: tokens.organiser, role: 'organiser', code, board: tokens.board, title: body.title, status: 'open' });
      return location.assign(`/n/${id}`);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      return say(t('page.unreachable'), 'bad');
    }
  };
  return html`<form class="setup newnight" onSubmit=${send}><h2>${t('page.night.new')}</h2>
    <label class="field">${t('page.night.names')}<textarea name="names" rows="6" placeholder="Ann&#10;Bob&#10;…" value=${text} onInput=${(event) => setText(event.target.value)}></textarea></label>
    <p class="soft" role="status">${t('page.night.count', { n: names.length })}${double.length ? ` · ${t('page.night.twice', { names: listed(double) })}` : ''}</p>
    <label class="field">${t('page.night.title.label')}<input name="title" maxlength="100" required value=${title} onInput=${(event) => setTitle(event.target.value)} /></label>
    <label class="field">${t('page.night.rounds')}<input name="rounds" type="number" inputmode="numeric" min="1" max="50" required value=${rounds} onInput=${(event) => setRounds(Math.max(1, Number(event.target.value) || 1))} /></label>
    <${Choice} name="scoring" label=${t('page.night.scoring')} big="compact" value=${scoring} onChange=${score} options=${Object.keys(MOVEMENTS).map((one) => [one, t(`page.night.scoring.${one}`)])} />
    <${Choice} name="movement" label=${t('page.night.movement')} big="tallish" value=${movement} onChange=${setMovement} options=${MOVEMENTS[scoring].map((one) => [one, t(`page.night.movement.${one}`), t(`page.night.does.${one}`)])} />
    <p class=${`note plan ${plan?.bad ? 'bad' : ''}`} role="status">${plan?.words || '…'}</p>
    ${presets.length > 0 && html`<label class="field">${t('page.night.rules')}<select name="preset" value=${preset} onChange=${(event) => setPreset(event.target.value)}>
      ${presets.map((one) => html`<option key=${one.name} value=${one.name} selected=${one.name === preset}>${one.title}</option>`)}</select></label>`}
    <${Choice} name="confirm" label=${t('page.night.confirms')} big="compact" value=${confirm} onChange=${setConfirm} options=${['none', 'both-teams'].map((one) => [one, t(`page.night.confirms.${one}`)])} />
    ${locked && html`<label class="field">${t('page.admin.token')}<input name="token" type="password" autocomplete="off" value=${token} onInput=${(event) => setToken(event.target.value)} /></label>`}
    <button type="submit" class="primary wide tall" disabled=${!title.trim()}>${t('page.night.begin')}</button></form>`;
}

/** @param {{ night: KeptNight }} props */
function Row({ night }) {
  const [asked, ask] = useState(false);
  const forget = () => (forgetNight(night.id), change({}));
  if (asked)
    return html`<li class="pair"><button type="button" class="plain" onClick=${() => ask(false)}>${t('page.cancel')}</button><button type="button" class="danger" onClick=${forget}>${t('page.tables.forget')}</button></li>`;
  const role = night.role === 'organiser' || night.role === 'board' ? night.role : 'player';
  return html`<li><a class="tablerow" href=${`/n/${night.id}`}><span class="pairname">${night.title || '…'}</span>
      <small>${t(`page.night.role.${role}`)} · ${t(`page.night.status.${night.status || 'open'}`)} · <span class="nowrap">${dayOf(night.seen)}</span></small></a>
    <button type="button" class="round" aria-label=${t('page.tables.forget')} onClick=${() => ask(true)}><${Icon} name="close" /></button></li>`;
}

/** @param {string} lang */
async function speak(lang) {
  const start = await import('../start.js');
  await start.speak(lang);
  await loadMoreWords('night');
  change({});
}

export function List() {
  const mine = nights().filter((one) => one.token);
  const [fresh, setFresh] = useState(!mine.length);
  return html`<main class="startscreen nightscreen"><header class="nighthead"><h1>${t('page.night.all')}</h1><a class="round" href="/" aria-label=${t('page.home')}><${Icon} name="back" /></a></header>
    ${mine.length > 0 && html`<section class="mytables"><ul>${mine.map((night) => html`<${Row} key=${night.id} night=${night} />`)}</ul></section>`}
    ${fresh ? html`<${NewNight} />` : html`<button type="button" class="primary wide tall" onClick=${() => setFresh(true)}><${Icon} name="plus" /> ${t('page.night.new')}</button>`}
    <nav class="languages" aria-label=${t('page.settings.language')}>${Object.entries(LANGUAGES).map(([code, name]) => html`<button key=${code} type="button" lang=${code}
      aria-pressed=${String(code === language())} onClick=${() => speak(code)}>${name}</button>`)}</nav>
    <${Note}>${t('page.night.kept_here')}</${Note}></main>`;
}
