// The books of a bank that takes ACH files from a folder, on the disk: a journal of lines that are only added, each
// flushed before anything follows from it. It has a reader and a writer of its own (ach-returns.ts), and knows nothing of
// the service's. What it does with an entry is drawn from the seed and the entry's trace: the same after a crash.
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type BankEntry, backFile, entriesSent } from '../ach-returns.ts';
import { randomOf } from '../fuzz/random.ts';

export const folders = { sent: 'sent', back: 'back', statements: 'statements' } as const;
export const closingFile = 'closing';

interface Back {
  readonly trace: string;
  readonly code: 'R01' | 'R10' | 'R68' | 'C01';
  readonly own: string;
}

type Noted =
  | { readonly is: 'taken'; readonly name: string; readonly entries: readonly BankEntry[]; readonly isWhole: boolean }
  | { readonly is: 'closed'; readonly day: string; readonly backs: readonly Back[] };

/** What an entry was taken for, and what has become of it. */
export interface Held extends BankEntry {
  readonly settlesOn: string;
  readonly backs: Back[];
}

export interface Books {
  readonly entries: ReadonlyMap<string, Held>;
  readonly days: readonly string[];
  /** What was taken and did not stay away, in cents: of all entries, and of those that have settled. */
  readonly net: number;
  readonly balance: number;
  /** What no bank would have taken: an entry twice, a file that is not whole. */
  readonly wrong: readonly string[];
}

const dayOf = ({ header }: BankEntry): string =>
  `20${header.slice(69, 71)}-${header.slice(71, 73)}-${header.slice(73, 75)}`;

