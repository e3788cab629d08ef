// What the modules of the page speak of, for the type checker: the match as the API shows it (openapi.yaml), entries on their
// way, and what the page itself remembers. Nothing of this is sent to a phone.

type Seat = 'N' | 'E' | 'S' | 'W';
type Team = 'NS' | 'EW';
type Suit = 'C' | 'D' | 'H' | 'S';
type Trump = Suit | 'NT' | 'NL';
type Card = string;
type Bid = string;
type Role = Seat | 'scorer' | 'viewer';
type Players = Record<Seat, string | null>;
type Points = Record<Team, number>;
/** The data of an entry, by its type; openapi.yaml leaves it open. */
type Data = Record<string, any>;

interface Rules {
  preset: string;
  target: number | null;
  deals: number | null;
  decks: number;
  lowest_card?: '9' | 'J';
  auction?: 'once' | 'until-three-pass' | 'pass-is-final';
  bid_names_trump?: boolean;
  all_pass?: string;
  moon_over_ask?: boolean;
  misdeal?: string;
  identical_cards?: 'first' | 'second';
  look_back?: 'all' | 'last-trick' | 'none';
  first_lead?: 'maker' | 'dealers-left';
  joker: boolean;
  minimum_bid: number;
  no_trump: 'none' | 'high' | 'high-low';
  ask_cards: number;
  ask_no_trump: string;
  ace_no_face: string;
  [option: string]: unknown;
}

interface BidSaid {
  seat: Seat;
  bid: Bid;
  trump?: Trump | null;
  pending?: boolean;
}

interface Play {
  seat: Seat;
  card: Card | null;
  version: number | null;
  pending?: boolean;
}

interface Trick {
  number: number;
  leader: Seat;
  led_suit: Suit | null;
  winner: Seat | null;
  complete: boolean;
  plays: Play[];
}

interface Line {
  team: Team;
  code: string;
  points: number;
  of_deal?: number;
  claim?: number;
  reason?: string;
}

interface Deal {
  number: number;
  dealer: Seat;
  phase: 'discard' | 'auction' | 'trump' | 'exchange' | 'play' | 'over';
  bids: BidSaid[];
  maker: Seat | null;
  contract: Bid | null;
  trump: Trump | null;
  sitting_out: Seat | null;
  discard: { seat: Seat; card: Card | null } | null;
  tricks: Trick[];
  tricks_taken: Points;
  cards_left: Record<Seat, number>;
  shown: Record<Seat, Card[]>;
  result?: { lost_by: Team | null; thrown_in: string | null; lines: Line[] } | null;
}

/** What the table does next. `wait`, `full` and `outOfTurn` are the page's own: the referee has not answered yet, the trick
 * that lies there has all its cards, somebody leads whose turn it is not. */
interface Next {
  action: 'discard' | 'bid' | 'name-trump' | 'exchange' | 'play' | 'close' | 'wait' | null;
  seat: Seat | null;
  options: string[] | null;
  full?: boolean;
  outOfTurn?: boolean;
}

/** A whole deal as it is said at depth Result. */
interface DealSaid {
  maker: Seat | null;
  bid?: Bid | null;
  trump?: Trump | null;
  tricks?: Points;
}

interface Claim {
  number: number;
  made_at_version?: number;
  kind: 'renege' | 'ace-no-face';
  by: Seat | 'referee';
  accused: Seat | null;
  deal: number;
  trick: number | null;
  verdict: 'upheld' | 'rejected' | 'open' | 'withdrawn';
  ground: string;
  rule: string;
  text: string;
  penalty: { team: Team; points: number } | null;
  facts: {
    led: Card | null;
    played: Card | null;
    played_version: number | null;
    proof: Card | null;
    proof_version: number | null;
    would_prove: Card[] | null;
  };
}

/** The act that undo or redo is about. */
interface ActSeen {
  may: string[];
  to: number;
  type: string;
  data: Data;
}

/** How a match ended or is decided. */
interface Outcome {
  winner: Team | null;
  drawn?: boolean;
  ended?: 'target' | 'deals' | 'early' | 'abandoned' | null;
}

