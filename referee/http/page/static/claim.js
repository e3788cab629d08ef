// "Renege!": the claim in three taps, the ruling as a card with its evidence, concede and withdraw.
import { html, useEffect, useState } from './vendor/htm/standalone.module.js';
import * as act from './acts.js';
import { call } from './api.js';
import { Card, Grid, handSize, suitInPlay } from './cards.js';
import { read } from './log.js';
import { isScorer, mySeat } from './match.js';
import { waiting } from './parts.js';
import { closeSheet, openReplay, openSheet, state } from './state.js';
import { Choice, DealPick, Icon, Note, Sheet } from './ui.js';
import { leftOf } from './pending.js';
import { cardSign, listed, seatName, SEATS, signed, t, teamName, teamOf } from './words.js';

/** Who is most likely meant: the last who did not follow the suit led, else the last who played.
 * @param {Deal} deal
 * @param {Seat | null} not
 * @returns {Seat | null} */
function suspect(deal, not) {
  const plays = deal.tricks.flatMap((trick) => trick.plays.slice(1).map((play) => ({ ...play, trick })));
  const strayed = plays.filter(({ card, trick, seat }) => card && seat !== not && suitInPlay(card, deal.trump) !== trick.led_suit);
  const [last] = (strayed.length ? strayed : plays.filter(({ seat }) => seat !== not)).slice(-1);
  return last ? last.seat : null;
}

/** @param {{ trick: Trick }} props */
function TrickWords({ trick }) {
  const cards = trick.plays.flatMap(({ card }) => card || []);
  if (!trick.plays.length) return html`<small>${t('page.trick.no_cards')}</small>`;
  if (!cards.length) return html`<small>${t('page.trick.withheld')}</small>`;
  return html`<small class="mini">${cards.map((card) => html`<span key=${card} class=${`is-${card[1]}`}>${cardSign(card)}</span> `)}</small>`;
}

/** The tricks of a deal that a claim can be about; of a deal recorded by its result alone they are known by number only.
 * @param {Deal} deal
 * @param {Rules} rules
 * @returns {Trick[]} */
export function claimable(deal, rules) {
  const seen = deal.tricks.filter((trick) => trick.plays.length || trick.complete);
  if (!isScored(deal)) return seen;
  return Array.from({ length: handSize(rules) }, (_, at) => seen[at] || {
    number: at + 1, leader: deal.dealer, led_suit: null, winner: null, complete: true, plays: [],
  });
}

/** Whether a deal has been played to its end.
 * @param {Deal} deal */
const isScored = ({ phase, maker, result }) => phase === 'over' && !!maker && !!result && !result.thrown_in && !result.lost_by;

/** All deals, as the referee has them; those that this phone has while it is out of reach.
 * @param {Match} match
 * @returns {Promise<Deal[]>} */
async function pastDeals({ deal }) {
  const all = state.link === 'offline' ? null : await read('/deals');
  const numbers = Array.from({ length: deal.number - 1 }, (_, at) => at + 1);
  return all?.deals || (await Promise.all(numbers.map((number) => read(`/deals/${number}`)))).filter(Boolean);
}

/** A claim about any deal with tricks: the one that runs, or, right after its end, the one before, is chosen at first.
 * @param {{ match: Match, deal?: number }} props */
export function ClaimSheet({ match, deal: wanted }) {
  const started = claimable(match.deal, match.rules).length > 0;
  const [chosen, setChosen] = useState(wanted || (started || match.deal.number === 1 ? match.deal.number : null));
  const [past, setPast] = useState(/** @type {Deal[] | null} */ (null));
  const own = mySeat();
  useEffect(() => {
    let live = true;
    pastDeals(match).then((deals) => live && setPast(deals));
    return () => (live = false);
  }, [match.version]);
  const earlier = (past || []).filter((one) => one.number < match.deal.number && claimable(one, match.rules).length).reverse();
  const deals = started || !earlier.length ? [match.deal, ...earlier] : earlier;
  const deal = chosen || past ? deals.find((one) => one.number === chosen) || deals[0] : null;
  return html`<${Sheet} title=${t('page.claim.title')} tall>
    ${deal && earlier.length > 0 && html`<${DealPick} numbers=${deals.map((one) => one.number)} value=${deal.number} onChange=${setChosen} />`}
    ${deal ? html`<${ClaimForm} key=${deal.number} deal=${deal} match=${match} own=${own} />` : html`<${Note}>${waiting()}</${Note}>`}
  </${Sheet}>`;
}

