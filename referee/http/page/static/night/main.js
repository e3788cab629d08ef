// The pages of club nights begin: which screen the address and the key of this browser ask for.
import { html, render } from '../vendor/htm/standalone.module.js';
import { call, Unreachable } from '../api.js';
import { dress, settings } from '../memory.js';
import { change, state, useApp } from '../state.js';
import { Note, Toasts } from '../ui.js';
import { loadMoreWords, loadWords, t } from '../words.js';
import { app, openNight, put } from './core.js';
import { keepNight, keepRole, nightOf } from './kept.js';

/** @type {Record<string, () => Promise<any>>} */
const SCREENS = {
  list: async () => (await import('./list.js')).List, join: async () => (await import('./join.js')).Join,
  organiser: async () => (await import('./organiser.js')).Organiser, player: async () => (await import('./player.js')).Player,
  board: async () => (await import('./board.js')).Board, after: async () => (await import('./after.js')).After,
};
/** @type {Record<string, any>} */
const loaded = {};

/** The screen of a role; `view` in the address asks for the board or the night's page.
 * @param {string | null} view */
function screenOf(view) {
  const role = app.place?.role || '';
  if (view === 'board' || view === 'after') return view;
  if (role === 'organiser') return 'organiser';
  if (role.startsWith('player-')) return 'player';
  return innerWidth >= 1000 && app.night?.status === 'open' ? 'board' : 'after';
}

/** @param {{ name: string }} props */
function Screen({ name, ...more }) {
  if (!loaded[name]) {
    SCREENS[name]().then((screen) => {
      loaded[name] = screen;
      change({});
    });
    return html`<${Wait} />`;
  }
  return html`<${loaded[name]} ...${more} />`;
}

const Wait = () => html`<main class="startscreen"><h1>${t('page.title')}</h1><p class="late" role="status">${t(app.offline ? 'page.unreachable' : 'page.wait')}</p></main>`;

const Gone = () => html`<main class="startscreen nightscreen"><h1>${app.night?.title || t('page.title')}</h1>
  <${Note} tone="bad">${t(app.gone === 404 ? 'page.night.gone' : 'page.night.no_key')}</${Note}>
  ${app.place?.code && app.gone === 401 && html`<a class="plain wide" href=${`/n/${app.place.id}?code=${app.place.code}`}>${t('page.night.who')}</a>`}
  <a class="primary wide" href="/nights">${t('page.night.all')}</a></main>`;

function Pages() {
  useApp();
  const route = routeOf();
  if (!route) return html`<${Screen} name="list" /><${Toasts} toast=${state.toast} />`;
  if (app.gone) return html`<${Gone} />`;
  if (!app.place) return html`<${Wait} />`;
  if (!app.place.token) return html`<${Screen} name="join" id=${route.id} code=${app.place.code} /><${Toasts} toast=${state.toast} />`;
  if (!app.night) return html`<${Wait} />`;
  return html`<${Screen} key=${screenOf(route.view)} name=${screenOf(route.view)} />${!app.sheet && html`<${Toasts} toast=${state.toast} />`}`;
}

function routeOf() {
  const id = /^\/n\/([A-Za-z0-9_-]+)$/.exec(location.pathname)?.[1];
  const query = new URLSearchParams(location.search);
  return id ? { id, code: query.get('code'), view: query.get('view'), hash: location.hash.slice(1) } : null;
}

/** Which role a token opens; asked until there is an answer.
 * @param {string} id
 * @param {string} token */
async function weigh(id, token) {
  for (;;) {
    try {
      const reply = await call('GET', `/nights/${id}/role`, { token });
      if (reply.ok) return keepRole({ id, token, role: reply.body.role });
      if (reply.status < 500 && reply.status !== 429) return put({ gone: nightOf(id)?.token ? null : reply.status });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
    put({ offline: true });
    await new Promise((done) => setTimeout(done, 2000));
  }
}

async function enter() {
  const route = routeOf();
  if (!route) return;
  const { id, code } = route;
  const [token, board] = route.hash.split('.'); // an organiser's link for another device has the board's key too
  if (token) history.replaceState(history.state, '', location.pathname + location.search);
  if (code) keepNight({ id, code });
  if (board) keepNight({ id, board });
  if (token) await weigh(id, token);
  const kept = nightOf(id);
  if (kept?.token) await openNight(kept);
  else if (kept?.code) put({ place: kept });
  else if (!app.gone) put({ gone: 401 });
}

/** The page begins: once, when its document is there. */
export async function begin() {
  const kept = settings();
  dress(kept);
  change({ settings: kept });
  await loadWords(kept.lang);
  await loadMoreWords('night');
  document.title = t('page.title');
  render(html`<${Pages} />`, document.getElementById('app'));
  addEventListener('hashchange', () => location.hash && location.reload());
  await enter();
  setTimeout(() => import('../offline.js').then((offline) => offline.keepForOffline('/nights')), 2500);
}