/** `pending` and `unscored` are the page's own: some of it waits to be sent, and so many deals that have been played. */
interface Match extends Outcome {
  pending?: boolean;
  unscored?: number;
  id: string;
  version: number;
  head: string;
  status: 'playing' | 'decided' | 'closed';
  created_at: string;
  rules: Rules;
  recording: 'anyone' | 'own-seat' | 'scorer';
  players: Players;
  score: Points;
  initial_score: Points;
  deal: Deal;
  next: Next;
  choices: { bids: Bid[]; trumps: Trump[] };
  claims: Claim[];
  tags: Record<string, string>;
  undo: ActSeen | null;
  redo: ActSeen | null;
  scorer: { seat: Seat | null; proposed: Record<string, Seat> };
  rematch: string | null;
}

interface ScoreRow {
  deal: number;
  players?: Players;
  maker: Seat | null;
  contract: Bid | null;
  trump: Trump | null;
  tricks: Points;
  made: boolean | null;
  thrown_in: string | null;
  lost_by?: Team | null;
  lines: Line[];
  totals: Points;
}

interface Score {
  rows: ScoreRow[];
  initial_score: Points;
  target: number | null;
}

/** An entry of the log. */
interface LogEvent {
  version: number;
  type: string;
  data: Data;
}

/** An entry of the log with what became of it. */
interface LogEntry extends LogEvent {
  act: number;
  deal: number;
  players: Players;
  maker: Seat | null;
  undone?: boolean;
  redo?: boolean;
}

/** A part of the log; `kinds` has a letter for every entry of all of it. */
interface LogPart {
  entries: LogEntry[];
  kinds: string;
  last: number;
}

/** What an entry will look like in the log; `nth` counts the calls before a call. */
interface Fact {
  type: string;
  data: Data;
  deal?: number;
  nth?: number;
}

interface Problem {
  status?: number;
  title?: string;
  detail?: string;
}

/** An entry on its way to the referee. `base` is the version that it holds for. */
interface QueueEntry {
  key: string;
  method: string;
  path: string;
  body: unknown;
  fact: Fact;
  base: string | null;
  made: number;
  tried: number;
  problem?: Problem;
}

/** What the queue needs of the world. */
interface QueueNeeds {
  call: Call;
  shelf: { kept(key: string): Promise<any>; update(key: string, make: (known: any) => any): Promise<any> };
  now(): number;
  adopt(match: Match): void;
  refresh(): Promise<void>;
  readScore(): Promise<void>;
  tell(id: string): void;
}

interface CallOptions {
  token?: string | null;
  key?: string;
  ifMatch?: string | null;
  body?: unknown;
  accept?: string;
  timeout?: number;
}

interface Reply {
  ok: boolean;
  status: number;
  body: any;
  version: string | null;
}

type Call = (method: string, path: string, options?: CallOptions) => Promise<Reply>;

/** What this phone saw of a match: versions with their hashes, up to which of them each event was seen to follow from the
 * one before, and the first version that is no longer what it was. */
interface Seen {
  anchors: [number, string][];
  linked: number;
  changed: number | null;
}

/** A match in "my tables" of this phone. */
interface Table {
  id: string;
  token: string;
  role?: Role;
  spare?: string | null;
  code?: string | null;
  closed?: boolean;
  tokens?: Partial<Record<Role, string>>;
  seat?: Seat | null;
  players?: Players;
  score?: Points;
  status?: Match['status'];
  preset?: string;
  opened?: object;
  seen: number;
}

interface PageSettings {
  lang: string | null;
  theme: string;
  suits: string;
  depth: 'cards' | 'tricks' | 'result';
  awake: boolean;
}

type Route =
  | { page: null }
  | { page: 'start' }
  | { page: 'join'; code: string }
  | { page: 'match'; id: string; view: string | null; at: number | null; token: string | null };

interface ReplayState {
  entries: (LogEntry | undefined)[]; // those that have been read, each at its version less one
  kinds?: string;
  at: number;
  match: Match | null;
  lit: number[];
}

interface App {
  ready: boolean;
  route: Route;
  table: Table | null;
  match: Match | null;
  score: Score | null;
  link: 'connecting' | 'live' | 'offline';
  queue: QueueEntry[];
  leader: Seat | null;
  sheet: ({ name: string } & Record<string, any>) | null;
  replay: ReplayState | null;
  toast: { text: string; tone: string } | null;
  came: string | null;
  flash: number | null;
  past: number | null;
  gone: number | null;
  why?: string | null;
  install: (Event & { prompt(): void }) | null;
  settings: PageSettings;
}

