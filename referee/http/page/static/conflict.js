// An entry that no longer fits: what was meant, what the table says now; drop it, or enter it again.
import { html } from './vendor/htm/standalone.module.js';
import { again, drop, dropAll } from './queue.js';
import { closeSheet, state } from './state.js';
import { Sheet } from './ui.js';
import { entryWords, promptOf, t } from './words.js';

/** @param {{ match: Match }} props */
export function ConflictSheet({ match }) {
  const [item, ...behind] = state.queue;
  if (!item?.problem) return null;
  /** @param {QueueEntry} entry */
  const words = ({ fact }) => entryWords(fact.type, fact.data, { players: match.players, maker: match.deal.maker });
  /** @param {() => void} what */
  const then = (what) => () => (closeSheet(), what());
  return html`<${Sheet} title=${t('page.conflict')} tone="conflict">
    <div class="sides">
      <div><h3>${t('page.conflict.yours')}</h3><p class="entryline">◌ ${words(item)}</p><p class="soft">${item.problem.detail || item.problem.title}</p></div>
      <div><h3>${t('page.conflict.now')}</h3>
        ${match.undo && html`<p class="entryline">${entryWords(match.undo.type, match.undo.data, { players: match.players, maker: match.deal.maker })}</p>`}
        <p>${promptOf(match)}</p></div>
    </div>
    ${behind.length > 0 && html`<p class="soft">${t('page.conflict.behind', { n: behind.length })}</p><ul class="behind">${behind.map((one) => html`<li key=${one.key}>◌ ${words(one)}</li>`)}</ul>`}
    <div class="pair"><button type="button" class="plain" onClick=${then(drop)}>${t('page.conflict.drop')}</button>
      <button type="button" class="primary" onClick=${then(again)}>${t('page.conflict.again')}</button></div>
    ${behind.length > 0 && html`<button type="button" class="plain wide" onClick=${then(dropAll)}>${t('page.conflict.drop_all', { n: behind.length + 1 })}</button>`}
  </${Sheet}>`;
}
