// What the page finds in a browser and node has not, and a table to begin from. Loaded before any module of the page.
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';

export class Storage {
  kept = new Map();
  getItem = (key) => this.kept.get(key) ?? null;
  setItem = (key, value) => void this.kept.set(key, String(value));
  removeItem = (key) => void this.kept.delete(key);
  clear = () => this.kept.clear();
}

const later = globalThis.setTimeout;
const put = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
put('localStorage', new Storage());
put('document', { documentElement: { dataset: {} } });
put('navigator', { languages: ['en'] });
put('setTimeout', (...given) => later(...given).unref()); // a note on the screen does not keep a test waiting
if (!globalThis.crypto) put('crypto', webcrypto);

export const catalogue = (lang) => JSON.parse(readFileSync(new URL(`../../referee/i18n/${lang}.json`, import.meta.url), 'utf8'));

/** An answer of the referee, or of somebody else where `headers` take its marks away. */
export const reply = (status, body, headers = {}) => new Response(body === undefined ? null : JSON.stringify(body), {
  status, headers: { 'Content-Type': 'application/json', 'Referee-Version': '1', ...headers },
});

/** Answers the page's requests: `answer(method, path, options)` gives [status, body, version] or throws. */
export function serve(answer) {
  const asked = [];
  put('fetch', async (url, options = {}) => {
    const words = /^\/words\/([a-z]+)(?:\.more)?\.json$/.exec(url);
    if (words) return reply(200, catalogue(words[1]));
    const path = url.replace('/api/v1', '');
    asked.push([options.method, path]);
    const [status, body, version] = await answer(options.method, path, options);
    return reply(status, body, version && { ETag: `"${version}"` });
  });
  return asked;
}

/** Until every promise that is under way has gone as far as it can. */
export async function settle() {
  for (let n = 0; n < 6; n++) await new Promise(setImmediate);
}

export const RULES = { preset: 'classic', target: 32, decks: 1, joker: false, minimum_bid: 3, ask_cards: 1 };

const byAll = (value) => ({ N: value, E: value, S: value, W: value });

/** A deal in which West plays four hearts, West to lead; `more` replaces parts of it. */
export const dealOf = (more = {}) => ({
  number: 1, dealer: 'N', phase: 'play', bids: [], maker: 'W', contract: '4', trump: 'H', sitting_out: null, discard: null, tricks: [],
  tricks_taken: { NS: 0, EW: 0 }, cards_left: byAll(6), shown: byAll([]), ...more,
});

export const matchOf = ({ deal = {}, ...more } = {}) => ({
  id: 'm1', version: 7, head: 'c0ffee0123456789', status: 'playing', rules: RULES, recording: 'anyone', players: { N: 'Ann', E: 'Bob', S: 'Cat', W: 'Dan' },
  choices: { bids: ['pass', '3', '4', '5', 'ask', 'moon'], trumps: ['C', 'D', 'H', 'S'] },
  score: { NS: 0, EW: 0 }, winner: null, deal: dealOf(deal), next: { action: 'play', seat: 'W', options: null }, claims: [],
  undo: { to: 6, type: 'trump-named', data: { suit: 'H' } }, redo: null, ...more,
});

/** A trick from its plays as `W:AH N:9H`. */
export const trickOf = (text, more = {}) => {
  const plays = text.split(' ').filter(Boolean).map((one, at) => ({ seat: one[0], card: one.slice(2), version: at + 8 }));
  return { number: 1, leader: plays[0]?.seat, led_suit: null, winner: null, complete: false, plays, ...more };
};

export const played = (seat, card) => ({ type: 'card-played', data: { seat, card } });
export const bade = (seat, bid) => ({ type: 'bid-made', data: { seat, bid } });

let made = 0;
/** An entry on its way. */
export const entry = (fact, more = {}) => {
  made += 1;
  return { key: `k${made}`, method: 'POST', path: '/x', body: {}, fact, base: null, made: 0, tried: 0, ...more };
};
