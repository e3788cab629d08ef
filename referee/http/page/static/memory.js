// What this phone remembers: tables and their tokens, settings, house rules, cards in my hand. Local storage only.

/** @type {Record<string, string>} */
const unkept = {}; // what local storage did not take

/** @param {string} key
 * @param {unknown} fallback
 * @returns {any} */
export const read = (key, fallback) => {
  if (key in unkept) return JSON.parse(unkept[key]);
  try {
    return JSON.parse(localStorage.getItem(`referee.${key}`) || 'null') ?? fallback;
  } catch {
    return fallback;
  }
};
/** @param {string} key
 * @param {unknown} value */
export const write = (key, value) => {
  try {
    localStorage.setItem(`referee.${key}`, JSON.stringify(value));
    delete unkept[key];
  } catch {
    unkept[key] = JSON.stringify(value); // a phone that keeps nothing works until it is closed
    lost();
  }
};
let lost = () => {};
/** Who is to hear, once, that this browser keeps nothing.
 * @param {() => void} tell */
export function onLost(tell) {
  let said = false;
  lost = () => {
    if (!said) tell();
    said = true;
  };
  if (Object.keys(unkept).length) lost();
}

/** @type {PageSettings} */
export const DEFAULTS = { lang: null, theme: 'auto', suits: 'two', depth: 'cards', awake: true };

/** @returns {PageSettings} */
export const settings = () => ({ ...DEFAULTS, ...read('settings', {}) });
/** @param {PageSettings} value */
export const keepSettings = (value) => write('settings', value);

/** The page in the colours that this phone wants.
 * @param {PageSettings} settings */
export function dress({ theme, suits }) {
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.suits = suits;
}

/** @returns {Table[]} */
export const tables = () => read('tables', []);
/** @param {string} id
 * @returns {Table | null} */
export const tableOf = (id) => tables().find((table) => table.id === id) || null;

/** @param {Partial<Table> & { id: string }} table
 * @returns {Table} */
export function keepTable(table) {
  const others = tables().filter((one) => one.id !== table.id);
  const kept = /** @type {Table} */ ({ ...tableOf(table.id), ...table, seen: Date.now() });
  write('tables', [kept, ...others].slice(0, 40));
  return kept;
}

/** @param {Role | undefined} role */
const worth = (role) => (role === 'scorer' ? 3 : role === 'viewer' ? 1 : role ? 2 : 0);

/** Keeps a key whose role is known, unless the kept one opens more; a kept one of unknown role is tried again later.
 * @param {Partial<Table> & { id: string, token: string, role: Role }} table
 * @returns {Table} */
export function keepKey({ id, token, role, ...more }) {
  const known = tableOf(id);
  const spare = known && !known.role && known.token !== token ? known.token : null;
  return keepTable(worth(known?.role) > worth(role) ? { id, spare, ...more } : { id, token, role, spare, ...more });
}

/** @param {string} id */
export const forgetTable = (id) => write('tables', tables().filter((one) => one.id !== id));

/** @returns {Record<string, any>} */
export const houses = () => read('houses', {});
/** @param {string} name
 * @param {object} rules */
export const keepHouse = (name, rules) => write('houses', { ...houses(), [name]: rules });
/** @param {string} name */
export function forgetHouse(name) {
  const { [name]: _, ...rest } = houses();
  write('houses', rest);
}

/** @returns {Record<string, string>} */
export const lastNames = () => read('names', {});
/** @param {Record<string, string>} names */
export const keepNames = (names) => write('names', names);

/** @param {string} id
 * @param {number} deal
 * @returns {Card[]} */
export const handOf = (id, deal) => {
  const hand = read('hand', {});
  return hand.id === id && hand.deal === deal ? hand.cards : [];
};
/** @param {string} id
 * @param {number} deal
 * @param {Card[]} cards */
export const keepHand = (id, deal, cards) => write('hand', { id, deal, cards });

/** The cards that my seat has played in a deal, by version: they are remembered here where the match withholds them (R4.6).
 * @param {string} id
 * @param {number} deal
 * @returns {Record<number, Card>} */
export const playedOf = (id, deal) => {
  const mine = read('played', {});
  return mine.id === id && mine.deal === deal ? mine.cards : {};
};
/** @param {string} id
 * @param {number} deal
 * @param {Record<number, Card>} cards */
export const keepPlayed = (id, deal, cards) => write('played', { id, deal, cards });

/** @returns {string | null} */
export const adminToken = () => read('admin', null);
/** @param {string | null} token */
export const keepAdminToken = (token) => write('admin', token);
