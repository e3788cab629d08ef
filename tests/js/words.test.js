// How seats, teams, cards and entries are said, with the referee's own catalogues.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { catalogue, matchOf, serve, trickOf } from './support.js';
import { chosen, dayOf } from '../../referee/http/page/static/languages.js';
import { numeral } from '../../referee/http/page/static/forms.js';
import * as words from '../../referee/http/page/static/words.js';

const PLAYERS = { N: 'Ann', E: 'Bob', S: 'Cat', W: 'Dan' };
const NOBODY = { N: null, E: null, S: null, W: null };

beforeEach(async () => {
  serve(() => [404, null]);
  await words.loadWords('en');
});

test('the language that is wanted, else asked for, else English', () => {
  const asked = [[null, ['gd-GB', 'en'], 'gd'], ['hy', ['gd'], 'hy'], [null, ['fr', 'ms'], 'ms'], [null, ['fr'], 'en'], ['xx', [], 'en'], [null, undefined, 'en']];
  for (const [wanted, languages, lang] of asked) {
    navigator.languages = languages;
    assert.equal(chosen(wanted), lang);
  }
});

test('facts are filled in, and a key that is in no catalogue is shown as it is', () => {
  assert.equal(words.t('page.deal.number', { deal: 5 }), catalogue('en')['page.deal.number'].replace('{deal}', '5'));
  assert.equal(words.t('no.such.key'), 'no.such.key');
  assert.match(words.t('page.deal.number'), /\{deal\}/);
});

test('plural forms as each language has them', async () => {
  const rows = {
    en: { 0: 'other', 1: 'one', 2: 'other' },
    gd: { 1: 'one', 2: 'two', 3: 'few', 11: 'one', 12: 'two', 13: 'few', 19: 'few', 20: 'other', 0: 'other' },
    hy: { 0: 'one', 1: 'one', 2: 'other' },
    ne: { 0: 'other', 1: 'one', 2: 'other' },
  };
  for (const [lang, forms] of Object.entries(rows)) {
    await words.loadWords(lang);
    const [key, entry] = Object.entries(catalogue(lang)).find(([one, said]) => one.startsWith('page.') && said.other?.includes('{n}'));
    for (const [n, form] of Object.entries(forms))
      assert.equal(words.t(key, { n: Number(n) }), (entry[form] ?? entry.other).replace('{n}', numeral(Number(n), lang)), `${lang} ${key} ${n}`);
  }
});

test('teams and seats by the names that there are', () => {
  assert.equal(words.teamName('NS', PLAYERS), 'Ann & Cat');
  assert.match(words.teamName('EW', { ...NOBODY, W: 'Dan' }), /East.*Dan/);
  assert.equal(words.teamName('NS', NOBODY), words.t('team.NS'));
  assert.deepEqual(['N', 'E', 'S', 'W'].map(words.teamOf), ['NS', 'EW', 'NS', 'EW']);
  assert.deepEqual(words.seatsOf('EW'), ['E', 'W']);
});

test('as many letters of a seat as tell it from the others', async () => {
  assert.equal(['N', 'E', 'S', 'W'].map(words.seatMark).join(''), 'NESW');
  for (const lang of ['gd', 'hy', 'ms', 'ne']) {
    await words.loadWords(lang);
    const marks = ['N', 'E', 'S', 'W'].map(words.seatMark);
    assert.equal(new Set(marks).size, 4, lang);
    for (const [at, seat] of ['N', 'E', 'S', 'W'].entries()) assert.ok(words.seatWord(seat).startsWith(marks[at]), `${lang} ${seat}`);
  }
});

test('cards, points, days and lists', () => {
  assert.deepEqual(['TD', 'JK', '9C'].map(words.rankSign), ['10', '★', '9']);
  assert.equal(words.cardSign('TD'), '10♦\uFE0E');
  assert.equal(words.cardWords('TD'), 'ten of diamonds');
  assert.deepEqual([3, 0, -3].map(words.signed), ['+3', '0', '−3']);
  assert.equal(dayOf(new Date(2026, 0, 5)), '2026-01-05');
  assert.equal(words.listed(['a']), 'a');
  assert.equal(words.listed(['a', 'b', 'c']), 'a, b and c');
  assert.equal(words.listed(['a', 'b'], 'or'), 'a or b');
  assert.deepEqual(['Al', 'Bartholomew', 'Ann-Marie', 'Ann Bartholomew'].map(words.isLong), [false, true, false, true]);
});

