// Sends the entries on their way: kept in IndexedDB until answered, sent once and in order, never dropped silently.
import { call, freshId, Unreachable } from './api.js';
import { waitAfter } from './early.js';
import { adopt, readScore, refresh } from './match.js';
import { withPending } from './pending.js';
import { kept, update } from './shelf.js';
import { change, matchOpen, openSheet, say, sealOf, state, tableOpen } from './state.js';
import { guard } from './taps.js';
import { barred, baseOf, isStuck, renewed, retractable, together, unanswered, without } from './waiting.js';
import { t } from './words.js';

/** A queue over what it needs of the world: `call` to the referee, the `shelf` ({ kept, update }), the clock `now`, the
 * open match ({ adopt, refresh, readScore }) and the other tabs of this phone (`tell`).
 * @param {QueueNeeds} needs */
export function createQueue({ call, shelf, now, adopt, refresh, readScore, tell }) {
  /** @type {Map<string, (answer: any) => unknown>} */
  const awaited = new Map(); // key of an entry -> what this visit still wants to do with the answer
  let draining = false;
  let tries = 0; // since the referee answered
  let writes = 0; // that are on their way to the shelf
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retryTimer;

  /** @param {string} id */
  const nameOf = (id) => `queue:${id}`;
  /** @param {QueueEntry[]} queue
   * @param {Partial<App>} more */
  const put = (queue, more = {}) => {
    const [before, { id }] = [state.queue, tableOpen()];
    change({ queue, ...more });
    writes += 1;
    shelf.update(nameOf(id), (known) => together(known || [], before, queue)).then((known) => {
      writes -= 1;
      if (known) tell(id);
      if (!writes && known && known.length !== state.queue.length) takeUp(id, known);
    });
  };

  /** Another tab of this phone has written: its entries are this tab's, too.
   * @param {string} id */
  const heard = async (id) => {
    const known = writes || state.table?.id !== id ? null : await shelf.kept(nameOf(id));
    if (known && !writes) takeUp(id, known);
  };

  /** @param {string} id
   * @param {QueueEntry[]} queue */
  function takeUp(id, queue) {
    if (state.table?.id !== id) return;
    change({ queue });
    drain();
  }

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
    const item = { key: freshId(), method, path, body, fact: placed(fact), base, made: now(), tried: 0 };
    if (done) awaited.set(item.key, done);
    put([...state.queue, item], { leader: null });
    return drain();
  }

  /** The fact with its place: the deal, and which of its calls, tricks or cards of the seat it is.
   * @param {Fact} fact
   * @returns {Fact} */
  function placed(fact) {
    const { deal } = withPending(matchOpen(), state.queue);
    const cards = deal.tricks.flatMap((trick) => trick.plays.filter((play) => play.seat === fact.data.seat));
    const nth = { 'bid-made': deal.bids.length, 'card-played': cards.length, 'trick-taken': deal.tricks.length }[fact.type];
    return { ...fact, deal: deal.number, ...(nth === undefined ? {} : { nth }) };
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
    if (item && (item.fact.deal || 0) < matchOpen().deal.number) await readScore(); // whether the deal was scored just so
    if (item) await refused(item, reply.body);
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
  async function refused(item, problem) {
    const { refusalOf } = await import('./refusals.js').catch((error) => {
      throw new Unreachable(String(error));
    });
    const meant = refusalOf(item, state.queue, matchOpen(), state.score, now());
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

  /** What stands in the way is put right instead: the correction goes in place of the refused entry.
   * @param {number} version
   * @param {Data} data */
  function replace(version, data) {
    const [, ...rest] = state.queue;
    const fact = { type: 'entries-corrected', data: { entries: { [version]: data } } };
    const item = { key: freshId(), method: 'POST', path: '/corrections', body: { entries: [{ version, data }] }, fact, base: null, made: now(), tried: 0 };
    put([item, ...rest]);
    drain();
  }

  /** Undo before sending: the last entry leaves the queue, unless it is on its way. False if there is none. */
  function takeBack() {
    const last = retractable(state.queue, state.link === 'offline');
    if (last) giveUp(last);
    return !!last;
  }

  return { loadQueue, enter, afterwards, drain, drainIn, drop, dropAll, again, replace, takeBack, heard };
}

const channel = typeof window === 'object' && 'BroadcastChannel' in window ? new BroadcastChannel('referee-queue') : null;

export const { loadQueue, enter, afterwards, drain, drainIn, drop, dropAll, again, replace, takeBack, heard } = createQueue({
  call, shelf: { kept, update }, now: Date.now, adopt, refresh, readScore, tell: (id) => channel?.postMessage(id),
});
if (channel) channel.onmessage = ({ data }) => void heard(data);
