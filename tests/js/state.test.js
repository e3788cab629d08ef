// What the page knows, and which file each screen is in.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { matchOf } from './support.js';
import { FILES, PARTS } from '../../referee/http/page/static/screens.js';
import { change, closeSheet, openReplay, openSheet, say, state } from '../../referee/http/page/static/state.js';

const PAGE = new URL('../../referee/http/page/static/', import.meta.url);
const modules = readdirSync(PAGE).filter((name) => name.endsWith('.js'));
const importsOf = (name) => [...readFileSync(new URL(name, PAGE), 'utf8').matchAll(/(?:from|import\() ?'\.\/([^/']+\.js)'/g)].map(([, to]) => to);

test('a sheet opens with what it needs, and closes', () => {
  openSheet('ruling', { number: 3 });
  assert.deepEqual(state.sheet, { name: 'ruling', number: 3 });
  closeSheet();
  assert.equal(state.sheet, null);
});

test('the replay opens at a version, or at the newest, in place of a sheet', () => {
  change({ match: matchOf({ version: 31 }), sheet: { name: 'menu' } });
  openReplay();
  assert.deepEqual([state.sheet, state.replay], [null, { entries: [], at: 31, match: null, lit: [] }]);
  openReplay(12, [4, 12]);
  assert.deepEqual([state.replay.at, state.replay.lit], [12, [4, 12]]);
});

test('the newest note is shown', () => {
  say('one');
  say('two', 'bad');
  assert.deepEqual(state.toast, { text: 'two', tone: 'bad' });
});

test('every screen and sheet is in the file that is named for it', async () => {
  for (const [name, [file, component]] of Object.entries(PARTS)) {
    const module = await FILES[file].open();
    assert.equal(typeof module[component], 'function', name);
  }
  assert.deepEqual(Object.keys(FILES).sort(), [...new Set(Object.values(PARTS).map(([file]) => file))].sort());
});

test('every sheet and screen that is opened by its name is there', () => {
  const opened = modules.flatMap((name) => [...readFileSync(new URL(name, PAGE), 'utf8').matchAll(/(?:openSheet|sheet)\('([a-z]+)'|<\$\{Part\}[^>]* name="([a-z]+)"/g)]);
  const names = opened.map(([, sheet, part]) => sheet || part);
  assert.ok(names.length > 20);
  assert.deepEqual(names.filter((name) => !(name in PARTS)), []);
});

test('no module imports itself in a circle, now or later', () => {
  const done = new Set();
  const visit = (name, way) => {
    assert.ok(!way.includes(name), `circle: ${[...way, name].join(' → ')}`);
    if (done.has(name)) return;
    for (const to of importsOf(name)) visit(to, [...way, name]);
    done.add(name);
  };
  for (const name of modules) visit(name, []);
  assert.equal(done.size, modules.length);
});
