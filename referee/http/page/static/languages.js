// Which languages the page speaks, which of them this phone wants, and days as every one of them can read them.

/** Each language by its own name, in whatever language the page is. */
export const LANGUAGES = { en: 'English', gd: 'Gàidhlig', hy: 'Հայերեն', ms: 'Bahasa Melayu', ne: 'नेपाली' };

/** The language of a tag such as `gd-GB`, by the rule of the server (referee/i18n/negotiation.py).
 * @param {string | null} tag */
const spoken = (tag) => {
  const found = /^\s*(en|gd|hy|ms|ne)(?![a-z\d])/i.exec(String(tag));
  return found?.[1].toLowerCase();
};

/** The wanted language, else the first that the browser asks for, else English.
 * @param {string | null} wanted */
export const chosen = (wanted) => [wanted, ...(navigator.languages || [])].map(spoken).find(Boolean) || 'en';

/** A day as every language here can read it: `2026-11-30`.
 * @param {number | string} time */
export function dayOf(time) {
  const day = new Date(time);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
