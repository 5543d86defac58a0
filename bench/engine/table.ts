// The engine's figures as a table for people, and as JSON lines beside those of the service.
import { inWords, record, type Spread, spread } from '../report.ts';
import type { Times } from './clock.ts';

/** How fast one work is compared with another, round by round: above 1 it is the faster one. */
export function speed(times: Times, name: string, other: string): Spread {
  const others = roundsOf(times, other);
  return spread(roundsOf(times, name).map((micros, i) => (others[i] ?? Number.NaN) / micros));
}

export const micros = (times: Times, name: string): Spread => spread(roundsOf(times, name));

function roundsOf(times: Times, name: string): readonly number[] {
  const rounds = times.get(name);
  if (rounds === undefined) throw new Error(`Nothing called ${name} was timed.`);
  return rounds;
}

/** Three digits: a noisy machine gives no more. */
export const inDigits = (value: Spread): string => inWords(value, decimalsFor(value.median));

const decimalsFor = (value: number): number => Math.max(0, 2 - Math.floor(Math.log10(Math.max(value, 0.01))));

export type Line = Readonly<Record<string, string | number>>;

/** Prints the lines under their keys; `known` goes to the file as it is. */
export function table(figure: string, title: string, lines: readonly Line[], known: object): void {
  record({ figure: `engine-${figure}`, title, ...known });
  const heads = Object.keys(lines[0] ?? {});
  const cells = [heads, ...lines.map((line) => heads.map((head) => String(line[head] ?? '')))];
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  console.log(`\nengine, ${title}`);
  for (const row of cells)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

export const roundsOfAll = (times: Times): object => ({ micros: Object.fromEntries(times) });
