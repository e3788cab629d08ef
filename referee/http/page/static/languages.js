// The languages by their own names, and days as every one of them can read them.

/** Each language by its own name, in whatever language the page is. */
export const LANGUAGES = { en: 'English', gd: 'Gàidhlig', hy: 'Հայերեն', ms: 'Bahasa Melayu', ne: 'नेपाली' };

/** A day as every language here can read it: `2026-11-30`.
 * @param {number | string} time */
export function dayOf(time) {
  const day = new Date(time);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
