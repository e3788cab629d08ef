// The replay: a scrubber over every entry that was ever made, undone ones hatched; the felt above draws that moment. Log and
// table are read where the scrubber stands: a part of the log, one table at a time, the newest wish first.
import { html, useEffect, useMemo, useState } from './vendor/htm/standalone.module.js';
import { call } from './api.js';
import { Felt } from './felt.js';
import { isUndone, logPart, looksOf, stopFrom } from './log.js';
import { mySeat } from './match.js';
import { waiting } from './parts.js';
import { Scoreboard } from './scoreboard.js';
import { shareLink } from './share.js';
import { change, matchOpen, say, state, tableOpen } from './state.js';
import { Icon } from './ui.js';
import { entryWords, t } from './words.js';

const PART = 200; // entries of the log that are read at once
const ROWS = 20; // the list shows those around the moment, and more where it is scrolled

/** @type {Map<string, Match>} */
const views = new Map(); // `id version newest` -> the match as it was, and as it may be looked at now (R4.6)
/** @type {Set<number>} */
let parts = new Set(); // of the log of this replay, by the version before them

/** Reads the part of the log that a version is in, once.
 * @param {number} version */
async function readPart(version) {
  const after = Math.floor((version - 1) / PART) * PART;
  const mine = parts;
  if (version < 1 || mine.has(after)) return;
  mine.add(after);
  const part = await logPart({ after, limit: PART });
  if (!state.replay || mine !== parts) return;
  if (!part) return mine.delete(after) && say(t('page.replay.offline'), 'bad');
  const entries = state.replay.entries.slice();
  for (const one of part.entries) entries[one.version - 1] = one;
  change({ replay: { ...state.replay, entries, kinds: part.kinds } });
}

/** @param {number} version */
const nameOf = (version) => `${tableOpen().id} ${version} ${state.replay?.kinds?.length || matchOpen().version}`;

let wanted = 0; // the version last asked for
let frame = 0;
/** Goes to a moment, at most once for each picture that the screen draws.
 * @param {number} at */
function goTo(at) {
  wanted = at;
  if (!frame) frame = requestAnimationFrame(show);
}

function show() {
  frame = 0;
  if (!state.replay) return;
  const match = views.get(nameOf(wanted));
  change({ replay: { ...state.replay, at: wanted, ...(match ? { match } : {}) } });
  readPart(wanted);
  readTables();
}

let reading = false;
/** The table at the moment that is wanted, then those beside it; one request at a time. */
async function readTables() {
  if (reading) return;
  reading = true;
  const next = () => [wanted, wanted + 1, wanted - 1].find((one) => one >= 1 && one <= (state.replay?.kinds?.length || 0) && !views.has(nameOf(one)));
  for (let at = next(); at && state.replay; at = next()) {
    const name = nameOf(at);
    const reply = await call('GET', `/matches/${tableOpen().id}?at=${at}`, { token: tableOpen().token }).catch(() => null);
    if (!reply?.ok) break;
    if (views.size > 500) views.clear();
    views.set(name, reply.body);
    if (state.replay && at === wanted) change({ replay: { ...state.replay, match: reply.body } });
  }
  reading = false;
}

/** The whole match as a strip: hatched where entries were undone, ticks at the ends of tricks and deals, claims marked.
 * @param {{ kinds: string, at: number }} props */
function Strip({ kinds, at }) {
  const n = Math.max(kinds.length - 1, 1);
  /** @param {number} version */
  const x = (version) => Math.round(((version - 1) / n) * 100000) / 100;
  const marks = useMemo(() => {
    const paths = { undone: '', tricktick: '', dealtick: '', claimtick: '' };
    const half = Math.round(50000 / n) / 100;
    [...kinds].forEach((letter, index) => {
      const [looks, at] = [looksOf(letter), x(index + 1)];
      if (isUndone(letter)) paths.undone += `M${at - half} 6h${2 * half}v18h${-2 * half}z`;
      if (looks) paths[/** @type {keyof typeof paths} */ (looks)] += looks === 'tricktick' ? `M${at} 9v12` : `M${at} 3v24`;
    });
    return html`<path class="undone" d=${paths.undone} fill="url(#hatch)" />
      ${/** @type {(keyof typeof paths)[]} */ (['tricktick', 'dealtick', 'claimtick']).map((looks) => html`<path key=${looks} class=${looks} d=${paths[looks]} vector-effect="non-scaling-stroke" />`)}`;
  }, [kinds]);
  return html`<svg class="strip" viewBox="0 0 1000 30" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="3" height="8" /></pattern></defs>
    <rect class="base" x="0" y="12" width="1000" height="6" rx="3" /><rect class="done" x="0" y="12" width=${x(at)} height="6" rx="3" />
    ${marks}
  </svg>`;
}

