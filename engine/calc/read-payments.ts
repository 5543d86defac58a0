// When and how much is to be paid, from JSON.

import type { PaymentTerms, PlannedAdvance, SuppliedRow } from '../installment/terms.ts';
import { cents, zeroCents } from '../values/cents.ts';
import {
  at,
  choice,
  defaulting,
  fault,
  list,
  object,
  orEmpty,
  orNull,
  type Reader,
  refine,
  required,
  whole,
} from './input.ts';
import { dueDaysFields, dueDaysOf } from './read-due-days.ts';
import { amount, amountAboveZero, day } from './read-values.ts';

/** The most payments that the engine solves for (rules.md 4.4). */
const countMax = 1200;

const suppliedRow: Reader<SuppliedRow> = object('an object such as {"on": "2027-02-15", "amount": 120}', {
  on: required(day),
  amount: orNull(amount),
});

const plannedAdvance: Reader<PlannedAdvance> = object('an object such as {"on": "2027-04-25", "amount": 3000}', {
  on: required(day),
  amount: required(amountAboveZero),
});

const paymentRounding: Reader<PaymentTerms['rounding']> = object('an object such as {"unit": 5, "mode": "up"}', {
  unit: defaulting(amountAboveZero, cents(1)),
  mode: defaulting(choice('up', 'nearest', 'down'), 'up'),
});

const written = object('an object such as {"day": 15, "count": 12}', {
  ...dueDaysFields('monthly'),
  count: orNull(whole(1, countMax)),
  amount: orNull(amountAboveZero),
  schedule: orNull(list('a list of due dates and amounts', suppliedRow)),
  bufferDays: orNull(whole(0, 366)),
  endDate: orNull(day),
  rounding: orEmpty(paymentRounding),
  amortization: defaulting(choice('level', 'equalPrincipal'), 'level'),
  interestOnly: defaulting(whole(0, countMax), 0),
  balloon: defaulting(amount, zeroCents),
  plannedAdvances: defaulting(list('a list of advances', plannedAdvance), []),
});

export const paymentTerms: Reader<PaymentTerms> = refine(
  written,
  ({ frequency, days, day, startDate, ...rest }, path) => {
    const payments = { ...dueDaysOf({ frequency, days, day, startDate }, path), ...rest };
    checkLength(payments, path);
    if (payments.schedule !== null) checkAscending(payments.schedule, at(path, 'schedule'));
    return payments;
  },
);

/** The terms must decide how many payments there are. */
function checkLength({ frequency, count, amount, schedule, endDate, interestOnly }: PaymentTerms, path: string): void {
  if (schedule === null && frequency === 'singleTerm') {
    if (endDate === null) throw fault(at(path, 'endDate'), 'is missing: a single term needs the day on which it ends.');
    if (count !== null && count !== 1)
      throw fault(at(path, 'count'), `must be 1 or left out with a single term; it is ${count}.`);
  } else if (schedule === null && count === null && amount === null && endDate === null) {
    throw fault(
      at(path, 'count'),
      'is missing: give count, amount, endDate or schedule, so that the payments have a number.',
    );
  }
  const rows = schedule === null ? count : schedule.length;
  if (rows !== null && interestOnly >= rows && interestOnly > 0)
    throw fault(at(path, 'interestOnly'), `must be less than the number of payments, ${rows}; it is ${interestOnly}.`);
}

function checkAscending(rows: readonly SuppliedRow[], path: string): void {
  if (rows.length === 0 || rows.length > countMax)
    throw fault(path, `must have 1 to ${countMax} rows, not ${rows.length}.`);
  const wrong = rows.findIndex((row, i) => i > 0 && row.on <= rows[i - 1]!.on);
  if (wrong >= 0) throw fault(at(at(path, wrong), 'on'), 'must be later than the row before it.');
}
