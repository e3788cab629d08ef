// Which file each screen and sheet is in: fetched when it is first wanted, and all of them once the page has come to rest.
import { html, useEffect, useState } from './vendor/htm/standalone.module.js';
import { closeSheet } from './state.js';
import { loadMoreWords, t } from './words.js';

const FILES = {
  board: () => import('./board.js'), claim: () => import('./claim.js'), correct: () => import('./correct.js'),
  hand: () => import('./handsheet.js'), join: () => import('./join.js'), replay: () => import('./replay.js'),
  settings: () => import('./settings.js'), setup: () => import('./setup.js'), sheet: () => import('./sheet.js'),
  exchange: () => import('./exchange.js'), result: () => import('./result.js'), start: () => import('./start.js'), tray: () => import('./hand.js'),
  table: () => import('./table.js'), conflict: () => import('./conflict.js'),
};

const PARTS = {
  discard: ['exchange', 'Discard'], exchange: ['exchange', 'Exchange'], start: ['start', 'Start'], result: ['result', 'Result'], counts: ['result', 'Counts'], tray: ['tray', 'MyHandTray'],
  board: ['board', 'Board'], join: ['join', 'Join'], replay: ['replay', 'Replay'], table: ['table', 'Table'],
  ace: ['claim', 'AceSheet'], claim: ['claim', 'ClaimSheet'], rule: ['claim', 'RuleSheet'], ruling: ['claim', 'RulingSheet'],
  adjust: ['settings', 'AdjustSheet'], close: ['settings', 'CloseSheet'], invite: ['settings', 'InviteSheet'],
  menu: ['settings', 'MenuSheet'], names: ['settings', 'NamesSheet'], rematch: ['settings', 'RematchSheet'],
  settings: ['settings', 'SettingsSheet'], admin: ['setup', 'AdminSheet'], setup: ['setup', 'SetupSheet'],
  conflict: ['conflict', 'ConflictSheet'], correct: ['correct', 'CorrectSheet'], entry: ['correct', 'EntrySheet'],
  log: ['correct', 'LogSheet'], shown: ['correct', 'ShownSheet'], hand: ['hand', 'HandSheet'], score: ['sheet', 'ScoreSheet'],
};

const loaded = {}; // name of a file -> its module

const FIRST = ['table', 'start', 'join']; // their words are there from the start
const STYLES = { table: ['table.css'], tray: ['more.css', 'table.css'], exchange: ['table.css'], result: ['more.css', 'table.css'], start: ['more.css'], join: ['more.css'] };
const stylesOf = (file) => STYLES[file] || ['table.css', 'more.css'];

async function load(file) {
  if (!loaded[file]) [loaded[file]] = await Promise.all([FILES[file](), FIRST.includes(file) || loadMoreWords(), ...stylesOf(file).map(looks)]);
  return loaded[file];
}

/** A style sheet, once. */
function looks(name) {
  const href = new URL(name, import.meta.url).href;
  const known = [...document.styleSheets].some((one) => one.href === href);
  if (known) return null;
  return new Promise((done) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: done, onerror: done });
    document.head.append(link);
  });
}

/** Everything that has not been needed yet, one after the other. */
export async function loadRest() {
  for (const file of Object.keys(FILES)) await load(file);
}

/** A screen or a sheet by its name, drawn as soon as it is there. */
export function Part({ name, ...more }) {
  const [file, component] = PARTS[name];
  const [, drawn] = useState(0);
  useEffect(() => {
    if (!loaded[file]) load(file).then(() => drawn((n) => n + 1), closeSheet);
  }, [file]);
  const Drawn = loaded[file] && loaded[file][component];
  return Drawn ? html`<${Drawn} ...${more} />` : html`<p class="late loading">${t('page.wait')}</p>`;
}

/** The replay at a version (the newest if none), with some cards lit. */
export const openReplay = (at, lit) => load('replay').then((replay) => replay.openReplay(at, lit));
