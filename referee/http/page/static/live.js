// Live from the other phones: one stream a browser; the tab that holds it tells the others. Reconnects by itself.
import { listen } from './api.js';
import { waitAfter } from './early.js';
import { refresh } from './match.js';
import { drain, drainIn } from './queue.js';
import { change, state, tableOpen } from './state.js';

const SILENCE = 14000; // the referee speaks every few seconds; longer silence is a dead line
/** @type {BroadcastChannel | null} */
let channel = null;
/** @type {AbortController | null} */
let stop = null;
let tries = 0; // since the line was up
/** @type {() => void} */
let woken = () => {};

/** @param {number} milliseconds
 * @returns {Promise<void>} */
const wait = (milliseconds) =>
  new Promise((done) => {
    woken = done;
    setTimeout(done, milliseconds);
  });

/** @param {string} id
 * @param {number} version */
function heard(id, version) {
  if (state.table?.id === id && version > (state.match?.version || 0)) refresh();
}

/** @param {object} message */
const tell = (message) => channel?.postMessage(message);

/** Follows a match until another one is followed.
 * @param {string} id */
export function follow(id) {
  if (stop) stop.abort();
  stop = new AbortController();
  const { signal } = stop;
  if (navigator.locks) navigator.locks.request(`referee-live-${id}`, { signal }, () => run(id, signal)).catch(() => {});
  else import('./lease.js').then((lease) => lease.leaseAndRun(id, signal, () => run(id, signal)), () => run(id, signal));
  watch(signal);
}

/** A tab without the stream still knows when the line is up: its own requests say so.
 * @param {AbortSignal} signal */
function watch(signal) {
  setTimeout(() => {
    if (!signal.aborted && state.link === 'connecting' && state.match) change({ link: 'live' });
  }, 1500);
}

/** @param {string} id
 * @param {AbortSignal} signal */
async function run(id, signal) {
  while (!signal.aborted) {
    const line = new AbortController();
    const end = () => line.abort();
    signal.addEventListener('abort', end);
    let quiet = setTimeout(end, SILENCE);
    try {
      const status = await listen(
        `/matches/${id}/stream?after=${state.match?.version || 0}`, tableOpen().token, line.signal,
        (version) => (heard(id, version), tell({ id, version })),
        () => {
          clearTimeout(quiet);
          quiet = setTimeout(end, SILENCE);
          tries = 0;
          if (state.link !== 'live') up(id);
        },
      );
      if ([401, 403, 404].includes(status)) return change({ gone: status });
    } catch {
      if (signal.aborted) return;
    } finally {
      clearTimeout(quiet);
      signal.removeEventListener('abort', end);
    }
    if (signal.aborted) return;
    await wait(waitAfter(tries++, 5000));
    if (!navigator.onLine) down(id);
    else await refresh();
  }
}

/** @param {string} id */
function up(id) {
  change({ link: 'live' });
  tell({ id, link: 'live' });
  refresh();
  drain();
}

/** @param {string} id */
function down(id) {
  change({ link: 'offline' });
  tell({ id, link: 'offline' });
}

/** Hears of the other tabs, of the network and of the screen; called once when the page begins. */
export function beginLive() {
  if ('BroadcastChannel' in window) {
    channel = new BroadcastChannel('referee');
    channel.onmessage = ({ data }) => {
      if (data.id !== state.table?.id) return;
      if (data.link) change({ link: data.link });
      if (data.version) heard(data.id, data.version);
    };
  }
  addEventListener('online', () => {
    tries = 0;
    woken();
    drainIn(50);
  });
  addEventListener('offline', () => state.table && down(tableOpen().id));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || !state.table) return;
    woken();
    refresh();
    drain();
  });
}