/** @param {LogEntry | undefined} entry
 * @param {number} version
 * @param {ReplayState} replay
 * @param {boolean} now */
function row(entry, version, replay, now) {
  const words = entry ? entryWords(entry.type, entry.data, { players: entry.players, maker: entry.maker }) : '…';
  const marks = ['entry', now && 'now', entry?.undone && 'undone', looksOf(replay.kinds?.[version - 1] || 'e'), replay.lit.includes(version) && 'lit'];
  return html`<li key=${version}><button type="button" class=${marks.filter(Boolean).join(' ')} aria-current=${now ? 'step' : undefined}
    onClick=${() => goTo(version)}><span class="no">${version}</span><span>${words}</span>
    ${entry?.undone && html`<em>${t('page.replay.undone')}</em>`}</button></li>`;
}

/** The entries around a moment; a row that stays as it was is not drawn again.
 * @param {{ replay: ReplayState }} props */
function Entries({ replay }) {
  const { entries, kinds = '', at, lit } = replay;
  const near = Math.floor((at - 1) / ROWS) * ROWS;
  const [more, setMore] = useState({ near, before: ROWS, after: 2 * ROWS });
  const { before, after } = more.near === near ? more : { before: ROWS, after: 2 * ROWS };
  const first = Math.max(near - before, 0) + 1;
  const last = Math.min(near + after, kinds.length);
  useEffect(() => {
    readPart(first);
    readPart(last);
  }, [first, last]);
  useEffect(() => {
    document.querySelector('.entry.now')?.scrollIntoView({ block: 'nearest' });
  }, [at, !entries[at - 1]]);
  const rows = useMemo(
    () => Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => row(entries[first + index - 1], first + index, replay, false)),
    [entries, kinds, first, last, lit],
  );
  /** @param {Event & { currentTarget: HTMLElement }} event */
  const scrolled = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
    if (scrollTop < 200 && first > 1) setMore({ near, before: before + 2 * ROWS, after });
    else if (scrollHeight - scrollTop - clientHeight < 200 && last < kinds.length) setMore({ near, before, after: after + 2 * ROWS });
  };
  return html`<ol class="entries" aria-label=${t('page.replay.log')} onScroll=${scrolled}>${rows.map((/** @type {unknown} */ one, /** @type {number} */ index) =>
    first + index === at ? row(entries[at - 1], at, replay, true) : one)}</ol>`;
}

/** @param {{ app: OpenApp & { replay: ReplayState } }} props */
export function Replay({ app }) {
  const { replay } = app;
  const { entries, kinds = '', at } = replay;
  const match = replay.match || app.match;
  const here = entries[at - 1];
  useEffect(() => {
    parts = new Set();
    readPart(at).then(() => goTo(at));
  }, []);
  /** @param {number | null} to @param {string} icon @param {string} name */
  const step = (to, icon, name) => html`<button type="button" class="round" disabled=${!to || to < 1 || to > kinds.length || to === at}
    aria-label=${t(name)} onClick=${() => to && goTo(to)}><${Icon} name=${icon} /></button>`;
  const words = here ? entryWords(here.type, here.data, { players: here.players, maker: here.maker }) : waiting();
  return html`<main class="tablescreen replay">
    <div class="replaytop"><button type="button" class="round" aria-label=${t('page.replay.leave')} onClick=${() => change({ replay: null })}><${Icon} name="close" /></button>
      <h1>${t('page.replay')}</h1>
      <button type="button" class="round" aria-label=${t('page.replay.link')} onClick=${() => shareLink(at)}><${Icon} name="share" /></button></div>
    <${Scoreboard} match=${match} score=${app.score} />
    <${Felt} match=${match} score=${null} own=${mySeat()} lit=${replay.lit} />
    <p class=${`prompt ${here?.undone ? 'undone' : ''}`} aria-live="polite">${words}</p>
    <div class="scrubber">
      <${Strip} kinds=${kinds} at=${at} />
      <input type="range" min="1" max=${Math.max(kinds.length, 1)} value=${at} aria-label=${t('page.replay.entry')} aria-valuetext=${words}
        onInput=${(event) => goTo(Number(event.target.value))} />
    </div>
    <div class="steps">${step(stopFrom(kinds, at, -1) || 1, 'first', 'page.replay.trick_back')}${step(at - 1, 'back', 'page.replay.back')}
      ${step(at + 1, 'next', 'page.replay.forth')}${step(stopFrom(kinds, at, 1) || kinds.length, 'last', 'page.replay.trick_forth')}</div>
    <${Entries} replay=${replay} />
  </main>`;
}
