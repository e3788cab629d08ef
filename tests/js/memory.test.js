// What this phone remembers.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import './support.js';
import * as memory from '../../referee/http/page/static/memory.js';

beforeEach(() => localStorage.clear());

test('a table is kept once, the newest first, forty at most', () => {
  for (let at = 0; at < 42; at += 1) memory.keepTable({ id: `t${at}`, token: 'x' });
  memory.keepTable({ id: 't7', status: 'closed' });
  const kept = memory.tables();
  assert.deepEqual([kept.length, kept[0].id, kept[0].token, kept[0].status, kept[1].id], [40, 't7', 'x', 'closed', 't41']);
  memory.forgetTable('t7');
  assert.deepEqual([memory.tableOf('t7'), memory.tables().length], [null, 39]);
});

test('a key replaces the kept one unless that opens more', () => {
  const rows = [ // kept role, role of the new key, role kept then
    [undefined, 'viewer', 'viewer', 'old'], ['viewer', 'N', 'N', null], ['N', 'viewer', 'N', null], ['scorer', 'N', 'scorer', null],
    ['N', 'scorer', 'scorer', null], ['N', 'E', 'E', null],
  ];
  for (const [known, role, then, spare] of rows) {
    localStorage.clear();
    memory.keepTable({ id: 'm', token: 'old', role: known });
    const kept = memory.keepKey({ id: 'm', token: 'new', role });
    assert.deepEqual([kept.role, kept.token, kept.spare], [then, then === role ? 'new' : 'old', spare], `${known} and ${role}`);
  }
  localStorage.clear();
  assert.equal(memory.keepKey({ id: 'm', token: 'new', role: 'N' }).spare, null);
});

test('the cards of a hand are of one deal of one match', () => {
  memory.keepHand('m', 3, ['AH', '9C']);
  assert.deepEqual([memory.handOf('m', 3), memory.handOf('m', 4), memory.handOf('n', 3)], [['AH', '9C'], [], []]);
});

test('house rules and settings, and what cannot be read', () => {
  memory.keepHouse('Ours', { target: 21 });
  memory.keepHouse('Theirs', { target: 32 });
  memory.forgetHouse('Ours');
  assert.deepEqual(memory.houses(), { Theirs: { target: 32 } });
  memory.keepSettings({ ...memory.DEFAULTS, depth: 'tricks' });
  assert.deepEqual([memory.settings().depth, memory.settings().theme], ['tricks', 'auto']);
  localStorage.setItem('referee.settings', '{broken');
  assert.deepEqual(memory.settings(), memory.DEFAULTS);
});

test('a browser that keeps nothing: all works from memory, and it is said once', () => {
  const setItem = localStorage.setItem;
  localStorage.setItem = () => {
    throw new DOMException('blocked', 'QuotaExceededError');
  };
  let said = 0;
  memory.onLost(() => (said += 1));
  memory.keepTable({ id: 'm', token: 'k', role: 'N' });
  memory.keepNames({ me: 'Ann' });
  assert.deepEqual([memory.tableOf('m').token, memory.lastNames().me, said], ['k', 'Ann', 1]);
  localStorage.setItem = setItem;
  memory.keepNames({ me: 'Bob' }); // it keeps again
  assert.deepEqual([memory.lastNames().me, localStorage.getItem('referee.names')], ['Bob', '{"me":"Bob"}']);
});
