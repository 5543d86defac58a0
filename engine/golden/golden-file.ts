// The text of a golden case, read into a loan (the plain JSON that `readLoan` takes) and its checks.
//
//   # One sentence: what the file shows.
//   # Numbers: where they come from.
//   terms                      dotted keys; several words are a list; key=value words are one object of a list
//   facts                      day [time] kind, its usual values without a name, the others as key=value;
//                              indented lines belong to the fact above
//   case <name>                what is above the first case is common to all; a repeated key replaces the common one
//   schedule, at, …            what is checked: see checks.ts
//
// '#' begins a comment, '-' in a table is not compared, '…' ends a number that is cut off, '|' only helps the eye.

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export interface Line {
  readonly number: number;
  readonly indent: number;
  readonly words: readonly string[];
}

export interface Check {
  readonly word: string;
  readonly args: readonly string[];
  readonly line: number;
  readonly rows: readonly Line[];
}

export interface GoldenCase {
  readonly name: string;
  readonly loan: { readonly terms: Json; readonly facts: readonly Json[] };
  readonly checks: readonly Check[];
}

export interface GoldenFile {
  readonly title: string;
  readonly source: string;
  readonly cases: readonly GoldenCase[];
}

class GoldenSyntaxError extends Error {
  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
  }
}

export const checkWords = [
  'schedule',
  'expected',
  'steps',
  'at',
  'payoff',
  'postings',
  'balances',
  'difference',
  'apr',
  'refused',
  'days',
] as const;

/** Values without a name, by kind of fact. */
const positional: Readonly<Record<string, readonly string[]>> = {
  activation: [],
  migration: [],
  index: ['rate'],
  rate: ['rate'],
  promo: ['rate'],
  ceiling: ['rate'],
  dueDateChange: [],
  deferral: ['dueDate'],
  plan: ['amount'],
  reamortization: [],
  advance: ['amount'],
  fee: ['type', 'amount'],
  waiver: ['fee', 'amount'],
  feeChange: ['type', 'amount'],
  refund: ['amount'],
  serviceCredit: ['amount', 'component'],
  payment: ['amount'],
  reimbursement: ['amount'],
  settlement: ['amount'],
  freeze: [],
  unfreeze: [],
  acceleration: [],
  chargeOff: ['reason'],
  agency: ['servicedBy'],
  lateFeeNotified: ['obligation', 'amount'],
  lateFeeSuspension: ['until'],
  statementSent: ['obligation'],
  close: [],
  undo: ['of'],
  drawActivation: ['draw'],
  drawReopening: ['draw'],
  drawCancel: ['draw'],
  drawClose: ['draw'],
  limit: ['amount'],
  drawLimit: ['draw', 'amount'],
  spending: [],
  cycleChange: [],
  minimumTerms: ['draw'],
  amortization: ['draw'],
  authorization: ['draw', 'amount'],
  release: ['authorization'],
  cleared: ['payment'],
  purchase: ['draw', 'amount'],
  purchaseCredit: ['draw', 'amount'],
  dispute: ['amount'],
  disputeOutcome: ['dispute', 'outcome'],
  reAge: ['into'],
};

/** Keys that are lists even with only one word. */
const lists: readonly string[] = [
  'payments.days',
  'days',
  'waterfall.order',
  'dueDates',
  'cycle.days',
  'draws',
  'charged',
];

export function parseGolden(text: string): GoldenFile {
  const header = headerOf(text);
  const sections = sectionsOf(linesOf(text));
  const start = sections.findIndex(({ word }) => word === 'case');
  const common = start < 0 ? sections : sections.slice(0, start);
  const cases = start < 0 ? [goldenCase('', [], common)] : casesOf(common, sections.slice(start));
  return { ...header, cases };
}

/** The comment at the top: the title, and the source from the line that begins with `Numbers:`. */
function headerOf(text: string): { title: string; source: string } {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('# '));
  const comment = lines.slice(0, end).map((line) => line.slice(2).trim());
  const start = comment.findIndex((line) => line.startsWith('Numbers: '));
  if (start < 0) return { title: comment.join(' '), source: '' };
  return { title: comment.slice(0, start).join(' '), source: comment.slice(start).join(' ') };
}

