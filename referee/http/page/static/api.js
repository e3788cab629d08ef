// Talking to the referee: one call, one answer. A network that fails, or that answers in the referee's place, is told apart from
// a referee that refuses.
import { early, isOurs, within } from './early.js';
import { language } from './words.js';

export class Unreachable extends Error {}

export const BASE = '/api/v1';
/** @type {Set<(blocks: string[]) => void>} */
export const hearers = new Set(); // who wants the messages of a stream as they came

const OF_JSON = /^application\/(problem\+)?json\b/;

/** A fresh id: crypto.randomUUID is missing on plain http, getRandomValues is not. */
export function freshId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {CallOptions} options
 * @returns {Record<string, string>} */
export function headersOf({ token, key, ifMatch, body, accept = 'application/json' }) {
  /** @type {Record<string, string>} */
  const headers = { Accept: accept, 'Accept-Language': language() };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (key) headers['Idempotency-Key'] = key;
  if (ifMatch) headers['If-Match'] = `"${ifMatch}"`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  return headers;
}

/** { ok, status, body, version }; throws Unreachable when no answer of the referee comes.
 * @param {string} method
 * @param {string} path
 * @param {CallOptions} options
 * @returns {Promise<Reply>} */
export async function call(method, path, options = {}) {
  try {
    const begun = method === 'GET' ? await early(BASE + path, options.token) : null;
    const reply = begun || await fetch(BASE + path, {
      method,
      headers: headersOf(options),
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: within(options.timeout || 8000),
      credentials: 'omit',
    });
    if (!isOurs(reply, OF_JSON)) throw new Error('not the referee');
    const body = await reply.json();
    if (!body || typeof body !== 'object') throw new Error('not the referee');
    const version = (/\d+(-[0-9a-f]{8})?/.exec(reply.headers.get('ETag') || '') || [null])[0];
    return { ok: reply.ok, status: reply.status, body, version };
  } catch (error) {
    throw new Unreachable(String(error));
  }
}

/** Reads a stream of server-sent events and calls `heard(version)` for each, `alive()` for every sign of life.
 * @param {string} path
 * @param {string} token
 * @param {AbortSignal} signal
 * @param {(version: number) => void} heard
 * @param {() => void} alive
 * @returns {Promise<number>} */
export async function listen(path, token, signal, heard, alive) {
  const reply = await fetch(BASE + path, {
    headers: headersOf({ token, accept: 'text/event-stream' }), signal, credentials: 'omit', cache: 'no-store',
  });
  if (!isOurs(reply, reply.ok ? /^text\/event-stream\b/ : OF_JSON)) throw new Unreachable('not the referee');
  if (!reply.ok) return reply.status;
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (reply.body).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return 200;
    alive();
    const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = blocks.pop() || '';
    for (const hear of hearers) hear(blocks);
    const versions = blocks.map((block) => Number((/^id: (\d+)/m.exec(block) || [])[1])).filter(Boolean);
    if (versions.length) heard(Math.max(...versions));
  }
}