/** @param {{ deal: Deal, match: Match, own: Seat | null }} props */
function ClaimForm({ deal, match, own }) {
  const { players } = match;
  const tricks = claimable(deal, match.rules);
  const [accused, setAccused] = useState(suspect(deal, own));
  const [trick, setTrick] = useState(/** @type {number | null} */ (null));
  const [by, setBy] = useState(own);
  if (!tricks.length) return html`<${Note}>${t('page.claim.nothing')}</${Note}>`;
  const claimant = by || (accused ? leftOf(accused) : null);
  const send = () => {
    closeSheet();
    if (accused && claimant) act.claimRenege(claimant, accused, deal.number, trick);
  };
  return html`<div class="claimform">
    <${Choice} name="accused" label=${t('page.claim.who')} value=${accused} onChange=${setAccused}
      options=${SEATS.filter((seat) => seat !== deal.sitting_out).map((seat) => [seat, seatName(seat, players)])} />
    <${Choice} name="trick" label=${t('page.claim.trick')} value=${trick} onChange=${setTrick} big="tricks" options=${[
      [null, t('page.claim.any')],
      ...tricks.map((one) => [one.number, t('page.trick.number', { trick: one.number }), html`<${TrickWords} trick=${one} />`]),
    ]} />
    ${!own && html`<${Choice} name="by" label=${t('page.claim.by')} value=${claimant} onChange=${setBy} big="compact"
      options=${SEATS.map((seat) => [seat, seatName(seat, players)])} />`}
    <button type="button" class="danger wide" disabled=${!accused} onClick=${send}>${
      accused ? t('page.claim.send', { accused: seatName(accused, players) }) : t('page.claim.title')}</button>
  </div>`;
}

/** The ruling as a card: verdict, price, the sentences, the cards that matter, the rule, and the way into the replay.
 * @param {{ match: Match, number: number }} props */
export function RulingSheet({ match, number }) {
  const claim = match.claims.find((one) => one.number === number);
  const [told, setTold] = useState(/** @type {{ sentences: string[] } | null} */ (null));
  useEffect(() => {
    let live = true;
    read(`/claims/${number}`).then((known) => live && known && setTold(known.case));
    return () => (live = false);
  }, [number, match.version]);
  if (!claim) return null;
  const { facts, penalty, verdict } = claim;
  const trump = claim.deal === match.deal.number ? match.deal.trump : null;
  const lit = [facts.played_version, facts.proof_version].flatMap((one) => one || []);
  /** @param {number | null} version @param {string} words */
  const show = (version, words) => version && html`<button type="button" class="plain" onClick=${() => openReplay(version, lit)}>▶ ${words}</button>`;
  const shown = [['led', facts.led], ['played', facts.played], ['proof', facts.proof]].filter(([, card]) => card);
  const sentences = told ? told.sentences : [claim.text];
  return html`<${Sheet} title=${t(`page.verdict.${verdict}`)} tone=${`ruling ${verdict}`}>
    <p class="price">
      <button type="button" class="link" onClick=${() => openSheet('rule', { number: claim.rule })}>${t('page.rule', { number: claim.rule })}</button>
      ${penalty && html`<strong>${signed(penalty.points)} <span>${teamName(penalty.team, match.players)}</span></strong>`}
    </p>
    <div class="sentences" role="status">${sentences.map((line, at) => html`<p key=${at}>${line}</p>`)}</div>
    ${shown.length > 0 && html`<div class="evidence">${shown.map(([role, card]) => html`
      <figure key=${role}><${Card} card=${card} trump=${trump} lit=${role !== 'led'} size="big" /><figcaption>${t(`page.evidence.${role}`)}</figcaption></figure>`)}</div>`}
    ${facts.would_prove && verdict === 'open' && !told && html`<p class="soft">${t('page.claim.would_prove', { cards: listed(facts.would_prove.map(cardSign), 'or') })}</p>`}
    <div class="pair">
      ${show(facts.played_version, t('page.show.trick'))}
      ${facts.proof_version && facts.proof_version !== facts.played_version && show(facts.proof_version, t('page.show.proof'))}
    </div>
    ${verdict === 'open' && html`<${Settle} claim=${claim} match=${match} />`}
    ${verdict === 'open' && claim.ground === 'not-recorded' && mayEnter(match) && (claim.deal < match.deal.number || match.deal.phase === 'over'
      ? html`<button type="button" class="plain wide" onClick=${() => openSheet('turned', { deal: claim.deal })}><${Icon} name="pen" /> ${t('page.turned')}</button>`
      : html`<${Note}>${t('page.turned.later')}</${Note}>`)}
    <button type="button" class="primary wide" onClick=${closeSheet}>${t('page.done')}</button>
  </${Sheet}>`;
}

