// The organiser's sheets: who comes and goes, the code to join, closing a round with tables missing, what needs a reason, and the rest.
import { html, useState } from '../vendor/htm/standalone.module.js';
import { freshId } from '../api.js';
import { shareText } from '../share.js';
import { say } from '../state.js';
import { Icon, Note, Sheet } from '../ui.js';
import { isolated, t } from '../words.js';
import { act, app, closeSheet, open, openSheet, pathOf, put, send } from './core.js';
import { Downloads } from './files.js';
import { keepNight } from './kept.js';
import { runningOf } from './seen.js';
import { namesOf } from './typed.js';

/** Those who come, and everybody who is here: a tap on a name for what can be done about it. */
export function PeopleSheet() {
  const night = open();
  const [text, setText] = useState('');
  const names = namesOf(text);
  /** @param {SubmitEvent} event */
  const send = (event) => {
    event.preventDefault();
    if (names.length) act('POST', '/players', names.length > 1 ? { names } : { name: names[0] }).then((reply) => reply.ok && setText(''));
  };
  const round = runningOf(night);
  return html`<${Sheet} title=${t('page.night.tab.people')} tall onClose=${closeSheet}>
    ${night.status === 'open' && html`<form class="setup" onSubmit=${send}><label class="field">${t('page.night.come')}<textarea name="come" rows="2" value=${text} onInput=${(event) => setText(event.target.value)}></textarea></label>
      ${round && html`<${Note}>${t('page.night.come.next')}</${Note}>`}
      <button type="submit" class="primary wide" disabled=${!names.length}>${t('page.night.add', { n: names.length })}</button></form>`}
    <ul class="people">${night.players.map((one) => html`<li key=${one.number}><button type="button" class="person" data-player=${one.number} onClick=${() => openSheet('person', { player: one.number })}>
      <b>${isolated(one.name)}</b><small>${one.number}${one.present ? '' : ` · ${t('page.night.has_left')}`}${one.fixed ? ` · ${t('page.night.table', { table: one.fixed.table })} ${one.fixed.side}` : ''}</small></button></li>`)}</ul>
  </${Sheet}>`;
}

/** @param {{ player: number }} props */
export function PersonSheet({ player }) {
  const night = open();
  const who = /** @type {NightPlayer} */ (night.players.find((one) => one.number === player));
  const [name, setName] = useState(who?.name || '');
  const [place, setPlace] = useState(who?.fixed ? `${who.fixed.table} ${who.fixed.side}` : '');
  if (!who) return null;
  const change = () => {
    const fixed = /^(\d+) (NS|EW)$/.exec(place);
    const was = who.fixed ? `${who.fixed.table} ${who.fixed.side}` : '';
    const body = { ...(name.trim() && name.trim() !== who.name ? { name: name.trim(), from_the_start: true } : {}), ...(place !== was ? { fixed: fixed ? { table: Number(fixed[1]), side: fixed[2] } : null } : {}) };
    closeSheet();
    if (Object.keys(body).length) act('PATCH', `/players/${player}`, body);
  };
  const free = async () => {
    closeSheet();
    const reply = await act('POST', '/tokens', { role: `player-${player}` });
    if (reply.ok) say(t('page.night.freed', { name: isolated(who.name) }));
  };
  const tables = Array.from({ length: Math.max(1, Math.floor(night.players.filter((one) => one.present).length / 4)) }, (_, at) => at + 1);
  return html`<${Sheet} title=${who.name} onClose=${() => openSheet('people')}><div class="setup">
    <label class="field">${t('page.night.name')}<input name="name" maxlength="160" autocomplete="off" value=${name} onInput=${(event) => setName(event.target.value)} /></label>
    ${who.present && html`<label class="field">${t('page.night.fixed')}<select name="fixed" value=${place} onChange=${(event) => setPlace(event.target.value)}><option value="">${t('page.night.fixed.none')}</option>
      ${tables.flatMap((table) => ['NS', 'EW'].map((side) => html`<option key=${`${table} ${side}`} value=${`${table} ${side}`} selected=${place === `${table} ${side}`}>${t('page.night.table', { table })} · ${t(`team.${side}`)}</option>`))}</select></label>`}
    <button type="button" class="primary wide" onClick=${change}>${t('page.save')}</button>
    <button type="button" class="plain wide" onClick=${() => openSheet('player', { player })}>${t('page.night.evening')}</button>
    <button type="button" class="plain wide" onClick=${free}>${t('page.night.free')}</button>
    ${night.status === 'open' && who.present && html`<button type="button" class="danger wide" onClick=${() => (closeSheet(), void act('POST', `/players/${player}/departure`, {}))}>${t('page.night.leaves')}</button>`}
  </div></${Sheet}>`;
}

/** Tables without a result are left out, or their slips are typed first.
 * @param {{ tables: number[] }} props */
