// Files of the referee: exports, as the browser keeps them.
import { BASE, headersOf } from './api.js';
import { isOurs, within } from './early.js';

/** A file of the match, as a Blob; null if it cannot be had.
 * @param {string} path
 * @param {string | null} token */
export async function download(path, token) {
  try {
    const reply = await fetch(BASE + path, {
      headers: headersOf({ token, accept: '*/*' }), credentials: 'omit', signal: within(60000),
    });
    return reply.ok && isOurs(reply, /./) ? await reply.blob() : null;
  } catch {
    return null;
  }
}
