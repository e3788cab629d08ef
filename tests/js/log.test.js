// What became of each entry of the log.
import assert from 'node:assert/strict';
import test from 'node:test';
import { serve } from './support.js';
import { allEvents, entriesOf } from '../../referee/http/page/static/log.js';

const log = (...rows) => rows.map(([type, data], at) => ({ version: at + 1, type, data: data || {} }));
const undone = (events) => entriesOf(events).filter((one) => one.undone).map((one) => one.version);
const START = [['match-opened'], ['deal-started', { deal: 1 }]];

test('what lies between a rewind and where it leads is undone', () => {
  assert.deepEqual(undone(log(...START, ['card-played'], ['rewound', { to: 2 }], ['card-played'])), [3]);
  assert.deepEqual(undone(log(...START, ['a'], ['b'], ['rewound', { to: 3 }], ['rewound', { to: 2 }], ['c'])), [3, 4]);
});

test('a rewind to before a rewind brings back what that one undid', () => {
  assert.deepEqual(undone(log(...START, ['a'], ['rewound', { to: 2 }], ['rewound', { to: 3 }])), []);
  assert.deepEqual(undone(log(...START, ['a'], ['rewound', { to: 2 }], ['b'], ['rewound', { to: 3 }])), [5]);
});

test('a rewind forward is a redo', () => {
  const redone = (events) => entriesOf(events).filter((one) => one.data.redo).map((one) => one.version);
  assert.deepEqual(redone(log(...START, ['a'], ['rewound', { to: 2 }], ['rewound', { to: 3 }])), [5]);
  assert.deepEqual(redone(log(...START, ['a'], ['b'], ['rewound', { to: 3 }], ['rewound', { to: 2 }], ['rewound', { to: 3 }], ['rewound', { to: 4 }])), [7, 8]);
});

test('names are never undone', () => {
  assert.deepEqual(undone(log(...START, ['players-changed'], ['rewound', { to: 2 }])), []);
});

test('each entry knows its deal and who is maker by then', () => {
  const events = log(...START, ['bid-made', { seat: 'E', bid: '3' }], ['bid-made', { seat: 'S', bid: 'pass' }], ['deal-started', { deal: 2 }],
    ['contract-declared', { maker: 'N' }], ['tricks-counted']);
  assert.deepEqual(entriesOf(events).map((one) => [one.deal, one.maker]), [[0, null], [1, null], [1, 'E'], [1, 'E'], [2, null], [2, 'N'], [2, 'N']]);
});

test('a long log is read page by page', async () => {
  const all = log(...Array(5).fill(['a']));
  const asked = serve((_method, path) => {
    const after = Number(/after=(\d+)/.exec(path)[1]);
    return [200, { events: all.slice(after, after + 2), last: 5 }];
  });
  assert.deepEqual(await allEvents('m', 't'), all);
  assert.equal(asked.length, 3);
  serve(() => [403, {}]);
  assert.deepEqual(await allEvents('m', 't'), []);
});

test('each entry has those who sat there when it was made', () => {
  const opened = { players: { N: 'Ann', E: 'Sita', S: null, W: null } };
  const events = log(['match-opened', opened], ['deal-started', { deal: 1 }], ['card-played'], ['players-changed', { players: { E: 'Ram', S: 'Cat' } }], ['card-played']);
  assert.deepEqual(entriesOf(events).map(({ players }) => `${players.E} ${players.S}`), ['Sita Cat', 'Sita Cat', 'Sita Cat', 'Ram Cat', 'Ram Cat']);
});
