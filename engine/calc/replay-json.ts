// The account of a loan for programs: its state on a day, and every line of its account.

import { type Bucketed, read } from '../account/read.ts';
import type { Step } from '../account/records.ts';
import type { State } from '../installment/state.ts';
import type { Terms } from '../installment/terms.ts';
import { basisOf } from '../time/day-count.ts';
import { dateOf } from '../values/day.ts';
import { longDollars, plain } from './amount-text.ts';
import type { Json } from './report.ts';

export function replayJson(terms: Terms, state: State): Json {
  const { position, records } = state;
  const basis = basisOf(terms.interest.dayCount);
  const denominator = position.scale * basis;
  const reading = read(terms, state);
  return {
    through: dateOf(reading.day),
    status: reading.status,
    paidOffOn: position.paidOffOn === null ? null : dateOf(position.paidOffOn),
    isClosed: reading.isClosed,
    servicedBy: reading.servicedBy,
    principal: bucketJson(reading.principal),
    interest: bucketJson(reading.interest),
    fees: Object.fromEntries(Object.entries(reading.fees).map(([type, open]) => [type, bucketJson(open)])),
    outstanding: plain(reading.outstanding),
    chargedOff: amountsJson(reading.chargedOff),
    customerCredit: plain(reading.customerCredit),
    daysPastDue: reading.daysPastDue,
    overdue: plain(reading.overdueAmount),
    paid: amountsJson(reading.paid),
    accrued: {
      total: longDollars(position.accruedTotal, denominator),
      booked: plain(reading.interestBooked),
      notBooked: longDollars(position.accrued, denominator),
      forgoneByRounding: longDollars(position.forgoneRounding, denominator),
      forgoneByCap: longDollars(position.forgoneCap, denominator),
    },
    payment: plain(reading.payment),
    dueDates: reading.dueDates.map(dateOf),
    steps: records.steps.map((step) => stepJson(step, basis)),
    feesBooked: records.fees.map(({ key, type, on, amount }) => ({ key, type, on: dateOf(on), amount: plain(amount) })),
    moot: records.moot.map(({ fact, on, why }) => ({ fact, on: dateOf(on), why })),
  };
}

export const amountsJson = (amounts: Readonly<Record<string, number>>): Json =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, plain(amount)]));

export const bucketJson = ({ notDue, due, overdue }: Bucketed): Json => amountsJson({ notDue, due, overdue });

function stepJson(step: Step, basis: number): Json {
  const { on, kind, cause, amount, fees, interest, principal, over, after } = step;
  return {
    on: dateOf(on),
    kind,
    cause,
    ...(amountsJson({ amount, fees, interest, principal, over }) as object),
    after: {
      principal: plain(after.principal),
      instalments: plain(after.instalments),
      fees: plain(after.fees),
      accrued: longDollars(after.accrued, after.scale * basis),
    },
  };
}
