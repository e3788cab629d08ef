// The page: which screen the address names, which sheet lies over it, and what goes on in the background.
import { html, render } from './vendor/htm/standalone.module.js';
import { routeOf } from './address.js';
import { forgetEarly, waitAfter } from './early.js';
import { beginLive, follow } from './live.js';
import { openMatch } from './match.js';
import { dress, onLost, settings } from './memory.js';
import { know, loadRest, Part } from './parts.js';
import { loadQueue } from './queue.js';
import { FILES, PARTS } from './screens.js';
import { change, go, openReplay, say, state, tableOpen, useApp } from './state.js';
import { watchTaps } from './taps.js';
import { Note, Toasts } from './ui.js';
import { loadWords, t } from './words.js';

/** Goes where the address says. A token in it is kept on this phone and taken out of sight. */
async function enterRoute() {
  const route = routeOf(location);
  if (route.page === 'match' && route.token) history.replaceState(history.state, '', location.pathname + location.search);
  change({ route, sheet: null, replay: null });
  if (route.page !== 'match') return change({ table: null, match: null });
  if (state.table?.id !== route.id || route.token) {
    await openMatch(route.id, route.token);
    if (!state.table || tableOpen().id !== route.id) return undefined;
    await loadQueue(route.id);
    follow(route.id);
  }
  return route.at && state.match ? openReplay(route.at) : undefined;
}

/** Back closes what lies over the table before it leaves the table: then the address goes forward again. */
let here = history.state || 0; // the number of the entry that is shown
function travel() {
  const there = history.state || 0;
  if (there < here && (state.sheet || state.replay)) {
    history.forward();
    return change(state.sheet ? { sheet: null } : { replay: null });
  }
  const back = there === here; // from the step above
  here = there;
  return back ? undefined : enterRoute();
}

/** @param {{ status: number, why?: string | null }} props */
function Gone({ status, why }) {
  return html`<main class="tablescreen"><h1>${t('page.title')}</h1>
    <${Note} tone="bad">${why || t(status === 404 ? 'page.gone' : 'page.no_token')}</${Note}>
    <button type="button" class="primary wide" onClick=${() => go('/')}>${t('page.home')}</button></main>`;
}

/** @param {{ app: App }} props */
function Screen({ app }) {
  const { route, match, replay } = app;
  if (!route.page) return null;
  if (route.page === 'start') return html`<${Part} key="start" name="start" />`;
  if (route.page === 'join') return html`<${Part} name="join" code=${route.code} key=${route.code} />`;
  if (app.gone && (!match || app.gone !== 404)) return html`<${Gone} status=${app.gone} why=${app.why} />`;
  if (!match) return html`<main class="tablescreen"><h1>${t('page.title')}</h1><p class="late">${t(app.link === 'offline' ? 'page.unreachable' : 'page.wait')}</p></main>`;
  const screen = replay ? 'replay' : route.view === 'board' ? 'board' : 'table';
  return html`<${Part} key=${screen} name=${screen} app=${app} />`;
}

function App() {
  const app = useApp();
  if (!app.ready) return null;
  const { sheet, toast } = app;
  return html`<${Screen} app=${app} />
    ${sheet && (app.match || app.route.page === 'start') && html`<${Part} key=${sheet.name} match=${app.match} score=${app.score} ...${sheet} />`}
    ${!sheet && html`<${Toasts} toast=${toast} />`}`;
}

/** The screen stays awake while a deal runs, where the browser allows it. */
/** @type {WakeLockSentinel | 'asked' | null} */
let lock = null;
async function stayAwake() {
  const wanted = state.match?.status === 'playing' && state.settings.awake && document.visibilityState === 'visible';
  if (!('wakeLock' in navigator) || !!lock === !!wanted) return;
  if (!wanted) return lock && lock !== 'asked' ? void lock.release() : undefined;
  lock = 'asked';
  lock = await navigator.wakeLock.request('screen').catch(() => null);
  lock?.addEventListener('release', () => (lock = null));
}

/** What the first screen does without, one after the other, however often the line fails meanwhile. */
async function loadLater() {
  const steps = [
    () => import('./seats.js').then((seats) => seats.watch()), loadRest,
    () => import('./seal.js').then((seal) => seal.watch()), () => import('./offline.js').then((offline) => offline.keepForOffline()),
  ];
  for (let tries = 0; steps.length; ) {
    const done = await steps[0]().then(() => true, () => false);
    if (done) steps.shift();
    tries = done ? 0 : tries + 1;
    if (!done) await new Promise((go) => setTimeout(go, waitAfter(tries)));
  }
}

/** The page begins: once, when its document is there. */
export async function begin() {
  know(FILES, PARTS);
  watchTaps();
  beginLive();
  change({ settings: settings() });
  dress(state.settings);
  await loadWords(state.settings.lang);
  change({ ready: true });
  onLost(() => say(t('page.memory.blocked')));
  document.title = t('page.title');
  render(html`<${App} />`, document.getElementById('app'));
  addEventListener('popstate', travel);
  addEventListener('hashchange', enterRoute);
  addEventListener('beforeinstallprompt', (event) => (event.preventDefault(), change({ install: /** @type {App['install']} */ (event) })));
  document.addEventListener('visibilitychange', stayAwake);
  setInterval(stayAwake, 5000);
  await enterRoute();
  setTimeout(forgetEarly, 2500);
  setTimeout(loadLater, 2500);
}
