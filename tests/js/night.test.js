// A club night's pages: what is pasted and typed, what the view says, and acts that outlast a network.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { serve, settle } from './support.js';
import { act, adopt, app, put, turn } from '../../referee/http/page/static/night/core.js';
import { actsOf, keepRole, nightOf } from '../../referee/http/page/static/night/kept.js';
import { countsAs, nameOf, paged, placeOf, runningOf, sideOf, stateOf } from '../../referee/http/page/static/night/seen.js';
import { namesOf, slipOf, twice } from '../../referee/http/page/static/night/typed.js';

test('names come out of lists, numbered lists and spreadsheets', () => {
  const rows = [
    ['Ann\nBob\r\n\r\n  Cat  \n', ['Ann', 'Bob', 'Cat']],
    ['1. Ann\n2) Bob\n 3 Cat\n#4: Dan\n5 - Eve', ['Ann', 'Bob', 'Cat', 'Dan', 'Eve']],
    ['1\tAnn\t14\n2\tBob\t9', ['Ann', 'Bob']],
    ['No;Name;Points\n1;"Ann ""Annie"" Lee";12', ['No Name', 'Ann "Annie" Lee']],
    ['Ann\tLee\n7\tBob\tRay\t3', ['Ann Lee', 'Bob Ray']],
    ['Ann Lee\tClub of Fife', ['Ann Lee']],
    ['3\n\t\t\n', []],
    ['Անի\nरमा\nSeònaid  NicDhòmhnaill', ['Անի', 'रमा', 'Seònaid NicDhòmhnaill']],
    ['Louis XIV\n14th Earl', ['Louis XIV', '14th Earl']],
  ];
  for (const [text, names] of rows) assert.deepEqual(namesOf(text), names, text);
  assert.deepEqual(twice(['Ann', 'Bob', 'ann', 'Cat', 'ANN']), ['ann', 'ANN']);
});

test('a slip is four digits, or the points of each team with something between them', () => {
  const rows = [
    ['1409', 14, 9, true], ['0914', 9, 14, true], ['0000', 0, 0, true], ['14 9', 14, 9, false], ['-3 12', -3, 12, false], ['−3/12', -3, 12, false],
    ['105/98', 105, 98, false], ['14-9', 14, 9, false], ['12 -3', 12, -3, false], ['12--3', 12, -3, false],
  ];
  for (const [text, NS, EW, whole] of rows) assert.deepEqual(slipOf(text), { points: { NS, EW }, whole }, text);
  for (const text of ['', '1', '14', '140', '14 ', '-3', '14095', 'x', '1001 5', '- 4']) assert.deepEqual(slipOf(text), { points: null, whole: false }, text);
});

const result = (NS, EW, more = {}) => ({ NS, EW, loners: { NS: 0, EW: 0 }, reneges: { NS: 0, EW: 0 }, source: 'slip', version: 3, counts: true, confirmed: [], ...more });
const table = (number, seats, more = {}) => ({ number, match: `m${number}`, seats, result: null, earlier: [], differs: false, left_out: false, ...more });
const nightOfTwo = (more = {}) => ({
  id: 'n1', version: 5, head: 'c0ffee0123456789', status: 'open', title: 'Club', merged: { 9: 3 }, confirm: 'none',
  players: 'Ann Bob Cat Dan Eve Fay Gus Hal'.split(' ').map((name, at) => ({ number: at + 1, name, present: true, fixed: null })),
  rounds: [{ number: 1, status: 'drawn', sitting_out: [], tables: [table(1, { N: 1, S: 9, E: 2, W: 4 }), table(2, { N: 5, S: 6, E: 7, W: 8 })] }], ...more,
});

test('a place is said with table, seat, partner and opponents; two numbers may be one person', () => {
  const night = nightOfTwo();
  const [round] = night.rounds;
  assert.equal(runningOf(night), round);
  assert.deepEqual([countsAs(night, 9), nameOf(night, 9), nameOf(night, 40)], [3, 'Cat', '40']);
  const place = placeOf(night, round, 3);
  assert.deepEqual([place.table.number, place.seat, place.partner, place.opponents, place.team], [1, 'S', 'Ann', ['Bob', 'Dan'], 'NS']);
  for (const [player, seat, partner] of [[5, 'N', 'Fay'], [6, 'S', 'Eve'], [7, 'E', 'Hal'], [8, 'W', 'Gus']])
    assert.deepEqual([placeOf(night, round, player).seat, placeOf(night, round, player).partner], [seat, partner]);
  assert.deepEqual(placeOf(night, round, 8).opponents, ['Eve', 'Fay']);
  assert.equal(placeOf(night, round, 12), null);
  const pairs = placeOf(night, { tables: [table(1, { N: 1, S: 1, E: 2, W: 2 })] }, 2);
  assert.deepEqual([pairs.seats, pairs.partner, pairs.opponents, sideOf(night, pairs.table, 'NS')], [['E', 'W'], null, ['Ann'], ['Ann']]);
});

