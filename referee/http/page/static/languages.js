// Which languages the page speaks, and which of them this phone wants.

/** Each language by its own name, in whatever language the page is. */
export const LANGUAGES = { en: 'English', gd: 'Gàidhlig', hy: 'Հայերեն', ms: 'Bahasa Melayu', ne: 'नेपाली' };

/** The wanted language, else the first that the browser asks for, else English.
 * @param {string | null} wanted */
export function chosen(wanted) {
  const asked = [wanted, ...(navigator.languages || [])].flatMap((one) => (one ? [one] : [])).map((one) => one.slice(0, 2).toLowerCase());
  return asked.find((one) => one in LANGUAGES) || 'en';
}
