// Always in sight: both scores against the target, the deal, its dealer, contract, trump and tricks.
import { html } from './vendor/htm/standalone.module.js';
import { isSuit, Suit } from './cards.js';
import { openSheet } from './state.js';
import { bidWords, seatName, t, teamName, trumpWords, trumpSign } from './words.js';

/** @type {Team[]} */
const TEAMS = ['EW', 'NS'];

/** The two scores over the deals, as two lines.
 * @param {{ score: Score, large?: boolean }} props */
export function Chart({ score, large }) {
  const points = [score.initial_score || { NS: 0, EW: 0 }, ...score.rows.map((row) => row.totals)];
  const all = points.flatMap((one) => [one.NS, one.EW]);
  const [low, high] = [Math.min(0, ...all), Math.max(score.target, ...all)];
  const [w, h] = large ? [320, 116] : [64, 26];
  /** @param {number} at */
  const x = (at) => (points.length > 1 ? (at * w) / (points.length - 1) : 0);
  /** @param {number} value */
  const y = (value) => h - ((value - low) * h) / (high - low || 1);
  /** @param {Team} team */
  const line = (team) => points.map((one, at) => `${x(at).toFixed(1)},${y(one[team]).toFixed(1)}`).join(' ');
  return html`<svg class=${`chart ${large ? 'large' : ''}`} viewBox=${`-3 -3 ${w + 6} ${h + 6}`} aria-hidden="true" focusable="false">
    <line class="goal" x1="0" x2=${w} y1=${y(score.target)} y2=${y(score.target)} />
    ${low < 0 && html`<line class="zero" x1="0" x2=${w} y1=${y(0)} y2=${y(0)} />`}
    <polyline class="line-ew" points=${line('EW')} /><polyline class="line-ns" points=${line('NS')} />
    ${points.length > 1 && TEAMS.map((team) => html`<circle class=${`dot-${team.toLowerCase()}`} r=${large ? 4 : 2.5}
      cx=${x(points.length - 1)} cy=${y(points[points.length - 1][team])} />`)}
  </svg>`;
}

/** @param {{ match: Match, team: Team }} props */
const Team = ({ match, team }) => {
  const share = Math.max(0, Math.min(1, match.score[team] / match.rules.target));
  return html`<span class=${`team team-${team.toLowerCase()} ${match.winner === team ? 'won' : ''}`}>
    <span class="team-name">${teamName(team, match.players)}</span>
    <span class="points">${String(match.score[team]).replace('-', '−')}</span>
    <span class="bar" aria-hidden="true"><span style=${{ transform: `scaleX(${share})` }}></span></span>
  </span>`;
};

/** @param {{ deal: Deal & { maker: Seat, contract: Bid }, players: Players }} props */
export const Contract = ({ deal, players }) => html`
  ${seatName(deal.maker, players)} <b>${bidWords(deal.contract)}</b>
  ${deal.trump && (isSuit(deal.trump)
    ? html` <${Suit} suit=${deal.trump} /><span class="unseen">${trumpWords(deal.trump)}</span>`
    : html` <span>${trumpSign(deal.trump)}</span>`)}`;

/** @param {{ match: Match, score: Score | null }} props */
export function Scoreboard({ match, score }) {
  const { deal, players } = match;
  const won = match.winner ? t('page.score.won', { team: teamName(match.winner, players) }) : '';
  return html`<header class="scoreboard">
    <button type="button" class="scores" onClick=${() => openSheet('score')}>
      <span class="unseen">${t('page.score.open')} ${won}</span>
      <${Team} match=${match} team="NS" />
      <span class="between">
        ${score && score.rows.length > 1 && html`<${Chart} score=${score} />`}
        <span class="target">${t('page.score.to', { n: match.rules.target })}</span>
      </span>
      <${Team} match=${match} team="EW" />
    </button>
    <button type="button" class="dealline" onClick=${() => openSheet('log')}><span class="unseen">${t('page.log')}. </span>
      <span>${t('page.deal.number', { deal: deal.number })}</span>
      ${deal.maker
        ? html`<span class="contract"><${Contract} deal=${deal} players=${players} /></span>
            <span class="taken"><span class="unseen">${t('page.tricks.taken')} </span>${deal.tricks_taken.NS}–${deal.tricks_taken.EW}</span>`
        : html`<span>${t('page.deal.dealer', { dealer: seatName(deal.dealer, players) })}</span>`}
    </button>
  </header>`;
}
