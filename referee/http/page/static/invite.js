// Inviting: the code and its picture, a new code in place of one that too many know, and none.
import { html } from './vendor/htm/standalone.module.js';
import { call, freshId } from './api.js';
import { isScorer } from './match.js';
import { keepTable } from './memory.js';
import { shareText } from './share.js';
import { change, say, tableOpen } from './state.js';
import { Icon, Note, Sheet } from './ui.js';
import { seatName, t } from './words.js';

/** A new code, or none; the old one opens the table to nobody from then on.
 * @param {boolean} open */
async function renew(open) {
  const { id, token } = tableOpen();
  const body = { role: 'join', ...(open ? {} : { open }) };
  const reply = await call('POST', `/matches/${id}/tokens`, { body, key: freshId(), token }).catch(() => null);
  if (!reply?.ok) return say(reply?.body?.detail || t(reply ? 'page.refused' : 'page.unreachable'), 'bad');
  return change({ table: keepTable({ id, code: reply.body.join_code, closed: !open }) });
}

/** @param {{ match: Match }} props */
export function InviteSheet({ match }) {
  const { code, closed } = tableOpen();
  const link = `${location.origin}/j/${code}`;
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
  return html`<${Sheet} title=${t('page.invite')}>
    ${code ? html`<div class="inviting">
      <img class="qr" src=${`/qr/${code}.svg`} alt=${t('page.invite.qr')} width="220" height="220" />
      <p class="soft">${t('page.invite.code')}</p><p class="code">${code}</p>
      <p class="soft">${link}</p>
      ${local && html`<${Note} tone="bad">${t('page.invite.local')}</${Note}>`}
      <button type="button" class="primary wide" onClick=${() => shareText(link)}><${Icon} name="share" /> ${t('page.share.link')}</button></div>`
    : html`<${Note}>${closed ? t('page.invite.closed') : t('page.invite.unknown', { seat: seatName('N', match.players) })}</${Note}>`}
    ${isScorer() && match.status !== 'closed' && html`<div class="pair">
      <button type="button" class="plain" onClick=${() => renew(true)}>${t('page.invite.renew')}</button>
      ${code && html`<button type="button" class="plain" onClick=${() => renew(false)}>${t('page.invite.end')}</button>`}</div>
      <p class="soft">${t('page.invite.renew.means')}</p>`}
  </${Sheet}>`;
}
