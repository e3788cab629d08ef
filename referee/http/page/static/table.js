// The table: the one screen that does the work. Score on top, the felt in the middle, the next action under the thumb.
import { html, useEffect, useRef } from './vendor/htm/standalone.module.js';
import * as act from './actions.js';
import { Auction, Trumps } from './auction.js';
import { copiesLeft, Grid, withoutWithheld } from './cards.js';
import { Felt } from './felt.js';
import { isScorer, mayRecord, mySeat } from './match.js';
import { may, mayTurn } from './rights.js';
import { Part } from './parts.js';
import { withPending } from './pending.js';
import { Scoreboard } from './scoreboard.js';
import { handOf, keepSettings } from './memory.js';
import { change, openReplay, openSheet, sealOf, state } from './state.js';
import { guard } from './taps.js';
import { Icon } from './ui.js';
import { entryWords, promptOf, SEATS, seatName, t } from './words.js';

/** @param {{ match: Match }} props */
function Tricks({ match }) {
  const { deal, players } = match;
  const seats = SEATS.filter((seat) => seat !== deal.sitting_out);
  return html`<div class="takers" role="group" aria-label=${t('page.tricks.who')}>
    ${seats.map((seat) => html`<button key=${seat} type="button" class="call" data-seat=${seat} onClick=${() => act.takeTrick(seat)}>
      ${seatName(seat, players)}</button>`)}
  </div>`;
}

/** Nobody can say who took the trick while the referee is out of reach: the table says who leads.
 * @param {{ match: Match }} props */
function WhoTook({ match }) {
  const seats = SEATS.filter((seat) => seat !== match.deal.sitting_out);
  return html`<div class="takers" role="group" aria-label=${t('page.offline.who_took')}>
    ${seats.map((seat) => html`<button key=${seat} type="button" class="call" data-seat=${seat} onClick=${() => (guard(), change({ leader: seat }))}>
      ${seatName(seat, match.players)}</button>`)}
  </div>`;
}

/** @param {{ match: Match }} props */
function Pack({ match }) {
  const { deal, rules, next } = match;
  const left = copiesLeft(withoutWithheld(deal, rules), rules);
  const seat = /** @type {Seat} */ (next.seat);
  return html`<${Grid} rules=${rules} trump=${deal.trump} left=${left} onPick=${(/** @type {Card} */ card) => act.play(seat, card, !!next.outOfTurn)}
    label=${t('page.next.play', { seat: seatName(seat, match.players) })} />`;
}

/** @param {{ match: Match }} props */
function Over({ match }) {
  const how = match.ended === 'target' ? null : match.ended;
  return html`<div class="over">
    ${how && html`<p class="soft center">${t(`page.ended.${how}`)}</p>`}
    ${match.status === 'decided' && (may('close', match) ? html`<button type="button" class="primary wide" onClick=${() => openSheet('close')}>${t('page.close_match')}</button>`
      : html`<p class="soft center">${t('page.rights.close')}</p>`)}
    ${match.tags.night ? html`<a class="primary wide" href=${`/n/${match.tags.night}`}>${t('page.night.back')}</a>`
    : html`<button type="button" class=${`wide ${match.status === 'closed' ? 'primary' : 'plain'}`} onClick=${() => openSheet('rematch')}>${t('page.rematch')}</button>`}
    <div class="pair">
      <button type="button" class="plain" onClick=${() => openSheet('score')}><${Icon} name="sheet" /> ${t('page.score.sheet')}</button>
      <button type="button" class="plain" onClick=${() => openReplay()}><${Icon} name="replay" /> ${t('page.replay')}</button>
    </div>
    ${match.status === 'closed' && isScorer() && html`<button type="button" class="plain wide" onClick=${() => openSheet('reopen')}>${t('page.reopen')}</button>`}
  </div>`;
}