/** Whether this phone may enter the cards of a past deal (J4.3).
 * @param {Match} match */
export const mayEnter = ({ recording, status }) => status !== 'closed' && (isScorer() || (!!mySeat() && recording === 'anyone'));

/** What the two sides may do about an open claim; a seat only as itself.
 * @param {{ claim: Claim, match: Match }} props */
function Settle({ claim, match }) {
  const own = mySeat();
  if (claim.kind !== 'renege' || (!own && !isScorer())) return null;
  const accused = /** @type {Seat} */ (claim.accused);
  const admit = isScorer() ? accused : own && teamOf(own) === teamOf(accused) ? own : null;
  const back = isScorer() || claim.by === own ? claim.by : null;
  /** @param {Seat} seat */
  const name = (seat) => seatName(seat, match.players);
  return html`<div class="pair">
    ${admit && html`<button type="button" class="plain" onClick=${() => act.concede(claim.number, admit)}>${t('page.claim.concede', { seat: name(admit) })}</button>`}
    ${back && back !== 'referee' && html`<button type="button" class="plain" onClick=${() => act.withdraw(claim.number, back)}>${t('page.claim.withdraw')}</button>`}
  </div>`;
}

/** Ace no face (V2): whose hand, and all its cards.
 * @param {{ match: Match }} props */
export function AceSheet({ match }) {
  const own = mySeat();
  const [by, setBy] = useState(/** @type {Seat} */ (own || match.next.seat));
  const [cards, setCards] = useState(/** @type {Card[]} */ ([]));
  const { rules, deal } = match;
  const size = handSize(rules) + (rules.joker && deal.dealer === by && deal.phase === 'discard' ? 1 : 0);
  /** @param {Card} card */
  const count = (card) => cards.filter((one) => one === card).length;
  /** @param {Card} card */
  const pick = (card) => setCards(count(card) < rules.decks && cards.length < size && !(rules.decks === 1 && count(card))
    ? [...cards, card] : cards.filter((one) => one !== card));
  const send = () => (closeSheet(), act.claimAceNoFace(by, cards));
  return html`<${Sheet} title=${t('page.ace.claim')} tall>
    ${!own && html`<${Choice} name="by" label=${t('page.claim.by')} value=${by} onChange=${setBy} big="compact"
      options=${SEATS.map((seat) => [seat, seatName(seat, match.players)])} />`}
    <p class="soft">${t('page.cards.of', { n: cards.length, all: size })}</p>
    <${Grid} rules=${rules} trump=${null} onPick=${pick} chosen=${cards} label=${t('page.ace.cards')} />
    <button type="button" class="danger wide" disabled=${!cards.length} onClick=${send}>${t('page.ace.send')}</button>
  </${Sheet}>`;
}

/** A rule of the book, in the reader's language.
 * @param {{ number: string }} props */
export function RuleSheet({ number }) {
  const [rule, setRule] = useState(/** @type {{ title: string, text: string } | null} */ (null));
  useEffect(() => {
    call('GET', `/rules/${number}`).then((reply) => reply.ok && setRule(reply.body), () => {});
  }, [number]);
  return html`<${Sheet} title=${t('page.rule', { number })}>
    ${rule ? html`<h3>${rule.title}</h3><p class="ruletext">${rule.text}</p>` : html`<${Note}>${waiting()}</${Note}>`}
  </${Sheet}>`;
}