export function CloseRoundSheet({ tables }) {
  const round = runningOf(open());
  if (!round) return null;
  const missing = round.tables.filter((table) => tables.includes(table.number) && !table.result);
  const close = () => (closeSheet(), void act('POST', `/rounds/${round.number}/close`, { leave_out: missing.map((table) => table.number) }));
  return html`<${Sheet} title=${t('page.night.missing', { n: missing.length })} onClose=${closeSheet}><div class="setup">
    <div class="pair">${missing.map((table) => html`<button key=${table.number} type="button" class="plain" onClick=${() => openSheet('slip', { round: round.number, table: table.number })}>${t('page.night.table', { table: table.number })}</button>`)}</div>
    <p>${t('page.night.leave_out')}</p>
    <button type="button" class="danger wide" onClick=${close}>${t('page.night.close_round', { round: round.number })}</button></div></${Sheet}>`;
}

/** What the organiser does with a reason: confirms for both teams, or opens the night again.
 * @param {{ what: 'confirm' | 'reopen', round: number, tables: number[] }} props */
export function AskSheet({ what, round, tables = [] }) {
  const [reason, setReason] = useState('');
  /** @param {SubmitEvent} event */
  const send = (event) => {
    event.preventDefault();
    closeSheet();
    if (what === 'reopen') act('POST', '/reopen', { reason: reason.trim() });
    for (const table of tables) act('POST', `/rounds/${round}/tables/${table}/confirmation`, { reason: reason.trim() });
  };
  const words = t(what === 'confirm' ? 'page.night.unconfirmed' : 'page.night.reopen', { n: tables.length });
  return html`<${Sheet} title=${words} onClose=${closeSheet}><form class="setup" onSubmit=${send}>
    ${what === 'confirm' && html`<p>${t('page.night.confirm.means')}</p>`}
    <label class="field">${t('page.adjust.reason')}<input name="reason" maxlength="200" required value=${reason} onInput=${(event) => setReason(event.target.value)} /></label>
    <button type="submit" class="primary wide" disabled=${!reason.trim()}>${t('page.save')}</button></form></${Sheet}>`;
}

/** The address of the board, and of the night's page: public, for everybody to read. */
const boardLink = () => `${location.origin}/n/${app.place?.id}${app.place?.code ? `?code=${app.place.code}` : ''}#${app.place?.board}`;

export function InviteSheet() {
  const code = app.place?.code;
  const link = `${location.origin}/j/${code}`;
  const renew = async () => {
    const reply = await send({ key: freshId(), method: 'POST', path: pathOf('/tokens'), body: { role: 'join' } });
    if (reply.ok) put({ place: keepNight({ id: open().id, code: reply.body.join_code }) });
  };
  return html`<${Sheet} title=${t('page.night.invite')} tall onClose=${closeSheet}>
    ${code ? html`<div class="inviting"><img class="qr" src=${`/qr/${code}.svg`} alt=${t('page.invite.qr')} width="220" height="220" />
      <p class="soft">${t('page.invite.code')}</p><p class="code">${code}</p><p class="soft">${link}</p>
      <button type="button" class="primary wide" onClick=${() => shareText(link)}><${Icon} name="share" /> ${t('page.share.link')}</button></div>`
    : html`<${Note}>${t('page.night.no_code')}</${Note}>`}
    <button type="button" class="plain wide" onClick=${renew}>${t('page.invite.renew')}</button>
  </${Sheet}>`;
}

export function MoreSheet() {
  const night = open();
  const { board, token } = app.place || {};
  const own = `${location.origin}/n/${night.id}${app.place?.code ? `?code=${app.place.code}` : ''}#${token}${board ? `.${board}` : ''}`;
  const again = night.status === 'open' && !runningOf(night) && night.next.action === 'close';
  return html`<${Sheet} title=${t('page.night.tab.more')} tall onClose=${closeSheet}><ul class="menu">
    <li><button type="button" class="menuitem" onClick=${() => openSheet('invite')}><${Icon} name="people" /> ${t('page.night.invite')}</button></li>
    <li><a class="menuitem" href=${`/n/${night.id}?view=board`} target="_blank"><${Icon} name="table" /> ${t('page.night.board')}</a></li>
    ${board && html`<li><button type="button" class="menuitem" onClick=${() => shareText(boardLink())}><${Icon} name="share" /> ${t('page.night.share')}</button></li>`}
    <li><a class="menuitem" href=${`/n/${night.id}?view=after`}><${Icon} name="sheet" /> ${t('page.night.page')}</a></li>
    <li><button type="button" class="menuitem" onClick=${() => shareText(own)}><${Icon} name="share" /> ${t('page.night.own_link')}</button></li>
    ${again && html`<li><button type="button" class="menuitem" onClick=${() => (closeSheet(), void act('POST', '/rounds', {}))}><${Icon} name="plus" /> ${t('page.night.one_more')}</button></li>`}
    ${night.status === 'open' && !runningOf(night) && night.next.action !== 'close' && html`<li><button type="button" class="menuitem" onClick=${() => (closeSheet(), void act('POST', '/close', {}))}><${Icon} name="flag" /> ${t('page.night.close')}</button></li>`}
    ${night.status === 'closed' && html`<li><button type="button" class="menuitem" onClick=${() => openSheet('ask', { what: 'reopen' })}><${Icon} name="undo" /> ${t('page.night.reopen')}</button></li>`}
    <li><a class="menuitem" href="/nights"><${Icon} name="back" /> ${t('page.night.all')}</a></li>
  </ul><${Downloads} /></${Sheet}>`;
}
