// What a night's view says, asked the way the screens ask it. Pure, no words.

/** @type {Seat[]} */
export const ORDER = ['N', 'S', 'E', 'W'];
/** @type {Record<Seat, Seat>} */
const ACROSS = { N: 'S', S: 'N', E: 'W', W: 'E' };

/** The number that a player counts under: two numbers can turn out to be one person.
 * @param {Night} night
 * @param {number} number */
export const countsAs = (night, number) => night.merged[number] ?? number;

/** @param {Night} night
 * @param {number} number */
export const nameOf = (night, number) => night.players.find((one) => one.number === countsAs(night, number))?.name ?? `${number}`;

/** The round that is drawn and not closed; else null.
 * @param {Night} night */
export const runningOf = (night) => night.rounds.find((round) => round.status === 'drawn') || null;

/** The newest round, running or closed.
 * @param {Night} night */
export const lastOf = (night) => night.rounds[night.rounds.length - 1] || null;

/** Where a player sits in a round, who is the partner and who the opponents; null for who does not.
 * @param {Night} night
 * @param {NightRound} round
 * @param {number} player */
export function placeOf(night, round, player) {
  const own = countsAs(night, player);
  for (const table of round.tables) {
    const seats = ORDER.filter((seat) => countsAs(night, table.seats[seat]) === own);
    if (!seats.length) continue;
    const others = ORDER.filter((seat) => 'NS'.includes(seat) !== 'NS'.includes(seats[0]));
    const partner = table.seats[ACROSS[seats[0]]];
    const names = others.map((seat) => nameOf(night, table.seats[seat]));
    return {
      table, seats, seat: seats[0], partner: seats.length > 1 ? null : nameOf(night, partner),
      opponents: [...new Set(names)], team: /** @type {Team} */ ('NS'.includes(seats[0]) ? 'NS' : 'EW'),
    };
  }
  return null;
}

/** The names of a side of a table; a pair's name once.
 * @param {Night} night
 * @param {NightTable} table
 * @param {Team} team
 * @returns {string[]} */
export const sideOf = (night, table, team) => [...new Set([...team].map((seat) => nameOf(night, table.seats[/** @type {Seat} */ (seat)])))];

/** `done`, `confirm` (its result does not count yet), `decided` (its match wants closing), `playing`, `left-out` or `missing`.
 * @param {NightRound} round
 * @param {NightTable} table
 * @param {RunningTable[]} running */
export function stateOf(round, table, running) {
  if (table.result) return table.result.counts === false ? 'confirm' : 'done';
  if (table.left_out) return 'left-out';
  const now = round.status === 'drawn' ? running.find((one) => one.match === table.match) : null;
  return now?.status === 'decided' || now?.status === 'playing' ? now.status : 'missing';
}

/** The rows of a board's pages: as many to each as fit, the last not much shorter than the others.
 * @template T
 * @param {T[]} rows
 * @param {number} most
 * @returns {T[][]} */
export function paged(rows, most) {
  const pages = Math.ceil(rows.length / Math.max(1, most));
  const size = Math.ceil(rows.length / Math.max(1, pages));
  return Array.from({ length: pages }, (_, at) => rows.slice(at * size, (at + 1) * size));
}
