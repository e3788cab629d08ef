// What each role may do, by the way of recording: as the referee judges it (`service/access.py`), which a test compares.
import { isScorer, mySeat } from './match.js';

/** By anyone, own-seat, scorer: who besides the scorer may do it. `any` seat, a seat for its `own`, or `no` seat.
 * @type {Record<string, string[]>} */
export const RIGHTS = {
  bid: ['any', 'own', 'no'], play: ['any', 'own', 'no'], shown: ['any', 'own', 'no'], took: ['any', 'own', 'no'],
  trick: ['any', 'no', 'no'], contract: ['any', 'no', 'no'], counts: ['any', 'no', 'no'], result: ['any', 'no', 'no'],
  redeal: ['any', 'no', 'no'], turned: ['any', 'no', 'no'], dealer: ['own', 'own', 'no'],
  claim: ['own', 'own', 'own'], rename: ['own', 'own', 'own'],
  adjust: ['no', 'no', 'no'], close: ['no', 'no', 'no'], reopen: ['no', 'no', 'no'], correct: ['no', 'no', 'no'], rematch: ['no', 'no', 'no'],
};
const WAYS = ['anyone', 'own-seat', 'scorer'];

/** Whether this phone may do it; for what belongs to a seat, at that seat.
 * @param {string} what
 * @param {Match} match
 * @param {Seat | null} seat */
export function may(what, { recording }, seat = null) {
  if (isScorer()) return true;
  const own = mySeat();
  const right = own ? RIGHTS[what][WAYS.indexOf(recording)] : 'no';
  return right === 'any' || (right === 'own' && (!seat || seat === own));
}

/** Whether this phone may take back, or bring back, what the match names.
 * @param {ActSeen | null} act */
export const mayTurn = (act) => !!act && (isScorer() || act.may.some((role) => role === mySeat()));
