// The night that is open: read, followed as it grows, acted upon. An act that is not answered is kept and repeated under its key.
import { call, freshId, listen, Unreachable } from '../api.js';
import { keep, kept } from '../shelf.js';
import { change, say } from '../state.js';
import { t } from '../words.js';
import { actsOf, keepActs, keepNight } from './kept.js';
import { runningOf } from './seen.js';

const SILENCE = 14000; // the referee speaks every few seconds; longer silence is a dead line
const LOOK = 5000; // how often the tables of a running round are looked at

/** @type {NightApp} */
export const app = { place: null, night: null, standings: null, card: null, running: [], waiting: [], offline: false, gone: null, sheet: null };

/** @param {Partial<NightApp>} patch */
export const put = (patch) => (Object.assign(app, patch), change({}));
export const closeSheet = () => put({ sheet: null });
/** @param {string} name
 * @param {object} more */
export const openSheet = (name, more = {}) => put({ sheet: { name, ...more } });
/** Where a caller knows that a night is open. */
export const open = () => /** @type {Night} */ (app.night);
const place = () => /** @type {KeptNight} */ (app.place);
/** @param {string} path */
export const pathOf = (path) => `/nights/${place().id}${path}`;
export const playerOf = () => Number(/^player-(\d+)$/.exec(app.place?.role || '')?.[1]) || null;
export const organises = () => app.place?.role === 'organiser';

/** Takes a newer view of the night; an older one, which crossed it on the way, is left lying.
 * @param {Night | null} night */
export function adopt(night) {
  if (!night || night.id !== app.place?.id || (app.night && night.version < app.night.version)) return;
  keepNight({ id: night.id, title: night.title, status: night.status });
  keep(`night:${night.id}`, night);
  put({ night });
}

/** Reads with the key of this browser: the body, or null. Only a definite word ends it; all else is the network.
 * @param {string} path
 * @returns {Promise<any>} */
async function told(path) {
  const { token } = place();
  const reply = await call('GET', pathOf(path), { token }).catch((error) => {
    if (!(error instanceof Unreachable)) throw error;
    return null;
  });
  if (reply?.status === 401) keepNight({ id: place().id, token: undefined, role: undefined }); // another phone has the name now
  if (reply && (reply.status === 401 || reply.status === 403 || (reply.status === 404 && !path))) put({ gone: reply.status });
  if (!reply || reply.status >= 500) put({ offline: true });
  return reply?.ok ? reply.body : null;
}

/** @type {{ again: boolean, done: Promise<void> } | null} */
let reading = null;
/** The night as the referee has it now; one reading at a time, and one more if asked meanwhile. */
export function refresh() {
  if (reading) {
    reading.again = true;
    return reading.done;
  }
  const job = { again: false, done: Promise.resolve() };
  reading = job;
  job.done = (async () => {
    try {
      do {
        job.again = false;
        await readAll();
      } while (job.again);
    } finally {
      reading = null;
    }
  })();
  return job.done;
}

async function readAll() {
  const player = playerOf();
  const own = player && new URLSearchParams(location.search).get('view') === null;
  const [night, standings, card] = await Promise.all([
    told(''), own && app.night?.status !== 'closed' ? null : told('/standings'), player ? told(`/players/${player}/card`) : null,
  ]);
  if (night) app.offline = false;
  if (standings) app.standings = standings;
  if (card) app.card = card;
  adopt(night);
  change({});
}

/** How the tables of the running round stand; only for who shows it. */
async function look() {
  if (document.visibilityState !== 'visible' || app.gone || playerOf() || !app.night || !runningOf(app.night)) return;
  const reply = await told('/tables');
  if (reply) put({ running: reply.tables });
}

/** @type {Set<() => void>} */
const asleep = new Set();
/** Waits so long, or until the network or the screen is back.
 * @param {number} milliseconds
 * @returns {Promise<void>} */
