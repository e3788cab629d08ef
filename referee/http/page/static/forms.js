// How a fact is written into a sentence, for languages with plurals, digits or forms of a word of their own (referee/i18n/forms.py).

/** The plural form for a count, as the referee's own catalogue chooses it; not every phone's Intl knows Gaelic.
 * @param {number} count
 * @param {string} lang */
export function pluralOf(count, lang) {
  const n = Math.abs(count);
  if (lang === 'gd') return n === 1 || n === 11 ? 'one' : n === 2 || n === 12 ? 'two' : n > 2 && n < 20 ? 'few' : 'other';
  return n === 1 || (n === 0 && lang === 'hy') ? 'one' : 'other';
}

/** A number in prose; scores, cards and codes come as text and keep ASCII.
 * @param {number} number
 * @param {string} lang */
export const numeral = (number, lang) => (lang === 'ne' ? String(number).replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)]) : String(number));

/** The key of the form that a word has in its place: in Armenian the article, by the last letter and by what follows.
 * @param {string} form
 * @param {string} word
 * @param {string} after */
export function formKey(form, word, after) {
  const ending = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').slice(-2);
  const foreign = !/[ա-և]$/.test(ending);
  const vowel = foreign ? /[aeiouy]$/.test(ending) : /ու$|[աեէըիոօ]$/.test(ending) || /^[^\p{L}\p{N}_]*([աէըիօԱԷԸԻՕ]|[ոՈ]ւ)/u.test(after);
  return `form.${form}${foreign ? '.foreign' : ''}${vowel ? '.vowel' : ''}`;
}

/** A sentence with its facts filled in, numbers in the language's digits and words in the form that their place asks for.
 * @param {string} sentence
 * @param {Data} facts
 * @param {string} lang
 * @param {(key: string, facts: Data) => string} t */
export const written = (sentence, facts, lang, t) =>
  sentence.replace(/\{([a-z_]+)(?:\.([a-z]+))?\}/g, (whole, name, form, /** @type {number} */ at) => {
    const fact = facts[name];
    if (fact == null) return whole;
    const word = typeof fact === 'number' ? numeral(fact, lang) : String(fact);
    return form && lang === 'hy' ? t(formKey(form, word, sentence.slice(at + whole.length)), { word }) : word;
  });
