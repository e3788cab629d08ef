// The match that is open: which view is taken, which key opens it, which ruling is news.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { matchOf, serve, settle } from './support.js';
import { adopt, isScorer, mayRecord, mySeat, openMatch, refresh } from '../../referee/http/page/static/match.js';
import { keepTable, tableOf } from '../../referee/http/page/static/memory.js';
import { change, state } from '../../referee/http/page/static/state.js';

const sheet = { rows: [], target: 32 };
const claim = (number, verdict) => ({ number, verdict });

beforeEach(() => {
  localStorage.clear();
  serve(() => [200, sheet]);
  change({ table: { id: 'm1', token: 'k' }, match: null, score: sheet, link: 'live', flash: null, gone: null });
});

test('a newer view is taken; an older one and one of another match are not', () => {
  adopt(matchOf({ version: 7 }));
  adopt(matchOf({ version: 6 }));
  adopt(matchOf({ id: 'm2', version: 9 }));
  adopt(null);
  assert.equal(state.match.version, 7);
  adopt(matchOf({ version: 8, score: { NS: 4, EW: -2 } }));
  assert.deepEqual([state.match.version, tableOf('m1').score], [8, { NS: 4, EW: -2 }]);
});

test('an answer ends being off-line', () => {
  change({ link: 'offline' });
  adopt(matchOf());
  assert.equal(state.link, 'connecting');
});

test('the score sheet is read when points, deal or status have changed', async () => {
  const rows = [[matchOf({ version: 8 }), 0], [matchOf({ version: 8, score: { NS: 4, EW: 0 } }), 1], [matchOf({ version: 8, deal: { number: 2 } }), 1],
    [matchOf({ version: 8, status: 'decided' }), 1], [matchOf({ version: 8, deal: { phase: 'over' } }), 1]];
  for (const [match, times] of rows) {
    change({ match: matchOf(), score: sheet });
    const asked = serve(() => [200, sheet]);
    adopt(match);
    await settle();
    assert.equal(asked.filter(([, path]) => path === '/matches/m1/score').length, times);
  }
});

test('a ruling that was not there before is news', () => {
  const rows = [
    [[], [claim(1, 'upheld')], 1],
    [[claim(1, 'open')], [claim(1, 'rejected')], 1],
    [[claim(1, 'upheld')], [claim(1, 'upheld')], null],
    [[claim(1, 'open'), claim(2, 'open')], [claim(1, 'upheld'), claim(2, 'upheld')], 2],
  ];
  for (const [before, now, flash] of rows) {
    change({ match: matchOf({ claims: before }), flash: null });
    adopt(matchOf({ version: 8, claims: now }));
    assert.equal(state.flash, flash);
  }
  change({ match: null, flash: null });
  adopt(matchOf({ claims: [claim(1, 'upheld')] })); // what is there at first is none
  assert.equal(state.flash, null);
});

test('one request at a time, and one more if asked meanwhile', async () => {
  let version = 7;
  const asked = serve((_method, path) => [200, path.endsWith('/score') ? sheet : matchOf({ version: version++ })]);
  await Promise.all([refresh(), refresh(), refresh()]);
  assert.deepEqual([asked.filter(([, path]) => path === '/matches/m1').length, state.match.version], [2, 8]);
  serve(() => {
    throw new Error('down');
  });
  await refresh();
  assert.equal(state.link, 'offline');
  serve(() => [401, {}]);
  await refresh();
  assert.equal(state.gone, 401);
});

test('the key of a link is kept with its role, unless the kept one opens more', async () => {
  const roles = { scorers: 'scorer', views: 'viewer', north: 'N' };
  const answer = (_method, path, { headers }) => {
    const role = roles[headers.Authorization.slice(7)];
    if (!role) return [401, {}];
    return [200, path.endsWith('/role') ? { role } : path.endsWith('/score') ? sheet : matchOf()];
  };
  serve(answer);
  for (const [token, then] of [['views', 'viewer'], ['north', 'N'], ['views', 'N'], ['scorers', 'scorer'], [null, 'scorer'], ['wrong', 'scorer']]) {
    await openMatch('m1', token);
    assert.equal(state.table.role, then, `opened with ${token}`);
    assert.equal(state.match.version, 7);
  }
  localStorage.clear();
  await openMatch('m1', 'wrong');
  assert.deepEqual([state.table, state.gone], [null, 401]);
});

test('a key whose role nobody tells is kept and tried again', async () => {
  serve(() => {
    throw new Error('down');
  });
  await openMatch('m1', 'north');
  assert.deepEqual([tableOf('m1').token, tableOf('m1').role], ['north', undefined]);
  serve((_method, path) => [200, path.endsWith('/role') ? { role: 'N' } : path.endsWith('/score') ? sheet : matchOf()]);
  await openMatch('m1', null);
  assert.deepEqual([state.table.role, state.table.token], ['N', 'north']);
});

test('who is offered the controls', () => {
  const rows = [['scorer', 'scorer', true], ['N', 'anyone', true], ['N', 'own-seat', false], ['W', 'own-seat', true], ['W', 'scorer', false], ['viewer', 'anyone', false]];
  for (const [role, recording, may] of rows) {
    change({ table: keepTable({ id: 'm1', token: 'k', role }) });
    assert.equal(!!mayRecord(matchOf({ recording })), may, `${role} where ${recording} records`);
    assert.deepEqual([isScorer(), mySeat()], [role === 'scorer', 'NESW'.includes(role) ? role : null]);
  }
});