/** @param {{ match: Match, depth: PageSettings['depth'] }} props */
function Controls({ match, depth }) {
  const { action } = match.next;
  if (action === 'close' || !action) return html`<${Over} match=${match} />`;
  if (!mayRecord(match)) return html`<p class="watching">${match.recording === 'own-seat' && mySeat() ? '' : t('page.watching')}</p>`;
  if (action === 'wait') return match.next.full && state.link === 'offline' ? html`<${WhoTook} match=${match} />` : html`<div class="waiting" aria-hidden="true"></div>`;
  if (action === 'discard' || action === 'exchange') return html`<${Part} key=${action} name=${action} match=${match} />`;
  if (action === 'bid') return depth === 'result' && !match.deal.bids.length ? html`<${Part} name="result" match=${match} key=${match.deal.number} />` : html`<${Auction} match=${match} />`;
  if (action === 'name-trump') return html`<${Trumps} options=${match.next.options} onPick=${act.trump} />`;
  const begun = match.deal.tricks.some((trick) => !trick.complete && trick.plays.length);
  if (depth === 'tricks' && begun) return html`<p class="soft center">${t('page.tricks.finish')}</p><${Pack} match=${match} />`;
  if (depth === 'tricks') return html`<${Tricks} match=${match} />`;
  if (depth === 'result') return html`<${Part} name="counts" match=${match} key=${match.deal.number} />`;
  return html`<${Pack} match=${match} />`;
}

/** @type {PageSettings['depth'][]} */
const DEPTHS = ['cards', 'tricks', 'result'];

/** @param {{ depth: PageSettings['depth'] }} props */
function Depth({ depth }) {
  /** @param {PageSettings['depth']} one */
  const pick = (one) => {
    const settings = { ...state.settings, depth: one };
    keepSettings(settings);
    change({ settings });
  };
  return html`<div class="depth" role="group" aria-label=${t('page.depth')}>
    ${DEPTHS.map((one) => html`<button key=${one} type="button" aria-pressed=${String(one === depth)}
      onClick=${() => pick(one)}>${t(`page.depth.${one}`)}</button>`)}
  </div>`;
}

/** @param {Match} match */
const lastWords = (match) => {
  const waiting = state.queue[state.queue.length - 1];
  const last = waiting ? waiting.fact : match.undo;
  return last && entryWords(last.type, last.data, { players: match.players, maker: match.deal.maker });
};

/** @param {{ match: Match, watching: boolean }} props */
function UndoBar({ match, watching }) {
  const words = lastWords(match);
  if (watching) return null;
  const barred = words && !state.queue.length && match.undo && !mayTurn(match.undo); // whoever cannot undo it is told who can
  return html`<div class="undobar">
    ${barred ? html`<p class="undo soft">${t('page.rights.undo', { entry: words })}</p>` : html`<button type="button" class="undo" disabled=${!words || match.status === 'closed'} onClick=${act.undo}>
      <${Icon} name="undo" /><span class=${words && words.length > 44 ? 'much' : ''}>${words ? t('page.undo', { entry: words }) : t('page.undo.nothing')}</span></button>`}
    ${mayTurn(match.redo) && html`<button type="button" class="round" onClick=${act.redo}
      aria-label=${t('page.redo', { entry: match.redo && entryWords(match.redo.type, match.redo.data, { players: match.players }) })}><${Icon} name="redo" /></button>`}
    ${match.status !== 'closed' && html`<button type="button" class="renege" onClick=${() => openSheet('claim')}><${Icon} name="flag" /><span>${t('page.renege')}</span></button>`}
  </div>`;
}

/** Claims that are open, and the one that was ruled just now.
 * @param {{ match: Match }} props */
function Flags({ match }) {
  const open = match.claims.filter((claim) => claim.verdict === 'open');
  const ruled = state.flash && match.claims.find((claim) => claim.number === state.flash && claim.verdict !== 'open');
  /** @param {Claim} claim */
  const show = (claim) => {
    change({ flash: null });
    openSheet('ruling', { number: claim.number });
  };
  return html`<div class="flags news" role="status">
    ${ruled && html`<button type="button" class=${`flag ruled ${ruled.verdict}`} onClick=${() => show(ruled)}>
      ${ruled.text}</button>`}
  </div><div class="flags">
    ${open.map((claim) => html`<button key=${claim.number} type="button" class="flag open" onClick=${() => show(claim)}>
      <${Icon} name="flag" /> ${t('page.claim.open', { claim: claim.number })}</button>`)}
  </div>`;
}

