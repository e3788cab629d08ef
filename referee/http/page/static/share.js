// Handing something on: a link to a match or to a moment of it, a line of text; by the phone's own means where it has them.
import { call } from './api.js';
import { keepTable } from './memory.js';
import { offer, say, tableOpen } from './state.js';
import { t } from './words.js';

/** The address of this moment, with a viewer's key: the referee gives one to every phone. Off line the one that is known; a
 * link without a key opens nothing, so there is none then.
 * @param {number | null} at
 * @returns {Promise<string | null>} */
export async function linkTo(at) {
  const { id, token, tokens } = tableOpen();
  const reply = await call('POST', `/matches/${id}/viewers`, { body: {}, token }).catch(() => null);
  const viewer = reply?.ok ? reply.body.token : tokens?.viewer;
  if (reply?.ok) keepTable({ id, tokens: { ...tokens, viewer } });
  return viewer ? `${location.origin}/m/${id}${at ? `?at=${at}` : ''}#${viewer}` : null;
}

/** @param {number | null} at */
export async function shareLink(at) {
  const link = await linkTo(at);
  return link ? shareText(link) : say(t('page.unreachable'), 'bad');
}

/** What can neither be shared nor copied (plain http) is offered in a field, to be copied by hand.
 * @param {string} text */
export async function shareText(text) {
  try {
    if (navigator.share) return await navigator.share(text.startsWith('http') ? { url: text } : { text });
    await navigator.clipboard.writeText(text);
    return say(t('page.copied'));
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? null : offer(text);
  }
}
