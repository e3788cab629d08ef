// Requests that are made before the rest of the page is here. Whoever would make one later takes its answer from here, once.
import { chosen } from './languages.js';
import { settings, tableOf } from './memory.js';

/** @type {Map<string, Promise<Response | null>>} */
const begun = new Map(); // by address and token

/** @param {string} url
 * @param {string | null | undefined} token */
const nameOf = (url, token) => `${url} ${token || ''}`;

/** How long to wait before the next try, in milliseconds: twice as long after each, up to half a minute, and never all phones at once.
 * @param {number} tries those that have failed
 * @param {number} [longest] */
export const waitAfter = (tries, longest = 30000) => Math.min(longest, 1000 * 2 ** tries) * (0.5 + Math.random() / 2);

/** Whether it is the referee that answers, with what was asked for, and not a portal, a proxy or somebody else's server.
 * @param {Response} reply
 * @param {RegExp} media */
export const isOurs = ({ headers }, media) => !!headers.get('Referee-Version') && media.test(headers.get('Content-Type') || '');
/** A signal that ends a request after so many milliseconds: every wait has an end.
 * @param {number} milliseconds */
export function within(milliseconds) {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), milliseconds);
  return stop.signal;
}

/** @param {string} url
 * @param {RequestInit} options */
async function answered(url, options) {
  try {
    return await fetch(url, { ...options, credentials: 'omit', signal: within(8000) });
  } catch {
    return null; // it is asked again by whoever needs it, and said there
  }
}

/** Asks for what the screen at an address will want: the words, and what the table or the join code is about.
 * @param {Route} route */
export function askEarly(route) {
  const lang = chosen(settings().lang);
  begun.set(nameOf(`/words/${lang}.json`, null), answered(`/words/${lang}.json`, {}));
  /** @param {string} path
   * @param {string | null} token */
  const ask = (path, token) => {
    const headers = { Accept: 'application/json', 'Accept-Language': lang, ...(token && { Authorization: `Bearer ${token}` }) };
    begun.set(nameOf(`/api/v1${path}`, token), answered(`/api/v1${path}`, { headers }));
  };
  if (route.page === 'join') ask(`/joins/${route.code}`, null);
  if (route.page !== 'match') return;
  const known = tableOf(route.id);
  const token = route.token || known?.token;
  if (!token) return;
  const weighed = known?.role && token === known.token;
  for (const path of [...(weighed ? [] : ['/role']), '', '/score']) ask(`/matches/${route.id}${path}`, token);
}

/** The answer to a request that was made early; null if it was not, has failed, or was taken before.
 * @param {string} url
 * @param {string | null} [token]
 * @returns {Promise<Response | null>} */
export async function early(url, token) {
  const name = nameOf(url, token);
  const reply = begun.get(name);
  begun.delete(name);
  return reply || null;
}

/** What nobody has taken by now is not wanted: it grows old. */
export const forgetEarly = () => begun.clear();
