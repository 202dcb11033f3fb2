// The shapes of what the page and the server send each other.

type Army = "white" | "gray" | "black";

interface Button {
  id: string;
  label: string;
  enabled: boolean;
  look: null | "main" | "good" | "danger";
  row: boolean;
  /** What it shows where there is little room. */
  short?: string | null;
  /** Why it can't be pressed just now. */
  why?: string | null;
}

interface Menu {
  name: string;
  prompt: string;
  options: { id: string; label: string; about: string; chosen: boolean }[];
}

type Block =
  | { kind: "heading" | "text" | "small"; text: string }
  | { kind: "beside"; text: string; button: Button; switch?: { about: string; on: boolean } }
  | { kind: "buttons"; buttons: Button[] }
  | { kind: "menu"; menu: Menu }
  | { kind: "board" };

interface Board {
  outlook: string;
  pieces: Record<string, string>;
  out: string;
  beneath: string;
  above: string;
  ply: number;
}

interface Answer {
  refused: string | null;
  text: string;
  command: string | null;
  match: string | null;
  version: number | null;
  to: "all" | "you";
  buttons: Button[];
  menus: Menu[];
  blocks: Block[];
  board: Board | null;
  alt: string | null;
  file: { name: string; text: string } | null;
  /** The plies that a replay shows, the first and the last. */
  replay?: [number, number] | null;
  turns: boolean;
  opens: string | null;
  /** The language that was chosen, after settings; `null` for the browser's own. */
  lang?: string | null;
}

interface Seat {
  name: string | null;
  kind: "person" | "computer" | "open" | "kept" | "vacant" | "empty";
  out: string | null;
  points: string | null;
  /** Its place in a match that is over and counts, and how it went out. */
  place: number | null;
  fell: string | null;
  /** What the army has captured: each kind of piece with its number, and in words. */
  captured: { pieces: Record<string, number>; words: string | null };
  /** How much more than the others it has captured, in pawns. */
  ahead: string | null;
  /** What is left for the next moves in milliseconds, and how many these are, if the limit is for several. */
  left: number | null;
  moves: string | null;
  link: boolean;
}

interface Played {
  army: Army;
  short: string;
  words: string;
  from: string;
  to: string;
}

interface State {
  v: number;
  match: string;
  stage: "table" | "running" | "ended";
  board: Board;
  turn: Army | null;
  moves: string[];
  seats: Partial<Record<Army, Seat>>;
  said: string[];
  /** Whose turn it is, to be read out. */
  calls: string | null;
  /** What else there is to know: what stands agreed, a pause, seats that are open. */
  status: string[];
  clock: { until: number; of: number | null; window: boolean } | null;
  played: { from: number; moves: Played[] };
  result: string | null;
  terms: string;
  deliberate: boolean;
}

interface YouSeat {
  token: number;
  seat: Army | null;
  name: string;
  /** True if it may give the free seats of the table away. */
  gives: boolean;
  /** What is asked: the same question has the same id for everybody. */
  asked: { id: string; text: string; waits: boolean; buttons: Button[] }[];
  buttons: Button[];
}

interface You {
  v: number;
  seats: YouSeat[];
  theme: string;
  pieces: string;
  confirm: boolean;
  /** The language that its first player has chosen. */
  lang?: string | null;
  /** True if anybody has a link to watch. */
  watched: boolean;
  /** True if a player of this page has made one. */
  shares: boolean;
  /** True if another window shows a seat of this page. */
  elsewhere: boolean;
  /** The match in which the same people play once more. */
  next: string | null;
  /** Which page the server has. */
  digest?: string;
}

interface Ways {
  /** Squares that lie on its lines or beside a goal: somebody may have meant it to go there. */
  near?: string[];
  ways: { d: string }[];
  goals: { to: string; move: string; label: string }[];
  lines: string[];
}

interface Suggestions {
  start: number;
  suggestions: { value: string; label: string }[];
}

interface Setup {
  texts: Record<string, string>;
  armies: Record<Army, string>;
  lang: string;
  digest: string;
  /** The names of pieces, and of those whose army is out (`wK-`), where a match is shown. */
  names: Record<string, string>;
  /** What a table can be set to, on the first page. */
  choices: {
    rulesets: { name: string; label: string; armies: Army[] }[];
    times: { value: string; label: string }[];
    levels: { level: number; label: string }[];
    usual_level: number;
    /** Moves for show: from which square to which. */
    show: [string, string][];
    start: Record<string, string>;
  };
}

/** A match that this browser knows, in short. */
interface Short {
  id: string;
  stage: "table" | "running" | "ended";
  pieces: Record<string, string>;
  out: string;
  own: Army[];
  others: Partial<Record<Army, string>>;
  turn: Army | null;
  /** True if somebody who plays here has to move or to answer. */
  waits: boolean;
  until: number | null;
  points: string | null;
}

/** What a browser keeps of a match. */
interface Kept {
  /** The seat that a link is for. */
  seat?: string;
  tokens: string[];
  /** Those tokens that came by links. */
  came: string[];
  links: Partial<Record<Army | "watch", string>>;
  at: number;
}

type SeatChoice =
  | { kind: "here"; token: string; name: string }
  | { kind: "link" }
  | { kind: "computer"; level: number }
  | { kind: "empty" };

/** What has come for a request; again if the same may be answered a little later. */
interface Answered {
  data: any;
  again?: boolean;
}

interface Refused {
  refused: string;
  text: string;
}

/** How a page showed a match before it loaded itself again. */
interface Left {
  id: string;
  ply: number | null;
  view: string | null;
  pre: { from: string; to: string; move: string } | null;
  chosen: string | null;
}

/** What a page has called out. */
interface Called {
  turn: string;
  moves: number;
  questions: Set<string>;
  result: string | null;
  next: string | null;
}

/** A square under the pointer, and where on the screen. */
interface Spot {
  square: string | null;
  x: number;
  y: number;
  touch: boolean;
}

/** Attributes of an element, and what it does at events. */
type Props = Record<string, string | number | boolean | null | ((event: any) => unknown)>;

/** What a page says a match by: the body of its requests. */
interface Voice {
  who: () => { token: string; name: string; match?: string };
  /** Takes in what an answer changes; true if there is nothing left to show. */
  done: (answer: Answer) => boolean;
}

/** What is done with what a board hears. */
interface Gestures {
  tap(spot: Spot): void;
  /** Lets go of all that is chosen, dragged, asked or drawn; true if there was anything. */
  release(): boolean;
  lift(square: string): boolean;
  drop(from: string, spot: Spot): void;
  hover(square: string): void;
  press(square: string): void;
  key(event: KeyboardEvent, square: string): boolean;
  away(square: string): void;
}

/** A square of the ground that is shown. */
interface Cell {
  x: number;
  y: number;
  size: number;
  army: Army;
  d: string;
}

/** What is lit on the board. */
interface Lights {
  chosen?: string | null;
  goals?: Map<string, boolean>;
  pre?: string[];
  ghost?: { from: string; to: string; move: string } | null;
  last?: Set<string>;
}

/** A move that a chosen piece can make. */
interface Option {
  to: string;
  move: string;
  label: string;
}

/** A move that is asked about before it is made. */
interface Question {
  label: string;
  yes: () => void;
  no: () => void;
}

/** What is beside the board of a match. */
interface Panels {
  state(state: State, isNew: boolean): void;
  you(): void;
  ply(): void;
  chips(): void;
  confirm(question: Question | null): boolean;
  closeSheet(): boolean;
  refused(text: string): void;
  close(): void;
  isAsking: boolean;
  type(text: string): void;
}
