// What this page knows at the moment, in one place, and who wants to hear of changes. No rules, no network.
import { useState, useEffect } from './vendor/htm/standalone.module.js';

export const state = {
  ready: false, // words are loaded
  route: { page: null }, // start | join | match
  table: null, // { id, token, role, code, tokens }: the entry of "my tables" that is open
  match: null, // the match as the API shows it
  score: null, // the score sheet
  link: 'connecting', // connecting | live | offline
  queue: [], // entries not yet answered by the referee
  leader: null, // offline: who is said to have taken the last trick
  sheet: null, // { name, ...what it needs }
  replay: null, // { entries, at, match, lit }
  toast: null, // { text, tone }
  flash: null, // number of a claim that was ruled just now
  settings: {},
};

const listeners = new Set();

export function change(patch) {
  Object.assign(state, patch);
  listeners.forEach((listener) => listener());
}

export function useApp() {
  const [, tick] = useState(0);
  useEffect(() => {
    const listener = () => tick((n) => n + 1);
    listeners.add(listener);
    listener();
    return () => listeners.delete(listener);
  }, []);
  return state;
}

export const openSheet = (name, more = {}) => change({ sheet: { name, ...more } });
export const closeSheet = () => change({ sheet: null });

/** To another address of the page. */
export function go(path) {
  history.pushState((history.state || 0) + 1, '', path); // entries are numbered: Back is told from Forward
  dispatchEvent(new PopStateEvent('popstate'));
}

let toastTimer = 0;
export function say(text, tone = 'plain') {
  clearTimeout(toastTimer);
  change({ toast: { text, tone } });
  toastTimer = setTimeout(() => change({ toast: null }), 6000);
}
