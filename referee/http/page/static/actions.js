// What the buttons of the table do: each records one thing at the right address of the API.
import { afterwards, enter, guard, takeBack } from './queue.js';
import { change, openSheet, state } from './state.js';
import { unseen } from './cards.js';

export const bid = (seat, said) => enter('/bids', { seat, bid: said }, { type: 'bid-made', data: { seat, bid: said } });

export const trump = (suit) => enter('/trump', { suit }, { type: 'trump-named', data: { suit } }, { guarded: true });

export const play = (seat, card, outOfTurn = false) =>
  enter(
    '/plays', { seat, card, ...(outOfTurn ? { out_of_turn: true } : {}) },
    { type: 'card-played', data: { seat, card, out_of_turn: outOfTurn } }, { then: fillLast },
  );

/** The last card of the deal plays itself: one card of the pack unseen, one seat with one card left. */
function fillLast() {
  const { next, deal, rules } = state.match;
  if (next.action !== 'play' || state.queue.length) return;
  const left = Object.entries(deal.cards_left).filter(([seat, count]) => count && seat !== deal.sitting_out);
  const hidden = unseen(deal, rules);
  if (left.length !== 1 || left[0][1] !== 1 || left[0][0] !== next.seat || hidden.length !== 1) return;
  const [seat, card] = [next.seat, hidden[0]];
  enter('/plays', { seat, card }, { type: 'card-played', data: { seat, card } });
}

export const takeTrick = (winner) =>
  enter('/tricks', { winner }, { type: 'trick-taken', data: { winner } }, { guarded: true });

export const discard = (card) => enter('/discards', { card }, { type: 'dealer-discarded', data: { card } }, { guarded: true });

export const exchange = (discarded, received) =>
  enter('/exchanges', { discarded, received }, { type: 'cards-exchanged', data: { discarded, received } }, { guarded: true });

export const counts = (tricks) => enter('/counts', tricks, { type: 'tricks-counted', data: tricks }, { guarded: true });

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

export const shown = (deal, seat, cards) =>
  enter('/shown', { deal, seat, cards }, { type: 'cards-shown', data: { seat, cards } });

export const undo = () => {
  guard();
  if (takeBack()) return;
  if (state.queue.length) return afterwards(undo);
  if (!state.match.undo) return;
  enter('/undo', { to: state.match.undo.to }, { type: 'rewound', data: { to: state.match.undo.to } }, { guarded: true });
};
export const undoTo = (to) => enter('/undo', { to }, { type: 'rewound', data: { to } }, { guarded: true });
export const redo = () => {
  const { to } = state.match.redo;
  enter('/redo', { to }, { type: 'rewound', data: { to } }, { guarded: true });
};

export const correct = (body, fact) => enter('/corrections', body, fact);

const openRuling = ({ claim }) => {
  change({ flash: null });
  openSheet('ruling', { number: claim.number });
};

export const claimRenege = (by, accused, deal, trick) =>
  enter(
    '/claims', { kind: 'renege', by, accused, deal, trick },
    { type: 'claim-made', data: { kind: 'renege', by, accused, deal, trick } }, { then: openRuling },
  );

export const claimAceNoFace = (by, cards) =>
  enter(
    '/claims', { kind: 'ace-no-face', by, cards },
    { type: 'claim-made', data: { kind: 'ace-no-face', by, accused: null, trick: null, cards } }, { then: openRuling },
  );

export const concede = (claim, by) =>
  enter(`/claims/${claim}/concession`, { by }, { type: 'claim-conceded', data: { claim, by } }, { then: openRuling });
export const withdraw = (claim, by) =>
  enter(`/claims/${claim}/withdrawal`, { by }, { type: 'claim-withdrawn', data: { claim, by } }, { then: openRuling });

export const adjust = (team, points, reason) =>
  enter('/adjustments', { team, points, reason }, { type: 'score-adjusted', data: { team, points, reason } }, { guarded: true });

export const rename = (players) =>
  enter('/players', players, { type: 'players-changed', data: { players } }, { method: 'PATCH' });

export const close = (abandoned) =>
  enter('/close', abandoned ? { abandoned } : {}, { type: 'match-closed', data: { abandoned } }, { guarded: true });
