// Which tab of this browser holds the stream where there are no locks (plain http).
import { read, write } from './memory.js';

const LEASE = 4000; // milliseconds; a tab that is gone holds it no longer
const RENEW = 1500;
const me = Math.random().toString(36).slice(2);

/** A lease that this browser keeps: one tab at a time holds it and renews it. `take` says whether it is this tab's now.
 * @param {string} key
 * @param {string} tab
 * @param {() => number} now */
export function leaseOf(key, tab, now) {
  const take = () => {
    const held = read(key, null);
    if (held && held.tab !== tab && held.until >= now()) return false;
    write(key, { tab, until: now() + LEASE });
    return true;
  };
  const release = () => read(key, null)?.tab === tab && write(key, null);
  return { take, release };
}

/** The lease is renewed while this tab holds the stream.
 * @param {string} id
 * @param {AbortSignal} signal
 * @param {() => Promise<void>} run */
export async function leaseAndRun(id, signal, run) {
  const lease = leaseOf(`live.${id}`, me, Date.now);
  while (!lease.take()) {
    await new Promise((done) => setTimeout(done, RENEW));
    if (signal.aborted) return;
  }
  const renewing = setInterval(lease.take, RENEW);
  const release = () => {
    clearInterval(renewing);
    lease.release();
  };
  addEventListener('pagehide', release, { once: true });
  await run();
  release();
}
