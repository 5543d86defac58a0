// How long each test file takes, kept from a whole run (`npm test -- --keep-times`): what takes long starts first, and the
// processes of a run get about as much to do. Only their relation matters, so that they need not be kept often.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { byFile, type Ended } from './ended.ts';

const place = new URL('./times.json', import.meta.url);

type Times = Readonly<Record<string, number>>;

const readTimes = (): Times => JSON.parse(readFileSync(place, 'utf8'));

let kept: Times | undefined;

/** A new file is guessed at by its size. */
const bytesInASecond = 4_000;

export function secondsOf(file: string): number {
  kept ??= readTimes();
  return kept[file] ?? statSync(file).size / bytesInASecond;
}

/** Files that ran get their new time; files that no longer exist are left out. */
export function keepTimes(ended: readonly Ended[], files: readonly string[]): void {
  const now = Object.fromEntries([...byFile(ended)].map(([file, { ms }]) => [file, Number((ms / 1000).toFixed(1))]));
  const all = Object.entries({ ...readTimes(), ...now }).filter(([file]) => files.includes(file));
  writeFileSync(place, `${JSON.stringify(Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`);
}
