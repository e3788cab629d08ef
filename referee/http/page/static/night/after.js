// The night's page: standings and prizes, every round with its tables; each total opens into rounds, deals and replay. One link to share.
import { html } from '../vendor/htm/standalone.module.js';
import { shareText } from '../share.js';
import { Icon } from '../ui.js';
import { t } from '../words.js';
import { app, open } from './core.js';
import { Downloads } from './files.js';
import { Head, matchLink, Network, PlayerSheet, Prizes, SittingOut, Standings, TableLine } from './parts.js';

export function After() {
  const night = open();
  const { standings, place, sheet } = app;
  const link = place?.board && `${location.origin}/n/${night.id}?view=after#${place.board}`;
  return html`<main class="startscreen nightscreen afterscreen">
    <${Head} title=${night.title}>${place?.role !== 'board' && html`<a class="round" href=${`/n/${night.id}`} aria-label=${t('page.night.back')}><${Icon} name="back" /></a>`}</${Head}>
    <${Network} />
    <p class="soft">${t('page.night.played', { n: night.rounds.filter((one) => one.status === 'closed').length })}${night.status === 'closed' ? ` · ${t('page.night.final')}` : ''}</p>
    ${standings?.provisional && html`<p class="note bad">${t('page.night.provisional')}</p>`}
    ${standings && html`${night.status === 'closed' && html`<${Prizes} standings=${standings} />`}<h2>${t('page.night.standings')}</h2><${Standings} rows=${standings.rows} />`}
    ${[...night.rounds].reverse().map((round) => html`<details key=${round.number} class="roundpart"><summary>${t('page.night.round', { round: round.number })}</summary>
      <ul class="tables">${round.tables.map((table) => html`<${TableLine} key=${table.match} round=${round} table=${table} onTap=${() => location.assign(matchLink(table))} />`)}</ul>
      <${SittingOut} round=${round} /></details>`)}
    ${link && html`<button type="button" class="primary wide" onClick=${() => shareText(link)}><${Icon} name="share" /> ${t('page.night.share')}</button>`}
    <${Downloads} />
    ${sheet?.name === 'player' && html`<${PlayerSheet} player=${sheet.player} />`}
  </main>`;
}
