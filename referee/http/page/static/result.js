// Depth "result": a whole deal in at most five taps, or the tricks of a deal that is agreed. Everything sensible is
// chosen beforehand, and the other team's tricks fill themselves in.
import { html, useState } from './vendor/htm/standalone.module.js';
import * as act from './acts.js';
import { handSize, isSuit, Suit } from './cards.js';
import { Choice } from './ui.js';
import { bidWords, seatName, SEATS, t, teamName, teamOf, trumpWords } from './words.js';

/** @type {Record<Team, Team>} */
const OTHER = { NS: 'EW', EW: 'NS' };
/** @param {number} n */
const upTo = (n) => Array.from({ length: n + 1 }, (_, at) => at);
/** @param {Bid} bid
 * @param {number} all */
const owed = (bid, all) => (/^\d+$/.test(bid) ? Number(bid) : all);

/** @param {{ team: Team, players: Players, all: number, value: number | null, onChange: (n: number) => void }} props */
function Tricks({ team, players, all, value, onChange }) {
  return html`<${Choice} name="tricks" label=${t('page.result.tricks', { team: teamName(team, players) })} value=${value}
    onChange=${onChange} big=${all > 8 ? 'compact dozen' : all > 6 ? 'compact eight' : 'compact'} options=${upTo(all).map((n) => [n, n])} />`;
}

/** The deal that runs, as a whole.
 * @param {{ match: Match }} props */
export function Result({ match }) {
  return html`<${ResultForm} match=${match} bids=${match.next.options || []} onSave=${act.result}>
    <button type="button" class="plain" onClick=${() => act.result({ maker: null })}>${t('page.result.passed')}</button></${ResultForm}>`;
}

/** Maker, bid, trump and tricks, filled in as they were where a deal is put right. Without `counted` the tricks are no part of it.
 * @param {{ match: Match, bids: Bid[], start?: DealSaid, counted?: boolean, onSave: (said: DealSaid) => unknown, children?: Hole }} props */
export function ResultForm({ match, bids: options, start, counted = true, onSave, children }) {
  const { rules, players } = match;
  const all = handSize(rules);
  const [maker, setMaker] = useState(start?.maker ?? null);
  const [bid, setBid] = useState(start?.bid ?? null);
  const [trump, setTrump] = useState(start?.trump ?? null);
  const [taken, setTaken] = useState(start?.tricks && start.maker ? start.tricks[teamOf(start.maker)] : null);
  /** @type {Team} */
  const team = maker ? teamOf(maker) : 'NS';
  const tricks = taken ?? (bid ? owed(bid, all) : null);
  /** @param {Seat} one */
  const turn = (one) => {
    if (start && maker && taken !== null && teamOf(one) !== team) setTaken(all - taken); // the tricks were taken as they were
    setMaker(one);
  };
  const pick = (/** @type {Bid} */ one) => (setBid(one), !start && setTaken(null));
  const save = () => tricks !== null && onSave({ maker, bid, trump, tricks: /** @type {Points} */ ({ [team]: tricks, [OTHER[team]]: all - tricks }) });
  /** @param {Trump} one */
  const suit = (one) =>
    isSuit(one)
      ? html`<${Suit} suit=${one} /><span class="unseen">${trumpWords(one)}</span>`
      : html`${t(`page.trump.${one}`)}<span class="unseen">${trumpWords(one)}</span>`;
  const bids = options.filter((one) => one !== 'pass');
  return html`<form class="result" onSubmit=${(event) => (event.preventDefault(), save())}>
    <${Choice} name="maker" label=${t('page.result.maker')} value=${maker} onChange=${turn} big="compact"
      options=${SEATS.map((seat) => [seat, seatName(seat, players)])} />
    <${Choice} name="bid" label=${t('page.result.bid')} value=${bid} onChange=${pick}
      big="compact" options=${bids.map((one) => [one, html`<span class="capital">${bidWords(one)}</span>`])} />
    <${Choice} name="trump" label=${t('page.result.trump')} value=${trump} onChange=${(one) => setTrump(one === trump ? null : one)}
      big="compact suits" options=${match.choices.trumps.map((one) => [one, suit(one)])} />
    ${counted && html`<${Tricks} team=${team} players=${players} all=${all} value=${tricks} onChange=${setTaken} />`}
    <div class="pair">${children}
      <button type="submit" class="primary" disabled=${!maker || !bid}>${
        maker && bid && counted && tricks !== null ? t('page.result.save', { team: tricks, others: all - tricks }) : t('page.save')}</button>
    </div>
  </form>`;
}

/** The rest is agreed (J4.2): all tricks of the deal per team.
 * @param {{ match: Match }} props */
export function Counts({ match }) {
  const { rules, players, deal } = match;
  const all = handSize(rules);
  /** @type {Team} */
  const team = deal.maker ? teamOf(deal.maker) : 'NS';
  const [taken, setTaken] = useState(/** @type {number | null} */ (null));
  const tricks = taken ?? Math.max(deal.tricks_taken[team], Math.min(owed(deal.contract || '', all), all - deal.tricks_taken[OTHER[team]]));
  return html`<form class="result" onSubmit=${(event) => (event.preventDefault(), act.counts({ [team]: tricks, [OTHER[team]]: all - tricks }))}>
    <p class="soft">${t('page.result.agree')}</p>
    <${Tricks} team=${team} players=${players} all=${all} value=${tricks} onChange=${setTaken} />
    <button type="submit" class="primary wide">${t('page.result.save', { team: tricks, others: all - tricks })}</button>
  </form>`;
}
