// The engine of lines against the naive simulator, as for installment loans (laws/two-implementations.test.ts).
//
//   TENOR_LAWS=5000 TENOR_SEED=2 node engine/laws/line/two-implementations.test.ts     longer, and other lines

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { engineReading } from '../../golden/line/engine-reading.ts';
import { replayLine } from '../../line/replay.ts';
import { readingOf } from '../../naive/line/read.ts';
import { simulateLine } from '../../naive/line/simulate.ts';
import type { Day } from '../../values/day.ts';
import { dateOf } from '../../values/day.ts';
import { type Instant, parseInstant } from '../../values/instant.ts';
import { differences, outcome } from '../compare.ts';
import { agreed } from './agreed.ts';
import { type LineHistory, lineHistory } from './line-histories.ts';

const numRuns = Number(process.env.TENOR_LAWS ?? 200);
/** The same lines in every run, because a gate that fails at random is useless. */
const seed = Number(process.env.TENOR_SEED ?? 20_261_123);

/**
 * The known difference: grace that is restored after money has taken interest that was not billed yet, or after the next
 * statement was made (its deadline was moved by a statement sent late). The engine gives back on the day of the check
 * what it can; the simulator, which may begin again, works the time since the statement anew.
 */
function isRestoredLate({ terms, facts, through }: LineHistory): boolean {
  const { steps, bills } = replayLine(terms, facts, { through }).records;
  return steps.some(({ kind, cause, on, over }) => {
    if (kind !== 'graceRestored') return false;
    const ordinal = Number(cause.split(':')[1]);
    return over > 0 || bills.some((bill) => bill.ordinal > ordinal && bill.statementOn < on);
  });
}

function agree({ terms, facts, through }: LineHistory, knownAt?: Instant): void {
  const options = knownAt === undefined ? { through } : { through, knownAt };
  const engine = outcome(() => agreed(engineReading(terms, facts, options)));
  const naive = outcome(() => agreed(readingOf(simulateLine(terms, facts, options))));
  const found = [...differences(engine, naive), ...differences(naive, engine)];
  assert.ok(found.length === 0, `on ${dateOf(through)}\n${found.join('\n')}`);
}

const noonOf = (day: Day): Instant => parseInstant(`${dateOf(day)}T12:00:00Z`)!;

/** Runs for every history and a random number; all but few histories must count. */
function holds(law: (history: LineHistory, pick: number) => void): void {
  let left = 0;
  const found = fc.check(
    fc.property(lineHistory, fc.nat(299), (history, pick) => {
      if (isRestoredLate(history)) left += 1;
      else law(history, pick);
    }),
    { numRuns, seed, endOnFailure: true },
  );
  if (found.failed) {
    const history = JSON.stringify(found.counterexample?.[0]);
    assert.fail(`${found.errorInstance}\nseed ${seed}, after ${found.numRuns} lines: ${history}`);
  }
  assert.ok(left <= numRuns / 100, `${left} of ${numRuns} histories were left out`);
}

test('lines read the same in both implementations, on any day', () => {
  holds((history, pick) => {
    agree(history);
    const start = history.facts[0]!.on;
    agree({ ...history, through: start + (pick % (history.through - start)) });
  });
});

test('and as they were known at any time', () => {
  holds((history, pick) => {
    const facts = history.facts.map((fact, k) => ({ ...fact, recordedAt: noonOf(fact.on + ((k * pick) % 60)) }));
    const last = Math.max(history.facts[0]!.on + 70, history.through - (pick % 50));
    const known = facts.map((fact) =>
      fact.kind === 'drawActivation' ? { ...fact, recordedAt: noonOf(fact.on) } : fact,
    );
    agree({ ...history, facts: [{ ...known[0]!, recordedAt: noonOf(known[0]!.on) }, ...known.slice(1)] }, noonOf(last));
  });
});
