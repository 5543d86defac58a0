// The engine of lines against the naive simulator, as for installment loans (laws/two-implementations.test.ts): what a
// line reads like on a day, and the change of each account on every day before. No history is left out.
//
//   TENOR_LINES=5000 TENOR_SEED=2 node engine/laws/line/two-implementations.test.ts     longer, and other lines

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Day } from '../../values/day.ts';
import { dateOf } from '../../values/day.ts';
import { type Instant, parseInstant } from '../../values/instant.ts';
import { agree } from './agree.ts';
import { type LineHistory, lineHistory } from './line-histories.ts';
import { runsOf, seed } from './runs.ts';
import { someBalances, takenOver } from './some-migration.ts';

const noonOf = (day: Day): Instant => parseInstant(`${dateOf(day)}T12:00:00Z`)!;

const migratedHistory = fc.tuple(lineHistory, someBalances).map(([history, balances]) => takenOver(history, balances));

/** Runs for every history and a random number. */
function holds(law: (history: LineHistory, pick: number) => void, histories: fc.Arbitrary<LineHistory>): void {
  const found = fc.check(
    fc.property(histories, fc.nat(299), (history, pick) => law(history, pick)),
    { ...runsOf(200), endOnFailure: true },
  );
  if (!found.failed) return;
  const history = JSON.stringify(found.counterexample?.[0]);
  assert.fail(`${found.errorInstance}\nseed ${seed}, after ${found.numRuns} lines: ${history}`);
}

function onAnyDay(history: LineHistory, pick: number): void {
  agree(history);
  const start = history.facts[0]!.on;
  agree({ ...history, through: start + (pick % (history.through - start)) });
}

function asKnown(history: LineHistory, pick: number): void {
  const known = history.facts.map((fact, k) => {
    const isThere = k === 0 || fact.kind === 'drawActivation';
    return { ...fact, recordedAt: noonOf(fact.on + (isThere ? 0 : (k * pick) % 60)) };
  });
  const last = Math.max(history.facts[0]!.on + 70, history.through - (pick % 50));
  agree({ ...history, facts: known }, noonOf(last));
}

test('lines read the same in both implementations, on any day', () => holds(onAnyDay, lineHistory));

test('and as they were known at any time', () => holds(asKnown, lineHistory));

test('so do lines that were taken over', () => holds(onAnyDay, migratedHistory));
