// The log as the referee lists it: what is asked for, and what the letters of its entries say.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { serve } from './support.js';
import { change } from '../../referee/http/page/static/state.js';
import { isUndone, logPart, looksOf, stopFrom, takenBack } from '../../referee/http/page/static/log.js';

beforeEach(() => change({ table: { id: 'm', token: 't' } }));

test('a part of the log, or a deal of it, is asked for; a rewind forward is told as a redo', async () => {
  const entries = [{ version: 3, type: 'rewound', data: { to: 2 } }, { version: 4, type: 'rewound', data: { to: 3 }, redo: true }];
  const asked = serve(() => [200, { entries, names: [{ from: 1, players: {} }], kinds: 'edee', last: 4 }]);
  const part = await logPart({ after: 2, limit: 200 });
  assert.deepEqual(part.entries.map((one) => one.data), [{ to: 2 }, { to: 3, redo: true }]);
  assert.deepEqual([part.kinds, part.last], ['edee', 4]);
  await logPart({ deal: 7 });
  assert.deepEqual(asked.map(([, path]) => path), ['/matches/m/entries?after=2&limit=200', '/matches/m/entries?deal=7']);
});

test('what cannot be had is null', async () => {
  serve(() => [403, {}]);
  assert.equal(await logPart({ deal: 1 }), null);
  serve(() => { throw new Error('no network'); });
  assert.equal(await logPart({ deal: 1 }), null);
});

test('the nearest end of a trick or beginning of a deal, undone ones too', () => {
  //             123456789012
  const kinds = 'edeeetcTEEte';
  const from = (at, way) => stopFrom(kinds, at, way);
  assert.deepEqual([from(1, 1), from(2, 1), from(6, 1), from(8, 1), from(11, 1), from(12, 1)], [2, 6, 8, 11, null, null]);
  assert.deepEqual([from(12, -1), from(11, -1), from(6, -1), from(2, -1), from(1, -1)], [11, 8, 2, null, null]);
});

test('a letter says how an entry looks, a capital one that it was undone', () => {
  assert.deepEqual([...'dtceDTCE'].map(looksOf), ['dealtick', 'tricktick', 'claimtick', null, 'dealtick', 'tricktick', 'claimtick', null]);
  assert.deepEqual([...'dtceDTCE'].map(isUndone), [false, false, false, false, true, true, true, true]);
});

test('each entry has those who sat there when it was made', async () => {
  const [before, after] = ['Sita', 'Ram'].map((E) => ({ N: 'Ann', E, S: 'Cat', W: null }));
  const names = [{ from: 1, players: before }, { from: 4, players: after }];
  const entries = [1, 3, 4, 5].map((version) => ({ version, type: 'card-played', data: {} }));
  serve(() => [200, { entries, names, kinds: 'eeeee', last: 5 }]);
  const part = await logPart({ after: 0, limit: 200 });
  assert.deepEqual(part?.entries.map(({ players }) => players.E), ['Sita', 'Sita', 'Ram', 'Ram']);
});

test('going back leads to the end of an act, and what it takes back is counted', async () => {
  const row = (version, act, deal, more = {}) => ({ version, act, deal, type: 'bid-made', data: {}, ...more });
  const entries = [
    row(4, 4, 3), row(5, 4, 3), row(6, 6, 3), row(7, 7, 3, { undone: true }), row(8, 8, 3, { type: 'rewound' }), row(9, 9, 3, { type: 'players-changed' }),
    row(10, 10, 4), row(11, 10, 4),
  ];
  const asked = serve(() => [200, { entries, names: [{ from: 1, players: {} }], kinds: 'eeeeeeeeeee', last: 11 }]);
  assert.deepEqual(await takenBack(4), { to: 5, entries: 3, deals: [3, 4] });
  assert.deepEqual(asked.map(([, path]) => path), ['/matches/m/entries?after=3&limit=1000']);
});
