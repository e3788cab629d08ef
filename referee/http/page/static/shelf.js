// What is kept in IndexedDB for days without network. A phone that keeps nothing still works until it is closed.
const DATABASE = 'keyval-store';
const STORE = 'keyval';

/** @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @type {Promise<IDBDatabase> | null} */
let open = null;
/** A browser may close the database at any time; then it is opened again. */
function database() {
  if (open) return open;
  const request = indexedDB.open(DATABASE);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  open = done(request);
  open.then((opened) => (opened.onclose = () => (open = null)), () => (open = null));
  return open;
}

/** The value kept under a key; null where there is none or nothing can be read.
 * @param {string} key
 * @returns {Promise<any>} */
export async function kept(key) {
  try {
    return (await done((await database()).transaction(STORE).objectStore(STORE).get(key))) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a value under a key where the browser can; it is there when this returns.
 * @param {string} key
 * @param {unknown} value */
export async function keep(key, value) {
  try {
    const transaction = (await database()).transaction(STORE, 'readwrite');
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
      transaction.objectStore(STORE).put(value, key);
    });
  } catch {
    /* no IndexedDB, or no room in it */
  }
}

/** Makes another value of what is kept under a key, in one step for all tabs of this browser; null where the browser keeps nothing.
 * @param {string} key
 * @param {(known: any) => any} make
 * @returns {Promise<any>} */
export async function update(key, make) {
  try {
    const transaction = (await database()).transaction(STORE, 'readwrite');
    const store = transaction.objectStore(STORE);
    /** @type {any} */
    let value = null;
    const asked = store.get(key);
    asked.onsuccess = () => {
      value = make(asked.result ?? null);
      store.put(value, key);
    };
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    return value;
  } catch {
    return null;
  }
}
