import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLoan } from '../calc/read-loan.ts';
import type { CivilDate } from '../values/civil-date.ts';
import { dateOf, dayOf } from '../values/day.ts';
import { periodsOf } from './periods.ts';
import { replay } from './replay.ts';

const on = (date: string) => dayOf(date as CivilDate);

const loan = (facts: readonly object[]) =>
  readLoan({
    terms: { principal: 1200, interest: { rate: 0.12 }, payments: { day: 1, count: 3 } },
    facts: [{ kind: 'activation', on: '2027-02-15' }, ...facts],
  });

describe('periods', () => {
  test('tile the time, with the statement on the day after', () => {
    const { terms, facts } = loan([]);
    const rows = periodsOf(replay(terms, facts, { through: on('2027-02-15') })).map((period) => [
      period.ordinal,
      dateOf(period.startDate),
      dateOf(period.endDate),
      dateOf(period.statementDate),
      dateOf(period.dueDate),
    ]);
    assert.deepEqual(rows, [
      [1, '2027-02-15', '2027-02-28', '2027-03-01', '2027-03-01'],
      [2, '2027-03-01', '2027-03-31', '2027-04-01', '2027-04-01'],
      [3, '2027-04-01', '2027-04-30', '2027-05-01', '2027-05-01'],
    ]);
  });
});
