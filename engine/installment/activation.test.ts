// Migrations that contradict themselves, and the event of a correct one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FactOf, FactRefused } from '../account/facts.ts';
import { type Loan, readLoan } from '../calc/read-loan.ts';
import { parseGolden } from '../golden/golden-file.ts';
import { replay } from './replay.ts';
import type { State } from './state.ts';

const { terms, facts } = readLoan(
  parseGolden(`
terms
  principal        600.00
  interest.rate    0
  payments.day     1
  payments.count   6
facts
  2027-03-15  migration principal=300.00 payment=100.00 ordinal=4 periodStart=2027-03-01 originatedOn=2026-12-15
    dueDates     2027-04-01 2027-05-01 2027-06-01
    obligations  ordinal=2 dueDate=2027-02-01 principal=100.00
    obligations  ordinal=3 dueDate=2027-03-01 principal=100.00
`).cases[0]!.loan,
) as Loan;
const migration = facts[0] as FactOf<'migration'>;
const on = migration.on;

const migrated = (more: Partial<FactOf<'migration'>>): State =>
  replay(terms, [{ ...migration, ...more } as FactOf<'migration'>], { through: on });

test('due dates lie after the migration, each after the one before', () => {
  const withDates = (...dueDates: number[]) => migrated({ dueDates });
  assert.equal(withDates(on + 1, on + 2).position.dueDates.length, 2);
  assert.equal(withDates().position.dueDates.length, 0);
  assert.throws(() => withDates(on, on + 1), FactRefused);
  assert.throws(() => withDates(on + 5, on + 5, on + 6), FactRefused);
  assert.throws(() => withDates(on + 1, on + 3, on + 2), FactRefused);
});

test('obligations have rising ordinals, all before that of the next due date', () => {
  const withOrdinals = (...ordinals: number[]) =>
    migrated({ obligations: ordinals.map((ordinal) => ({ ...migration.obligations[0]!, ordinal })) });
  assert.equal(withOrdinals(1, 2, 3).position.obligations.length, 3);
  assert.throws(() => withOrdinals(3, 4), FactRefused);
  assert.throws(() => withOrdinals(2, 2, 3), FactRefused);
  assert.throws(() => withOrdinals(1, 3, 2), FactRefused);
});

test('accrued interest is cents with some decimals', () => {
  assert.throws(() => migrated({ accruedInterest: '-1' }), FactRefused);
  assert.throws(() => migrated({ accruedInterest: '1.' }), FactRefused);
  assert.deepEqual(migrated({ accruedInterest: '12' }).position.accrued, { whole: 12, part: 0 });
});

test('a migration activates the loan; what it takes over was paid ahead by nobody', () => {
  const { records, position } = migrated({});
  assert.deepEqual(
    records.events.map(({ on: day, type }) => [day, type]),
    [
      [on, 'loan.activated'],
      [on, 'loan.overdue'],
    ],
  );
  assert.deepEqual(
    position.obligations.map(({ paidAhead }) => paidAhead),
    [0, 0],
  );
});
