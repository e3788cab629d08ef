// What this phone saw of each match, as versions with their hashes, held against all that comes later: was the past changed?
import { html } from './vendor/htm/standalone.module.js';
import { call, hearers } from './api.js';
import { readAnew } from './match.js';
import { read, tables, write } from './memory.js';
import { change, listeners, state } from './state.js';
import { Icon } from './ui.js';
import { t } from './words.js';

const KEPT = 200; // anchors of one match; each stands for the whole log before it, the many say where it was changed
const PAGE = 1000;
const LATE = 1500; // milliseconds for the stream to bring what a view has shown already

/** @type {Seen} */
export const FRESH = { anchors: [], linked: 0, changed: null };

/** @param {Seen} seen
 * @param {number} version */
const hashAt = ({ anchors }, version) => anchors.find(([one]) => one === version)?.[1];

/** The newest version that this phone saw.
 * @param {Seen} seen */
const newest = ({ anchors }) => anchors[anchors.length - 1]?.[0] || 0;

/** What is left when the log of that version is no longer the one that was seen: all that was seen is compared anew.
 * @param {Seen} seen
 * @param {number} version
 * @returns {Seen} */
const without = ({ anchors, changed }, version) => ({
  anchors: anchors.filter(([one]) => one < version), linked: 0, changed: Math.min(changed ?? version, version),
});

/** @param {Seen} seen
 * @param {number} version
 * @param {string} hash
 * @returns {Seen} */
function noted(seen, version, hash) {
  if (hashAt(seen, version)) return seen;
  const anchors = /** @type {Seen['anchors']} */ ([...seen.anchors, [version, hash]]).sort(([a], [b]) => a - b);
  return { ...seen, anchors: anchors.filter(([one], at) => one === seen.linked || at >= anchors.length - KEPT) };
}

/** A view of the match: its version and hash. The first one ever is where the chain begins.
 * @param {Seen} seen
 * @param {{ version: number, head: string }} view
 * @returns {Seen} */
export function saw(seen, { version, head }) {
  const known = hashAt(seen, version);
  const kept = known && known !== head ? without(seen, version) : seen;
  const first = !kept.anchors.length && kept.changed === null;
  return noted(first ? { ...kept, linked: version } : kept, version, head);
}

/** An event of the log: its own hash, and that of the one before it.
 * @param {Seen} seen
 * @param {{ version: number, hash: string, prev: string }} event
 * @returns {Seen} */
export function followed(seen, { version, hash, prev }) {
  const before = hashAt(seen, version - 1);
  const known = hashAt(seen, version);
  const kept = before && before !== prev ? without(seen, version - 1) : known && known !== hash ? without(seen, version) : seen;
  const next = version === kept.linked + 1 ? { ...kept, linked: version } : kept;
  return noted(next, version, hash);
}

/** The log ends at `last`, as was answered to a question asked when `atLeast` had been seen.
 * @param {Seen} seen
 * @param {number} last
 * @param {number} atLeast
 * @returns {Seen} */
export const ended = (seen, last, atLeast) => (last < atLeast ? without(seen, last + 1) : seen);

/** The version after which the log is asked for, so that the last one that is linked comes again; null: nothing to ask.
 * @param {Seen} seen
 * @param {boolean} always */
export const asksAfter = (seen, always) => (always || seen.linked < newest(seen) ? Math.max(seen.linked - 1, 0) : null);

/** @param {string} id
 * @returns {Seen} */
const seenOf = (id) => read(`seal.${id}`, FRESH);

/** @param {string} id
 * @param {(seen: Seen) => Seen} step */
function keep(id, step) {
  const before = seenOf(id);
  const after = step(before);
  if (after === before) return;
  write(`seal.${id}`, after);
  if (state.table?.id !== id) return;
  if (state.past !== after.changed) change({ past: after.changed });
  if (after.changed !== null && after.changed !== before.changed) {
    readAnew().then(() => catchUp(id, true)); // what the referee has now is to be shown
  }
}

/** @type {Set<string>} */
const asking = new Set();

/** Reads the log from the last version that is linked, and follows it to its end.
 * @param {string} id
 * @param {boolean} always */
async function catchUp(id, always) {
  const token = state.table?.id === id && state.table.token;
  if (!token || asking.has(id)) return;
  asking.add(id);
  try {
    let after = asksAfter(seenOf(id), always);
    while (after !== null) {
      const atLeast = newest(seenOf(id));
      const { ok, body } = await call('GET', `/matches/${id}/events?after=${after}&limit=${PAGE}`, { token });
      if (!ok) return;
      keep(id, (seen) => body.events.reduce(followed, ended(seen, body.last, atLeast)));
      after = body.events.length === PAGE ? after + PAGE : null;
    }
  } catch {
    /* no answer: asked again when the line is up */
  } finally {
    asking.delete(id);
  }
}

/** @type {{ match: Match | null, link: string }} */
let shown = { match: null, link: '' };

/** Looks at whatever the page shows next. */
function look() {
  const { match, link, table } = state;
  const before = shown;
  shown = { match, link };
  if (!match || match.id !== table?.id) return;
  if (match !== before.match) {
    if (match.id !== before.match?.id) change({ past: seenOf(match.id).changed });
    keep(match.id, (seen) => saw(seen, match));
    setTimeout(() => catchUp(match.id, false), LATE);
  }
  if (match.id !== before.match?.id || (link === 'live' && before.link !== 'live')) catchUp(match.id, true);
}

/** The log as the stream brings it.
 * @param {string[]} blocks */
function hear(blocks) {
  const events = blocks.map((block) => /^id: .*\nevent: .*\ndata: (.*)$/m.exec(block)).flatMap((found) => (found ? [JSON.parse(found[1])] : []));
  if (!state.table) return;
  if (events.length) keep(state.table.id, (seen) => events.reduce(followed, seen));
  if (blocks.some((block) => block.startsWith('retry: '))) catchUp(state.table.id, true); // the stream begins, after an absence perhaps
}

/** Keeps watch from now on; called once, when the page has come to rest. */
export function watch() {
  const known = new Set(tables().map((table) => `referee.seal.${table.id}`));
  for (const key of Object.keys(localStorage)) if (key.startsWith('referee.seal.') && !known.has(key)) localStorage.removeItem(key);
  hearers.add(hear);
  listeners.add(look);
  look();
}

/** Says that the past was changed, until somebody has read it.
 * @param {{ id: string, version: number }} props */
export function Past({ id, version }) {
  const read = () => {
    keep(id, (seen) => ({ ...seen, changed: null }));
  };
  return html`<div class="linkbar past" role="alert"><span>${t('page.past_changed', { n: version })}</span>
    <button type="button" class="round" aria-label=${t('page.close')} onClick=${read}><${Icon} name="close" /></button></div>`;
}
