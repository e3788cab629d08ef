// Handing something on: a link to a match or to a moment of it, a line of text; by the phone's own means where it has them.
import { say, tableOpen } from './state.js';
import { t } from './words.js';

/** The address of this moment; with the viewer's token where this phone knows it.
 * @param {number | null} at */
export function linkTo(at) {
  const { id, tokens } = tableOpen();
  const key = tokens?.viewer ? `#${tokens.viewer}` : '';
  return `${location.origin}/m/${id}${at ? `?at=${at}` : ''}${key}`;
}

/** @param {string} text */
export async function shareText(text) {
  try {
    if (navigator.share) return await navigator.share(text.startsWith('http') ? { url: text } : { text });
    await navigator.clipboard.writeText(text);
    return say(t('page.copied'));
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? null : say(text);
  }
}
