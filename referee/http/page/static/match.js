// The match that is open: fetched, adopted when newer, remembered for days without network; notices rulings.
import { get, set } from './vendor/idb-keyval/index.js';
import { call, Unreachable } from './api.js';
import { keepKey, keepTable, tableOf } from './memory.js';
import { change, state } from './state.js';

const shelf = (id) => `match:${id}`;

/** Takes a newer view of the match; an older one, which crossed it on the way, is left lying. */
export function adopt(match) {
  const before = state.match;
  if (!match || match.id !== state.table?.id || (before && match.version < before.version)) return;
  const flash = before ? justRuled(before, match) : null;
  change({ match, link: state.link === 'offline' ? 'connecting' : state.link, ...(flash ? { flash } : {}) });
  keepTable({
    id: match.id, players: match.players, score: match.score, status: match.status, preset: match.rules.preset,
  });
  set(shelf(match.id), match).catch(() => {});
  if (!before || !state.score || before.deal.number !== match.deal.number || sum(before) !== sum(match)) readScore();
}

const sum = ({ score, status, deal }) => `${score.NS} ${score.EW} ${status} ${deal.phase === 'over'}`;

/** The newest claim whose ruling was not there before. */
function justRuled(before, match) {
  const old = new Map(before.claims.map((claim) => [claim.number, claim]));
  const news = match.claims.filter((claim) => {
    const was = old.get(claim.number);
    return was ? was.verdict !== claim.verdict : true;
  });
  return news.length ? news[news.length - 1].number : null;
}

let reading = null;
/** The match as the referee has it now; one request at a time, and one more if asked meanwhile. */
export function refresh() {
  if (reading) return (reading.again = true), reading.done;
  const job = { again: false };
  reading = job;
  job.done = (async () => {
    try {
      do {
        job.again = false;
        const reply = await call('GET', `/matches/${state.table.id}`, { token: state.table.token });
        if (reply.ok) adopt(reply.body);
        else change({ gone: reply.status });
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

export async function readScore() {
  const { id, token } = state.table;
  const reply = await call('GET', `/matches/${id}/score`, { token }).catch(() => null);
  if (reply?.ok && state.table?.id === id) {
    change({ score: reply.body });
    set(`score:${id}`, reply.body).catch(() => {});
  } else if (!state.score) {
    change({ score: (await get(`score:${id}`).catch(() => null)) || null });
  }
}

/** Opens a table of this phone: what was last seen at once, then the newest. */
export async function openMatch(id, token) {
  const kept = tableOf(id);
  let table = kept;
  change({ table: kept || { id, token }, match: null, score: null, queue: [], gone: null, flash: null });
  for (const one of new Set([token, kept?.spare, kept?.token]))
    if (one && !(kept?.role && one === kept.token)) table = (await weigh(id, one)) || table;
  if (!table) return change({ table: null, gone: state.gone || 401 });
  change({ table });
  await refresh();
  const seen = state.match || (await get(shelf(id)).catch(() => null));
  if (seen && !state.match) adopt(seen);
}

/** Which role a token opens; a link does not say. It is kept if that is no less than what is kept, and later if nobody answers. */
async function weigh(id, token) {
  const reply = await call('GET', `/matches/${id}/role`, { token }).catch(() => null);
  if (reply?.ok) return keepKey({ id, token, role: reply.body.role });
  const kept = tableOf(id);
  if (![401, 403, 404].includes(reply?.status)) return keepTable(kept && kept.token !== token ? { id, spare: token } : { id, token });
  if (kept?.spare === token) return keepTable({ id, spare: null });
  return kept ? null : change({ gone: reply.status });
}

export const mySeat = () => (['N', 'E', 'S', 'W'].includes(state.table?.role) ? state.table.role : null);
export const isScorer = () => state.table?.role === 'scorer';
/** Whether this phone is offered the controls; what it may really do is the referee's to say. */
export const mayRecord = (match) =>
  isScorer() || (mySeat() && (match.recording === 'anyone' || (match.recording === 'own-seat' && match.next.seat === mySeat())));
