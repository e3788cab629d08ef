// Screens and sheets by name: each one's file is fetched when it is first wanted. Which there are is handed in by `screens.js`.
import { html, useEffect, useState } from './vendor/htm/standalone.module.js';
import { change, say, state } from './state.js';
import { loadMoreWords, t } from './words.js';

/** @type {{ files: Record<string, PartFile>, parts: Record<string, string[]> }} */
let known = { files: {}, parts: {} };
/** @type {Record<string, any>} */
const loaded = {}; // name of a file -> its module

/** Says which files and parts there are; called once when the page begins.
 * @param {Record<string, PartFile>} files
 * @param {Record<string, string[]>} parts */
export const know = (files, parts) => (known = { files, parts });

/** What stands where something is not here yet: one moment, or why it takes longer. */
export const waiting = () => t(state.link === 'offline' ? 'page.unreachable' : 'page.wait');

/** @param {string} name */
async function load(name) {
  const { open, styles = ['table.css', 'more.css'], more = true } = known.files[name];
  if (!loaded[name]) [loaded[name]] = await Promise.all([open(), more && loadMoreWords(), ...styles.map(looks)]);
  return loaded[name];
}

/** A style sheet, once.
 * @param {string} name */
function looks(name) {
  const href = new URL(name, import.meta.url).href;
  const has = [...document.styleSheets].flatMap((one) => one.href?.replace('.css', '').split(/[/+]/) || []); // the first are put together
  if (has.includes(name.replace('.css', ''))) return null;
  return new Promise((done) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: done, onerror: done });
    document.head.append(link);
  });
}

/** Everything that has not been needed yet, one after the other. */
export async function loadRest() {
  for (const name of Object.keys(known.files)) await load(name);
}

/** A screen or a sheet by its name, drawn as soon as it is there.
 * @param {{ name: string } & Record<string, unknown>} props */
export function Part({ name, ...more }) {
  const [file, component] = known.parts[name];
  const [, drawn] = useState(0);
  useEffect(() => {
    if (!loaded[file]) load(file).then(() => drawn((n) => n + 1), () => (say(t('page.unreachable'), 'bad'), change({ sheet: null, replay: null })));
  }, [file]);
  const Drawn = loaded[file]?.[component];
  return Drawn ? html`<${Drawn} ...${more} />` : html`<p class="late loading">${waiting()}</p>`;
}
