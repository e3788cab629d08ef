// The few parts that every screen is made of: icons, a sheet that slides over the table, a choice of few.
import { html, useEffect, useRef } from './vendor/htm/standalone.module.js';
import { change, closeSheet, state } from './state.js';
import { t } from './words.js';

/** @type {Record<string, string>} */
const ICONS = {
  undo: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 7 5 5-5 5M20 12H10a6 6 0 0 0 0 12h3',
  flag: 'M6 24V4m0 1h12l-3 4 3 4H6',
  menu: 'M4 7h16M4 13h16M4 19h16',
  close: 'M6 7l12 12M18 7 6 19',
  back: 'M15 5l-8 8 8 8',
  next: 'M9 5l8 8-8 8',
  first: 'M18 5l-8 8 8 8M6 5v16',
  last: 'M6 5l8 8-8 8M18 5v16',
  share: 'M12 16V4m0 0L8 8m4-4 4 4M6 13v8h12v-8',
  people: 'M9 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-6 9c0-4 2.500-6 6-6s6 2 6 6m1-9a3 3 0 1 0 0-6m2 9c2 1 3 3 3 6',
  sheet: 'M6 4h12v18H6zM9 9h6M9 13h6M9 17h4',
  replay: 'M12 6a8 8 0 1 1-7 4M5 4v6h6M12 10v4l3 2',
  hand: 'M4 9l5-2 4 13-5 2zM10 6l5 0v8M15 7l5 2-4 11',
  settings: 'M4 8h9m4 0h3M4 18h3m4 0h9M15 5.500v5M9 15.500v5',
  pen: 'M5 21l1-5L16 6l4 4L10 20zM14 8l4 4',
  list: 'M9 7h11M9 13h11M9 19h11M4 7h1M4 13h1M4 19h1',
  plus: 'M12 6v14M5 13h14',
  table: 'M4 9c0-3 16-3 16 0v6c0 3-16 3-16 0z',
};

/** @param {{ name: string }} props */
export const Icon = ({ name }) => html`<svg class="icon" viewBox="0 0 24 26" aria-hidden="true" focusable="false"><path d=${ICONS[name]} /></svg>`;

/** What was said last; a text to be copied by hand stands in a field.
 * @param {{ toast: App['toast'] }} props */
export const Toasts = ({ toast }) => html`<div class="toasts" role="status" aria-live="polite">
  ${toast && (toast.tone === 'offer'
    ? html`<p class="toast offer"><label>${t('page.copy.by_hand')}<input readonly value=${toast.text} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label>
        <button type="button" class="round" aria-label=${t('page.close')} onClick=${() => change({ toast: null })}><${Icon} name="close" /></button></p>`
    : html`<p class=${`toast ${toast.tone}`}>${toast.text}</p>`)}</div>`;

/** A sheet over the table: the browser's own dialog keeps the focus in it, Escape and a tap beside it close it.
 * @param {{ title: string, children?: Hole, tall?: boolean, onClose?: () => void, tone?: string }} props */
export function Sheet({ title, children, tall, onClose = closeSheet, tone = '' }) {
  const box = /** @type {{ current: HTMLDialogElement }} */ (useRef());
  useEffect(() => {
    const dialog = box.current;
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    return () => {
      if (dialog.open) dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
    };
  }, []);
  /** @param {MouseEvent} event */
  const beside = (event) => event.target === box.current && onClose();
  return html`<dialog ref=${box} class=${`sheet ${tall ? 'tall' : ''} ${tone}`} aria-labelledby="sheet-title" onClick=${beside}
    onCancel=${(event) => (event.preventDefault(), onClose())}>
    <div class="sheet-body">
      <header class="sheet-head">
        <h2 id="sheet-title" tabindex="-1">${title}</h2>
        <button type="button" class="round" aria-label=${t('page.close')} onClick=${onClose}><${Icon} name="close" /></button>
      </header>
      ${children}
      <${Toasts} toast=${state.toast} />
    </div>
  </dialog>`;
}

/** One of a few: real radio buttons, drawn as a row of tiles. `options`: [value, words, note].
 * @param {{ name: string, label: string, options: any[][], value: any, onChange: (value: any) => void, big?: string, hidden?: boolean }} props */
export function Choice({ name, label, options, value, onChange, big = '', hidden }) {
  /** @param {any[]} option */
  const tile = ([one, words, note, off]) => html`
    <label key=${one} class=${`tile ${off ? 'off' : ''}`}>
      <input type="radio" name=${name} value=${String(one)} checked=${one === value} disabled=${off} onChange=${() => onChange(one)} />
      <span class="tile-words">${words}${note && html`<small>${note}</small>`}</span>
    </label>`;
  return html`<fieldset class=${`choice ${big}`}>
    <legend class=${hidden ? 'unseen' : ''}>${label}</legend>
    <div class="tiles">${options.map(tile)}</div>
  </fieldset>`;
}

/** Which deal; the newest first.
 * @param {{ numbers: number[], value: number, onChange: (deal: number) => void }} props */
export const DealPick = ({ numbers, value, onChange }) => html`<label class="field">${t('page.claim.deal')}
  <select name="deal" value=${value} onChange=${(event) => onChange(Number(event.target.value))}>
    ${numbers.map((one) => html`<option key=${one} value=${one}>${t('page.deal.number', { deal: one })}</option>`)}</select></label>`;

/** @param {{ children?: Hole, tone?: string }} props */
export const Note = ({ children, tone = '' }) => html`<p class=${`note ${tone}`}>${children}</p>`;
