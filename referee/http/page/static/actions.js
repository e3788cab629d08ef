// What the buttons of the table do: each records one thing at the right address of the API. Those of sheets are in acts.js.
import { unseen } from './cards.js';
import { mySeat } from './match.js';
import { keepPlayed, playedOf } from './memory.js';
import { afterwards, enter, takeBack } from './queue.js';
import { matchOpen, state } from './state.js';
import { guard } from './taps.js';

/** @param {Seat} seat
 * @param {Bid} said
 * @param {Trump | null} trump */
export function bid(seat, said, trump = null) {
  const data = { seat, bid: said, ...(trump ? { trump } : {}) };
  return enter('/bids', data, { type: 'bid-made', data });
}

/** @param {Trump} suit */
export const trump = (suit) => enter('/trump', { suit }, { type: 'trump-named', data: { suit } }, { guarded: true });

/** My own card is remembered on this phone: the match may withhold it as soon as the trick is full (R4.6).
 * @param {Seat} seat
 * @param {Card} card
 * @param {boolean} outOfTurn */
export function play(seat, card, outOfTurn = false) {
  const { id, deal: { number } } = matchOpen();
  /** @param {{ events?: LogEvent[] }} answer */
  const done = ({ events }) => {
    if (events && seat === mySeat()) keepPlayed(id, number, { ...playedOf(id, number), [events[0].version]: card });
    fillLast();
  };
  return enter(
    '/plays', { seat, card, ...(outOfTurn ? { out_of_turn: true } : {}) },
    { type: 'card-played', data: { seat, card, out_of_turn: outOfTurn } }, { done },
  );
}

/** The last card of the deal plays itself: one card of the pack unseen, one seat with one card left. */
function fillLast() {
  const { next, deal, rules } = matchOpen();
  if (next.action !== 'play' || state.queue.length) return;
  const left = Object.entries(deal.cards_left).filter(([seat, count]) => count && seat !== deal.sitting_out);
  const hidden = unseen(deal, rules);
  if (left.length !== 1 || left[0][1] !== 1 || left[0][0] !== next.seat || hidden.length !== 1) return;
  const [seat, card] = [next.seat, hidden[0]];
  enter('/plays', { seat, card }, { type: 'card-played', data: { seat, card } });
}

/** @param {Seat} winner */
export const takeTrick = (winner) =>
  enter('/tricks', { winner }, { type: 'trick-taken', data: { winner } }, { guarded: true });

export const undo = () => {
  guard();
  if (takeBack()) return;
  if (state.queue.length) return afterwards(undo);
  const to = matchOpen().undo?.to;
  if (to) undoTo(to);
};
/** @param {number} to */
export const undoTo = (to) => enter('/undo', { to }, { type: 'rewound', data: { to } }, { guarded: true });
export const redo = () => {
  const to = matchOpen().redo?.to;
  if (to) enter('/redo', { to }, { type: 'rewound', data: { to, redo: true } }, { guarded: true });
};
