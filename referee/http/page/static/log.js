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

/** Who sat where when an entry was made; a seat without a name then has the first that it gets later.
 * @param {LogEvent[]} events
 * @returns {(version: number) => Players} */
export function namesOf(events) {
  const changes = events.filter(({ type }) => type === 'match-opened' || type === 'players-changed');
  /** @param {number} version @param {Seat} seat */
  const nameAt = (version, seat) => {
    const told = changes.filter(({ data }) => data.players && seat in data.players);
    const then = told.filter((one) => one.version <= version).pop()?.data.players[seat];
    return then || told.find((one) => one.version > version && one.data.players[seat])?.data.players[seat] || null;
  };
  return (version) => ({ N: nameAt(version, 'N'), E: nameAt(version, 'E'), S: nameAt(version, 'S'), W: nameAt(version, 'W') });
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
  const names = namesOf(events);
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
    return { ...event, data, deal, maker, players: names(event.version), undone: !always && !standing.has(event.version) };
  });
}
