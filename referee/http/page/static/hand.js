// My hand: stays on this phone. The referee is asked what may be played and stores nothing of it.
import { html, useEffect, useState } from './vendor/htm/standalone.module.js';
import * as act from './actions.js';
import { call } from './api.js';
import { Card, isBower, suitInPlay, SUITS } from './cards.js';
import { handOf, keepPlayed, playedOf } from './memory.js';
import { mayRecord, mySeat } from './match.js';
import { openSheet } from './state.js';
import { Icon } from './ui.js';
import { t } from './words.js';

const POWER = ['9', 'T', 'J', 'Q', 'K', 'A'];

/** By suit in play, trumps first, as one holds them.
 * @param {Card[]} cards
 * @param {Trump | null} trump
 * @returns {Card[]} */
export function sorted(cards, trump) {
  /** @param {Card} card */
  const place = (card) => {
    const suit = suitInPlay(card, trump);
    return [!suit || suit === trump ? -1 : SUITS.indexOf(suit), card === 'JK' ? -9 : isBower(card, trump) ? (card[1] === trump ? -8 : -7) : -POWER.indexOf(card[0])];
  };
  return [...cards].sort((a, b) => place(a)[0] - place(b)[0] || place(a)[1] - place(b)[1]);
}

/** @param {Deal} deal
 * @param {Seat} seat */
const ownPlays = (deal, seat) => deal.tricks.flatMap((trick) => trick.plays).filter((play) => play.seat === seat);

/** Remembers what my seat has played while it can be seen.
 * @param {Match} match
 * @param {Seat | null} seat */
function useMemory({ id, deal, version }, seat) {
  useEffect(() => {
    if (!seat) return;
    const seen = ownPlays(deal, seat).flatMap((play) => (play.card && play.version ? [[play.version, play.card]] : []));
    keepPlayed(id, deal.number, { ...playedOf(id, deal.number), ...Object.fromEntries(seen) });
  }, [version, seat]);
}

/** What is left of the hand after the cards that this seat has played.
 * @param {Match} match
 * @param {Seat} seat
 * @returns {Card[]} */
function held(match, seat) {
  const { id, deal } = match;
  const known = playedOf(id, deal.number);
  const left = [...handOf(id, deal.number)];
  for (const { card, version } of ownPlays(deal, seat)) {
    const played = card || known[version || 0];
    if (left.includes(played)) left.splice(left.indexOf(played), 1);
  }
  return left;
}

/** Which cards of the hand may be played now, as the referee says; null until it has.
 * @param {Match} match
 * @param {Card[]} hand
 * @param {Seat | null} seat
 * @returns {{ playable: Card[], must_follow: Suit | null } | null} */
function usePlayable(match, hand, seat) {
  const [told, setTold] = useState(/** @type {{ playable: Card[], must_follow: Suit | null } | null} */ (null));
  const { deal, next, rules } = match;
  const trick = deal.tricks[deal.tricks.length - 1];
  const led = trick && !trick.complete && trick.plays[0] ? trick.plays[0].card : null;
  const asked = deal.trump && next.action === 'play' && next.seat === seat && hand.length ? JSON.stringify([deal.trump, led, hand]) : null;
  useEffect(() => {
    setTold(null);
    if (!asked) return undefined;
    let live = true;
    call('POST', '/adjudications/playable', { body: { trump: deal.trump, led, hand, rules } })
      .then((reply) => live && reply.ok && setTold(reply.body), () => {});
    return () => (live = false);
  }, [asked]);
  return told;
}

/** Above the grid while it is this phone's turn: the cards one holds, those that may be played in full.
 * @param {{ match: Match }} props */
export function MyHandTray({ match }) {
  const seat = mySeat();
  const hand = seat ? sorted(held(match, seat), match.deal.trump) : [];
  const told = usePlayable(match, hand, seat);
  useMemory(match, seat);
  if (!hand.length || match.deal.phase === 'over') return null;
  const turn = match.next.action === 'play' && match.next.seat === seat && mayRecord(match);
  /** @param {Card} card */
  const may = (card) => told?.playable.includes(card);
  return html`<div class="tray">
    ${turn && told && html`<p class="soft">${told.must_follow ? t('page.hand.must', { suit: t(`suit.${told.must_follow}`) }) : t('page.hand.any')}</p>`}
    <div class="traycards" role="group" aria-label=${t('page.hand')}>
      ${hand.map((card, at) => html`<button key=${card + at} type="button" class=${`traycard ${turn && may(card) ? 'may' : ''}`} disabled=${!turn}
        onClick=${() => seat && act.play(seat, card)}><${Card} card=${card} trump=${match.deal.trump} /></button>`)}
      <button type="button" class="small" aria-label=${t('page.hand.change')} onClick=${() => openSheet('hand')}><${Icon} name="pen" /></button>
    </div>
  </div>`;
}