/** The screens of an open match have both. */
type OpenApp = App & { match: Match; table: Table };

/** The options and presets of `GET /rules`. */
interface RuleBook {
  presets: { name: string; title: string; description: string; options: Record<string, any> }[];
  options: RuleOption[];
}

interface RuleOption {
  name: string;
  title: string;
  description: string;
  allowed: any;
  values: Record<string, string>;
  default: any;
}

interface PlayerStanding {
  rank: number;
  names: string[];
  matches: number;
  won: number;
  drawn: number;
  points_for: number;
  points_against: number;
  [count: string]: any;
}

/** A file of screens or sheets, what it looks like with, and whether its words come with those of the later screens. */
interface PartFile {
  open(): Promise<unknown>;
  styles?: string[];
  more?: boolean;
}

/** An answer to the organiser's page: a body, or what is the trouble; `locked` if it is the key that is wrong. */
interface Answer {
  body?: any;
  trouble?: string;
  locked?: boolean;
}

/** A club night as the API shows it (openapi.yaml). */
interface Night {
  id: string;
  version: number;
  head: string;
  status: 'open' | 'closed';
  title: string;
  movement: string;
  promised_rounds: number;
  scoring: 'individual' | 'pairs';
  confirm: 'none' | 'both-teams';
  players: NightPlayer[];
  merged: Record<string, number>;
  rounds: NightRound[];
  provisional: boolean;
  next: { action: 'enter' | 'draw' | 'results' | 'confirm' | 'close-round' | 'close' | null; round: number | null; tables: number[] };
  undo: { to: number; type: string } | null;
  redo: { to: number; type: string } | null;
}

interface NightPlayer {
  number: number;
  name: string;
  present: boolean;
  fixed: { table: number; side: Team } | null;
}

interface NightRound {
  number: number;
  status: 'drawn' | 'closed';
  tables: NightTable[];
  sitting_out: number[];
}

interface NightTable {
  number: number;
  match: string;
  seats: Record<Seat, number>;
  result: NightResult | null;
  earlier: NightResult[];
  differs: boolean;
  left_out: boolean;
}

interface NightResult extends Points {
  loners: Points;
  reneges: Points;
  source: 'slip' | 'match';
  version: number;
  reason?: string | null;
  confirmed?: Team[];
  counts?: boolean;
}

/** How a table of the running round stands; `GET /nights/{id}/tables`. */
interface RunningTable {
  number: number;
  match: string;
  status: 'waiting' | 'playing' | 'decided' | 'closed';
  deal: number;
  score: Points;
}

interface NightRow {
  player: number;
  name: string;
  place: number;
  points: number;
  wins: number;
  loners: number;
  high_round: number | null;
  rounds: { round: number; points: number; sat_out: boolean }[];
}

interface NightStandings {
  rows: NightRow[];
  prizes: { prize: string; players: number[]; value: number | null }[];
  provisional: boolean;
}

interface NightCard extends NightRow {
  seat: { round: number; table: number; match: string; seat: Seat } | null;
  sits_out: boolean;
}

/** A night in "my nights" of this browser. */
interface KeptNight {
  id: string;
  token?: string;
  role?: string;
  code?: string | null;
  board?: string;
  title?: string;
  status?: Night['status'];
  seen: number;
}

/** An act on its way to the referee: repeated under its key until there is an answer. */
interface NightAct {
  key: string;
  method: string;
  path: string;
  body: object;
  ifMatch?: string | null;
  token?: string; // of a seat, where it is not the night's
}

/** What people typed on a slip; `whole` if nothing can follow. */
interface Slip {
  points: Points | null;
  whole: boolean;
}

/** The night that is open, and what this browser knows of it. */
interface NightApp {
  place: KeptNight | null;
  night: Night | null;
  standings: NightStandings | null;
  card: NightCard | null;
  running: RunningTable[];
  waiting: NightAct[];
  offline: boolean;
  gone: number | null;
  sheet: ({ name: string } & Record<string, any>) | null;
}

/** Whatever may stand in a template. */
type Hole = ((...given: any[]) => unknown) | object | string | number | boolean | null | undefined;
