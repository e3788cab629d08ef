// What is kept in IndexedDB for days without network. A phone that keeps nothing still works until it is closed.
import { get, set } from './vendor/idb-keyval/index.js';

/** The value kept under a key; null where there is none or nothing can be read.
 * @param {string} key
 * @returns {Promise<any>} */
export async function kept(key) {
  try {
    return (await get(key)) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a value under a key where the browser can.
 * @param {string} key
 * @param {unknown} value */
export async function keep(key, value) {
  try {
    await set(key, value);
  } catch {
    /* no IndexedDB, or no room in it */
  }
}
