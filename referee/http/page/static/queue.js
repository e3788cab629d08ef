// Entries on their way to the referee: kept in IndexedDB until answered, sent once and in order, never dropped silently.
import { get, set } from './vendor/idb-keyval/index.js';
import { call, freshId, Unreachable } from './api.js';
import { adopt, refresh } from './match.js';
import { openSheet, change, say, state } from './state.js';
import { t } from './words.js';

const AFTER = 'after'; // the version that the entry before it leads to
const YOUNG = 3000; // a refusal within this time is about the tap just made
let draining = false;
let retryTimer = 0;

const shelf = (id) => `queue:${id}`;
const keep = () => set(shelf(state.table.id), state.queue.map(({ sending, ...item }) => item)).catch(() => {});

/** Takes up what an earlier visit to this table left behind. */
export async function loadQueue(id) {
  const waiting = (await get(shelf(id)).catch(() => null)) || [];
  change({ queue: waiting });
  stuck() || drain();
}

/** An entry that did not fit bars the way: its sheet is opened, so that nothing piles up unseen behind it. */
const stuck = () => !!state.queue[0]?.problem && (openSheet('conflict'), true);

let tapped = null;
addEventListener('click', (event) => (tapped = event), true);

/** The second half of a double tap meets nothing: another button may be under the thumb by then. Keys go past it. */
export function guard() {
  if (!tapped?.detail) return;
  const pad = document.createElement('i');
  pad.style.cssText = `position:fixed;z-index:99;width:48px;height:48px;left:${tapped.clientX - 24}px;top:${tapped.clientY - 24}px`;
  pad.onclick = () => {}; // a browser that moves a tap to what can be tapped leaves it here
  document.body.append(pad);
  setTimeout(() => pad.remove(), 300);
}

/** Records something. `fact` ({type, data}) is what it will look like in the log; `guarded` entries do not name the
 * seat themselves and hold only for the table that was seen when they were made. */
export function enter(path, body, fact, { guarded = false, then = null, method = 'POST' } = {}) {
  guard();
  if (stuck()) return null;
  const base = !guarded ? null : state.queue.length ? AFTER : state.match.version;
  const item = { key: freshId(), method, path, body, fact, base, made: Date.now(), tried: 0 };
  if (then) thens.set(item.key, then);
  change({ queue: [...state.queue, item], leader: null });
  keep();
  return drain();
}

const thens = new Map(); // what this visit still wants to do with an answer

/** Once the last entry is recorded, unless somebody else has recorded something since. */
export const afterwards = (what) =>
  thens.set(state.queue[state.queue.length - 1].key, ({ match }) => match.version === state.match.version && what());

export async function drain() {
  if (draining || !state.table) return;
  draining = true;
  const id = state.table.id;
  try {
    while (state.queue.length && state.table?.id === id && !state.queue[0].problem) await send(state.queue[0], id);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    state.queue[0] && (state.queue[0].tried += 1);
    change({ link: 'offline' });
    keep();
    later(2500);
  } finally {
    draining = false;
  }
}

function later(milliseconds) {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(drain, milliseconds);
}

async function send(item, id) {
  const { method, path, body, key, base } = item;
  const reply = await call(method, `/matches/${id}${path}`, { body, key, ifMatch: base, token: state.table.token });
  if (state.table?.id !== id) return;
  if (reply.status === 429 || reply.status >= 500) throw new Unreachable(String(reply.status));
  if (reply.ok) return settled(item, reply);
  await refresh();
  refused(item, reply.body || { status: reply.status, detail: t('page.refused') });
}

function settled(item, reply) {
  const rest = state.queue.filter((one) => one.key !== item.key);
  if (rest[0] && rest[0].base === AFTER) rest[0] = { ...rest[0], base: reply.version };
  change({ queue: rest });
  keep();
  adopt(reply.body.match);
  const then = thens.get(item.key);
  thens.delete(item.key);
  if (then) then(reply.body);
}

function refused(item, problem) {
  if (alreadyThere(item)) {
    say(t('page.already'));
    return without(item);
  }
  if (!item.tried && state.queue.length === 1 && Date.now() - item.made < YOUNG) {
    say(problem.detail || problem.title, 'bad');
    return without(item);
  }
  change({ queue: [{ ...item, problem }, ...state.queue.slice(1)] });
  keep();
  return openSheet('conflict');
}

/** Another phone recorded the very same fact. */
function alreadyThere({ fact }) {
  const { deal } = state.match;
  const { seat, card, bid } = fact.data;
  if (fact.type === 'card-played')
    return deal.tricks.some((trick) => trick.plays.some((play) => play.seat === seat && play.card === card));
  return fact.type === 'bid-made' && deal.bids.some((call_) => call_.seat === seat && call_.bid === bid);
}

function without(item) {
  const left = state.queue.filter((one) => one.key !== item.key);
  if (left[0] && left[0].base === AFTER) left[0] = { ...left[0], base: state.match.version };
  change({ queue: left });
  keep();
  drain();
}

/** The entry that does not fit is given up; those behind it go on. */
export function drop() {
  without(state.queue[0]);
}

export function dropAll() {
  change({ queue: [], leader: null });
  keep();
}

/** The same entry again, on the table as it is now. */
export function again() {
  const [{ problem, ...item }, ...rest] = state.queue;
  change({ queue: [{ ...item, key: freshId(), base: item.base ? state.match.version : null, made: Date.now() }, ...rest] });
  keep();
  drain();
}

/** Undo before sending: the last entry leaves the queue, unless it is on its way. False if there is none. */
export function takeBack() {
  const last = state.queue[state.queue.length - 1];
  if (!last || (last === state.queue[0] && !last.problem && state.link !== 'offline')) return false;
  without(last);
  return true;
}

addEventListener('online', () => later(50));
