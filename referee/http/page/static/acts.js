// What is recorded from sheets and from the rarer controls: each one thing at the right address of the API.
import { enter } from './queue.js';
import { change, openSheet } from './state.js';

/** @param {Card | null} card */
export const discard = (card) => enter('/discards', { card }, { type: 'dealer-discarded', data: { card } }, { guarded: true });

/** @param {Card[] | null} discarded
 * @param {Card[] | null} received */
export const exchange = (discarded, received) =>
  enter('/exchanges', { discarded, received }, { type: 'cards-exchanged', data: { discarded, received } }, { guarded: true });

/** @param {Record<string, number>} tricks */
export const counts = (tricks) => enter('/counts', tricks, { type: 'tricks-counted', data: tricks }, { guarded: true });

/** @param {DealSaid} body */
export const result = (body) =>
  enter(
    '/results', body,
    body.maker
      ? { type: 'contract-declared', data: { maker: body.maker, bid: body.bid, trump: body.trump } }
      : { type: 'deal-thrown-in', data: { reason: 'all-passed' } },
    { guarded: true },
  );

export const redeal = () =>
  enter('/redeals', { reason: 'misdeal' }, { type: 'deal-thrown-in', data: { reason: 'misdeal' } }, { guarded: true });

/** @param {number} deal
 * @param {Seat} seat
 * @param {Card[]} cards */
export const shown = (deal, seat, cards) =>
  enter('/shown', { deal, seat, cards }, { type: 'cards-shown', data: { seat, cards } });

/** Several entries put right at once.
 * @param {Record<number, Data>} entries version -> what it should have said */
export const putRight = (entries) =>
  enter(
    '/corrections', { entries: Object.entries(entries).map(([version, data]) => ({ version: Number(version), data })) },
    { type: 'entries-corrected', data: { entries } },
  );

/** @param {object} body
 * @param {Fact} fact */
export const correct = (body, fact) => enter('/corrections', body, fact);

/** @param {{ claim: Claim }} answer */
const openRuling = ({ claim }) => {
  change({ flash: null });
  openSheet('ruling', { number: claim.number });
};

/** @param {Seat} by
 * @param {Seat} accused
 * @param {number} deal
 * @param {number | null} trick */
export const claimRenege = (by, accused, deal, trick) =>
  enter(
    '/claims', { kind: 'renege', by, accused, deal, trick },
    { type: 'claim-made', data: { kind: 'renege', by, accused, deal, trick } }, { done: openRuling },
  );

/** @param {Seat} by
 * @param {Card[]} cards */
export const claimAceNoFace = (by, cards) =>
  enter(
    '/claims', { kind: 'ace-no-face', by, cards },
    { type: 'claim-made', data: { kind: 'ace-no-face', by, accused: null, trick: null, cards } }, { done: openRuling },
  );

/** @param {number} claim
 * @param {Seat} by */
export const concede = (claim, by) =>
  enter(`/claims/${claim}/concession`, { by }, { type: 'claim-conceded', data: { claim, by } }, { done: openRuling });
/** @param {number} claim
 * @param {Seat} by */
export const withdraw = (claim, by) =>
  enter(`/claims/${claim}/withdrawal`, { by }, { type: 'claim-withdrawn', data: { claim, by } }, { done: openRuling });

/** @param {Team} team
 * @param {number} points
 * @param {string} reason */
export const adjust = (team, points, reason) =>
  enter('/adjustments', { team, points, reason }, { type: 'score-adjusted', data: { team, points, reason } }, { guarded: true });

/** @param {Partial<Players>} players */
export const rename = (players) =>
  enter('/players', players, { type: 'players-changed', data: { players } }, { method: 'PATCH' });

/** @param {'early' | 'abandoned' | null} way */
export const close = (way) => {
  const body = way ? { [way]: true } : {};
  return enter('/close', body, { type: 'match-closed', data: body }, { guarded: true });
};

/** @param {string} reason */
export const reopen = (reason) => enter('/reopen', { reason }, { type: 'match-reopened', data: { reason } }, { guarded: true });

/** @param {Seat} seat */
export const dealt = (seat) => enter('/dealer', { seat }, { type: 'dealer-changed', data: { dealer: seat } }, { guarded: true });

/** @param {number} deal
 * @param {{ leader: Seat, cards: Card[] }[]} tricks */
export const turnedUp = (deal, tricks) => enter(`/deals/${deal}/cards`, { tricks }, { type: 'cards-recorded', data: { deal } });
