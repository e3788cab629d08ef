// A match as this house plays it: names, first dealer, a preset, and every single option with its explanation.
import { html, useEffect, useState } from './vendor/htm/standalone.module.js';
import { call } from './api.js';
import { ImportFile } from './importing.js';
import { forgetHouse, houses, keepAdminToken, keepHouse, keepNames, lastNames } from './memory.js';
import { waiting } from './parts.js';
import { openNew } from './start.js';
import { Choice, Icon, Note, Sheet } from './ui.js';
import { SEATS, seatWord, t } from './words.js';

/** @param {{ option: RuleOption, value: any, onChange: (value: any) => void }} props */
function Option({ option, value, onChange }) {
  const many = Array.isArray(option.allowed);
  /** @param {unknown} one */
  const written = (one) => String(one);
  const field = many
    ? html`<select value=${written(value)} onChange=${(event) => onChange(option.allowed.find((/** @type {unknown} */ one) => written(one) === event.target.value))}>
        ${option.allowed.map((/** @type {any} */ one) => html`<option key=${written(one)} value=${written(one)} selected=${one === value}>${option.values[written(one)] || written(one)}</option>`)}</select>`
    : html`<input type="number" inputmode="numeric" min=${option.allowed.minimum} max=${option.allowed.maximum} value=${value ?? ''}
        placeholder=${option.allowed.null ? t(`page.setup.null.${option.name}`) : ''}
        onInput=${(event) => onChange(event.target.value === '' ? (option.allowed.null ? null : option.default) : Number(event.target.value))} />`;
  return html`<label class=${`option ${many ? 'many' : ''}`}><span><b>${option.title}</b><small>${option.description}</small></span>${field}</label>`;
}

/** What differs from the preset: only that is sent and saved.
 * @param {RuleBook['presets'][number]} preset
 * @param {Record<string, any>} options
 * @returns {Record<string, any>} */
const differences = (preset, options) =>
  Object.fromEntries(Object.entries(options).filter(([name, value]) => preset.options[name] !== value));

export function SetupSheet() {
  const [book, setBook] = useState(/** @type {RuleBook | null} */ (null));
  const [names, setNames] = useState(lastNames());
  const [dealer, setDealer] = useState('N');
  const [recording, setRecording] = useState('anyone');
  const [preset, setPreset] = useState('classic');
  const [options, setOptions] = useState(/** @type {Record<string, any>} */ ({}));
  const [house, setHouse] = useState('');
  const [saved, setSaved] = useState(houses());
  useEffect(() => {
    call('GET', '/rules').then((reply) => reply.ok && setBook(reply.body), () => {});
  }, []);
  const chosen = book?.presets.find((one) => one.name === preset);
  const all = chosen ? { ...chosen.options, ...options } : {};
  const changed = chosen ? Object.keys(differences(chosen, all)).length : 0;
  const rules = () => ({ preset, ...(chosen ? differences(chosen, all) : options) });
  /** @param {Seat} seat @param {string} typed */
  const rename = (seat, typed) => {
    const named = { ...names, [seat]: typed };
    setNames(named);
    keepNames(named); // a sheet closed by mistake loses nothing
  };
  /** @param {SubmitEvent} event */
  const start = (event) => {
    event.preventDefault();
    const players = Object.fromEntries(SEATS.map((seat) => [seat, (names[seat] || '').trim() || null]));
    openNew({ rules: rules(), players, first_dealer: dealer, recording });
  };
  /** @param {string} name */
  const take = (name) => {
    const { preset: base, ...rest } = saved[name];
    setPreset(base);
    setOptions(rest);
    setHouse(name);
  };
  const keep = () => (keepHouse(house.trim(), rules()), setSaved(houses()));
  return html`<${Sheet} title=${t('page.setup')} tall><form class="setup" onSubmit=${start}>
    <fieldset class="names"><legend>${t('page.setup.names')}</legend>
      ${SEATS.map((seat) => html`<label key=${seat} class=${`field seat-${seat}`}>${seatWord(seat)}
        <input name=${seat} maxlength="160" autocomplete="off" value=${names[seat] || ''} onInput=${(event) => rename(seat, event.target.value)} /></label>`)}
    </fieldset>
    <${Choice} name="dealer" label=${t('page.setup.dealer')} value=${dealer} onChange=${setDealer} big="compact"
      options=${SEATS.map((seat) => [seat, (names[seat] || '').trim() || seatWord(seat)])} />
    ${Object.keys(saved).length > 0 && html`<div class="houses" role="group" aria-label=${t('page.setup.saved')}><p class="legend">${t('page.setup.saved')}</p>
      ${Object.keys(saved).map((name) => html`<span key=${name} class="house"><button type="button" class="plain" onClick=${() => take(name)}>${name}</button>
        <button type="button" class="round" aria-label=${t('page.setup.forget', { name })} onClick=${() => (forgetHouse(name), setSaved(houses()))}><${Icon} name="close" /></button></span>`)}</div>`}
    ${!book ? html`<${Note}>${waiting()}</${Note}>` : html`
      <${Choice} name="preset" label=${t('page.setup.preset')} value=${preset} onChange=${(one) => (setPreset(one), setOptions({}))} big="tricks stacked"
        options=${book.presets.map((one) => [one.name, one.title, one.description])} />
      <details class="options"><summary>${t('page.setup.options')}${changed > 0 && html` <b>${changed}</b>`}</summary>
        ${book.options.map((option) => html`<${Option} key=${option.name} option=${option} value=${all[option.name]}
          onChange=${(value) => setOptions({ ...options, [option.name]: value })} />`)}
        <div class="joinform"><label for="house">${t('page.setup.save_as')}</label><div><input id="house" maxlength="40" autocomplete="off" value=${house} onInput=${(event) => setHouse(event.target.value)} />
          <button type="button" class="plain" disabled=${!house.trim()} onClick=${keep}>${t('page.save')}</button></div></div>
      </details>
      <${Choice} name="recording" label=${t('page.setup.recording')} value=${recording} onChange=${setRecording} big="tricks"
        options=${['anyone', 'own-seat', 'scorer'].map((one) => [one, t(`page.recording.${one}`)])} />`}
    <${ImportFile} />
    <button type="submit" class="primary wide sticky">${t('page.setup.start')}</button>
  </form></${Sheet}>`;
}

/** A server whose owner alone opens tables.
 * @param {{ body: object }} props */
export function AdminSheet({ body }) {
  const [token, setToken] = useState('');
  /** @param {SubmitEvent} event */
  const send = (event) => {
    event.preventDefault();
    keepAdminToken(token);
    openNew(body);
  };
  return html`<${Sheet} title=${t('page.admin')}><form onSubmit=${send}>
    <label class="field">${t('page.admin.token')}<input type="password" autocomplete="off" value=${token} onInput=${(event) => setToken(event.target.value)} /></label>
    <button type="submit" class="primary wide" disabled=${!token}>${t('page.new')}</button></form></${Sheet}>`;
}
