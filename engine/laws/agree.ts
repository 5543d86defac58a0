// One loan, read by the engine and by the naive simulator.

import assert from 'node:assert/strict';
import { simulate } from '../naive/simulate.ts';
import { differences, outcome, readingOf } from './compare.ts';
import type { History } from './histories.ts';

/** Only one of the two implementations says that the loan contradicts itself. */
class OneRefusal extends Error {
  override readonly name = 'OneRefusal';
}

export function agree(history: History): void {
  const { terms, facts, through } = history;
  const naive = outcome(() => simulate(terms, facts, { through }));
  const engine = outcome(() => readingOf(history));
  if ('refused' in engine !== 'refused' in naive) throw new OneRefusal(JSON.stringify([engine, naive]).slice(0, 300));
  const found = differences(engine, naive);
  assert.ok(found.length === 0, `\n${found.join('\n')}`);
}
