// Which file each screen and sheet is in, what it looks like with, and whether its words are those of the first screens.
const TABLE = ['table.css'];
const FORM = ['more.css'];

export const FILES = {
  table: { open: () => import('./table.js'), styles: TABLE, more: false },
  start: { open: () => import('./start.js'), styles: FORM, more: false },
  join: { open: () => import('./join.js'), styles: FORM, more: false },
  exchange: { open: () => import('./exchange.js'), styles: TABLE },
  result: { open: () => import('./result.js') },
  tray: { open: () => import('./hand.js') },
  board: { open: () => import('./board.js') },
  claim: { open: () => import('./claim.js') },
  conflict: { open: () => import('./conflict.js') },
  correct: { open: () => import('./correct.js') },
  ending: { open: () => import('./ending.js') },
  dealsheet: { open: () => import('./dealsheet.js') },
  turned: { open: () => import('./turned.js') },
  hand: { open: () => import('./handsheet.js') },
  replay: { open: () => import('./replay.js') },
  invite: { open: () => import('./invite.js') },
  settings: { open: () => import('./settings.js') },
  seal: { open: () => import('./seal.js') },
  setup: { open: () => import('./setup.js') },
  sheet: { open: () => import('./sheet.js') },
  seats: { open: () => import('./seats.js') },
};

export const PARTS = {
  table: ['table', 'Table'], start: ['start', 'Start'], join: ['join', 'Join'], board: ['board', 'Board'], replay: ['replay', 'Replay'],
  discard: ['exchange', 'Discard'], exchange: ['exchange', 'Exchange'], result: ['result', 'Result'], counts: ['result', 'Counts'],
  tray: ['tray', 'MyHandTray'], hand: ['hand', 'HandSheet'], score: ['sheet', 'ScoreSheet'],
  ace: ['claim', 'AceSheet'], claim: ['claim', 'ClaimSheet'], rule: ['claim', 'RuleSheet'], ruling: ['claim', 'RulingSheet'],
  adjust: ['settings', 'AdjustSheet'], close: ['ending', 'CloseSheet'], reopen: ['ending', 'ReopenSheet'], rematch: ['ending', 'RematchSheet'],
  dealer: ['ending', 'DealerSheet'], deal: ['dealsheet', 'DealSheet'], turned: ['turned', 'TurnedUpSheet'], invite: ['invite', 'InviteSheet'], seats: ['seats', 'SeatsSheet'], key: ['seats', 'KeySheet'],
  menu: ['settings', 'MenuSheet'], names: ['settings', 'NamesSheet'],
  settings: ['settings', 'SettingsSheet'], admin: ['setup', 'AdminSheet'], setup: ['setup', 'SetupSheet'],
  past: ['seal', 'Past'], conflict: ['conflict', 'ConflictSheet'], correct: ['correct', 'CorrectSheet'], entry: ['correct', 'EntrySheet'],
  log: ['correct', 'LogSheet'], shown: ['correct', 'ShownSheet'],
};