const signed = ({ isDebit, cents }: BankEntry): number => (isDebit ? cents : -cents);
const change = (entry: BankEntry, { code }: Back): number =>
  code === 'C01' ? 0 : code === 'R68' ? signed(entry) : -signed(entry);
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/** A line that was cut off as the process died was never written. */
function notes(home: string): Noted[] {
  const path = join(home, 'journal');
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

export function booksIn(home: string): Books {
  const entries = new Map<string, Held>();
  const [days, wrong]: [string[], string[]] = [[], []];
  for (const note of notes(home)) {
    if (note.is === 'closed') {
      days.push(note.day);
      for (const back of note.backs) entries.get(back.trace)?.backs.push(back);
      continue;
    }
    if (!note.isWhole) wrong.push(`${note.name} is not whole`);
    for (const entry of note.entries) {
      if (entries.has(entry.trace)) wrong.push(`${entry.trace} came twice`);
      entries.set(entry.trace, { ...entry, settlesOn: dayOf(entry), backs: [] });
    }
  }
  const all = [...entries.values()];
  const today = days.at(-1) ?? '';
  const worth = (entry: Held): number => signed(entry) + sum(entry.backs.map((back) => change(entry, back)));
  const settled = all.filter(({ settlesOn }) => settlesOn <= today);
  return { entries, days, wrong, net: sum(all.map(worth)), balance: sum(settled.map(worth)) };
}

function note(home: string, noted: Noted): void {
  const file = openSync(join(home, 'journal'), 'a');
  writeSync(file, `${JSON.stringify(noted)}\n`);
  fsyncSync(file);
  closeSync(file);
}

/** Cuts off what a process that died has left of a line. */
export function beginAgain(home: string): void {
  const path = join(home, 'journal');
  if (!existsSync(path)) return;
  truncateSync(path, Buffer.byteLength(readFileSync(path, 'utf8').replace(/[^\n]*$/, '')));
}

/** Takes what lies there under its name. */
export function takeSent(home: string): void {
  const known = new Set(notes(home).flatMap((one) => (one.is === 'taken' ? [one.name] : [])));
  const there = readdirSync(join(home, folders.sent)).filter((name) => !name.endsWith('.tmp') && !known.has(name));
  for (const name of there.sort()) {
    const text = readFileSync(join(home, folders.sent, name), 'ascii');
    const entries = entriesSent(text);
    const end = text.split('\n').find((line) => line.startsWith('90'));
    const debits = sum(entries.map(({ isDebit, cents }) => (isDebit ? cents : 0)));
    note(home, { is: 'taken', name, entries, isWhole: Number(end?.slice(31, 43)) === debits });
  }
}

/** So many of its days after an entry has settled; a dishonored return is put back on the day after it. */
const fates: readonly (readonly (readonly [after: number, code: Back['code']])[])[] = [
  ...[[], [], []],
  [[0, 'R01']],
  [[1, 'R01']],
  [[1, 'R10']],
  [[0, 'C01']],
  [
    [0, 'R01'],
    [1, 'R68'],
  ],
];

const numberOf = (trace: string): number => createHash('sha256').update(trace).digest().readUInt32BE();

export function closeDay(home: string, day: string, seed: number): void {
  const { days, entries } = booksIn(home);
  if (days.includes(day)) return;
  const backs: Back[] = [];
  for (const { trace, settlesOn } of entries.values()) {
    const age = days.filter((one) => one >= settlesOn).length;
    for (const [after, code] of randomOf(seed, numberOf(trace)).pick(fates) ?? []) {
      if (settlesOn > day || age !== after) continue;
      const own = `11000003${day.slice(5).replace('-', '')}${String(backs.length).padStart(3, '0')}`;
      backs.push({ trace, code, own });
    }
  }
  note(home, { is: 'closed', day, backs });
}

interface ToGive {
  readonly folder: string;
  readonly name: string;
  readonly content: string;
}

/** What each closed day gives: returns, and the statement. The same bytes however often it is asked. */
export function toGive(home: string): ToGive[] {
  const { entries } = booksIn(home);
  const given: ToGive[] = [];
  let [balance, before] = [0, ''];
  for (const { day, backs } of notes(home).filter((one) => one.is === 'closed')) {
    const of = (back: Back): Held => entries.get(back.trace) as Held;
    const files = [backs.filter(({ code }) => code !== 'C01'), backs.filter(({ code }) => code === 'C01')];
    for (const [i, some] of files.entries()) {
      if (i === 1 && some.length === 0) continue;
      const lines = some.map((back) => ({
        of: of(back),
        code: back.code,
        trace: back.own,
        corrected: corrected(back),
      }));
      const content = backFile({ on: day, at: `181${i}`, backs: lines, modifier: 'AB'[i] as string });
      given.push({ folder: folders.back, name: `${day}-${'AB'[i]}.ach`, content });
    }
    const lines = [...entries.values()].flatMap((entry) =>
      entry.settlesOn > before && entry.settlesOn <= day ? [[signed(entry), entry.id, ''] as const] : [],
    );
    const moved = backs.flatMap((back) => {
      const cents = change(of(back), back);
      return cents === 0 ? [] : [[cents, of(back).id, back.code === 'R68' ? '' : 'return'] as const];
    });
    const rows = [...lines, ...moved].map(([cents, ref, kind]) => {
      balance += cents;
      return [day, (cents / 100).toFixed(2), ref, kind, (balance / 100).toFixed(2)].join(',');
    });
    const content = ['Day,Amount,Ref,Type,Balance', ...rows, ''].join('\n');
    given.push({ folder: folders.statements, name: `${day}.csv`, content });
    before = day;
  }
  return given;
}

const corrected = ({ code, trace }: Back): string => (code === 'C01' ? `9301${trace.slice(-8)}` : '');

export function put(path: string, content: string): void {
  const file = openSync(path, 'w');
  writeSync(file, content);
  fsyncSync(file);
  closeSync(file);
}

/** Most are written beside and renamed; some grow under their name, as other banks have it. */
export async function give(home: string, seed: number, pause: () => Promise<void>): Promise<void> {
  for (const { folder, name, content } of toGive(home)) {
    const path = join(home, folder, name);
    if (existsSync(path) && readFileSync(path, 'utf8') === content) continue;
    const half = content.slice(0, Math.floor(content.length / 2));
    if (folder === folders.back && randomOf(seed, numberOf(name)).chance(0.4)) {
      put(path, half);
      await pause();
      put(path, content);
      continue;
    }
    const beside = `${path}.part`;
    put(beside, half);
    await pause();
    writeFileSync(beside, content, { flush: true });
    renameSync(beside, path);
  }
}
