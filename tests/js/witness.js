// A phone that was there for a real log, on standard input a line each: its log, and the same log rewritten from a version on.
// Prints what it noticed: how many gave a false alarm, and how many rewritten ones it missed or dated wrongly.
import { createInterface } from 'node:readline';
import './support.js';
import { asksAfter, ended, FRESH, followed, saw } from '../../referee/http/page/static/seal.js';

const view = (log, version = log.length) => ({ version, head: log[version - 1].hash });
const newest = (seen) => Math.max(0, ...seen.anchors.map(([version]) => version));

/** The page's way back after an absence: from the last event that is linked to the end of the log. */
function caughtUp(seen, log, always = true) {
  const after = asksAfter(seen, always);
  return after === null ? seen : log.slice(after).reduce(followed, ended(seen, log.length, newest(seen)));
}

/** An evening at this table: views that cross each other, a stream that breaks off and comes again; `dice` says what happens. */
function evening(log, dice) {
  let length = 2;
  let phone = saw(FRESH, view(log, length));
  let streaming = length;
  for (const what of dice) {
    length = Math.min(log.length, length + 1 + (what % 3));
    const now = log.slice(0, length);
    if (what % 5 === 0) streaming = null;
    else if (what % 5 === 1) [phone, streaming] = [caughtUp(phone, now), length];
    else if (what % 5 === 2) phone = saw(phone, view(now, 1 + (what * 7919) % length));
    else if (what % 5 === 3) phone = caughtUp(phone, now, false);
    else if (streaming !== null) [phone, streaming] = [now.slice(streaming).reduce(followed, phone), length];
  }
  return caughtUp(JSON.parse(JSON.stringify(phone)), log);
}

const found = { matches: 0, alarms: 0, rewritten: 0, missed: 0 };
for await (const line of createInterface({ input: process.stdin })) {
  const { log, others, dice } = JSON.parse(line);
  const phone = evening(log, dice);
  found.matches += 1;
  found.alarms += phone.changed === null ? 0 : 1;
  for (const { from, other } of others) {
    const first = phone.anchors.map(([version]) => version).find((version) => version > from);
    let later = dice[0] % 2 ? saw(phone, view(other)) : phone;
    for (let again = 0; again < 3; again += 1) later = caughtUp(later, other);
    found.rewritten += 1;
    found.missed += later.changed === first ? 0 : 1;
  }
}
process.stdout.write(`${JSON.stringify(found)}\n`);