function linesOf(text: string): Line[] {
  return text.split('\n').flatMap((raw, i) => {
    const line = raw.replace(/(^|\s)#.*$/, '').trimEnd();
    const words = (line.match(/"[^"]*"|\S+/g) ?? [])
      .map((word) => word.replaceAll('"', ''))
      .filter((word) => word !== '|');
    return words.length === 0 ? [] : [{ number: i + 1, indent: line.length - line.trimStart().length, words }];
  });
}

function sectionsOf(lines: readonly Line[]): Check[] {
  const sections: (Omit<Check, 'rows'> & { rows: Line[] })[] = [];
  for (const line of lines) {
    if (line.indent === 0) {
      const [word = '', ...args] = line.words;
      if (!['terms', 'facts', 'case', ...checkWords].includes(word))
        throw new GoldenSyntaxError(line.number, `${word} is no section`);
      sections.push({ word, args, line: line.number, rows: [] });
    } else {
      const last = sections.at(-1);
      if (last === undefined) throw new GoldenSyntaxError(line.number, 'stands in no section');
      last.rows.push(line);
    }
  }
  return sections;
}

function casesOf(common: readonly Check[], sections: readonly Check[]): GoldenCase[] {
  const misplaced = common.find(({ word }) => word !== 'terms' && word !== 'facts');
  if (misplaced !== undefined) throw new GoldenSyntaxError(misplaced.line, `${misplaced.word} stands before the cases`);
  const starts = sections.flatMap(({ word }, i) => (word === 'case' ? [i] : []));
  return starts.map((at, i) => {
    const [head, ...own] = sections.slice(at, starts[i + 1] ?? sections.length);
    return goldenCase(head?.args.join(' ') ?? '', common, own);
  });
}

function goldenCase(name: string, common: readonly Check[], own: readonly Check[]): GoldenCase {
  const rows = (sections: readonly Check[], word: string) =>
    sections.filter((section) => section.word === word).flatMap((section) => section.rows);
  const ownTerms = rows(own, 'terms');
  const isReplaced = (line: Line) => ownTerms.some(({ words }) => words[0] === line.words[0]);
  const terms = [...rows(common, 'terms').filter((line) => !isReplaced(line)), ...ownTerms];
  const facts = [...rows(common, 'facts'), ...rows(own, 'facts')];
  const checks = own.filter(({ word }) => word !== 'terms' && word !== 'facts');
  return { name, loan: { terms: termsOf(terms), facts: factsOf(facts) }, checks };
}

type Nested = { [key: string]: Json | Nested | Nested[] };

function termsOf(lines: readonly Line[]): Json {
  const terms: Nested = {};
  for (const line of lines) put(terms, line);
  return terms as Json;
}

/** `key value`, `key value value` (a list) or `key a=1 b=2` (adds an object to a list). */
function put(target: Nested, { number, words }: Line): void {
  const [key = '', ...values] = words;
  if (values.length === 0) throw new GoldenSyntaxError(number, `${key} has no value`);
  const path = key.split('.');
  const name = path.pop() as string;
  let inner = target;
  for (const part of path) {
    inner[part] ??= {};
    inner = inner[part] as Nested;
  }
  if (values.every((value) => value.includes('='))) {
    const before = (inner[name] ?? []) as Nested[];
    inner[name] = [...before, Object.fromEntries(values.map((value) => pair(value, false)))];
    return;
  }
  if (name in inner) throw new GoldenSyntaxError(number, `${key} is said twice`);
  const isList = values.length > 1 || lists.includes(key);
  inner[name] = isList ? values.map(wordValue) : wordValue(values[0] as string);
}

function pair(word: string, isFact: boolean): [string, Json] {
  const at = word.indexOf('=');
  const key = word.slice(0, at);
  const parts = word.slice(at + 1).split(',');
  return [
    key,
    parts.length > 1 || (isFact && lists.includes(key)) ? parts.map(wordValue) : wordValue(parts[0] as string),
  ];
}

/** Amounts and rates stay text, so that no digit is lost. */
function wordValue(word: string): Json {
  if (word === 'null') return null;
  if (word === 'true' || word === 'false') return word === 'true';
  return /^-?\d+$/.test(word) ? Number(word) : word;
}

function factsOf(lines: readonly Line[]): Json[] {
  const facts: Nested[] = [];
  const outer = Math.min(...lines.map(({ indent }) => indent));
  for (const line of lines) {
    if (line.indent > outer) put(facts.at(-1) as Nested, line);
    else facts.push(factOf(line, facts.length + 1));
  }
  return facts as Json[];
}

function factOf({ number, words }: Line, count: number): Nested {
  const [on = '', ...rest] = words;
  if (!/^\d{4}-\d\d-\d\d$/.test(on)) throw new GoldenSyntaxError(number, `${on} is no day`);
  const time = /^\d\d:\d\d/.test(rest[0] ?? '') ? rest.shift() : undefined;
  const kind = rest.shift() ?? '';
  const names = positional[kind];
  if (names === undefined) throw new GoldenSyntaxError(number, `${kind} is no kind of fact`);
  const plain = rest.filter((word) => !word.includes('='));
  if (plain.length > names.length) throw new GoldenSyntaxError(number, `${kind} takes ${names.length} plain values`);
  return {
    id: `f${String(count).padStart(2, '0')}`,
    // An undo is on the day of the undone fact; the line says when it happened.
    ...(kind === 'undo' ? { happenedOn: on } : { on }),
    ...(time === undefined ? {} : { time }),
    kind,
    ...Object.fromEntries(plain.map((word, i) => [names[i] as string, wordValue(word)])),
    ...Object.fromEntries(rest.filter((word) => word.includes('=')).map((word) => pair(word, true))),
  };
}
