// The night as files: slips to print for the running round, standings and rounds for a spreadsheet or another program.
import { html } from '../vendor/htm/standalone.module.js';
import { download } from '../download.js';
import { say } from '../state.js';
import { t } from '../words.js';
import { app, open, pathOf } from './core.js';
import { runningOf } from './seen.js';

const FORMATS = ['pdf', 'xlsx', 'csv', 'json', 'ndjson'];

/** @param {string} path
 * @param {string} name */
async function save(path, name) {
  const blob = await download(pathOf(path), app.place?.token || null);
  if (!blob) return say(t('page.export.failed'), 'bad');
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  link.click();
  return setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function Downloads() {
  const { id } = open();
  const round = runningOf(open());
  return html`<section class="downloads"><h3>${t('page.export')}</h3><div class="formats">
    ${round && html`<button type="button" class="small" onClick=${() => save(`/slips.pdf?round=${round.number}`, `slips-${round.number}.pdf`)}>${t('page.night.slips')}</button>`}
    ${FORMATS.map((format) => html`<button key=${format} type="button" class="small" data-format=${format} onClick=${() => save(`/exports/${format}`, `night-${id}.${format}`)}>${format.toUpperCase()}</button>`)}</div></section>`;
}
