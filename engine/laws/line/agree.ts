// One line, read by the engine and by the naive simulator: what it reads like on a day, and the change of each account on
// every day before.

import assert from 'node:assert/strict';
import { engineReading } from '../../golden/line/engine-reading.ts';
import type { LineFact } from '../../line/facts.ts';
import { replayLine } from '../../line/replay.ts';
import type { LineTerms } from '../../line/terms.ts';
import { dateOf } from '../../values/day.ts';
import type { Instant } from '../../values/instant.ts';
import { differences, outcome } from '../compare.ts';
import { agreed } from './agreed.ts';
import { changesOfEngine, changesOfNaive } from './changes-of-accounts.ts';
import type { LineHistory } from './line-histories.ts';
import { naiveSide, type Options } from './naive-side.ts';

export function agree({ terms, facts, through }: LineHistory, knownAt?: Instant): void {
  const options = knownAt === undefined ? { through } : { through, knownAt };
  const engine = outcome(() => ({
    reading: agreed(engineReading(terms, facts, options)),
    posted: changesOfEngine(replayLine(terms, facts, options).records),
  }));
  const naive = naiveOutcome(terms, facts, options);
  // Each looks only at the keys of the second.
  const found = differences(engine, naive);
  if (found.length === 0 && differences(naive, engine).length > 0) {
    found.push(...differences(naive, engine).map((text) => `the other way round: ${text}`));
  }
  assert.ok(found.length === 0, `on ${dateOf(through)}\n${found.join('\n')}`);
}

function naiveOutcome(terms: LineTerms, facts: readonly LineFact[], options: Options) {
  const naive = naiveSide(terms, facts, options);
  if ('refused' in naive) return naive;
  const { reading, postings } = naive.value;
  return outcome(() => ({ reading, posted: changesOfNaive(postings, replayLine(terms, facts, options).records) }));
}
