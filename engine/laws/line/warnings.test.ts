// The minimum payment warning of random cards, by the engine and by the naive simulator.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Bill } from '../../line/records.ts';
import { replayLine } from '../../line/replay.ts';
import { warningOf } from '../../line/warning.ts';
import { simulateLine } from '../../naive/line/simulate.ts';
import { warningToday } from '../../naive/line/warning.ts';
import { type LineHistory, lineHistory } from './line-histories.ts';
import { runsOf } from './runs.ts';

const runs = runsOf(150);

/** As it was known on the day of the statement, on which nothing else happened. Returns whether it warns. */
function agree({ terms, facts }: LineHistory, { statementOn }: Bill): boolean {
  const known = facts.filter(({ on }) => on <= statementOn);
  const through = { through: statementOn };
  const engine = warningOf(terms, replayLine(terms, known, through).records.bills.at(-1)!);
  const naive = warningToday(simulateLine(terms, known, through).line);
  assert.equal(engine === null, naive === null);
  if (engine === null || naive === null) return false;
  assert.equal(engine.atMinimum?.months ?? null, naive.months);
  if (engine.atMinimum !== null) assert.equal(engine.atMinimum.total, naive.total);
  if (engine.in36 !== null) assert.equal(engine.in36.payment, naive.in36.payment);
  return true;
}

test('both warn of the same', () => {
  let count = 0;
  const law = fc.property(lineHistory, (history) => {
    const { regulation, minimum } = history.terms;
    if (regulation !== 'card') return;
    // Random balances are small: a high floor would pay them at once.
    const terms = { ...history.terms, minimum: { ...minimum, floor: minimum.floor % 100 } as typeof minimum };
    const days = new Set(history.facts.map(({ on }) => on));
    const { bills } = replayLine(terms, history.facts, history).records;
    const quiet = bills.filter(({ statementOn }) => !days.has(statementOn));
    const warned = quiet.find((bill) => warningOf(terms, bill) !== null);
    for (const bill of new Set([warned, quiet.at(-1)])) {
      if (bill !== undefined && agree({ ...history, terms }, bill)) count += 1;
    }
  });
  fc.assert(law, { ...runs, endOnFailure: true });
  assert.ok(count > runs.numRuns / 40, `${count} of ${runs.numRuns} were warned of`);
});
