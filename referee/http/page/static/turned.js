// The cards of a past deal, entered from the turned-up tricks (J4.3): trick after trick, who took it as the referee says.
import { html, useEffect, useState } from './vendor/htm/standalone.module.js';
import * as act from './acts.js';
import { copiesLeft, Grid, handSize } from './cards.js';
import { winnerOf } from './judge.js';
import { read } from './log.js';
import { waiting } from './parts.js';
import { leftOf } from './pending.js';
import { closeSheet, say } from './state.js';
import { Icon, Note, Sheet } from './ui.js';
import { cardSign, seatName, t } from './words.js';

/** @typedef {{ leader: Seat, cards: Card[], winner: Seat | null }} Turned */

/** The tricks of a deal whose cards are known from its first on; after them somebody has to turn them up.
 * @param {Deal} deal
 * @param {number} size
 * @returns {Turned[]} */
export function knownTricks({ tricks }, size) {
  const gap = tricks.findIndex((trick) => trick.plays.length < size);
  return (gap < 0 ? tricks : tricks.slice(0, gap)).map(({ leader, plays, winner }) => ({ leader, cards: plays.flatMap(({ card }) => card || []), winner }));
}

/** Who leads to the next trick.
 * @param {Deal} deal
 * @param {Rules} rules
 * @param {Turned[]} tricks
 * @returns {Seat | null} */
export function leaderAfter(deal, rules, tricks) {
  if (tricks.length) return tricks[tricks.length - 1].winner;
  return rules.first_lead === 'dealers-left' ? leftOf(deal.dealer, deal.sitting_out) : deal.maker;
}

/** The seats in the order in which they play to a trick.
 * @param {Seat} leader
 * @param {Seat | null} sittingOut
 * @returns {Seat[]} */
export function inTurn(leader, sittingOut) {
  const seats = [leader];
  for (let seat = leftOf(leader, sittingOut); seat !== leader; seat = leftOf(seat, sittingOut)) seats.push(seat);
  return seats;
}

/** @param {{ match: Match, deal: number }} props */
export function TurnedUpSheet({ match, deal: number }) {
  const [deal, setDeal] = useState(/** @type {Deal | null} */ (null));
  useEffect(() => {
    read(`/deals/${number}`).then((known) => (known ? setDeal(known) : say(t('page.unreachable'), 'bad')));
  }, [number]);
  return html`<${Sheet} title=${t('page.turned')} tall>
    <p class="soft">${t('page.deal.number', { deal: number })}</p>
    ${!deal ? html`<${Note}>${waiting()}</${Note}>`
      : deal.trump ? html`<${Turning} match=${match} deal=${deal} />` : html`<${Note} tone="bad">${t('page.turned.no_trump')}</${Note}>`}
  </${Sheet}>`;
}

/** @param {{ match: Match, deal: Deal }} props */
function Turning({ match, deal }) {
  const { rules, players } = match;
  const size = deal.sitting_out ? 3 : 4;
  const [tricks, setTricks] = useState(knownTricks(deal, size));
  const [cards, setCards] = useState(/** @type {Card[]} */ ([]));
  const all = handSize(rules);
  const done = tricks.length === all;
  const leader = leaderAfter(deal, rules, tricks);
  const seats = leader ? inTurn(leader, deal.sitting_out) : [];
  /** @param {Card} card */
  const pick = (card) => {
    const lying = [...cards, card];
    if (lying.length > size || !leader) return;
    setCards(lying);
    if (lying.length < size) return;
    const plays = lying.map((one, at) => ({ seat: seats[at], card: one }));
    const winner = winnerOf(plays, deal.trump, rules.identical_cards);
    if (winner) setTricks([...tricks, { leader, cards: lying, winner }]);
    setCards([]);
  };
  const back = () => {
    const last = tricks[tricks.length - 1];
    if (cards.length) return setCards(cards.slice(0, -1));
    setTricks(tricks.slice(0, -1));
    return setCards(last.cards.slice(0, -1));
  };
  const save = () => (closeSheet(), act.turnedUp(deal.number, tricks.map((one) => ({ leader: one.leader, cards: one.cards }))));
  const left = copiesLeft({ ...deal, tricks: [] }, rules);
  for (const card of [...tricks.flatMap((one) => one.cards), ...cards]) left.set(card, (left.get(card) ?? 0) - 1);
  const turn = cards.length < size ? seats[cards.length] : null;
  return html`<div class="turning">
    <p class="prompt" role="status">${done ? t('page.turned.done') : `${t('page.trick.number', { trick: tricks.length + 1 })} · ${turn ? t(cards.length ? 'page.next.play' : 'page.next.lead', { seat: seatName(turn, players) }) : waiting()}`}</p>
    <p class="turnedcards mini">${cards.map((card, at) => html`<span key=${at} class=${`is-${card[1]}`}>${cardSign(card)}</span> `)}</p>
    ${done ? html`<button type="button" class="primary wide" onClick=${save}>${t('page.save')}</button>`
      : html`<${Grid} rules=${rules} trump=${deal.trump} left=${left} onPick=${pick} label=${t('page.turned')} />`}
    <button type="button" class="plain wide" disabled=${!tricks.length && !cards.length} onClick=${back}><${Icon} name="undo" /> ${t('page.turned.back')}</button>
  </div>`;
}
