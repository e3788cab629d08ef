// Seats and keys: sit down, free a seat, show a key for another device, the scorer's role, and the way into a rematch.
import { html, useEffect, useState } from './vendor/htm/standalone.module.js';
import * as act from './acts.js';
import { call, headersOf } from './api.js';
import { isScorer, mySeat, refresh } from './match.js';
import { keepKey, keepTable } from './memory.js';
import { change, go, listeners, openSheet, say, state, tableOpen } from './state.js';
import { Icon, Note, Sheet } from './ui.js';
import { entryWords, seatName, SEATS, seatWord, t } from './words.js';

/** Asks for something with this phone's key; null, and said why, if it is refused.
 * @param {string} path
 * @param {object} body
 * @param {string} token */
async function ask(path, body = {}, token = tableOpen().token) {
  const reply = await call('POST', `/matches/${tableOpen().id}${path}`, { body, token }).catch(() => null);
  if (!reply?.ok) say(reply?.body?.detail || t(reply ? 'page.refused' : 'page.unreachable'), 'bad');
  return reply?.ok ? reply.body : null;
}

/** Looks for what moves: the scorer's role came to this seat, or the table plays on in another match. */
export function watch() {
  /** @type {Match | null} */
  let before = null;
  const look = () => {
    const { match } = state;
    if (match === before || !match) return;
    const known = before?.id === match.id ? before : null;
    before = match;
    if (match.rematch && match.rematch !== state.came) follow();
    else if (match.scorer.seat && match.scorer.seat !== known?.scorer.seat && match.scorer.seat === mySeat() && !isScorer()) become(match.scorer.seat);
  };
  listeners.add(look);
  look();
}

/** This phone, at the seat that is the scorer's now, fetches the scorer's key; silently refused where it was fetched before.
 * @param {Seat} seat */
async function become(seat) {
  const { id, token, tokens } = tableOpen();
  const reply = await call('POST', `/matches/${id}/scorer/key`, { body: {}, token }).catch(() => null);
  if (!reply?.ok) return;
  change({ table: keepTable({ id, token: reply.body.token, role: 'scorer', seat, tokens: { ...tokens, [seat]: token, scorer: reply.body.token } }) });
  refresh();
}

let following = ''; // the match that is being left: its news and the tap here may both ask

/** Into the rematch, with the keys of this match: the scorer's, and that of the seat beside it. */
export async function follow() {
  const { id, token, role, seat, tokens, code, opened } = tableOpen();
  if (following === id) return undefined;
  following = id;
  const given = await ask('/rematch/key', {}, token);
  following = given ? id : '';
  if (!given) return undefined;
  const own = role === 'scorer' && seat && tokens?.[seat] ? await ask('/rematch/key', {}, tokens[seat]) : null;
  keepKey({ id: given.match, token: given.token, role: given.role, code, opened, ...(own ? { seat: own.role, tokens: { scorer: given.token, [own.role]: own.token } } : {}) });
  keepTable({ id, code: null });
  change({ sheet: null });
  return go(`/m/${given.match}`);
}

/** The next match of this table.
 * @param {{ first_dealer: Seat, seats: Record<string, Seat> }} body */
export async function rematch(body) {
  const given = state.match?.rematch ? true : await ask('/rematch', body);
  return given && follow();
}

/** A free seat for this phone.
 * @param {Seat} seat */
async function sit(seat) {
  const given = await ask('/seat', { seat });
  if (!given) return;
  const { id, role, token, tokens } = tableOpen();
  const kept = Object.fromEntries(Object.entries(tokens || {}).filter(([one]) => one === 'scorer' || one === 'viewer'));
  const scorer = role === 'scorer';
  change({ table: keepTable({ id, token: scorer ? token : given.token, role: scorer ? role : seat, seat: scorer ? seat : null, tokens: { ...kept, [seat]: given.token } }) });
  await refresh();
}

/** A picture of a key; the scorer's for a seat is a new one, and the seat is free for who holds it.
 * @param {{ token: string, title: string, code?: string | null }} props */
