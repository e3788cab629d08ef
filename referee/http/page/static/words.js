// The words: a catalogue for the chosen language, and how seats, teams, cards and entries are said with it.
import { early, isOurs, waitAfter, within } from './early.js';
import { chosen } from './languages.js';

let lang = 'en';
/** @type {Record<string, string | Record<string, string>>} */
let words = {};
/** @type {typeof import('./forms.js') | null} */
let forms = null; // of the languages that have forms of words or digits of their own

export const language = () => lang;

/** The words as the referee has them, whoever answers in its place meanwhile: without them nothing can be said.
 * @param {string} name */
async function fetched(name) {
  const url = `/words/${name}.json`;
  for (let tries = 0; ; tries++) {
    try {
      const reply = (await early(url)) || (await fetch(url, { signal: within(15000) }));
      if (reply.ok && isOurs(reply, /json/)) return await reply.json();
    } catch {
      /* no answer is like a wrong one: asked again */
    }
    await new Promise((done) => setTimeout(done, waitAfter(tries)));
  }
}
/** @type {Record<string, string>} */
const parts = {}; // of which later screens the words are here, and in which language

/** @param {string | null} wanted */
export async function loadWords(wanted) {
  lang = chosen(wanted);
  forms = /gd|hy|ne/.test(lang) ? await import('./forms.js') : null;
  words = await fetched(lang);
  for (const part of Object.keys(parts)) await loadMoreWords(part);
  document.documentElement.lang = lang;
}

/** The words of the screens and sheets that open later, or of club nights. */
export async function loadMoreWords(part = 'more') {
  if (parts[part] !== lang) words = { ...words, ...(await fetched(`${lang}.${part}`)) };
  parts[part] = lang;
}

/** @param {string} key */
export const has = (key) => key in words;

/** The text of a key with its facts filled in; an entry with plural forms picks one by `n`.
 * @param {string} key
 * @param {Data} facts
 * @returns {string} */