function LinkBar() {
  const n = state.queue.length;
  if (state.queue[0]?.problem) return html`<button type="button" class="linkbar link" onClick=${() => openSheet('conflict')}>${t('page.conflict')}</button>`;
  if (state.link !== 'offline') return null;
  return html`<p class="linkbar" role="status"><span aria-hidden="true">◌</span> ${n ? t('page.offline.waiting', { n }) : t('page.offline')}</p>`;
}

/** @param {Match} match */
const isLead = ({ next, deal }) => next.action === 'play' && !deal.tricks.some((trick) => !trick.complete && trick.plays.length);

/** Who leads, as the table says: after a trick that the referee has not seen, or out of turn and let stand (J1.1).
 * @param {Match} match
 * @param {Seat} seat
 * @returns {Next} */
function ledBy(match, seat) {
  const { next } = match;
  if (next.full) return { action: 'play', seat, options: null };
  return isLead(match) && seat !== next.seat ? { ...next, seat, outOfTurn: true } : next;
}

/** Whether this phone may say that another seat dealt (R2.4): the scorer, or a seat of itself.
 * @param {Match} match */
const mayChangeDealer = ({ status, recording }) => status === 'playing' && (isScorer() || (!!mySeat() && recording !== 'scorer'));

/** @param {{ app: OpenApp }} props */
export function Table({ app }) {
  const own = mySeat();
  const shown = withPending(app.match, app.queue);
  const match = app.leader ? { ...shown, next: ledBy(shown, app.leader) } : shown;
  const whole = may('counts', match); // a seat that records only itself enters its own cards
  const depth = whole ? app.settings.depth : 'cards';
  const prompt = promptOf(match, app.link === 'offline');
  useEffect(() => {
    document.title = `${prompt} · ${t('page.title')}`;
  }, [prompt]);
  const watching = app.table.role === 'viewer';
  const begun = useRef();
  begun.current ??= match.status; // a table of a night that was closed meanwhile: the phone goes back to the night
  useEffect(() => {
    if (match.tags.night && match.status === 'closed' && begun.current !== 'closed') setTimeout(() => location.assign(`/n/${match.tags.night}`), 1500);
  }, [match.status]);
  const invite = app.table.code && match.version <= 3;
  return html`<main class="tablescreen">
    <h1 class="unseen">${t('page.title')}</h1>
    <${LinkBar} />${app.past && html`<${Part} name="past" id=${match.id} version=${app.past} />`}
    <${Scoreboard} match=${match} score=${app.score} />
    <${Felt} match=${match} score=${app.score} own=${own} onCard=${(play) => openSheet('correct', { play })}
      onSeat=${depth === 'cards' && isLead(shown) && mayRecord(shown) ? (seat) => change({ leader: seat === app.leader ? null : seat }) : null}
      onDealer=${mayChangeDealer(match) && (() => openSheet('dealer'))}>
      <${Flags} match=${match} />
      ${invite && html`<button type="button" class="invite" onClick=${() => openSheet('invite')}><${Icon} name="people" /> ${t('page.invite')}</button>`}
    </${Felt}>
    <${UndoBar} match=${match} watching=${watching} />
    <div class="action">
      <p class=${`prompt ${match.next.action === 'wait' ? 'late' : ''}`} aria-live="polite" id="prompt">${prompt}</p>
      ${handOf(match.id, match.deal.number).length > 0 && html`<${Part} name="tray" match=${match} />`}
      <${Controls} match=${match} depth=${depth} />
    </div>
    <nav class="foot" aria-label=${t('page.more')}>
      ${!whole || match.status === 'closed' ? html`<span class="depth"></span>` : html`<${Depth} depth=${depth} />`}
      <button type="button" class="round" aria-label=${t('page.menu')} onClick=${() => openSheet('menu')}><${Icon} name="menu" /></button>
    </nav><small class="seal">${sealOf(match)}</small>
  </main>`;
}
