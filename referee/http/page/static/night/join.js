// A phone comes to a night: everybody's name, one tap on the own.
import { html, useEffect, useState } from '../vendor/htm/standalone.module.js';
import { call, freshId, Unreachable } from '../api.js';
import { say } from '../state.js';
import { Note } from '../ui.js';
import { t } from '../words.js';
import { openNight } from './core.js';
import { keepRole } from './kept.js';

/** @typedef {{ title: string, players: { number: number, name: string, taken: boolean }[] }} Names */
/** @type {Record<number, string>} */
const keys = {}; // of joins under way: tapping again after a lost answer is the same request

/** @param {{ id: string, code: string }} props */
export function Join({ id, code }) {
  const [names, setNames] = useState(/** @type {Names | null} */ (null));
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const [wanted, setWanted] = useState('');
  const look = () => call('GET', `/joins/${encodeURIComponent(code)}`).then(
    (reply) => (reply.ok ? (setNames(reply.body), setProblem(null)) : setProblem(reply.body?.detail || t('page.refused'))),
    () => (setProblem(t('page.unreachable')), void setTimeout(look, 2000)),
  );
  useEffect(() => void look(), []);
  /** @param {number} player */
  const take = async (player) => {
    keys[player] = keys[player] || freshId();
    try {
      const reply = await call('POST', '/joins', { body: { code, player }, key: keys[player] });
      delete keys[player];
      if (!reply.ok) return say(reply.body?.detail || t('page.refused'), 'bad'), look();
      return await openNight(keepRole({ id, code, token: reply.body.token, role: `player-${player}` }));
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      return say(t('page.unreachable'), 'bad');
    }
  };
  const shown = names?.players.filter(({ name }) => name.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase())) || [];
  return html`<main class="startscreen nightscreen">
    <header class="nighthead"><h1>${names?.title || t('page.join.title')}</h1></header>
    <p class="lead" id="who">${t('page.night.who')}</p>
    ${problem && html`<${Note} tone="bad">${problem}</${Note}>`}
    ${!names && !problem && html`<${Note}>${t('page.wait')}</${Note}>`}
    ${names && !names.players.length && html`<${Note}>${t('page.night.nobody')}</${Note}>`}
    ${names && names.players.length > 16 && html`<label class="field">${t('page.night.find')}<input name="find" autocomplete="off" value=${wanted} onInput=${(event) => setWanted(event.target.value)} /></label>`}
    <ul class="people" aria-labelledby="who">${shown.map((one) => html`<li key=${one.number}><button type="button" class="person" data-player=${one.number} disabled=${one.taken}
      onClick=${() => take(one.number)}><b>${one.name}</b>${one.taken && html`<small>${t('page.join.taken')}</small>`}</button></li>`)}</ul>
    ${names?.players.some((one) => one.taken) && html`<${Note}>${t('page.night.lost_phone')}</${Note}>`}
    ${names && html`<button type="button" class="link" onClick=${look}>${t('page.night.again')}</button>`}
  </main>`;
}
