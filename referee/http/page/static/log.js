// The log of a match, read in full, and what became of each of its entries.
import { call } from './api.js';

/** All entries of a match, in order, as far as the referee answers.
 * @param {string} id
 * @param {string} token
 * @returns {Promise<LogEvent[]>} */
export async function allEvents(id, token) {
  const events = [];
  for (;;) {
    const reply = await call('GET', `/matches/${id}/events?after=${events.length}`, { token });
    if (!reply.ok || !reply.body.events.length) return events;
    events.push(...reply.body.events);
    if (events.length >= reply.body.last) return events;
  }
}

/** The log's entries, each with what became of it: a rewind leads back to an earlier one, what lies between is undone.
 * @param {LogEvent[]} events
 * @returns {LogEntry[]} */
export function entriesOf(events) {
  /** @typedef {{ event: LogEvent, before: Link } | null} Link */
  /** @type {Link[]} */
  const chain = [null]; // version -> the entry that stands there and the one before it
  const redone = new Set();
  events.forEach((event) => {
    const before = chain[event.version - 1];
    chain[event.version] = event.type === 'rewound' ? chain[event.data.to] : { event, before };
    const there = chain[event.version]?.event.version ?? 0;
    if (event.type === 'rewound' && there > (before?.event.version ?? 0)) redone.add(event.version);
  });
  const standing = new Set();
  for (let at = chain[events.length]; at; at = at.before) standing.add(at.event.version);
  let deal = 0;
  /** @type {Seat | null} */
  let maker = null;
  return events.map((event) => {
    const { type } = event;
    const data = redone.has(event.version) ? { ...event.data, redo: true } : event.data;
    if (type === 'deal-started') [deal, maker] = [data.deal, null];
    if (type === 'contract-declared') maker = data.maker;
    if (type === 'bid-made' && data.bid !== 'pass') maker = data.seat;
    const always = type === 'rewound' || type === 'players-changed' || type === 'match-reopened';
    return { ...event, data, deal, maker, undone: !always && !standing.has(event.version) };
  });
}
