// Always in sight: both scores against the target, the deal, its dealer, contract, trump and tricks.
import { html } from './vendor/htm/standalone.module.js';
import { TrumpSign } from './felt.js';
import { openSheet } from './state.js';
import { bidWords, filled, outcomeWords, seatName, t, teamName } from './words.js';

/** @type {Team[]} */
const TEAMS = ['EW', 'NS'];

/** The two scores over the deals, as two lines.
 * @param {{ score: Score, large?: boolean }} props */
export function Chart({ score, large }) {
  const points = [score.initial_score || { NS: 0, EW: 0 }, ...score.rows.map((row) => row.totals)];
  const all = points.flatMap((one) => [one.NS, one.EW]);
  const { target } = score;
  const [low, high] = [Math.min(0, ...all), Math.max(target || 0, ...all)];
  const [w, h] = large ? [320, 116] : [64, 26];
  /** @param {number} at */
  const x = (at) => (points.length > 1 ? (at * w) / (points.length - 1) : 0);
  /** @param {number} value */
  const y = (value) => h - ((value - low) * h) / (high - low || 1);
  /** @param {Team} team */
  const line = (team) => points.map((one, at) => `${x(at).toFixed(1)},${y(one[team]).toFixed(1)}`).join(' ');
  return html`<svg class=${`chart ${large ? 'large' : ''}`} viewBox=${`-3 -3 ${w + 6} ${h + 6}`} aria-hidden="true" focusable="false">
    ${target && html`<line class="goal" x1="0" x2=${w} y1=${y(target)} y2=${y(target)} />`}
    ${low < 0 && html`<line class="zero" x1="0" x2=${w} y1=${y(0)} y2=${y(0)} />`}
    <polyline class="line-ew" points=${line('EW')} /><polyline class="line-ns" points=${line('NS')} />
    ${points.length > 1 && TEAMS.map((team) => html`<circle class=${`dot-${team.toLowerCase()}`} r=${large ? 4 : 2.5}
      cx=${x(points.length - 1)} cy=${y(points[points.length - 1][team])} />`)}
  </svg>`;
}

/** @param {{ match: Match, team: Team }} props */
const Team = ({ match, team }) => {
  const share = match.rules.target && Math.max(0, Math.min(1, match.score[team] / match.rules.target));
  return html`<span class=${`team team-${team.toLowerCase()} ${match.winner === team ? 'won' : ''}`}>
    <span class="team-name">${teamName(team, match.players)}</span>
    <span class="points">${String(match.score[team]).replace('-', '−')}${match.unscored ? html`<small aria-hidden="true"> ◌</small>` : ''}</span>
    ${share !== null && html`<span class="bar" aria-hidden="true"><span style=${{ transform: `scaleX(${share})` }}></span></span>`}
  </span>`;
};

/** @param {{ deal: Deal & { maker: Seat, contract: Bid }, players: Players }} props */
export const Contract = ({ deal, players }) => html`
  ${filled(deal.trump ? 'page.contract' : 'page.contract.open', {
    seat: seatName(deal.maker, players), bid: html`<b>${bidWords(deal.contract)}</b>`, trump: html`<${TrumpSign} trump=${deal.trump} />`,
  })}`;

/** Which of the deals of the match this one is: one thrown in does not count, unless a renege ended it (R9.4).
 * @param {Match} match
 * @param {Score | null} score */
export function nthDeal({ deal }, score) {
  const before = (score?.rows || []).filter((row) => row.deal < deal.number);
  return deal.number - before.filter((row) => row.thrown_in && row.thrown_in !== 'renege').length;
}

/** What the match is played to: points, a number of deals, both, or neither.
 * @param {{ match: Match, score: Score | null }} props */
export function Goal({ match, score }) {
  const { target, deals } = match.rules;
  const nth = nthDeal(match, score);
  return html`${target && html`<span class="target">${t('page.score.to', { n: target })}</span>`}
    ${deals && html`<span class="target">${nth > deals ? t('page.deal.extra') : t('page.deal.of', { deal: nth, deals })}</span>`}
    ${!target && !deals && html`<span class="target">${t('page.score.open_end')}</span>`}`;
}

/** @param {{ match: Match, score: Score | null }} props */
export function Scoreboard({ match, score }) {
  const { deal, players } = match;
  return html`<header class="scoreboard">
    <button type="button" class="scores" onClick=${() => openSheet('score')}>
      <span class="unseen">${t('page.score.open')} ${outcomeWords(match)}</span>
      <${Team} match=${match} team="NS" />
      <span class="between">
        ${score && score.rows.length > 1 && html`<${Chart} score=${score} />`}
        <${Goal} match=${match} score=${score} />
      </span>
      <${Team} match=${match} team="EW" />
    </button>
    <button type="button" class="dealline" onClick=${() => openSheet('log')}><span class="unseen">${t('page.log')}. </span>
      <span>${t('page.deal.number', { deal: deal.number })}${match.pending ? html` <span aria-hidden="true">◌</span>` : ''}</span>
      ${deal.maker
        ? html`<span class="contract"><${Contract} deal=${deal} players=${players} /></span>
            <span class="taken"><span class="unseen">${t('page.tricks.taken')} </span>${deal.tricks_taken.NS}–${deal.tricks_taken.EW}</span>`
        : html`<span>${t('page.deal.dealer', { dealer: seatName(deal.dealer, players) })}</span>`}
    </button>
  </header>`;
}
