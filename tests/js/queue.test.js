// Entries on their way to a referee that answers, refuses, or is out of reach.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { entry, matchOf, played, settle, Storage, trickOf } from './support.js';
import { Unreachable } from '../../referee/http/page/static/api.js';
import { createQueue } from '../../referee/http/page/static/queue.js';
import '../../referee/http/page/static/refusals.js'; // at hand, as it is once the page is at rest
import { change, state } from '../../referee/http/page/static/state.js';

let sent, answers, shelf, clock, queue, told;

const ok = (version) => ({ ok: true, status: 201, version, body: { match: matchOf({ version }) } });
const refusal = (status) => ({ ok: false, status, version: null, body: { status, title: 'No', detail: 'Not now.' } });
const none = () => {
  throw new Unreachable('no network');
};

beforeEach(() => {
  [sent, answers, clock, told] = [[], [], 0, []];
  shelf = new Storage();
  queue = createQueue({
    call: async (method, path, { body, key, ifMatch }) => {
      sent.push({ method, path, body, key, ifMatch });
      const answer = answers.shift() ?? none;
      return typeof answer === 'function' ? answer() : answer;
    },
    shelf: {
      kept: async (key) => JSON.parse(shelf.getItem(key)),
      update: async (key, make) => {
        const value = make(JSON.parse(shelf.getItem(key)));
        shelf.setItem(key, JSON.stringify(value));
        return value;
      },
    },
    readScore: async () => {},
    tell: (id) => told.push(id),
    now: () => clock,
    adopt: (match) => match.version > state.match.version && change({ match }),
    refresh: async () => change({ match: matchOf({ version: 20 }) }),
  });
  change({ table: { id: 'm1', token: 'secret' }, match: matchOf(), queue: [], link: 'live', sheet: null, toast: null, leader: null });
});

const play = (card, more) => queue.enter('/plays', { seat: 'W', card }, played('W', card), more);
const trump = () => queue.enter('/trump', { suit: 'S' }, { type: 'trump-named', data: { suit: 'S' } }, { guarded: true });
const kept = () => JSON.parse(shelf.getItem('queue:m1'));

test('an entry is sent with its key and kept until it is answered', async () => {
  let held;
  answers = [() => new Promise((done) => (held = done))];
  play('AH');
  await settle();
  assert.deepEqual(kept().map((one) => one.fact), [{ ...played('W', 'AH'), deal: 1, nth: 0 }]);
  held(ok(8));
  await settle();
  assert.deepEqual([sent[0].path, sent[0].body, sent[0].ifMatch], ['/matches/m1/plays', { seat: 'W', card: 'AH' }, null]);
  assert.deepEqual([state.queue, kept(), state.match.version], [[], [], 8]);
});

test('entries go one after the other, each once', async () => {
  answers = [ok(8), ok(9), ok(10)];
  play('AH');
  play('KH');
  play('QH');
  await settle();
  assert.deepEqual(sent.map((one) => one.body.card), ['AH', 'KH', 'QH']);
  assert.equal(new Set(sent.map((one) => one.key)).size, 3);
});

test('a guarded entry behind another one holds for the version to which that one leads', async () => {
  answers = [ok(9), ok(10), ok(12)];
  trump();
  trump();
  trump();
  await settle();
  assert.deepEqual(sent.map((one) => one.ifMatch), ['7-c0ffee01', 9, 10]);
  assert.equal(state.match.version, 12);
});

test('without an answer it is off-line, and later the same entries go with the same keys', async () => {
  for (const failed of [none, refusal(503), refusal(429)]) {
    change({ queue: [], link: 'live' });
    [sent, answers] = [[], [failed]];
    trump();
    play('KH');
    await settle();
    assert.deepEqual([state.link, state.queue.length, state.queue[0].tried, sent.length], ['offline', 2, 1, 1]);
    assert.equal(kept().length, 2);
    answers = [ok(8), ok(9)];
    await queue.drain();
    assert.deepEqual(sent.map((one) => one.body.card), [undefined, undefined, 'KH']);
    assert.equal(sent[0].key, sent[1].key);
    assert.deepEqual([sent[1].ifMatch, state.queue.length], ['7-c0ffee01', 0]);
    change({ match: matchOf() });
  }
});

test('a refusal of the tap just made is said, and nothing stays', async () => {
  answers = [refusal(409)];
  play('AH');
  await settle();
  assert.deepEqual([state.queue, state.toast, state.sheet], [[], { text: 'Not now.', tone: 'bad' }, null]);
});

