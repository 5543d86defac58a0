// Laws of lines, on random histories, for the naive simulator: what it says must be true before another is held
// against it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { chargedOff, creditOf, disputed, type Line, owed, owedLineFees, owedOfDraw } from '../../naive/line/line.ts';
import { accountsOf } from '../../naive/line/postings.ts';
import { readingOf } from '../../naive/line/read.ts';
import { simulateLine } from '../../naive/line/simulate.ts';
import { available, holds, uncleared } from '../../naive/line/spending.ts';
import { compared, minus, plus, rational } from '../../naive/rational.ts';
import { type LineHistory, lineHistory } from './line-histories.ts';
import { runsOf } from './runs.ts';

const runs = runsOf(25);

function law(name: string, holdsFor: (line: Line, history: LineHistory) => void): void {
  test(name, () => {
    const property = fc.property(lineHistory, (history) => {
      const { line } = simulateLine(history.terms, history.facts, { through: history.through });
      holdsFor(line, history);
    });
    fc.assert(property, runs);
  });
}

describe('lines', () => {
  law('16.1 the books balance, and no bucket is below zero', (line) => {
    const accounts = Object.entries(accountsOf(line));
    assert.equal(
      accounts.reduce((sum, [, amount]) => sum + amount, 0),
      0,
    );
    const buckets = accounts.filter(([name]) => name.includes(':'));
    assert.deepEqual(
      buckets.filter(([, amount]) => amount < 0),
      [],
    );
  });

  law('16.2 the line is the sum of its draws and its own part', (line) => {
    const draws = line.draws.reduce((sum, draw) => sum + owedOfDraw(line, draw), 0);
    assert.equal(owed(line), draws + owedLineFees(line));
  });

  law('16.4 what is asked for is never above what is owed', (line) => {
    for (const { statement } of line.obligations) {
      if (statement !== null) assert.ok(statement.shownMinimum <= statement.shownBalance);
    }
  });

  law('16.7 customer credit never stands beside anything owed', (line) => {
    if (line.status !== 'chargedOff' && creditOf(line) > 0) assert.equal(owed(line), 0);
  });

  law('6.8 earned + raised = booked + accrued + forgone (rounding, cap), exactly', (line) => {
    for (const { accruedInAll, raised, booked, accrued, forgone, beyondCap } of line.draws) {
      const rest = minus(
        plus(accruedInAll, rational(raised)),
        plus(plus(plus(rational(booked), accrued), forgone), beyondCap),
      );
      assert.equal(compared(rest, rational(0)), 0);
    }
  });

  law('16.14 available credit is its definition, and at most the limit', (line) => {
    const used = owed(line) + chargedOff(line) + disputed(line) + holds(line) + uncleared(line);
    assert.ok(available(line) <= line.limit && available(line) + used >= line.limit);
    if (available(line) > 0) assert.equal(available(line) + used, line.limit);
  });

  law('16.15 a late fee: one an obligation, never above it', (line) => {
    const late = line.feesBooked.filter(({ type }) => type === 'late').map(({ key }) => key);
    assert.equal(new Set(late).size, late.length);
  });

  law('3.4 a draw that is paid off has nothing in any bucket', (line) => {
    for (const draw of line.draws) {
      if (!draw.isPaidOff) continue;
      assert.deepEqual([owedOfDraw(line, draw), draw.disputed, compared(draw.accrued, rational(0))], [0, 0, 0]);
    }
  });

  law('16.13 the order of arrival does not matter', (line, { terms, facts, through }) => {
    const turned = simulateLine(terms, [...facts].reverse(), { through });
    assert.deepEqual(readingOf({ ...turned, canceledDraws: [] }), readingOf({ line, postings: [], canceledDraws: [] }));
  });
});
