// What people type for a night: names out of a list or a spreadsheet, and the points of a paper slip. Pure.

const NUMBERED = /^[\s#]*\d+\s*[.):\-–]?\s+(?=\S)|^[\s#]*\d+[.):]\s*/u; // `1. `, `12) `, `3 `
const EMPTY = /^[\s\d.,:;#)(+\-–−]*$/u;

/** The cells of a line: of a spreadsheet by tabs, of a file by semicolons.
 * @param {string} line */
const cells = (line) => line.split(/\t|;/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1').replace(/""/g, '"'));

/** The names of a pasted text, one a line: numbers before them are dropped; of several cells the first that holds letters,
 * and the one after it where a first and a last name stand apart.
 * @param {string} text
 * @returns {string[]} */
export function namesOf(text) {
  return text.split(/\r\n|\r|\n/).map(nameOfLine).filter(Boolean);
}

/** @param {string} line */
function nameOfLine(line) {
  const worded = cells(line).filter((cell) => !EMPTY.test(cell));
  const words = worded.length > 1 && !/\s/.test(worded[0]) && !/\s/.test(worded[1]) ? worded.slice(0, 2) : worded.slice(0, 1);
  return words.join(' ').replace(NUMBERED, '').replace(/\s+/g, ' ').trim();
}

/** Names that stand there more than once: two people, or one entered twice.
 * @param {string[]} names
 * @returns {string[]} */
export function twice(names) {
  const seen = new Set();
  const known = new Set();
  for (const name of names) {
    const plain = name.toLocaleLowerCase();
    if (seen.has(plain)) known.add(name);
    seen.add(plain);
  }
  return [...known];
}

/** The points of a slip as typed: four digits are two for each team (`1409`: 14 to 9) and need no end; with anything between
 * them each team's points are as they stand (`14 9`, `-3 12`, `105/98`).
 * @param {string} text
 * @returns {Slip} */
export function slipOf(text) {
  const plain = text.replace(/[−–]/g, '-').trim();
  const whole = /^(\d\d)(\d\d)$/.exec(plain);
  if (whole) return { points: { NS: Number(whole[1]), EW: Number(whole[2]) }, whole: true };
  const apart = /^(-?\d{1,4})(?:\s*[\s,;:/.]\s*|-)(-?\d{1,4})$/.exec(plain);
  const points = apart && { NS: Number(apart[1]), EW: Number(apart[2]) };
  return { points: points && Math.abs(points.NS) <= 1000 && Math.abs(points.EW) <= 1000 ? points : null, whole: false };
}
