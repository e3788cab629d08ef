// A match from a file that was exported here or elsewhere: chosen, sent as it is, and opened as a table of this phone.
import { html, useState } from './vendor/htm/standalone.module.js';
import { freshId, headersOf } from './api.js';
import { isOurs, within } from './early.js';
import { adminToken, keepTable } from './memory.js';
import { change, go, say } from './state.js';
import { t } from './words.js';

const LARGEST = 64 * 1024 * 1024;

/** The words of a refusal, or null once the table is open.
 * @param {File} file
 * @returns {Promise<string | null>} */
async function send(file) {
  if (file.size > LARGEST) return t('page.import.large');
  try {
    const headers = { ...headersOf({ token: adminToken(), key: freshId() }), 'Content-Type': 'application/octet-stream' };
    const reply = await fetch('/api/v1/imports', { method: 'POST', headers, body: file, credentials: 'omit', signal: within(60000) });
    if (!isOurs(reply, /json/)) return t('page.unreachable');
    const body = await reply.json();
    if (reply.status !== 201 || !body.tokens) return body.detail || t('page.refused');
    const { id, tokens, join_code: code, players } = body;
    keepTable({ id, token: tokens.scorer, role: 'scorer', code, tokens, players });
    change({ sheet: null });
    go(`/m/${id}`);
    return null;
  } catch {
    return t('page.unreachable');
  }
}

export function ImportFile() {
  const [refusal, refuse] = useState(/** @type {string | null} */ (null));
  const [busy, setBusy] = useState(false);
  /** @param {Event & { target: HTMLInputElement }} event */
  const chosen = async (event) => {
    const file = event.target.files?.[0];
    event.target.value = ''; // the same file can be chosen again
    if (!file || busy) return;
    setBusy(true);
    const words = await send(file);
    setBusy(false);
    refuse(words);
    if (words) say(words, 'bad');
  };
  return html`<div class="importfile"><label class=${`plain filebutton ${busy ? 'busy' : ''}`}>${t(busy ? 'page.import.busy' : 'page.import')}
      <input type="file" name="file" accept=".ndjson,.json,.txt,.egn,text/plain,application/json" onChange=${chosen} /></label>
    ${refusal && html`<p class="note bad" role="alert">${refusal}</p>`}</div>`;
}