const wait = (milliseconds) => new Promise((done) => {
  const up = () => (asleep.delete(up), done());
  asleep.add(up);
  setTimeout(up, milliseconds);
});

/** Follows the night as long as this page is open. */
async function follow() {
  let pause = 500;
  while (!app.gone) {
    const line = new AbortController();
    let quiet = setTimeout(() => line.abort(), SILENCE);
    try {
      const status = await listen(`${pathOf('/stream')}?after=${app.night?.version || 0}`, place().token || '', line.signal,
        (version) => version > (app.night?.version || 0) && (refresh(), look()),
        () => {
          clearTimeout(quiet);
          quiet = setTimeout(() => line.abort(), SILENCE);
          pause = 500;
          if (app.offline) refresh();
        });
      if (status === 401 || status === 403) return put({ gone: status });
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException || error instanceof Unreachable)) throw error; // the network, or the silence
    } finally {
      clearTimeout(quiet);
    }
    await wait(pause);
    pause = Math.min(pause * 2, 5000);
    await refresh();
  }
}

/** @type {Record<string, (reply: Reply) => void>} */
const answers = {}; // by key, of acts made since this page began

/** Something is recorded: at once, or when the network is back. The reply, once there is a definite one.
 * @param {string} method
 * @param {string} path
 * @param {object} body
 * @param {string | null} [ifMatch]
 * @returns {Promise<Reply>} */
export function act(method, path, body, ifMatch) {
  const entry = { key: freshId(), method, path: pathOf(path), body, ifMatch };
  return send(entry);
}

/** The same for an address that is not the night's, such as a table's.
 * @param {NightAct} entry
 * @returns {Promise<Reply>} */
export function send(entry) {
  put({ waiting: [...app.waiting, entry] });
  keepActs(place().id, app.waiting);
  const answered = new Promise((/** @type {(reply: Reply) => void} */ done) => (answers[entry.key] = done));
  drain();
  return answered;
}

let draining = false;
/** Sends what waits, in its order; each until it is answered. */
async function drain() {
  if (draining) return;
  draining = true;
  let pause = 400;
  while (app.waiting.length) {
    const [entry] = app.waiting;
    const reply = await call(entry.method, entry.path, { token: entry.token || place().token, key: entry.key, ifMatch: entry.ifMatch, body: entry.body }).catch(() => null);
    if (!reply || reply.status > 500 || reply.status === 429 || reply.status === 408) {
      put({ offline: true });
      await wait(pause);
      pause = Math.min(pause * 2, 5000);
      continue;
    }
    pause = 400;
    answered(entry, reply);
  }
  draining = false;
}

/** @param {NightAct} entry
 * @param {Reply} reply */
function answered(entry, reply) {
  put({ waiting: app.waiting.filter((one) => one.key !== entry.key), offline: false });
  keepActs(place().id, app.waiting);
  if (!reply.ok) say(reply.body?.detail || t('page.refused'), 'bad');
  if (reply.body?.night?.id) adopt(reply.body.night);
  refresh();
  look();
  answers[entry.key]?.(reply);
  delete answers[entry.key];
}

/** The act before is taken back, or the one taken back is done again; another's act in between is not touched.
 * @param {boolean} forward */
export const turn = (forward) => act('POST', forward ? '/redo' : '/undo', {}, `${open().version}-${open().head.slice(0, 8)}`);

/** Opens a night of this browser and follows it.
 * @param {KeptNight} known */
export async function openNight(known) {
  put({ place: known, night: null, gone: null, waiting: actsOf(known.id) });
  const wake = () => {
    for (const up of [...asleep]) up();
    refresh();
    look();
  };
  addEventListener('online', wake);
  addEventListener('offline', () => put({ offline: true }));
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
  await refresh();
  if (!app.night && !app.gone) adopt(await kept(`night:${place().id}`)); // as it was seen last, until the network is back
  drain();
  follow();
  look();
  setInterval(look, LOOK);
}