test('a table is done, unconfirmed, decided, playing, left out or missing', () => {
  const drawn = { status: 'drawn' };
  const rows = [
    [{ result: result(1, 2) }, [], 'done'], [{ result: result(1, 2, { counts: false }) }, [], 'confirm'], [{ left_out: true }, [], 'left-out'],
    [{}, [{ match: 'm1', status: 'decided' }], 'decided'], [{}, [{ match: 'm1', status: 'playing' }], 'playing'], [{}, [{ match: 'm1', status: 'waiting' }], 'missing'],
    [{}, [{ match: 'm2', status: 'playing' }], 'missing'],
  ];
  for (const [more, running, state] of rows) assert.equal(stateOf(drawn, table(1, {}, more), running), state);
  assert.equal(stateOf({ status: 'closed' }, table(1, {}), [{ match: 'm1', status: 'playing' }]), 'missing');
});

test('the pages of the board hold all rows, none much shorter than the others', () => {
  assert.deepEqual(paged([1, 2, 3, 4, 5, 6, 7], 6), [[1, 2, 3, 4], [5, 6, 7]]);
  assert.deepEqual([paged([], 6), paged([1], 6), paged([1, 2], 0)], [[], [[1]], [[1], [2]]]);
});

beforeEach(async () => {
  await settle(); // what the test before still reads
  localStorage.clear();
  put({ place: { id: 'n1', token: 'k', role: 'organiser', seen: 0 }, night: nightOfTwo(), waiting: [], offline: false, gone: null, standings: null });
});

test('a newer view is taken; an older one and one of another night are not', () => {
  adopt(nightOfTwo({ version: 4, title: 'old' }));
  adopt(nightOfTwo({ version: 9, id: 'n2', title: 'other' }));
  assert.equal(app.night.title, 'Club');
  adopt(nightOfTwo({ version: 6, title: 'new' }));
  assert.deepEqual([app.night.title, nightOf('n1').title], ['new', 'new']);
});

test('an act without an answer is repeated under its key until there is one, and those behind it wait', { timeout: 8000 }, async (t) => {
  const awake = setInterval(() => {}, 1000); // the pauses between two attempts do not keep node awake
  t.after(() => clearInterval(awake));
  const keys = [];
  let answers = 0;
  serve((method, path, { headers }) => {
    if (method === 'GET') return [200, path.endsWith('/standings') ? { rows: [], prizes: [] } : path.endsWith('/tables') ? { tables: [] } : nightOfTwo({ version: 6 })];
    keys.push(`${path} ${headers['Idempotency-Key']}`);
    answers += 1;
    if (answers === 1) throw new TypeError('no network');
    return answers === 2 ? [503, null] : [201, { night: nightOfTwo({ version: 6 }) }];
  });
  const first = act('POST', '/rounds', {});
  const second = act('POST', '/undo', {});
  await settle();
  assert.deepEqual([app.offline, app.waiting.length, actsOf('n1').map((one) => one.path)], [true, 2, ['/nights/n1/rounds', '/nights/n1/undo']]);
  assert.deepEqual([(await first).status, (await second).status], [201, 201]);
  assert.deepEqual([app.waiting, actsOf('n1'), app.offline], [[], [], false]);
  assert.equal(new Set(keys).size, 2);
  assert.deepEqual(keys.map((one) => one.split(' ')[0]), ['/nights/n1/rounds', '/nights/n1/rounds', '/nights/n1/rounds', '/nights/n1/undo']);
});

test('a refusal is a definite word: it is said, and what waits behind it goes on', async () => {
  serve((method) => (method === 'GET' ? [200, nightOfTwo({ version: 6 })] : [409, { detail: 'A round is still open.' }]));
  assert.equal((await act('POST', '/rounds', {})).status, 409);
  assert.deepEqual(app.waiting, []);
});

test('undo holds for the night as it was seen', async () => {
  const sent = [];
  serve((method, _path, { headers }) => {
    if (method === 'POST') sent.push(headers['If-Match']);
    return [201, nightOfTwo({ version: 7 })];
  });
  await turn(false);
  assert.deepEqual(sent, ['"5-c0ffee01"']);
});

test('a key that opens less does not take the place of one that opens more', () => {
  localStorage.clear();
  for (const [role, token, kept] of [['board', 'b', 'b'], ['player-4', 'p', 'p'], ['board', 'c', 'p'], ['organiser', 'o', 'o'], ['player-4', 'q', 'o']])
    assert.equal(keepRole({ id: 'n7', token, role }).token, kept, role);
  assert.deepEqual([nightOf('n7').role, nightOf('n7').board], ['organiser', 'c']);
});
