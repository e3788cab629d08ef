// The line to the referee: the stream as it is read, one tab at a time, answers and their versions.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { reply, serve } from './support.js';
import { call, freshId, headersOf, listen, Unreachable } from '../../referee/http/page/static/api.js';
import { leaseOf } from '../../referee/http/page/static/lease.js';

beforeEach(() => localStorage.clear());

function stream(...parts) {
  const body = new ReadableStream({
    start(out) {
      for (const part of parts) out.enqueue(new TextEncoder().encode(part));
      out.close();
    },
  });
  globalThis.fetch = async () => new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'Referee-Version': '1' } });
}

test('events are heard whole, however the line cuts them; comments are signs of life', async () => {
  const heard = [];
  let alive = 0;
  stream('id: 8\nevent: x\nda', 'ta: {}\n\nid: 9\ndata: {}\n\n', ': still here\n\n', 'id: 1', '0\ndata: {}\n\nid: 11\n');
  assert.equal(await listen('/x', 't', null, (version) => heard.push(version), () => (alive += 1)), 200);
  assert.deepEqual([heard, alive], [[9, 10], 5]);
  globalThis.fetch = async () => reply(401, {});
  assert.equal(await listen('/x', 't', null, () => {}, () => {}), 401);
});

test('one tab holds the lease; another has it when it is given back or runs out', () => {
  let now = 0;
  const [one, other] = ['a', 'b'].map((tab) => leaseOf('k', tab, () => now));
  assert.deepEqual([one.take(), other.take(), one.take()], [true, false, true]);
  other.release(); // it is not its own
  assert.equal(other.take(), false);
  one.release();
  assert.deepEqual([other.take(), one.take()], [true, false]);
  now = 4000;
  assert.equal(one.take(), false);
  now = 4001;
  assert.deepEqual([one.take(), other.take()], [true, false]);
  localStorage.setItem('referee.k', '{broken');
  assert.equal(other.take(), true);
});

test('an answer with its version; no answer is no refusal', async () => {
  serve(() => [409, { code: 'not-your-turn' }, 12]);
  assert.deepEqual(await call('GET', '/matches/m'), { ok: false, status: 409, body: { code: 'not-your-turn' }, version: '12' });
  globalThis.fetch = async () => {
    throw new TypeError('network');
  };
  await assert.rejects(call('GET', '/x'), Unreachable);
});

test('an answer that is not the referee’s is no answer', async () => {
  const portal = '<html>Welcome to the café</html>';
  const rows = [
    new Response(portal, { headers: { 'Content-Type': 'text/html' } }),
    new Response(portal, { headers: { 'Content-Type': 'text/html', 'Referee-Version': '1' } }),
    new Response('{}', { headers: { 'Content-Type': 'application/json' } }), // somebody else's JSON
    new Response('{}', { status: 404, headers: { 'Content-Type': 'application/problem+json' } }),
    new Response('{"id":', { headers: { 'Content-Type': 'application/json', 'Referee-Version': '1' } }), // cut in the middle
    reply(200, null),
    reply(200, 'yes'),
  ];
  for (const row of rows) {
    globalThis.fetch = async () => row;
    await assert.rejects(call('GET', '/x'), Unreachable);
  }
  globalThis.fetch = async () => new Response(portal, { headers: { 'Content-Type': 'text/html' } });
  await assert.rejects(listen('/x', 't', null, () => {}, () => {}), Unreachable);
});

test('headers say only what is known', () => {
  assert.deepEqual(Object.keys(headersOf({})), ['Accept', 'Accept-Language']);
  const all = headersOf({ token: 't', key: 'k', ifMatch: '7', body: {} });
  assert.deepEqual([all.Authorization, all['Idempotency-Key'], all['If-Match'], all['Content-Type']], ['Bearer t', 'k', '"7"', 'application/json']);
});

test('ids are fresh on plain http too', () => {
  const own = crypto.randomUUID;
  assert.notEqual(freshId(), freshId());
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  assert.match(freshId(), /^[0-9a-f]{32}$/);
  assert.notEqual(freshId(), freshId());
  Object.defineProperty(crypto, 'randomUUID', { value: own, configurable: true });
});
