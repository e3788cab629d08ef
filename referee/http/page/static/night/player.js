// A player's card for the whole evening: it turns by itself to the table, the partner and the opponents of the round, and to the own points.
import { html, useState } from '../vendor/htm/standalone.module.js';
import { call, freshId, Unreachable } from '../api.js';
import { keepKey, tableOf } from '../memory.js';
import { say } from '../state.js';
import { isolated, seatWord, t } from '../words.js';
import { app, open, pathOf, playerOf, send } from './core.js';
import { figure, Head, Network, points, Prizes, RoundOf, together } from './parts.js';
import { placeOf, runningOf } from './seen.js';

/** The key of the own seat at a table: the one that this phone has, or a new one; null without an answer.
 * @param {string} match
 * @param {Seat} seat
 * @returns {Promise<string | null>} */
async function seatKey(match, seat) {
  const known = tableOf(match);
  if (known?.role === seat) return known.token;
  try {
    const reply = await call('POST', pathOf('/seat'), { body: { seat }, token: app.place?.token });
    if (!reply.ok) return say(reply.body?.detail || t('page.refused'), 'bad'), null;
    keepKey({ id: match, token: reply.body.token, role: seat, tokens: { [seat]: reply.body.token } });
    return reply.body.token;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return say(t('page.unreachable'), 'bad'), null;
  }
}

/** @param {{ round: NightRound, place: any }} props */
function Place({ round, place }) {
  const [busy, setBusy] = useState(false);
  const { table, seats, partner, opponents, team } = place;
  const { result } = table;
  /** @param {Seat} seat */
  const start = async (seat) => {
    setBusy(true);
    if (await seatKey(table.match, seat)) location.assign(`/m/${table.match}`);
    else setBusy(false);
  };
  const confirm = async () => {
    const token = await seatKey(table.match, seats[0]);
    if (token) await send({ key: freshId(), method: 'POST', path: pathOf(`/rounds/${round.number}/tables/${table.number}/confirmation`), body: {}, token });
  };
  const confirms = open().confirm === 'both-teams' && result && !result.confirmed.includes(team);
  return html`<section class="place" aria-live="polite">
    <p class="lead">${t('page.night.round', { round: round.number })}</p>
    <p class="bigtable"><span>${t('page.night.table_word')}</span> <b>${table.number}</b> <span class="seatis">${seats.map(seatWord).join(' / ')}</span></p>
    <dl class="who">${partner && html`<div><dt>${t('page.night.partner')}</dt><dd>${isolated(partner)}</dd></div>`}
      <div><dt>${t('page.night.opponents')}</dt><dd>${together(opponents)}</dd></div></dl>
    ${result && html`<p class="standing">${t('page.night.result', { points: points(result) })}</p>`}
    ${confirms && html`<button type="button" class="primary wide tall" onClick=${confirm}>${t('page.night.confirm', { points: points(result) })}</button>`}
    ${seats.map((/** @type {Seat} */ seat) => html`<button key=${seat} type="button" class=${`${result ? 'plain' : 'primary'} wide tall`} disabled=${busy} onClick=${() => start(seat)}>
      ${t(result ? 'page.night.open_table' : 'page.night.start')}${seats.length > 1 && html`<small>${seatWord(seat)}</small>`}</button>`)}
    ${!result && html`<p class="note">${t('page.night.start.means')}</p>`}
  </section>`;
}

/** What to do now, where no seat is the answer. */
function Meanwhile() {
  const night = open();
  const round = runningOf(night);
  const here = night.players.find((one) => one.number === app.card?.player)?.present;
  const key = night.status === 'closed' ? 'over' : !here ? 'left' : round && app.card?.sits_out ? 'sits_out' : round ? 'next' : night.rounds.length ? 'between' : 'begins';
  return html`<section class="place" aria-live="polite"><p class="standing">${t(`page.night.now.${key}`, { round: round?.number })}</p></section>`;
}

export function Player() {
  const night = open();
  const { card } = app;
  const number = playerOf();
  const round = runningOf(night);
  const place = round && number && placeOf(night, round, number);
  const own = number && night.players.find((one) => one.number === (night.merged[number] ?? number));
  return html`<main class="startscreen nightscreen playerscreen">
    <${Head} title=${own ? own.name : night.title}><p class="soft">${night.title}</p></${Head}>
    <${Network} />
    ${place ? html`<${Place} key=${`${round.number} ${place.table.match}`} round=${round} place=${place} />` : html`<${Meanwhile} />`}
    ${card && card.rounds.length > 0 && html`<section class="ownpoints"><p class="standing">${t('page.night.place', { place: card.place, points: figure(card.points) })}</p>
      <ol class="evening">${[...night.rounds].reverse().filter((one) => one.status === 'closed').map((one) => html`<${RoundOf} key=${one.number} round=${one} player=${number} row=${card} />`)}</ol></section>`}
    ${night.status === 'closed' && app.standings && html`<${Prizes} standings=${app.standings} />`}
    <a class="link" href=${`/n/${night.id}?view=after`}>${t('page.night.page')}</a>
  </main>`;
}