test('an entry that no longer fits bars the way of those behind it, until it is dropped', async () => {
  answers = [none];
  trump();
  trump();
  await settle();
  answers = [refusal(412)];
  await queue.drain();
  assert.deepEqual([state.queue.length, state.queue[0].problem.status, state.sheet.name], [2, 412, 'conflict']);
  await queue.drain();
  assert.equal(sent.length, 2);
  assert.equal(kept()[0].problem.status, 412);
  change({ sheet: null });
  assert.equal(play('KH'), null); // nothing piles up behind it
  assert.deepEqual([state.queue.length, state.sheet.name], [2, 'conflict']);
  answers = [ok(21)];
  queue.drop();
  await settle();
  assert.deepEqual([sent[2].ifMatch, state.queue.length], ['20-c0ffee01', 0]); // what waited for it holds for the table as it is now
});

test('an entry entered again has a new key and the version of today', async () => {
  answers = [none];
  trump();
  await settle();
  answers = [refusal(412)];
  await queue.drain();
  answers = [ok(21)];
  queue.again();
  await settle();
  assert.deepEqual([sent[2].ifMatch, state.queue.length], ['20-c0ffee01', 0]);
  assert.notEqual(sent[2].key, sent[1].key);
});

test('what another phone recorded meanwhile is no conflict', async () => {
  answers = [none];
  play('AH');
  await settle();
  queue = createQueue({
    call: async () => refusal(409), shelf: { update: async () => null, kept: async () => null }, now: () => 99999, adopt: () => {},
    readScore: async () => {}, tell: () => {},
    refresh: async () => change({ match: matchOf({ version: 9, deal: { tricks: [trickOf('W:AH')] } }) }),
  });
  await queue.drain();
  assert.deepEqual([state.queue, state.sheet, state.toast.tone], [[], null, 'plain']);
});

test('all can be dropped at once', async () => {
  answers = [none];
  play('AH');
  play('KH');
  await settle();
  queue.dropAll();
  assert.deepEqual([state.queue, kept()], [[], []]);
});

test('undo takes back what has not been sent, and never what is on its way', async () => {
  let held;
  answers = [() => new Promise((done) => (held = done))];
  play('AH');
  await settle();
  assert.equal(queue.takeBack(), false);
  play('KH');
  assert.equal(queue.takeBack(), true);
  assert.deepEqual(state.queue.map((one) => one.body.card), ['AH']);
  held(ok(8));
  await settle();
  assert.equal(sent.length, 1);
  assert.equal(queue.takeBack(), false);
  answers = [none];
  play('QH');
  await settle();
  assert.equal(queue.takeBack(), true);
  assert.deepEqual(state.queue, []);
});

test('a refusal of an entry that was taken back while it was under way does not touch the next one', async () => {
  let held;
  answers = [none, () => new Promise((done) => (held = done))];
  play('AH');
  await settle();
  queue.drain();
  await settle();
  assert.equal(queue.takeBack(), true); // off-line
  play('KH');
  answers = [ok(21)];
  held(refusal(409));
  await settle();
  assert.deepEqual(sent.map((one) => one.body.card), ['AH', 'AH', 'KH']);
  assert.deepEqual([state.queue, state.sheet], [[], null]);
});

test('what follows an answer follows that answer, once', async () => {
  const heard = [];
  answers = [ok(8), ok(9)];
  play('AH', { done: (body) => heard.push(body.match.version) });
  play('KH');
  await settle();
  assert.deepEqual(heard, [8]);
});

test('an undo that waits for the last entry is left if somebody has recorded something since', async () => {
  for (const [newest, times] of [[8, 1], [9, 0]]) {
    let held;
    let undone = 0;
    change({ match: matchOf(), queue: [] });
    answers = [() => new Promise((done) => (held = done))];
    play('AH');
    queue.afterwards(() => (undone += 1));
    await settle();
    change({ match: matchOf({ version: newest }) });
    held(ok(8));
    await settle();
    assert.equal(undone, times, `the table is at ${newest}`);
  }
});

test('what an earlier visit left is taken up, or shown where it does not fit', async () => {
  shelf.setItem('queue:m1', JSON.stringify([entry(played('W', 'AH'))]));
  answers = [ok(8)];
  await queue.loadQueue('m1');
  await settle();
  assert.deepEqual([sent.length, state.queue], [1, []]);
  shelf.setItem('queue:m1', JSON.stringify([entry(played('W', 'AH'), { problem: { status: 409 } })]));
  await queue.loadQueue('m1');
  await settle();
  assert.deepEqual([sent.length, state.sheet.name], [1, 'conflict']);
  await queue.loadQueue('m2');
  assert.deepEqual(state.queue, []);
});

test('an answer for a table that was left changes nothing at the next one, whose own entries go', async () => {
  let held;
  answers = [() => new Promise((done) => (held = done)), ok(4)];
  play('AH');
  await settle();
  const other = entry(played('N', '9C'));
  change({ table: { id: 'm2', token: 'x' }, match: matchOf({ id: 'm2', version: 3 }), queue: [other] });
  held(ok(8));
  await settle();
  assert.deepEqual(sent.map((one) => one.path), ['/matches/m1/plays', '/matches/m2/x']);
  assert.deepEqual([state.match.version, state.queue], [4, []]);
});
