// The big screen: scores, trick, contract and the last ruling, readable from three metres. Nothing to tap but the way out.
import { html } from './vendor/htm/standalone.module.js';
import { Felt } from './felt.js';
import { Part } from './parts.js';
import { Chart, Contract, Goal } from './scoreboard.js';
import { go, sealOf } from './state.js';
import { Icon } from './ui.js';
import { promptOf, seatName, t, teamName } from './words.js';

/** @param {{ app: OpenApp }} props */
export function Board({ app }) {
  const { match, score } = app;
  const { deal, players } = match;
  const ruled = [...match.claims].reverse().find((claim) => claim.verdict !== 'withdrawn');
  /** @param {Team} one */
  const team = (one) => html`<div class=${`bigteam team-${one.toLowerCase()}`}><span>${teamName(one, players)}</span>
    <b>${String(match.score[one]).replace('-', '−')}</b></div>`;
  return html`<main class="board">
    <h1 class="unseen">${t('page.title')}</h1>${app.past && html`<${Part} name="past" id=${match.id} version=${app.past} />`}
    <button type="button" class="round leave" aria-label=${t('page.board.leave')} onClick=${() => go(`/m/${match.id}`)}><${Icon} name="close" /></button>
    <section class="bigscores" aria-label=${t('page.score.sheet')}>${team('NS')}<div class="middle">${score && score.rows.length > 1 && html`<${Chart} score=${score} />`}
      <${Goal} match=${match} score=${score} /></div>${team('EW')}</section>
    <p class="bigline"><span>${t('page.deal.number', { deal: deal.number })}</span>
      ${deal.maker ? html`<span class="contract"><${Contract} deal=${deal} players=${players} /></span><span>${deal.tricks_taken.NS}–${deal.tricks_taken.EW}</span>`
        : html`<span>${t('page.deal.dealer', { dealer: seatName(deal.dealer, players) })}</span>`}</p>
    <${Felt} match=${match} score=${score} own=${null} />
    <p class="prompt" aria-live="polite">${promptOf(match)}</p>
    ${match.ended && html`<p class="how">${t(`page.ended.${match.ended}`)}</p>`}
    ${ruled && html`<p class=${`bigruling ${ruled.verdict}`} role="status">${ruled.text}</p>`}
    <p class="seal"><span class="unseen">${t('page.seal')} </span>${sealOf(match)}</p>
  </main>`;
}
