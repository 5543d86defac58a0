// A line through a day for programs.

import { accruedOfAll } from '../../line/accrual.ts';
import { lineAt } from '../../line/line.ts';
import type { DrawReading, LineReading } from '../../line/read.ts';
import type { LineState, LineStep } from '../../line/records.ts';
import type { LineTerms } from '../../line/terms.ts';
import { dateOf } from '../../values/day.ts';
import { longDollars, plain } from '../amount-text.ts';
import { amountsJson, bucketJson } from '../replay-json.ts';
import type { Json } from '../report.ts';
import { billJson } from './bill-json.ts';

export function lineJson(terms: LineTerms, state: LineState, reading: LineReading): Json {
  const { position, records } = state;
  const line = lineAt(terms, position);
  const accrued = accruedOfAll(line).map((amount) => longDollars(amount, line.denominator));
  const { limit, available, overLimit, owed, customerCredit, minimumDue, daysPastDue } = reading;
  return {
    through: dateOf(reading.day),
    status: reading.status,
    paidOffOn: position.paidOffOn === null ? null : dateOf(position.paidOffOn),
    isClosed: reading.isClosed,
    servicedBy: reading.servicedBy,
    ...balancesJson(reading),
    ...amounts({ owed, customerCredit, limit, available, overLimit, minimumDue, overdue: reading.overdueAmount }),
    daysPastDue,
    nextStatement: position.standing === 'pending' ? null : dateOf(reading.statementOn),
    draws: reading.draws.map((draw, i) => drawJson(draw, accrued[i]!)),
    cycles: records.bills.map((bill) => billJson(terms, bill)),
    steps: records.steps.map(stepJson),
    feesBooked: records.fees.map(({ key, type, on, amount, draw }) => {
      return { key, type, on: dateOf(on), amount: plain(amount), draw };
    }),
    moot: records.moot.map(({ fact, on, why }) => ({ fact, on: dateOf(on), why })),
  };
}

const amounts = (given: Readonly<Record<string, number>>) => amountsJson(given) as { readonly [key: string]: Json };

function balancesJson(of: LineReading | DrawReading) {
  return {
    principal: bucketJson(of.principal),
    interest: bucketJson(of.interest),
    fees: Object.fromEntries(Object.entries(of.fees).map(([type, open]) => [type, bucketJson(open)])),
    outstanding: plain(of.outstanding),
    disputed: plain(of.disputed),
    chargedOff: amountsJson(of.chargedOff),
  };
}

function drawJson(draw: DrawReading, accrued: string): Json {
  const { status, isClosed, hasGrace, limit } = draw;
  return {
    draw: draw.draw,
    status,
    isClosed,
    hasGrace,
    ...balancesJson(draw),
    accrued,
    interestBooked: plain(draw.interestBooked),
    limit: limit === null ? null : plain(limit),
    available: plain(draw.available),
    payment: plain(draw.payment),
  };
}

function stepJson({ on, kind, cause, draw, amount, fees, interest, principal, over, parts }: LineStep): Json {
  const ofPart = (part: NonNullable<typeof parts>[number]): Json => {
    return { draw: part.draw, ...amounts({ fees: part.fees, interest: part.interest, principal: part.principal }) };
  };
  return {
    on: dateOf(on),
    kind,
    cause,
    draw,
    ...amounts({ amount, fees, interest, principal, over }),
    parts: parts === null ? null : parts.map(ofPart),
  };
}
