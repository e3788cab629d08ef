// What a phone notices of a changed past: every rewritten log that it was there to see, and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './support.js';
import { asksAfter, ended, FRESH, followed, saw } from '../../referee/http/page/static/seal.js';

/** Random numbers that are the same every time (mulberry32). */
function chance(seed) {
  let a = seed;
  const next = () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return { next, below: (n) => Math.floor(next() * n) };
}

let drawn = 0;
/** A log of so many events that goes on from another one: only the chain is of interest here, every hash is new. */
function grown(log, count) {
  const more = [...log];
  for (let n = 0; n < count; n += 1) {
    drawn += 1;
    more.push({ version: more.length + 1, prev: more.length ? more[more.length - 1].hash : '0'.repeat(64), hash: drawn.toString(16).padStart(64, 'f') });
  }
  return more;
}

const view = (log, version = log.length) => ({ version, head: log[version - 1].hash });
const newest = (seen) => Math.max(0, ...seen.anchors.map(([version]) => version));

/** The page's way back after an absence: from the last event that is linked to the end of the log. */
function caughtUp(seen, log, always = true) {
  const after = asksAfter(seen, always);
  if (after === null) return seen;
  return log.slice(after).reduce(followed, ended(seen, log.length, newest(seen)));
}

/** One evening of one phone: views that cross each other, answers of acts repeated, a stream that breaks off and comes
 * again, other tabs' news. */
function evening(seen, log, dice, length) {
  let now = log;
  let phone = saw(seen, view(now));
  let streaming = now.length;
  while (now.length < length) {
    now = grown(now, 1 + dice.below(3)); // an act of one or more events, an undo and a correction are no different
    const what = dice.below(6);
    if (what === 0) streaming = null; // the line is down
    else if (what === 1) [phone, streaming] = [caughtUp(phone, now), now.length];
    else if (what === 2) phone = saw(phone, view(now, 1 + dice.below(now.length))); // an answer given before, or a view that was overtaken
    else if (what === 3) phone = saw(phone, view(now));
    if (streaming !== null && what > 3) [phone, streaming] = [now.slice(streaming).reduce(followed, phone), now.length];
    if (what === 5) phone = caughtUp(phone, now, false);
  }
  return [JSON.parse(JSON.stringify(phone)), now]; // as it is kept
}

test('no alarm in 2,000 matches with queues, repeats and reconnects', () => {
  for (let seed = 1; seed <= 2000; seed += 1) {
    const dice = chance(seed);
    const [phone, log] = evening(FRESH, grown([], 2), dice, 20 + dice.below(seed % 20 ? 80 : 400));
    assert.equal(caughtUp(phone, log).changed, null, `seed ${seed}`);
  }
});

test('10,000 rewritten logs are noticed by a phone that was there, at the version where its memory begins to differ', () => {
  const missed = [];
  for (let seed = 1; seed <= 10000; seed += 1) {
    const dice = chance(seed);
    let [phone, log] = evening(FRESH, grown([], 2), dice, 20 + dice.below(40));
    phone = caughtUp(phone, log);
    const from = dice.below(log.length); // entries after this one are others now, or gone
    const other = grown(log.slice(0, from), dice.below(60));
    if (!other.length) continue;
    const first = phone.anchors.map(([version]) => version).filter((version) => version > from)[0];
    if (dice.below(2)) phone = saw(phone, view(other));
    for (let again = 0; again < 3; again += 1) phone = caughtUp(phone, other);
    if (phone.changed !== first) missed.push([seed, from, first, phone.changed]);
  }
  assert.deepEqual(missed, []);
});

test('what was read is over: the other log is followed without another alarm', () => {
  const log = grown([], 30);
  let phone = caughtUp(saw(FRESH, view(log)), log);
  const other = grown(log.slice(0, 10), 5);
  for (let again = 0; again < 3; again += 1) phone = caughtUp(phone, other);
  assert.equal(phone.changed, 16); // the phone came at 30, and knows of what is gone only that it is gone
  phone = { ...phone, changed: null };
  assert.equal(caughtUp(saw(phone, view(grown(other, 0))), other).changed, null);
  assert.equal(caughtUp(phone, grown(other, 9)).changed, null);
});

test('each way of telling', () => {
  const log = grown([], 5);
  const other = grown(log.slice(0, 3), 2);
  const phone = log.reduce(followed, FRESH);
  assert.deepEqual([phone.linked, phone.changed, phone.anchors.length], [5, null, 5]);
  assert.equal(saw(phone, view(other)).changed, 5); // the same version, another hash
  assert.equal(followed(phone, other[4]).changed, 4); // what goes before it is another one
  assert.equal(followed(phone, { ...grown(other, 1)[5] }).changed, 5);
  assert.equal(ended(phone, 3, 5).changed, 4); // cut
  assert.equal(ended(phone, 5, 5), phone);
  assert.equal(asksAfter(phone, false), null);
  assert.equal(asksAfter(saw(phone, { version: 9, head: 'x' }), false), 4);
});

test('a long match keeps the anchor that its chain goes on from', () => {
  const log = grown([], 900);
  let phone = log.slice(0, 10).reduce(followed, FRESH);
  for (let version = 300; version <= 900; version += 1) phone = saw(phone, view(log, version));
  assert.ok(phone.anchors.length <= 201 && phone.linked === 10 && phone.anchors[0][0] === 10);
  assert.deepEqual([caughtUp(phone, log).changed, caughtUp(phone, log).linked], [null, 900]);
  assert.equal(caughtUp(phone, grown(log.slice(0, 9), 900)).changed, 10);
});
