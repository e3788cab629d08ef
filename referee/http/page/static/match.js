// The match that is open: fetched, adopted when newer, remembered for days without network; notices rulings.
import { call, Unreachable } from './api.js';
import { keepKey, keepTable, tableOf } from './memory.js';
import { keep, kept } from './shelf.js';
import { change, state, tableOpen } from './state.js';
import { SEATS } from './words.js';

/** @param {string} id */
const nameOf = (id) => `match:${id}`;

let anew = false; // the next view is taken even if it is older: the log is another one
/** Reads the match as another log has it, however short. */
export const readAnew = () => {
  anew = true;
  return refresh();
};

/** Takes a newer view of the match; an older one, which crossed it on the way, is left lying.
 * @param {Match | null} match */
export function adopt(match) {
  const before = state.match;
  if (!match || match.id !== state.table?.id || (before && match.version < before.version && !anew)) return;
  anew = false;
  const flash = before ? justRuled(before, match) : null;
  change({ match, link: state.link === 'offline' ? 'connecting' : state.link, ...(flash ? { flash } : {}), ...(before ? {} : { came: match.rematch }) });
  keepTable({
    id: match.id, players: match.players, score: match.score, status: match.status, preset: match.rules.preset,
  });
  keep(nameOf(match.id), match);
  if (before && before.deal.number < match.deal.number) import('./log.js').then((log) => log.keepDeal(before.deal.number), () => {});
  if (!before || !state.score || before.deal.number !== match.deal.number || sum(before) !== sum(match)) readScore();
}

/** @param {Match} match */
const sum = ({ score, status, deal }) => `${score.NS} ${score.EW} ${status} ${deal.phase === 'over'}`;

/** The newest claim whose ruling was not there before.
 * @param {Match} before
 * @param {Match} match
 * @returns {number | null} */
function justRuled(before, match) {
  const old = new Map(before.claims.map((claim) => [claim.number, claim]));
  const news = match.claims.filter((claim) => {
    const was = old.get(claim.number);
    return was ? was.verdict !== claim.verdict : true;
  });
  return news.length ? news[news.length - 1].number : null;
}

/** Whether an answer says that there is nothing more to wait for: no right to the match, no such match, or a log that was changed in
 * the store and is not shown. Whatever else comes instead of the match means that it comes later.
 * @param {Reply} reply */
const isFinal = ({ status, body }) => [401, 403, 404].includes(status) || body?.code === 'doctored-log';

/** @type {{ again: boolean, done: Promise<void> } | null} */
let reading = null;
/** The match as the referee has it now; one request at a time, and one more if asked meanwhile. */
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
        const reply = await call('GET', `/matches/${tableOpen().id}`, { token: tableOpen().token });
        if (reply.ok) adopt(reply.body);
        else if (reply.status === 401 && nextKey()) job.again = true;
        else if (isFinal(reply)) change({ gone: reply.status, why: reply.status === 500 ? reply.body.detail : null });
        else change({ link: 'offline' });
      } while (job.again);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      change({ link: 'offline' });
    } finally {
      reading = null;
    }
  })();
  return job.done;
}

/** Whether another key of this phone can be tried: the scorer's was handed on, and the seat's is still good. */
function nextKey() {
  const { id, seat, role, tokens } = tableOpen();
  const token = seat && role === 'scorer' && tokens?.[seat];
  if (token) change({ table: keepTable({ id, token, role: seat, tokens: { [seat]: token } }) });
  return !!token;
}

export async function readScore() {
  const { id, token } = tableOpen();
  const reply = await call('GET', `/matches/${id}/score`, { token }).catch(() => null);
  if (reply?.ok && state.table?.id === id) {
    change({ score: reply.body });
    keep(`score:${id}`, reply.body);
  } else if (!state.score) {
    change({ score: await kept(`score:${id}`) });
  }
}

/** Opens a table of this phone: what was last seen at once, then the newest.
 * @param {string} id
 * @param {string | null} token */
export async function openMatch(id, token) {
  const known = tableOf(id);
  let table = known;
  change({ table: known || (token ? { id, token, seen: 0 } : null), match: null, score: null, queue: [], gone: null, flash: null });
  for (const one of new Set([token, known?.spare, known?.token]))
    if (one && !(known?.role && one === known.token)) table = (await weigh(id, one)) || table;
  if (!table) return change({ table: null, gone: state.gone || 401 });
  change({ table });
  await refresh();
  const seen = state.match || (await kept(nameOf(id)));
  if (seen && !state.match) adopt(seen);
}

/** Which role a token opens; a link does not say. It is kept if that is no less than what is kept, and later if nobody answers.
 * @param {string} id
 * @param {string} token
 * @returns {Promise<Table | null | void>} */
async function weigh(id, token) {
  const reply = await call('GET', `/matches/${id}/role`, { token }).catch(() => null);
  if (reply?.ok) return keepKey({ id, token, role: reply.body.role });
  const known = tableOf(id);
  if (!reply || ![401, 403, 404].includes(reply.status)) return keepTable(known && known.token !== token ? { id, spare: token } : { id, token });
  if (known?.spare === token) return keepTable({ id, spare: null });
  return known ? null : change({ gone: reply.status });
}

/** The seat that this phone holds; the scorer's may hold one too.
 * @returns {Seat | null} */
export const mySeat = () => SEATS.find((seat) => seat === state.table?.role || (state.table?.role === 'scorer' && seat === state.table.seat)) || null;
export const isScorer = () => state.table?.role === 'scorer';
/** Whether this phone is offered the controls; what it may really do is the referee's to say.
 * @param {Match} match */
export const mayRecord = (match) =>
  isScorer() || (mySeat() && (match.recording === 'anyone' || (match.recording === 'own-seat' && match.next.seat === mySeat())));
