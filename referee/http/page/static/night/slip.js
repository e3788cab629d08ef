// A table's result from its paper slip: four keys, two for each team. Where a result stands it is put right, with a reason.
import { html, useEffect, useRef, useState } from '../vendor/htm/standalone.module.js';
import { Icon, Note, Sheet } from '../ui.js';
import { t } from '../words.js';
import { act, app, closeSheet, open } from './core.js';
import { figure, matchLink, points, together } from './parts.js';
import { sideOf } from './seen.js';
import { slipOf } from './typed.js';

/** @type {Team[]} */
const TEAMS = ['NS', 'EW'];
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '−', '0', '⌫'];

/** @param {{ label: string, value: number, name: string, onChange: (value: number) => void }} props */
const Count = ({ label, value, name, onChange }) => html`<div class="count" role="group" aria-label=${label}><span>${label}</span>
  <button type="button" class="round" disabled=${!value} onClick=${() => onChange(value - 1)}>−</button><output name=${name}>${value}</output>
  <button type="button" class="round" onClick=${() => onChange(value + 1)}>+</button></div>`;

/** What stands on the slip so far, by team: `14 – 9`, `14 – `.
 * @param {string} text */
function soFar(text) {
  const { points: read } = slipOf(text);
  if (read) return points(read);
  if (/^\d{1,4}$/.test(text)) return `${text.slice(0, 2)}${text.length > 1 ? ' – ' : ''}${text.slice(2)}`;
  return text || '–';
}

/** @param {{ round: number, table: number }} props */
export function SlipSheet({ round: number, table: at }) {
  const night = open();
  const round = night.rounds[number - 1];
  const table = round.tables.find((one) => one.number === at);
  const stands = table?.result;
  const [text, setText] = useState('');
  const [loners, setLoners] = useState(stands?.loners || { NS: 0, EW: 0 });
  const [reneges, setReneges] = useState(stands?.reneges || { NS: 0, EW: 0 });
  const [reason, setReason] = useState('');
  const field = /** @type {{ current: HTMLInputElement }} */ (useRef());
  useEffect(() => field.current?.focus(), []);
  if (!table) return null;
  const live = app.running.find((one) => one.match === table.match);
  const needs = !!stands || live?.status === 'closed';
  const said = slipOf(text);
  /** @param {Points} read */
  const save = (read) => {
    closeSheet();
    void act('PUT', `/rounds/${number}/tables/${at}/result`, { ...read, loners, reneges, ...(needs ? { reason: reason.trim() } : {}) });
  };
  /** @param {string} typed */
  const type = (typed) => {
    const next = typed.replace(/[^\d\s,;:/.\-−–]/g, '').slice(0, 11);
    setText(next);
    const read = slipOf(next);
    if (read.whole && read.points && !needs) save(read.points);
  };
  /** @param {string} key */
  const press = (key) => type(key === '⌫' ? text.slice(0, -1) : key === '−' && /^-?\d+$/.test(text) ? `${text} ` : text + (key === '−' ? '-' : key));
  /** @param {SubmitEvent} event */
  const send = (event) => (event.preventDefault(), said.points && (!needs || reason.trim()) && save(said.points));
  return html`<${Sheet} title=${t('page.night.table', { table: at })} tall onClose=${closeSheet}><form class="slip" onSubmit=${send}>
    <p class="slipteams"><span>${together(sideOf(night, table, 'NS'))}</span> <span class="soft">${t('page.night.versus')}</span> <span>${together(sideOf(night, table, 'EW'))}</span></p>
    ${stands && html`<p class="soft">${t(`page.night.stands.${stands.source}`, { points: points(stands) })}${stands.reason ? ` · ${stands.reason}` : ''}</p>`}
    ${table.differs && html`<${Note} tone="bad">${t('page.night.differs')}</${Note}>`}
    ${table.earlier.map((one) => html`<p key=${one.version} class="soft was">${t('page.night.was', { points: points(one) })}</p>`)}
    <details class="roundpart" open=${TEAMS.some((team) => stands?.loners[team] || stands?.reneges[team])}><summary>${t('page.night.counts')}</summary><div class="counts">${TEAMS.map((team) => html`<div key=${team}><p class="legend">${together(sideOf(night, table, team))}</p>
      <${Count} name=${`loners-${team}`} label=${t('page.night.loners')} value=${loners[team]} onChange=${(value) => setLoners({ ...loners, [team]: value })} />
      <${Count} name=${`reneges-${team}`} label=${t('page.league.stat.reneges')} value=${reneges[team]} onChange=${(value) => setReneges({ ...reneges, [team]: value })} /></div>`)}</div></details>
    ${needs && html`<label class="field">${t('page.adjust.reason')}<input name="reason" maxlength="200" autocomplete="off" value=${reason} onInput=${(event) => setReason(event.target.value)} /></label>`}
    <label class="slipfield"><span class="legend">${t('page.night.slip')}</span><input class="unseen" ref=${field} name="slip" inputmode="none" autocomplete="off" value=${text} onInput=${(event) => type(event.target.value)} /></label>
    <p class="bigslip" role="status">${soFar(text)}</p>
    <div class="keypad">${KEYS.map((key) => html`<button key=${key} type="button" class="call" data-key=${key} aria-label=${key === '⌫' ? t('page.night.rub_out') : key} onClick=${() => press(key)}>${key}</button>`)}</div>
    <button type="submit" class="primary wide" disabled=${!said.points || (needs && !reason.trim())}>${said.points ? t('page.night.save', { points: points(said.points) }) : t('page.save')}</button>
    <a class="link" href=${matchLink(table)}><${Icon} name="table" /> ${t('page.night.open_table')} ${live ? `· ${figure(live.score.NS)} – ${figure(live.score.EW)}` : ''}</a>
  </form></${Sheet}>`;
}
