// How the laws run a history, and what they say when one is broken.

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

/** A number given on the command line, as `--loans=20000`; the tests read nothing else from outside. */
export function option(name: string): number | undefined {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`));
  return given === undefined ? undefined : Number(given.slice(name.length + 3));
}

/** What a function gives, or the name of the refusal it throws: terms and facts may contradict themselves. */
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

/** Where two readings differ, in the keys of the second: the engine says more than the naive one. */
export function differences(engine: unknown, naive: unknown, path = ''): string[] {
  if (isRecord(engine) && isRecord(naive)) {
    return Object.keys(naive).flatMap((key) => differences(engine[key], naive[key], `${path}.${key}`));
  }
  // Facts that did nothing have no order among them.
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

/** Any day from two before the loan to the last. */
export function someDay(history: History, pick: number): Day {
  const first = startOf(history) - 2;
  return Math.min(history.through, first + (pick % Math.max(1, history.through - first + 1)));
}

interface LawOptions {
  readonly runs: number;
}

/** What holds for a history; `pick` is a random number, for laws that choose a day or a fact of it. */
type Law = (history: History, pick: number) => void;

/** A gate that fails at random is no gate: without `--times`, whose runs are new ones each time, the loans are these. */
const gateSeed = 20_261_121;

/**
 * Asserts a law for random histories. Shrinking is our own, which knows what a plain loan is; the message has the seed,
 * and the loan as text for a test.
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

/** Hardly any random loan is refused: coverage.test.ts sees to that. */
function unlessRefused(run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Error && /Refused$/.test(error.name))) throw error;
  }
}

/** Candidates that the shrinking makes may contradict themselves: those do not count. */
function complaint(history: History, law: Law, pick: number): Error | undefined {
  try {
    law(history, pick);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return new Error(String(error));
    return /Refused$/.test(error.name) ? undefined : error;
  }
}
