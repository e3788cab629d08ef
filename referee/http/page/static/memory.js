// What this phone remembers: tables and their tokens, settings, house rules, cards in my hand. Local storage only.

const read = (key, fallback) => {
  try {
    return JSON.parse(localStorage.getItem(`referee.${key}`)) ?? fallback;
  } catch {
    return fallback;
  }
};
const write = (key, value) => {
  try {
    localStorage.setItem(`referee.${key}`, JSON.stringify(value));
  } catch {
    /* a phone that keeps nothing still works until it is closed */
  }
};

const DEFAULTS = { lang: null, theme: 'auto', suits: 'two', depth: 'cards', awake: true };

export const settings = () => ({ ...DEFAULTS, ...read('settings', {}) });
export const keepSettings = (value) => write('settings', value);

/** The page in the colours that this phone wants. */
export function dress({ theme, suits }) {
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.suits = suits;
}

export const tables = () => read('tables', []);
export const tableOf = (id) => tables().find((table) => table.id === id) || null;

export function keepTable(table) {
  const known = tableOf(table.id) || {};
  const others = tables().filter((one) => one.id !== table.id);
  const kept = { ...known, ...table, seen: Date.now() };
  write('tables', [kept, ...others].slice(0, 40));
  return kept;
}

const worth = (role) => (role === 'scorer' ? 3 : role === 'viewer' ? 1 : role ? 2 : 0);

/** Keeps a key whose role is known, unless the kept one opens more; a kept one of unknown role is tried again later. */
export function keepKey({ id, token, role, ...more }) {
  const known = tableOf(id) || {};
  const spare = !known.role && known.token !== token ? known.token : null;
  return keepTable(worth(known.role) > worth(role) ? { id, spare, ...more } : { id, token, role, spare, ...more });
}

export const forgetTable = (id) => write('tables', tables().filter((one) => one.id !== id));

export const houses = () => read('houses', {});
export const keepHouse = (name, rules) => write('houses', { ...houses(), [name]: rules });
export function forgetHouse(name) {
  const { [name]: gone, ...rest } = houses();
  write('houses', rest);
}

export const lastNames = () => read('names', {});
export const keepNames = (names) => write('names', names);

export const handOf = (id, deal) => {
  const hand = read('hand', {});
  return hand.id === id && hand.deal === deal ? hand.cards : [];
};
export const keepHand = (id, deal, cards) => write('hand', { id, deal, cards });

export const adminToken = () => read('admin', null);
export const keepAdminToken = (token) => write('admin', token);
