// Runs a law for histories, and words the message when the law is broken.

import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Fact } from '../account/facts.ts';
import { type Reading, read } from '../account/read.ts';
import { replay } from '../installment/replay.ts';
import type { State } from '../installment/state.ts';
import type { Day } from '../values/day.ts';
import type { History } from './histories.ts';
import { showHistory } from './show.ts';
import { showGolden } from './show-golden.ts';
import { smallest } from './smaller.ts';

/** A number given on the command line, as in `--loans=20000`. The tests read nothing else from outside. */
function option(name: string): number | undefined {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`));
  return given === undefined ? undefined : Number(given.slice(name.length + 3));
}

/**
 * The result of a function, or the name of the refusal that it throws: random terms and facts may contradict each
 * other.
 */
export function outcome<T>(run: () => T): { readonly value: T } | { readonly refused: string } {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof Error && (error.name === 'TermsRefused' || error.name === 'FactRefused')) {
      return { refused: error.name };
    }
    throw error;
  }
}

/**
 * Where two readings differ, looking only at the keys of the second: the engine's reading has more keys than the naive
 * one.
 */
export function differences(engine: unknown, naive: unknown, path = ''): string[] {
  if (isRecord(engine) && isRecord(naive)) {
    return Object.keys(naive).flatMap((key) => differences(engine[key], naive[key], `${path}.${key}`));
  }
  // Facts without effect have no order among them.
  if (path.endsWith('.moot') && isDeepStrictEqual(sorted(engine), sorted(naive))) return [];
  if (isDeepStrictEqual(engine, naive)) return [];
  return [`${path || 'outcome'}: the engine says ${JSON.stringify(engine)}, the naive one ${JSON.stringify(naive)}`];
}

const sorted = (list: unknown): unknown => (Array.isArray(list) ? list.toSorted() : list);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

export const stateOf = ({ terms, facts, through }: History): State => replay(terms, facts, { through });
export const readingOf = (history: History): Reading => read(history.terms, stateOf(history));

export const startOf = ({ facts }: History): Day => facts.find(isBeginning)?.on ?? facts[0]!.on;
export const isBeginning = ({ kind }: Fact): boolean => kind === 'activation' || kind === 'migration';

/** Any day from two days before the loan to its last day. */
export function someDay(history: History, pick: number): Day {
  const first = startOf(history) - 2;
  return Math.min(history.through, first + (pick % Math.max(1, history.through - first + 1)));
}

interface LawOptions {
  readonly runs: number;
}

/**
 * Asserts something about a history. `pick` is a random number, for laws that choose a day or a fact of the history.
 */
type Law = (history: History, pick: number) => void;

/**
 * The same loans in every run, because a gate that fails at random is useless. With `--times` each run has new loans.
 */
const gateSeed = 20_261_121;

/**
 * Asserts a law for random histories. The shrinking is our own, because it knows what a plain loan is. The message
 * contains the seed, and the loan as text for a test.
 */
export function holdsFor(histories: fc.Arbitrary<History>, law: Law, { runs }: LawOptions): void {
  const seed = option('seed') ?? (option('times') === undefined ? gateSeed : undefined);
  const found = fc.check(
    fc.property(histories, fc.nat(999_999), (history, pick) => unlessRefused(() => law(history, pick))),
    { numRuns: runs * (option('times') ?? 1), endOnFailure: true, ...(seed === undefined ? {} : { seed }) },
  );
  if (!found.failed) return;
  if (found.counterexample === null) throw new Error(`no loans could be made: ${found.numSkips} skipped`);
  const [history, pick] = found.counterexample;
  const broken = complaint(history, law, pick);
  const least = smallest(history, (candidate) => complaint(candidate, law, pick)?.name === broken?.name);
  const again = `--seed=${found.seed} (after ${found.numRuns} loans), pick ${pick}`;
  const { name, message } = complaint(least, law, pick) ?? { name: 'nothing', message: 'when tried again' };
  assert.fail([`${name}: ${message}`, again, showHistory(least), showGolden(least)].join('\n'));
}

/** coverage.test.ts makes sure that hardly any random loan is refused. */
function unlessRefused(run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Error && /Refused$/.test(error.name))) throw error;
  }
}

/** Smaller candidates may contradict themselves. Those are ignored. */
function complaint(history: History, law: Law, pick: number): Error | undefined {
  try {
    law(history, pick);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return new Error(String(error));
    return /Refused$/.test(error.name) ? undefined : error;
  }
}