export function t(key, facts = {}) {
  const entry = words[key];
  if (entry === undefined) return key;
  const form = typeof entry === 'string' ? entry : entry[forms ? forms.pluralOf(facts.n, lang) : facts.n ** 2 - 1 ? 'other' : 'one'] ?? entry.other;
  return forms ? forms.written(form, facts, lang, t) : form.replace(/\{([a-z_]+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) => facts[name] ?? whole);
}

/** The text of a key cut at its facts, which are elements here: a sentence stays one message though a suit is drawn in it.
 * @param {string} key
 * @param {Record<string, unknown>} elements
 * @returns {unknown[]} */
export const filled = (key, elements) =>
  String(words[key]).split(/[{}]/).map((part, at) => (at % 2 ? elements[part] : part));

/** Of `key` and its variants `key~…` the one that tells most of the facts at hand.
 * @param {string} key
 * @param {Data} facts
 * @returns {string} */
function fullest(key, facts) {
  /** @param {string | Record<string, string>} entry
   * @returns {string[]} */
  const needs = (entry) => [...(typeof entry === 'string' ? entry : entry.other).matchAll(/\{([a-z_]+)/g)].map(([, name]) => name);
  const fits = Object.keys(words)
    .filter((one) => one.split('~')[0] === key)
    .map((one) => ({ one, names: needs(words[one]) }))
    .filter(({ names }) => names.every((name) => facts[name] != null))
    .sort((a, b) => b.names.length - a.names.length);
  return t(fits[0]?.one || key, facts);
}

/** @type {Seat[]} */
export const SEATS = ['N', 'E', 'S', 'W'];
/** @type {Record<Team, Seat[]>} */
const TEAMS = { NS: ['N', 'S'], EW: ['E', 'W'] };
/** @param {Seat} seat
 * @returns {Team} */
export const teamOf = (seat) => ('NS'.includes(seat) ? 'NS' : 'EW');
/** @param {Team} team
 * @returns {Seat[]} */
export const seatsOf = (team) => TEAMS[team];
/** @param {Seat} seat */
export const seatWord = (seat) => t(`seat.${seat}`);
/** @param {string} text
 * @returns {string[]} */
const letters = (text) => text.match(/\P{M}\p{M}*/gu) || [];

/** As many letters of a seat's word as tell it from the others: `N`, `Արևե`.
 * @param {Seat} seat */
export function seatMark(seat) {
  const [own, ...others] = [seat, ...SEATS.filter((one) => one !== seat)].map(seatWord).map(letters);
  const size = own.findIndex((_, at) => !others.some((other) => other.slice(0, at + 1).join() === own.slice(0, at + 1).join())) + 1;
  return own.slice(0, size || own.length).join('');
}

/** Whether a name has a word of so many letters that it takes a smaller size beside the cards.
 * @param {string} name */
export const isLong = (name) => name.split(/[\s–-]/).some((word) => letters(word).length > 7);

/** A name between isolates if it is written from right to left, so that it cannot turn what stands beside it.
 * @param {string} name */
export const isolated = (name) => name.replace(/.*[\u0590-\u08ff\ufb1d-\ufefc].*/, '\u2068$&\u2069');

/** A seat's player as shown, or the seat's own word.
 * @param {Seat} seat
 * @param {Players | null} players */
export const seatName = (seat, players) => (players?.[seat] ? isolated(players[seat]) : seatWord(seat));

/** @param {Team} team
 * @param {Players} players */
export function teamName(team, players) {
  if (!TEAMS[team].some((seat) => players[seat])) return t(`team.${team}`);
  const [first, second] = TEAMS[team].map((seat) => seatName(seat, players));
  return t('team.pair', { first, second });
}

/** @type {Record<string, string>} */
const SIGNS = { C: '♣\uFE0E', D: '♦\uFE0E', H: '♥\uFE0E', S: '♠\uFE0E' };
/** @param {Card} card */
export const rankSign = (card) => (card === 'JK' ? '★' : card[0] === 'T' ? '10' : card[0]);
/** Short, as on the card: `10♦`.
 * @param {Card} card */
export const cardSign = (card) => (card === 'JK' ? t('card.joker') : rankSign(card) + SIGNS[card[1]]);
/** Said in full, for names of controls: `ten of diamonds`.
 * @param {Card} card */
export const cardWords = (card) =>
  card === 'JK' ? t('card.joker') : t('page.card.of', { rank: t(`page.rank.${card[0]}`), suit: t(`suit.${card[1]}`) });
/** @param {Bid} bid */
export const bidWords = (bid) => (has(`bid.${bid}`) ? t(`bid.${bid}`) : String(bid));
/** @param {Trump} trump */
export const trumpWords = (trump) => t(`trump.${trump}`);
/** @param {Trump} trump */
export const trumpSign = (trump) => SIGNS[trump] || t(`page.trump.${trump}`);

/** @param {number} points */
export const signed = (points) => (points > 0 ? '+' : '') + String(points).replace('-', '−');

/** @param {string[]} parts
 * @param {'and' | 'or'} joint */
export function listed(parts, joint = 'and') {
  if (parts.length < 2) return parts.join('');
  return t(`list.${joint}`, { rest: parts.slice(0, -1).join(t('list.comma')), last: parts[parts.length - 1] });
}

/** A card inside a sentence: `10♦`, `the joker`.
 * @param {Card} card */
const cardSaid = (card) => (card === 'JK' ? t('card.the-joker') : cardSign(card));
/** @param {Card[]} cards */
const cardsSaid = (cards) => listed(cards.map(cardSaid));

/** @type {Players} */
const NOBODY = { N: null, E: null, S: null, W: null };

/** One line for an entry of the log, by its type and data.
 * @param {string} type
 * @param {Data} data
 * @param {{ players?: Players, maker?: Seat | null }} table
 * @returns {string} */
export function entryWords(type, data, { players = NOBODY, maker = null } = {}) {
  const teller = TELLERS[type];
  return teller ? teller(data, (seat) => seatName(seat, players), maker, players) : type;
}

/** @param {string} key
 * @param {string} one */
const either = (key, one) => (has(`${key}.${one}`) ? `${key}.${one}` : key);

/** @type {Record<string, (data: any, who: (seat: Seat) => string, maker: Seat | null, players: Players) => string>} */
const TELLERS = {
  'match-opened': ({ preset, rules: { target, deals } }) =>
    t(`event.match-opened${target && deals ? '.both' : deals ? '.deals' : target ? '' : '.open'}`, {
      preset: words[`preset.${preset}.title`] || preset, n: deals || target, target,
    }),
  'deal-started': (d, who) => t('event.deal-started', { deal: d.deal, dealer: who(d.dealer) }),
  'dealer-changed': (d, who) => t('event.dealer-changed', { dealer: who(d.dealer) }),
  'dealer-discarded': (d) => fullest('event.dealer-discarded', { card: d.card && cardSaid(d.card) }),
  'bid-made': (d, who) => fullest(either('event.bid-made', d.bid), { seat: who(d.seat), bid: d.bid, trump: d.trump && trumpWords(d.trump) }),
  'contract-declared': (d, who) =>
    fullest(either('event.contract-declared', d.bid), {
      maker: who(d.maker), bid: d.bid, trump: d.trump && trumpWords(d.trump),
    }),
  'trump-named': (d, who, maker) =>
    fullest(either('event.trump-named', d.suit), { trump: trumpWords(d.suit), maker: maker && who(maker) }),
  'cards-exchanged': (d) => d.discarded?.length === 0 && d.received?.length === 0 ? t('event.cards-exchanged.none') :
    fullest('event.cards-exchanged', {
      given: d.discarded?.length ? cardsSaid(d.discarded) : null,
      received: d.received?.length ? cardsSaid(d.received) : null,
    }),
  'card-played': (d, who) =>
    t(`event.card-played${!d.card ? '.withheld' : d.out_of_turn ? '.out-of-turn' : ''}`, { seat: who(d.seat), card: d.card && cardSaid(d.card) }),
  'trick-taken': (d, who) => t('event.trick-taken', { seat: who(d.winner) }),
  'tricks-counted': (d, _who, _maker, players) =>
    t('event.tricks-counted', {
      team: teamName('NS', players), tricks: d.NS, other: teamName('EW', players), others: d.EW,
    }),
  'cards-shown': (d, who) => t('event.cards-shown', { seat: who(d.seat), cards: cardsSaid(d.cards) }),
  'cards-recorded': (d) => t('event.cards-recorded', { deal: d.deal }),
  'deal-thrown-in': (d, _who, _maker, players) =>
    fullest(`event.deal-thrown-in.${d.reason}`, { team: d.lost_by && teamName(d.lost_by, players) }),
  'claim-made': (d, who) =>
    fullest(`event.claim-made.${d.kind}${d.by ? '' : '.by-referee'}`, {
      claimant: d.by && who(d.by), accused: d.accused && who(d.accused), trick: d.trick,
      deal: d.trick == null ? d.deal : null, cards: d.cards && cardsSaid(d.cards),
    }),
  'claim-ruled': (d) => t(`event.claim-ruled.${d.verdict}`, { claim: d.claim }),
  'claim-conceded': (d, who) => t('event.claim-conceded', { seat: who(d.by), claim: d.claim }),
  'claim-withdrawn': (d, who) => t('event.claim-withdrawn', { seat: who(d.by), claim: d.claim }),
  'card-corrected': (d) => t(`event.card-corrected.${d.card ? d.kind : 'withheld'}`, { entry: d.version, card: d.card && cardSaid(d.card) }),
  'entries-corrected': (d) => {
    const entries = Object.keys(d.entries);
    return t('event.entries-corrected', { entries: listed(entries), n: entries.length });
  },
  rewound: (d) => t(`event.rewound${d.redo ? '.redo' : ''}`, { entry: d.to }),
  'score-adjusted': (d, _who, _maker, players) =>
    t('event.score-adjusted', { points: signed(d.points), team: teamName(d.team, players), reason: d.reason }),
  'players-changed': (d) =>
    Object.entries(d.players)
      .map(([seat, name]) => fullest('event.players-changed', { seat: seatWord(/** @type {Seat} */ (seat)), name: name && isolated(name) }))
      .join(t('list.semicolon')),
  'match-closed': (d) => t(`event.match-closed${d.abandoned ? '.abandoned' : d.early ? '.early' : ''}`),
  'match-reopened': (d) => t('event.match-reopened', { reason: d.reason }),
  'scorer-proposed': (d) => t('event.scorer-proposed', { seat: seatWord(d.seat), by: seatWord(d.by) }),
  'scorer-changed': (d) => t(`event.scorer-changed${d.agreed ? '~agreed' : d.seat ? '~seat' : ''}`, { seat: d.seat && seatWord(d.seat), agreed: listed((d.agreed || []).map(seatWord)) }),
  'rematch-opened': () => t('event.rematch-opened'),
};

/** Who has won, or that it is a draw; nothing while it goes on and where nobody can.
 * @param {Outcome & { players: Players, score: Points }} match */
export function outcomeWords({ winner, drawn, players, score }) {
  if (drawn) return t('page.score.drawn', { points: String(score.NS) });
  return winner ? t('page.score.won', { team: teamName(winner, players) }) : '';
}

/** What is to be done now; while the referee is out of reach the table is asked who took a full trick.
 * @param {Match} match
 * @returns {string} */
export function promptOf(match, offline = false) {
  const { next, players, deal } = match;
  const who = next.seat && seatName(next.seat, players);
  if (next.action === 'wait') return t(offline ? (next.full ? 'page.offline.who_took' : 'page.unreachable') : 'page.wait');
  if (next.action === 'close' || !next.action) return outcomeWords(match) || t('page.closed');
  const trick = deal.tricks[deal.tricks.length - 1];
  const leads = next.action === 'play' && (!trick || trick.complete);
  return t(`page.next.${next.outOfTurn ? 'out_of_turn' : leads ? 'lead' : next.action}`, { seat: who });
}

/** One line of a score sheet; `row` is the deal that it stands in.
 * @param {Line} line
 * @param {ScoreRow} row
 * @param {Players} players */
export function lineWords(line, row, players) {
  const own = row.maker && teamOf(row.maker) === line.team;
  const key = { tricks: own && 'line.tricks-of-maker', set: !own && 'line.set-of-other' }[line.code];
  const bid = row.contract;
  const number = bid && /^\d+$/.test(bid);
  return fullest(key || `line.${line.code}`, {
    team: teamName(line.team, players), points: signed(line.points),
    n: line.code === 'tricks' && row.tricks ? row.tricks[line.team] : Math.abs(line.points), // a made bid may score its number (R8.2)
    bid: number ? bid : null, alone: bid && !number ? bidWords(bid) : null,
    of_deal: line.of_deal && line.of_deal !== row.deal ? line.of_deal : null, reason: line.reason ?? null,
  });
}
