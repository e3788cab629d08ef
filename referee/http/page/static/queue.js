// Sends the entries on their way: kept in IndexedDB until answered, sent once and in order, never dropped silently.
import { call, freshId, Unreachable } from './api.js';
import { waitAfter } from './early.js';
import { adopt, refresh } from './match.js';
import { keep, kept } from './shelf.js';
import { change, matchOpen, openSheet, say, sealOf, state, tableOpen } from './state.js';
import { guard } from './taps.js';
import { barred, baseOf, isStuck, refusalOf, renewed, retractable, unanswered, without } from './waiting.js';
import { t } from './words.js';

/** A queue over what it needs of the world: `call` to the referee, the `shelf` ({ keep, kept }), the clock `now` and the
 * open match ({ adopt, refresh }).
 * @param {QueueNeeds} needs */
export function createQueue({ call, shelf, now, adopt, refresh }) {
  /** @type {Map<string, (answer: any) => unknown>} */
  const awaited = new Map(); // key of an entry -> what this visit still wants to do with the answer
  let draining = false;
  let tries = 0; // since the referee answered
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retryTimer;

  /** @param {string} id */
  const nameOf = (id) => `queue:${id}`;
  /** @param {QueueEntry[]} queue
   * @param {Partial<App>} more */
  const put = (queue, more = {}) => {
    change({ queue, ...more });
    shelf.keep(nameOf(tableOpen().id), queue);
  };

  /** An entry that did not fit bars the way: its sheet is opened, so that nothing piles up unseen behind it. */
  const stuck = () => isStuck(state.queue) && (openSheet('conflict'), true);

  /** Takes up what an earlier visit to this table left behind.
   * @param {string} id */
  async function loadQueue(id) {
    change({ queue: (await shelf.kept(nameOf(id))) || [] });
    stuck() || drain();
  }

  /** Records something. `fact` ({type, data}) is what it will look like in the log; `guarded` entries do not name the
   * seat themselves and hold only for the table that was seen when they were made.
   * @param {string} path
   * @param {unknown} body
   * @param {Fact} fact
   * @param {{ guarded?: boolean, done?: ((answer: any) => unknown) | null, method?: string }} more */
  function enter(path, body, fact, { guarded = false, done = null, method = 'POST' } = {}) {
    guard();
    if (stuck()) return null;
    const base = baseOf(state.queue, sealOf(matchOpen()), guarded);
    const item = { key: freshId(), method, path, body, fact, base, made: now(), tried: 0 };
    if (done) awaited.set(item.key, done);
    put([...state.queue, item], { leader: null });
    return drain();
  }

  /** Once the last entry is recorded, unless somebody else has recorded something since.
   * @param {() => unknown} what */
  const afterwards = (what) =>
    awaited.set(state.queue[state.queue.length - 1].key, (/** @type {{ match: Match }} */ { match }) => match.version === matchOpen().version && what());

  /** Sends what waits, one after the other; tries again later where no answer comes. */
  async function drain() {
    if (draining || !state.table) return;
    draining = true;
    const id = tableOpen().id;
    try {
      while (state.queue.length && state.table?.id === id && !isStuck(state.queue)) await send(state.queue[0], id);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      if (state.table?.id === id) put(unanswered(state.queue), { link: 'offline' });
      drainIn(waitAfter(tries++));
    } finally {
      draining = false;
    }
    if (state.table && tableOpen().id !== id) drain(); // another table was opened meanwhile
  }

  /** @param {number} milliseconds */
  function drainIn(milliseconds) {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(drain, milliseconds);
  }

  /** @param {QueueEntry} item
   * @param {string} id */
  async function send({ key, method, path, body, base }, id) {
    const reply = await call(method, `/matches/${id}${path}`, { body, key, ifMatch: base, token: tableOpen().token });
    if (state.table?.id !== id) return;
    if (reply.status === 429 || reply.status >= 500) throw new Unreachable(String(reply.status));
    tries = 0;
    if (reply.ok) return settled(key, reply);
    await refresh();
    const item = state.queue.find((one) => one.key === key); // off-line it may have been taken back meanwhile
    if (item) refused(item, reply.body || { status: reply.status, detail: t('page.refused') });
  }

  /** @param {string} key
   * @param {Reply} reply */
  function settled(key, { body, version }) {
    put(without(state.queue, key, version));
    adopt(body.match);
    const done = awaited.get(key);
    awaited.delete(key);
    if (done) done(body);
  }

  /** @param {QueueEntry} item
   * @param {Problem} problem */
  function refused(item, problem) {
    const meant = refusalOf(item, state.queue, matchOpen(), now());
    if (meant === 'barred') {
      put(barred(state.queue, problem));
      return openSheet('conflict');
    }
    if (meant === 'there') say(t('page.already'));
    else say(problem.detail || problem.title || t('page.refused'), 'bad');
    return giveUp(item);
  }

  /** @param {QueueEntry} item */
  function giveUp(item) {
    put(without(state.queue, item.key, sealOf(matchOpen())));
    drain();
  }

  /** The entry that does not fit is given up; those behind it go on. */
  const drop = () => giveUp(state.queue[0]);

  const dropAll = () => put([], { leader: null });

  /** The same entry again, on the table as it is now. */
  function again() {
    put(renewed(state.queue, { key: freshId(), version: sealOf(matchOpen()), made: now() }));
    drain();
  }

  /** Undo before sending: the last entry leaves the queue, unless it is on its way. False if there is none. */
  function takeBack() {
    const last = retractable(state.queue, state.link === 'offline');
    if (last) giveUp(last);
    return !!last;
  }

  return { loadQueue, enter, afterwards, drain, drainIn, drop, dropAll, again, takeBack };
}

export const { loadQueue, enter, afterwards, drain, drainIn, drop, dropAll, again, takeBack } = createQueue({
  call, shelf: { keep, kept }, now: Date.now, adopt, refresh,
});