test('entries of the log', () => {
  const said = (type, data, table = {}) => words.entryWords(type, data, { players: PLAYERS, ...table });
  const rows = [
    ['bid-made', { seat: 'E', bid: 'pass' }, {}, /Bob pass/], ['bid-made', { seat: 'E', bid: '4' }, {}, /Bob.*4/],
    ['trump-named', { suit: 'H' }, { maker: 'W' }, /Dan.*hearts/], ['trump-named', { suit: 'H' }, {}, /^(?!.*\{)/],
    ['card-played', { seat: 'N', card: 'TD' }, {}, /Ann.*10♦/], ['card-played', { seat: 'N', card: 'TD', out_of_turn: true }, {}, /Ann.*10♦.*turn/],
    ['tricks-counted', { NS: 4, EW: 2 }, {}, /Ann & Cat.*4.*Bob & Dan.*2/], ['rewound', { to: 12 }, {}, /12/],
    ['players-changed', { players: { N: 'Eve' } }, {}, /North.*Eve/], ['score-adjusted', { points: -2, team: 'EW', reason: 'late' }, {}, /−2.*late|late.*−2/],
    ['no-such-type', {}, {}, /^no-such-type$/], ['rewound', { to: 12, redo: true }, {}, /^Redo.*12/], ['rewound', { to: 12 }, {}, /^Undo/],
    ['bid-made', { seat: 'E', bid: '4', trump: 'S' }, {}, /Bob.*4.*spades/], ['bid-made', { seat: 'E', bid: 'pass', trump: null }, {}, /^Bob passes$/],
    ['card-played', { seat: 'N', card: null, withheld: true }, {}, /^Ann plays a card$/], ['dealer-changed', { deal: 2, dealer: 'W' }, {}, /Dan/],
    ['card-corrected', { version: 9, card: null, kind: 'entry', withheld: true }, {}, /9(?!.*null)/],
    ['deal-thrown-in', { reason: 'renege', lost_by: 'EW' }, {}, /Bob & Dan lose/], ['deal-thrown-in', { reason: 'renege' }, {}, /^(?!.*\{)/],
    ['match-closed', { early: true }, {}, /as it stands/], ['match-closed', { abandoned: true }, {}, /abandoned/], ['match-closed', {}, {}, /closed$/],
    ['scorer-proposed', { seat: 'S', by: 'E' }, {}, /East.*South/], ['scorer-changed', { seat: null }, {}, /key/], ['scorer-changed', { seat: 'S' }, {}, /^South/],
    ['scorer-changed', { seat: 'S', agreed: ['E', 'S'] }, {}, /East.*South.*South/], ['rematch-opened', { match: 'x', seats: {} }, {}, /new match/],
    ['match-reopened', { reason: 'a slip' }, {}, /a slip/],
    ['match-opened', { preset: 'club-round', rules: { target: null, deals: 8 } }, {}, /8 deals/], ['match-opened', { preset: 'classic', rules: { target: 32 } }, {}, /to 32 points/],
    ['match-opened', { preset: 'classic', rules: { target: 32, deals: 8 } }, {}, /32.*8/], ['match-opened', { preset: 'classic', rules: { target: null, deals: null } }, {}, /^(?!.*(null|\{))/],
  ];
  for (const [type, data, table, wanted] of rows) assert.match(said(type, data, table), wanted);
});

test('a claim tells the trick where it names one, and the deal where it does not', () => {
  const said = (more) => words.entryWords('claim-made', { kind: 'renege', by: 'N', accused: 'E', deal: 3, trick: null, ...more }, { players: PLAYERS });
  assert.match(said({ trick: 2 }), /Bob.*2/);
  assert.match(said({}), /Bob.*3/);
  assert.doesNotMatch(said({ by: null }), /Ann|\{/);
});

test('lines of the score sheet', () => {
  const row = { deal: 5, maker: 'W', contract: '4' };
  const line = (code, team, points, more) => words.lineWords({ code, team, points, ...more }, row, PLAYERS);
  assert.match(line('tricks', 'EW', 4), /Bob & Dan.*4.*\+4/);
  assert.match(line('tricks', 'NS', 2), /Ann & Cat.*2/);
  assert.notEqual(line('tricks', 'EW', 2).replace('Bob & Dan', ''), line('tricks', 'NS', 2).replace('Ann & Cat', ''));
  assert.match(line('renege', 'EW', -2, { of_deal: 4 }), /−2/);
  assert.match(line('awarded', 'EW', 4), /Bob & Dan.*\+4/);
  assert.match(line('set', 'NS', 4), /Ann & Cat gained.*\+4/); // R8.4: the loss goes to the other side as a gain
  const bid = words.lineWords({ code: 'tricks', team: 'EW', points: 4 }, { ...row, tricks: { NS: 1, EW: 5 } }, PLAYERS);
  assert.match(bid, /took 5 tricks: \+4/); // R8.2: a made bid may score its number
  assert.notEqual(line('renege', 'EW', -2, { of_deal: 4 }), line('renege', 'EW', -2, { of_deal: 5 }));
});

test('what is to be done now', () => {
  const prompt = (more, offline) => words.promptOf(matchOf(more), offline);
  const next = (action, more) => ({ next: { action, seat: 'W', options: null, ...more } });
  const t = (key) => words.t(key, { seat: 'Dan' });
  assert.equal(prompt(next('play')), t('page.next.lead'));
  assert.equal(prompt({ ...next('play'), deal: { tricks: [trickOf('S:AH')] } }), t('page.next.play'));
  assert.equal(prompt({ ...next('play'), deal: { tricks: [trickOf('S:AH', { complete: true })] } }), t('page.next.lead'));
  assert.equal(prompt(next('play', { outOfTurn: true })), t('page.next.out_of_turn'));
  assert.equal(prompt(next('bid')), t('page.next.bid'));
  assert.equal(prompt(next('wait', { full: true })), t('page.wait'));
  assert.equal(prompt(next('wait', { full: true }), true), t('page.offline.who_took'));
  assert.equal(prompt(next('wait'), true), t('page.unreachable'));
  assert.equal(prompt({ ...next(null), status: 'closed' }), t('page.closed'));
  assert.match(prompt({ ...next('close'), winner: 'NS' }), /Ann & Cat/);
  assert.match(prompt({ ...next(null), status: 'closed', winner: 'EW' }), /Bob & Dan win/);
  const level = { winner: null, drawn: true, score: { NS: 14, EW: 14 } };
  assert.deepEqual([next('close'), next(null)].map((more) => prompt({ ...more, ...level })), ['Drawn 14 : 14', 'Drawn 14 : 14']);
});
