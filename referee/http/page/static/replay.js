// The replay: a scrubber over every entry that was ever made, undone ones hatched; the felt above draws that moment.
import { html, useEffect } from './vendor/htm/standalone.module.js';
import { call } from './api.js';
import { Felt } from './felt.js';
import { allEvents, entriesOf } from './log.js';
import { mySeat } from './match.js';
import { Scoreboard } from './scoreboard.js';
import { shareLink } from './share.js';
import { change, matchOpen, say, state, tableOpen } from './state.js';
import { Icon } from './ui.js';
import { entryWords, t } from './words.js';

/** @type {Map<string, Match>} */
const views = new Map(); // `id version newest` -> the match as it was, and as it may be looked at now (R4.6)

/** Reads the log for the replay that has just been opened. */
async function readLog() {
  const { id, token } = tableOpen();
  const [events, deals] = await Promise.all([
    allEvents(id, token).catch(() => []),
    call('GET', `/matches/${id}/deals`, { token }).then((reply) => reply.body?.deals || [], () => []),
  ]);
  if (!state.replay) return;
  if (!events.length) say(t('page.replay.offline'), 'bad');
  const tricks = deals.flatMap((/** @type {Deal} */ deal) => deal.tricks.filter((one) => one.complete && one.plays.length));
  const ends = new Set(tricks.map((/** @type {Trick} */ one) => one.plays[one.plays.length - 1].version));
  const entries = entriesOf(events).map((entry) => ({ ...entry, trickEnd: entry.type === 'trick-taken' || ends.has(entry.version) }));
  change({ replay: { ...state.replay, entries } });
  goTo(state.replay.at);
}

let wanted = 0;
/** @param {number} at */
async function goTo(at) {
  wanted = at;
  if (!state.replay) return;
  change({ replay: { ...state.replay, at } });
  const match = await viewAt(at);
  if (state.replay && wanted === at && match) change({ replay: { ...state.replay, match } });
  for (const near of [at + 1, at - 1]) viewAt(near);
}

/** @param {number} version
 * @returns {Promise<Match | null>} */
async function viewAt(version) {
  const { id, token } = tableOpen();
  const newest = state.replay?.entries.length || matchOpen().version;
  if (version < 1 || version > newest) return null;
  const key = `${id} ${version} ${newest}`;
  if (!views.has(key)) {
    const reply = await call('GET', `/matches/${id}?at=${version}`, { token }).catch(() => null);
    if (reply?.ok) views.set(key, reply.body);
  }
  return views.get(key) || null;
}

/** @param {LogEntry} entry */
const kindOf = (entry) =>
  entry.type === 'deal-started' ? 'dealtick' : entry.type.startsWith('claim') ? 'claimtick' : entry.trickEnd ? 'tricktick' : null;

/** The whole match as a strip: hatched where entries were undone, ticks at the ends of tricks and deals, claims marked.
 * @param {{ entries: LogEntry[], at: number }} props */
function Strip({ entries, at }) {
  const n = Math.max(entries.length - 1, 1);
  /** @param {number} version */
  const x = (version) => ((version - 1) / n) * 1000;
  return html`<svg class="strip" viewBox="0 0 1000 30" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="3" height="8" /></pattern></defs>
    <rect class="base" x="0" y="12" width="1000" height="6" rx="3" /><rect class="done" x="0" y="12" width=${x(at)} height="6" rx="3" />
    ${entries.filter((one) => one.undone).map((one) => html`<rect key=${one.version} class="undone" x=${x(one.version) - 500 / n} y="6" width=${1000 / n} height="18" fill="url(#hatch)" />`)}
    ${entries.map((one) => ({ one, kind: kindOf(one) })).filter(({ kind }) => kind).map(({ one, kind }) => html`<line key=${one.version} class=${kind} x1=${x(one.version)} x2=${x(one.version)}
      y1=${kind === 'tricktick' ? 9 : 3} y2=${kind === 'tricktick' ? 21 : 27} vector-effect="non-scaling-stroke" />`)}
  </svg>`;
}

/** @param {{ entry: LogEntry, replay: ReplayState, players: Players }} props */
function Entry({ entry, replay, players }) {
  const now = entry.version === replay.at;
  const words = entryWords(entry.type, entry.data, { players, maker: entry.maker });
  const marks = ['entry', now && 'now', entry.undone && 'undone', kindOf(entry), replay.lit.includes(entry.version) && 'lit'];
  return html`<li key=${entry.version}><button type="button" class=${marks.filter(Boolean).join(' ')} aria-current=${now ? 'step' : undefined}
    onClick=${() => goTo(entry.version)}><span class="no">${entry.version}</span><span>${words}</span>
    ${entry.undone && html`<em>${t('page.replay.undone')}</em>`}</button></li>`;
}

/** @param {{ app: OpenApp & { replay: ReplayState } }} props */
export function Replay({ app }) {
  const { replay } = app;
  const { entries, at } = replay;
  const match = replay.match || app.match;
  const here = entries[at - 1];
  useEffect(() => void readLog(), []);
  useEffect(() => {
    document.querySelector('.entry.now')?.scrollIntoView({ block: 'nearest' });
  }, [at, entries.length]);
  const stops = entries.filter((one) => one.trickEnd || one.type === 'deal-started').map((one) => one.version);
  const before = [...stops].reverse().find((one) => one < at) || 1;
  const after = stops.find((one) => one > at) || entries.length;
  /** @param {number} to @param {string} icon @param {string} name */
  const step = (to, icon, name) => html`<button type="button" class="round" disabled=${to < 1 || to > entries.length || to === at}
    aria-label=${t(name)} onClick=${() => goTo(to)}><${Icon} name=${icon} /></button>`;
  const words = here ? entryWords(here.type, here.data, { players: match.players, maker: here.maker }) : t('page.wait');
  return html`<main class="tablescreen replay">
    <div class="replaytop"><button type="button" class="round" aria-label=${t('page.replay.leave')} onClick=${() => change({ replay: null })}><${Icon} name="close" /></button>
      <h1>${t('page.replay')}</h1>
      <button type="button" class="round" aria-label=${t('page.replay.link')} onClick=${() => shareLink(at)}><${Icon} name="share" /></button></div>
    <${Scoreboard} match=${match} score=${app.score} />
    <${Felt} match=${match} score=${null} own=${mySeat()} lit=${replay.lit} />
    <p class=${`prompt ${here?.undone ? 'undone' : ''}`} aria-live="polite">${words}</p>
    <div class="scrubber">
      <${Strip} entries=${entries} at=${at} />
      <input type="range" min="1" max=${Math.max(entries.length, 1)} value=${at} aria-label=${t('page.replay.entry')} aria-valuetext=${words}
        onInput=${(event) => goTo(Number(event.target.value))} />
    </div>
    <div class="steps">${step(before, 'first', 'page.replay.trick_back')}${step(at - 1, 'back', 'page.replay.back')}
      ${step(at + 1, 'next', 'page.replay.forth')}${step(after, 'last', 'page.replay.trick_forth')}</div>
    <ol class="entries" aria-label=${t('page.replay.log')}>${entries.map((entry) => html`<${Entry} key=${entry.version} entry=${entry} replay=${replay} players=${match.players} />`)}</ol>
  </main>`;
}