export function KeySheet({ token, title }) {
  const [picture, setPicture] = useState('');
  const link = `${location.origin}/m/${tableOpen().id}#${token}`;
  useEffect(() => {
    const headers = headersOf({ token, body: {}, accept: 'image/svg+xml' });
    fetch(`/api/v1/matches/${tableOpen().id}/qr`, { method: 'POST', headers, body: '{}', credentials: 'omit' })
      .then((reply) => (reply.ok ? reply.text() : ''), () => '').then(setPicture);
  }, [token]);
  return html`<${Sheet} title=${title}><div class="inviting">
    <div class="qr" role="img" aria-label=${t('page.invite.qr')} dangerouslySetInnerHTML=${{ __html: picture }}></div>
    <p class="soft">${t('page.seats.own.means')}</p>
    <label class="field">${t('page.share.link')}<input readonly value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label></div>
  </${Sheet}>`;
}

/** @param {Seat} seat */
async function showKey(seat) {
  const given = await ask('/tokens', { role: seat, hold: true });
  if (given) openSheet('key', { token: given.token, title: seatWord(seat) });
}

/** @param {{ match: Match }} props */
export function SeatsSheet({ match }) {
  const [taken, setTaken] = useState(/** @type {Seat[] | null} */ (null));
  const own = mySeat();
  const look = () => call('GET', `/matches/${match.id}/role`, { token: tableOpen().token }).then((reply) => reply.ok && setTaken(reply.body.taken), () => {});
  useEffect(() => void look(), [match.version]);
  /** @param {string} words @param {() => unknown} does */
  const button = (words, does) => html`<button type="button" class="small" onClick=${async () => (await does(), look())}>${words}</button>`;
  /** @param {Seat} seat */
  const name = (seat) => act.rename({ [seat]: null });
  /** @param {Seat} seat */
  const row = (seat) => {
    const held = seat === own || taken?.includes(seat);
    const scorer = match.scorer.seat === seat;
    return html`<li key=${seat} class="seatrow" data-seat=${seat}>
      <b>${seatName(seat, match.players)}</b> <small>${[match.players[seat] && seatWord(seat), scorer && t('page.seats.scorer'), seat === own ? t('page.seats.you') : taken && t(held ? 'page.join.taken' : 'page.join.free')].filter(Boolean).join(' · ')}</small>
      <span class="acts">
        ${!held && taken && match.status !== 'closed' && (isScorer() || own) && button(t('page.seats.sit'), () => sit(seat))}
        ${isScorer() && seat !== own && button(t('page.seats.code'), () => showKey(seat))}
        ${isScorer() && seat !== own && held && button(t('page.seats.free'), () => ask('/tokens', { role: seat }))}
        ${isScorer() && !held && match.players[seat] && match.status !== 'closed' && button(t('page.seats.unname'), () => name(seat))}
        ${isScorer() ? seat !== own && held && button(t('page.seats.hand_on'), () => ask('/scorer', { seat }).then(refresh))
          : own && !scorer && (held || seat === own) && button(t('page.seats.propose'), () => ask('/scorer', { seat }).then(refresh))}
      </span></li>`;
  };
  const wishes = Object.entries(match.scorer.proposed).filter(([by, seat]) => seat !== match.scorer.seat || by !== seat);
  return html`<${Sheet} title=${t('page.seats')} tall>
    <ul class="menu seats">${SEATS.map(row)}</ul>
    ${wishes.map(([by, seat]) => html`<${Note} key=${by}>${entryWords('scorer-proposed', { by, seat }, { players: match.players })}</${Note}>`)}
    ${isScorer() && own && wishes.length > 0 && html`<button type="button" class="plain wide" onClick=${() => ask('/scorer', { seat: own }).then(refresh)}>${t('page.seats.here')}</button>`}
    <button type="button" class="plain wide" onClick=${() => openSheet('key', { token: tableOpen().token, title: t('page.seats.own') })}><${Icon} name="people" /> ${t('page.seats.own')}</button>
    ${!isScorer() && own && html`<p class="soft">${t('page.seats.propose.means')}</p>`}
  </${Sheet}>`;
}
