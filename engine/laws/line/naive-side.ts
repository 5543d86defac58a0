// What the naive simulator says of a random line. It is kept: the tests of mutants (scripts/mutate.mjs) ask for the same
// lines again and again, and the simulator takes ten times as long as the engine.

import type { LineFact } from '../../line/facts.ts';
import type { LineTerms } from '../../line/terms.ts';
import { readingOf } from '../../naive/line/read.ts';
import { type Simulated, simulateLine } from '../../naive/line/simulate.ts';
import type { Day } from '../../values/day.ts';
import type { Instant } from '../../values/instant.ts';
import { outcome } from '../compare.ts';
import { agreed } from './agreed.ts';

export interface Options {
  readonly through: Day;
  readonly knownAt?: Instant;
}

type NaiveSide = ReturnType<typeof outcome<{ readonly reading: unknown } & Pick<Simulated, 'postings'>>>;

const known = new Map<string, NaiveSide>();
/** Long runs never ask for the same line again. */
const knownMax = 5_000;

export function naiveSide(terms: LineTerms, facts: readonly LineFact[], options: Options): NaiveSide {
  const key = JSON.stringify([terms, facts, options]);
  const found = known.get(key) ?? simulate(terms, facts, options);
  if (known.size < knownMax) known.set(key, found);
  return found;
}

function simulate(terms: LineTerms, facts: readonly LineFact[], options: Options): NaiveSide {
  return outcome(() => {
    const simulated = simulateLine(terms, facts, options);
    return { reading: agreed(readingOf(simulated)), postings: simulated.postings };
  });
}
