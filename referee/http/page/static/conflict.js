// An entry that no longer fits: what was meant, what stands in its place; put that right, leave it, or enter it again.
import { html, useEffect, useState } from './vendor/htm/standalone.module.js';
import { Lines } from './felt.js';
import { logPart } from './log.js';
import { isScorer } from './match.js';
import { again, drop, dropAll, replace } from './queue.js';
import { inTheWayOf } from './refusals.js';
import { closeSheet, openSheet, state } from './state.js';
import { Sheet } from './ui.js';
import { entryWords, promptOf, t } from './words.js';

/** @param {{ match: Match }} props */
export function ConflictSheet({ match }) {
  const [item, ...behind] = state.queue;
  const [found, find] = useState(/** @type {ReturnType<typeof inTheWayOf>} */ (null));
  const { deal } = item?.fact || {};
  useEffect(() => {
    if (item && deal) logPart({ deal }).then((part) => find(part && inTheWayOf(item, part.entries)));
  }, [item?.key, match.version]);
  if (!item?.problem) return null;
  const row = !found && deal && deal < match.deal.number && state.score?.rows.find((one) => one.deal === deal);
  /** @param {QueueEntry} entry */
  const words = ({ fact }) => entryWords(fact.type, fact.data, { players: match.players, maker: match.deal.maker });
  /** @param {() => void} what */
  const then = (what) => () => (closeSheet(), what());
  return html`<${Sheet} title=${t('page.conflict')} tone="conflict">
    <div class="sides">
      <div><h3>${t('page.conflict.yours')}</h3><p class="entryline">◌ ${words(item)}</p><p class="soft">${item.problem.detail || item.problem.title}</p></div>
      <div><h3>${t('page.conflict.now')}</h3>
        ${found && html`<p class="entryline">${entryWords(found.entry.type, found.entry.data, { players: found.entry.players || match.players, maker: found.entry.maker })}</p>`}
        ${row && html`<${Lines} row=${row} players=${match.players} next=${null} />`}
        <p>${promptOf(match)}</p></div>
    </div>
    ${behind.length > 0 && html`<p class="soft">${t('page.conflict.behind', { n: behind.length })}</p><ul class="behind">${behind.map((one) => html`<li key=${one.key}>◌ ${words(one)}</li>`)}</ul>`}
    ${found && isScorer() && html`<button type="button" class="primary wide" onClick=${then(() => replace(found.entry.version, found.data))}>${t('page.conflict.replace')}</button>`}
    ${row && isScorer() && html`<button type="button" class="primary wide" onClick=${then(() => (drop(), openSheet('deal', { number: deal })))}>${t('page.past.right')}</button>`}
    <div class="pair"><button type="button" class="plain" onClick=${then(drop)}>${t('page.conflict.drop')}</button>
      <button type="button" class=${found || row ? 'plain' : 'primary'} onClick=${then(again)}>${t('page.conflict.again')}</button></div>
    ${behind.length > 0 && html`<button type="button" class="plain wide" onClick=${then(dropAll)}>${t('page.conflict.drop_all', { n: behind.length + 1 })}</button>`}
  </${Sheet}>`;
}
