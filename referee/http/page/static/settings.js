// The menu and what is behind it: settings, names, adjustments.
import { html, useState } from './vendor/htm/standalone.module.js';
import * as act from './acts.js';
import { LANGUAGES } from './languages.js';
import { dress, keepSettings } from './memory.js';
import { isScorer, mySeat, refresh } from './match.js';
import { may } from './rights.js';
import { change, closeSheet, go, openReplay, openSheet, state } from './state.js';
import { speak } from './start.js';
import { Choice, Icon, Note, Sheet } from './ui.js';
import { SEATS, seatWord, t, teamName } from './words.js';

/** @type {Team[]} */
const TEAMS = ['NS', 'EW'];

/** @param {{ match: Match }} props */
export function MenuSheet({ match }) {
  const { deal, status } = match;
  const open = status !== 'closed' && deal.phase !== 'over';
  /** @param {string} icon @param {string} words @param {() => void} open */
  const item = (icon, words, open) => html`<li><button type="button" class="menuitem" onClick=${open}><${Icon} name=${icon} /> ${words}</button></li>`;
  /** @param {string} name */
  const sheet = (name) => () => openSheet(name);
  return html`<${Sheet} title=${t('page.menu')}><ul class="menu">
    ${item('list', t('page.log'), sheet('log'))}
    ${item('replay', t('page.replay'), () => openReplay())}
    ${item('sheet', t('page.score.sheet'), sheet('score'))}
    ${item('hand', t('page.hand'), sheet('hand'))}
    ${item('people', t('page.invite'), sheet('invite'))}
    ${item('people', t('page.seats'), sheet('seats'))}
    ${open && may('shown', match) && item('table', t('page.shown'), sheet('shown'))}
    ${open && may('redeal', match) && !deal.tricks.length && item('undo', t('page.misdeal'), () => (closeSheet(), act.redeal()))}
    ${(isScorer() || mySeat()) && item('pen', t('page.names'), sheet('names'))}
    ${isScorer() && status !== 'closed' && item('plus', t('page.adjust'), sheet('adjust'))}
    ${isScorer() && status === 'playing' && item('flag', t('page.end_now'), () => openSheet('close', { way: 'early' }))}
    ${isScorer() && status !== 'closed' && item('close', t('page.abandon'), () => openSheet('close', { way: 'abandoned' }))}
    ${isScorer() && status === 'closed' && item('undo', t('page.reopen'), sheet('reopen'))}
    ${item('settings', t('page.settings'), sheet('settings'))}
    ${item('table', t('page.board'), () => (closeSheet(), go(`/m/${match.id}?view=board`)))}
    ${match.tags.night && item('people', t('page.night.back'), () => location.assign(`/n/${match.tags.night}`))}
    ${item('back', t('page.home'), () => (closeSheet(), go('/')))}
  </ul></${Sheet}>`;
}

export function SettingsSheet() {
  const { settings } = state;
  /** @param {Partial<PageSettings>} patch */
  const put = (patch) => {
    const next = { ...settings, ...patch };
    keepSettings(next);
    dress(next);
    change({ settings: next });
  };
  /** @param {string | null} lang */
  const turn = async (lang) => {
    await speak(lang);
    if (state.table) refresh(); // the rulings' sentences come in the reader's language
  };
  return html`<${Sheet} title=${t('page.settings')} tall>
    <${Choice} name="lang" label=${t('page.settings.language')} value=${settings.lang} onChange=${turn} big="compact threes"
      options=${[...Object.entries(LANGUAGES).map(([code, name]) => [code, html`<span lang=${code}>${name}</span>`]), [null, t('page.settings.auto')]]} />
    <${Choice} name="theme" label=${t('page.settings.theme')} value=${settings.theme} onChange=${(theme) => put({ theme })} big="compact"
      options=${['auto', 'light', 'dark'].map((one) => [one, t(`page.settings.theme.${one}`)])} />
    <${Choice} name="suits" label=${t('page.settings.suits')} value=${settings.suits} onChange=${(suits) => put({ suits })} big="compact"
      options=${['two', 'four'].map((one) => [one, t(`page.settings.suits.${one}`)])} />
    ${'wakeLock' in navigator && html`<${Choice} name="awake" label=${t('page.settings.awake')} value=${settings.awake} onChange=${(awake) => put({ awake })} big="compact"
      options=${[[true, t('page.on')], [false, t('page.off')]]} />`}
    ${state.route.page === 'start' && html`<p><a class="link" href="/league">${t('page.league')}</a></p>`}
    ${!isSecureContext && html`<${Note}>${t('page.insecure')}</${Note}>`}
    ${state.install && html`<button type="button" class="plain wide" onClick=${() => state.install?.prompt()}>${t('page.install')}</button>`}
  </${Sheet}>`;
}

/** @param {{ match: Match }} props */
export function NamesSheet({ match }) {
  const own = mySeat();
  const [names, setNames] = useState(match.players);
  const seats = own && !isScorer() ? [own] : SEATS;
  /** @param {SubmitEvent} event */
  const save = (event) => {
    event.preventDefault();
    const changed = seats.filter((seat) => (names[seat] || '').trim() !== (match.players[seat] || ''));
    closeSheet();
    if (changed.length) act.rename(Object.fromEntries(changed.map((seat) => [seat, (names[seat] || '').trim() || null])));
  };
  return html`<${Sheet} title=${t('page.names')}><form class="setup" onSubmit=${save}><fieldset class="names"><legend class="unseen">${t('page.names')}</legend>
    ${seats.map((seat) => html`<label key=${seat} class=${`field seat-${seat}`}>${seatWord(seat)}<input maxlength="160" autocomplete="off" value=${names[seat] || ''}
      onInput=${(event) => setNames({ ...names, [seat]: event.target.value })} /></label>`)}</fieldset>
    <button type="submit" class="primary wide">${t('page.save')}</button></form></${Sheet}>`;
}

/** @param {{ match: Match }} props */
export function AdjustSheet({ match }) {
  const [team, setTeam] = useState(TEAMS[0]);
  const [points, setPoints] = useState(-1);
  const [reason, setReason] = useState('');
  /** @param {SubmitEvent} event */
  const save = (event) => (event.preventDefault(), closeSheet(), act.adjust(team, points, reason.trim()));
  return html`<${Sheet} title=${t('page.adjust')}><form class="setup" onSubmit=${save}>
    <${Choice} name="team" label=${t('page.adjust.team')} value=${team} onChange=${setTeam} options=${TEAMS.map((one) => [one, teamName(one, match.players)])} />
    <label class="field">${t('page.adjust.points')}<input type="number" min="-1000" max="1000" required value=${points} onInput=${(event) => setPoints(Number(event.target.value))} /></label>
    <label class="field">${t('page.adjust.reason')}<input maxlength="200" required value=${reason} onInput=${(event) => setReason(event.target.value)} /></label>
    <button type="submit" class="primary wide" disabled=${!points || !reason.trim()}>${t('page.save')}</button></form></${Sheet}>`;
}
