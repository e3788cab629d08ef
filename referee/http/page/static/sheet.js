// The score sheet: a row a deal, a small chart, and the match as files and as a line for a chat.
import { html, useEffect, useState } from './vendor/htm/standalone.module.js';
import { call } from './api.js';
import { download } from './download.js';
import { isSuit, Suit } from './cards.js';
import { shareLink, shareText } from './share.js';
import { Chart, Goal } from './scoreboard.js';
import { readScore } from './match.js';
import { waiting } from './parts.js';
import { openSheet, sealOf, say, tableOpen } from './state.js';
import { Icon, Note, Sheet } from './ui.js';
import { bidWords, filled, language, lineWords, outcomeWords, seatName, signed, t, teamName, teamOf, trumpSign, trumpWords } from './words.js';

const OUTSIDE = ['awarded', 'renege', 'false-claim', 'adjustment'];

/** @param {{ row: ScoreRow, players: Players }} props */
function Row({ row, players: now }) {
  const players = row.players || now;
  /** @param {Team} team */
  const points = (team) => row.lines.filter((line) => line.team === team).reduce((sum, line) => sum + line.points, 0);
  /** @param {Team} team */
  const cell = (team) => html`<td class=${`num ${row.maker && teamOf(row.maker) === team ? 'makers' : ''}`}>
    <small>${row.lines.some((line) => line.team === team) ? signed(points(team)) : '·'}</small> ${String(row.totals[team]).replace('-', '−')}</td>`;
  const trump = row.trump && html`<span class="nowrap">${isSuit(row.trump)
    ? html`<${Suit} suit=${row.trump} /><span class="unseen">${trumpWords(row.trump)}</span>` : trumpSign(row.trump)}</span>`;
  const more = row.lines.filter((line) => OUTSIDE.includes(line.code));
  const lost = row.lost_by && t('event.deal-thrown-in.renege~team', { team: teamName(row.lost_by, players) });
  return html`<tr class=${row.made === false ? 'wasset' : ''}>
      <th scope="row"><button type="button" class="link" aria-label=${t('page.past.open', { deal: row.deal })} onClick=${() => openSheet('deal', { number: row.deal })}>${row.deal}</button></th>
      <td>${row.maker
        ? filled(trump ? 'page.contract' : 'page.contract.open', { seat: seatName(row.maker, players), bid: bidWords(row.contract || ''), trump })
        : row.thrown_in ? t(`page.thrown.${row.thrown_in}`) : '–'}</td>
      <td class="num">${row.tricks.NS}–${row.tricks.EW}</td>${cell('NS')}${cell('EW')}
    </tr>
    ${lost && html`<tr class="extra"><td></td><td colspan="4">${lost}</td></tr>`}
    ${more.map((line, at) => html`<tr key=${at} class="extra"><td></td><td colspan="4">${lineWords(line, row, players)}</td></tr>`)}`;
}

/** @param {{ score: Score, players: Players }} props */
export function ScoreTable({ score, players }) {
  return html`<table class="scores-table">
    <caption class="unseen">${t('page.score.sheet')}</caption>
    <thead><tr><th scope="col">${t('page.col.deal')}</th><th scope="col">${t('page.col.contract')}</th><th scope="col" class="num">${t('page.col.tricks')}</th>
      <th scope="col" class="num team-ns">${teamName('NS', players)}</th><th scope="col" class="num team-ew">${teamName('EW', players)}</th></tr></thead>
    <tbody>${score.rows.map((row) => html`<${Row} key=${row.deal} row=${row} players=${players} />`)}</tbody>
  </table>`;
}

/** @type {Record<string, string>} */
const NAMES = { pdf: 'pdf', xlsx: 'xlsx', csv: 'csv', txt: 'txt', json: 'json', ndjson: 'ndjson', egn: 'egn.json' };

/** @param {Match} match
 * @param {string} format */
async function save(match, format) {
  const comma = format === 'csv' && new Intl.NumberFormat(language()).format(1.5).includes(','); // spreadsheets then separate by semicolons
  const blob = await download(`/matches/${match.id}/exports/${format}${comma ? '?separator=semicolon' : ''}`, tableOpen().token);
  if (!blob) return say(t('page.export.failed'), 'bad');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `referee-${match.created_at.slice(0, 10)}.${NAMES[format]}`;
  link.click();
  return setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** @param {Match} match */
async function shareLine(match) {
  const blob = await download(`/matches/${match.id}/exports/line`, tableOpen().token);
  const { score, players } = match;
  const plain = `${teamName('NS', players)} ${score.NS} – ${score.EW} ${teamName('EW', players)}`;
  return shareText(blob ? (await blob.text()).trim() : plain);
}

/** @param {{ match: Match, score: Score | null }} props */
export function ScoreSheet({ match, score }) {
  const [formats, setFormats] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    readScore();
    call('GET', `/matches/${match.id}/role`, { token: tableOpen().token }).then((reply) => reply.ok && setFormats(reply.body.exports), () => {});
  }, [match.version]);
  const outcome = outcomeWords(match);
  return html`<${Sheet} title=${t('page.score.sheet')} tall>
    ${!score ? html`<${Note}>${waiting()}</${Note}>` : html`
      <figure class="chartbox"><${Chart} score=${score} large />
        <figcaption><span class="key-ns">${teamName('NS', match.players)}</span><span class="key-ew">${teamName('EW', match.players)}</span></figcaption></figure>
      <p class="goals soft"><${Goal} match=${match} score=${score} /> ${outcome && html`<b>${outcome}</b>`} ${match.ended && html`<span>${t(`page.ended.${match.ended}`)}</span>`}</p>
      <div class="scroll" tabindex="0" role="region" aria-label=${t('page.score.sheet')}><${ScoreTable} score=${score} players=${match.players} /></div>`}
    <p class="seal">${t('page.seal')} ${sealOf(match)}</p>
    <div class="pair">
      <button type="button" class="plain" onClick=${() => shareLine(match)}><${Icon} name="share" /> ${t('page.share')}</button>
      <button type="button" class="plain" onClick=${() => shareLink(null)}><${Icon} name="table" /> ${t('page.share.link')}</button>
    </div>
    ${formats.some((one) => NAMES[one]) && html`<div class="formats" role="group" aria-label=${t('page.export')}>
      ${Object.keys(NAMES).filter((one) => formats.includes(one)).map((one) => html`<button key=${one} type="button" class="small" onClick=${() => save(match, one)}>${one}</button>`)}</div>`}
  </${Sheet}>`;
}
