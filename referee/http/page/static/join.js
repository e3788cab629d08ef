// Joining by code: choose a seat that is free, or watch.
import { html, useEffect, useState } from './vendor/htm/standalone.module.js';
import { call, freshId, Unreachable } from './api.js';
import { keepKey, keepNames, lastNames, tableOf, tables } from './memory.js';
import { go, say } from './state.js';
import { Icon, Note } from './ui.js';
import { seatWord, t } from './words.js';

/** @type {Record<string, string>} */
const keys = {}; // of joins under way: tapping again after a lost answer is the same request

/** @param {{ code: string }} props */
export function Join({ code }) {
  const [table, setTable] = useState(/** @type {{ taken: Role[], players: Players } | null} */ (null));
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const [name, setName] = useState(lastNames().me || '');
  const look = () =>
    call('GET', `/joins/${encodeURIComponent(code)}`).then(
      (reply) => (reply.body?.night ? location.replace(`/n/${reply.body.night}?code=${encodeURIComponent(code)}`) : reply.ok ? setTable(reply.body) : setProblem(reply.body?.detail || t('page.refused'))),
      () => setProblem(t('page.unreachable')),
    );
  useEffect(() => void look(), [code]);
  /** @param {Seat | 'viewer'} seat */
  const take = async (seat) => {
    try {
      keepNames({ ...lastNames(), me: name });
      const body = { code, seat, ...(name.trim() && seat !== 'viewer' ? { name: name.trim() } : {}) };
      const place = `${code} ${seat}`;
      keys[place] = keys[place] || freshId();
      const reply = await call('POST', '/joins', { body, key: keys[place] });
      delete keys[place];
      if (!reply.ok) return say(reply.body?.detail || t('page.refused'), 'bad'), look();
      const { match: id, token, seat: role } = reply.body;
      keepKey({ id, token, role, code, tokens: { ...tableOf(id)?.tokens, [role]: token } });
      return go(`/m/${id}`);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      return say(t('page.unreachable'), 'bad');
    }
  };
  const here = tables().find((one) => one.code === code && one.role && one.role !== 'viewer'); // this phone sits there already
  /** @param {Seat} one */
  const seat = (one) => {
    if (!table) return null;
    const taken = table.taken.includes(one);
    return html`<button key=${one} type="button" class=${`joinseat at-${one}`} data-seat=${one} disabled=${taken} onClick=${() => take(one)}>
      <b>${table.players[one] || seatWord(one)}</b><small>${taken ? t('page.join.taken') : table.players[one] ? seatWord(one) : t('page.join.free')}</small></button>`;
  };
  return html`<main class="startscreen joinscreen">
    <header class="hero"><h1>${t('page.join.title')}</h1><p class="code">${code}</p></header>
    ${problem && html`<${Note} tone="bad">${problem}</${Note}>`}
    ${!table && !problem && html`<${Note}>${t('page.wait')}</${Note}>`}
    ${here && html`<button type="button" class="primary wide" onClick=${() => go(`/m/${here.id}`)}>${t('page.join.you')}</button>`}
    ${table && html`
      <label class="field">${t('page.join.name')}<input name="name" maxlength="160" autocomplete="given-name" value=${name} onInput=${(event) => setName(event.target.value)} /></label>
      <p class="legend" id="seats">${t('page.join.seat')}</p>
      <div class="joinseats" role="group" aria-labelledby="seats">${/** @type {Seat[]} */ (['N', 'W', 'E', 'S']).map(seat)}<span class="joinfelt" aria-hidden="true"></span></div>
      <button type="button" class="plain wide" onClick=${() => take('viewer')}>${t('page.join.watch')}</button>`}
    <button type="button" class="link" onClick=${() => go('/')}><${Icon} name="back" /> ${t('page.home')}</button>
  </main>`;
}
