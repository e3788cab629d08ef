// For days without network: a worker that serves the page, and the page's own files put on its shelf. Only over https
// or on localhost; elsewhere the browser has neither, and the settings say so.
import { isOurs, within } from './early.js';

const SHELF = 'referee-page';
const OURS = /\/(static|words)\//;

/** @param {string} home */
export async function keepForOffline(home = '/') {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  try {
    await navigator.serviceWorker.register('/sw.js');
    const shelf = await caches.open(SHELF);
    const loaded = performance.getEntriesByType('resource').map((one) => one.name).filter((url) => OURS.test(url));
    const known = (await shelf.keys()).map((request) => request.url);
    /** @param {string} url */
    const edition = (url) => /\/static\/[^/]+\//.exec(url)?.[0];
    const now = edition(import.meta.url);
    await Promise.all(known.filter((url) => edition(url) && edition(url) !== now).map((url) => shelf.delete(url)));
    await Promise.all([...new Set([...loaded, home])].filter((url) => !known.includes(url)).map(async (url) => {
      const reply = await fetch(url, { signal: within(30000) });
      if (reply.ok && isOurs(reply, /./)) await shelf.put(url, reply);
    }));
    document.documentElement.dataset.kept = 'yes';
  } catch {
    /* a page that cannot be kept is fetched again */
  }
}
