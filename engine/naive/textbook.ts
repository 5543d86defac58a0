// Shared by the tests against the textbook: plain terms, facts, and schedules.

import assert from 'node:assert/strict';
import type { Fact, FactKind, FactOf, Happening } from '../account/facts.ts';
import type { DelinquencyTerms, FeeTerms, LateFee } from '../account/terms.ts';
import type { InterestTerms, PaymentTerms, Terms } from '../installment/terms.ts';
import { parseCivilDate } from '../values/civil-date.ts';
import { type Day, dateOf, dayOf } from '../values/day.ts';
import { parseRate, type Rate } from '../values/rate.ts';
import { cents } from './loan.ts';
import type { Reading } from './reading.ts';
import { simulate } from './simulate.ts';

export function on(text: string): Day {
  const date = parseCivilDate(text);
  assert.ok(date !== undefined, text);
  return dayOf(date);
}

export function rate(text: string): Rate {
  const parsed = parseRate(text);
  assert.ok(parsed !== undefined, text);
  return parsed;
}

/** Dollars as cents. */
export function money(text: string): number {
  const amount = Number(text.replaceAll(',', '').replace('.', ''));
  assert.ok(/^-?[\d,]+\.\d\d$/.test(text) && Number.isInteger(amount), text);
  return amount;
}

interface Wishes {
  readonly principal: string;
  readonly rate?: string;
  readonly payments?: Partial<PaymentTerms>;
  readonly interest?: Partial<InterestTerms>;
  readonly fees?: Partial<FeeTerms>;
  readonly delinquency?: Partial<DelinquencyTerms>;
  readonly loan?: Partial<Terms>;
}

export function termsOf(wishes: Wishes): Terms {
  const principal = cents(money(wishes.principal));
  return {
    principal,
    amountFinanced: principal,
    interest: {
      rates: [{ days: null, rate: rate(wishes.rate ?? '0'), type: 'absolute' }],
      promos: [],
      floor: null,
      cap: null,
      stepCap: null,
      dayCount: 'actual/365',
      accrual: 'simple',
      rounding: 'cut',
      totalCap: null,
      afterRateChange: 'solveAgain',
      overdueRate: null,
      ...wishes.interest,
    },
    payments: {
      frequency: 'monthly',
      days: [15],
      startDate: null,
      count: null,
      amount: null,
      schedule: null,
      bufferDays: null,
      endDate: null,
      rounding: { unit: cents(1), mode: 'up' },
      interestOnly: 0,
      balloon: cents(0),
      plannedAdvances: [],
      amortization: 'level',
      ...wishes.payments,
    },
    fees: { origination: null, periodic: [], late: null, nsf: null, ...wishes.fees },
    waterfall: { by: 'obligation', order: ['fees', 'interest', 'principal'], early: 'interestFirst' },
    prepayment: 'nextDue',
    delinquency: {
      tolerance: cents(0),
      deadlines: 'asIs',
      accelerationDueWithin: null,
      chargeOffDueWithin: null,
      accrualAfterChargeOff: false,
      ...wishes.delinquency,
    },
    merchantDiscount: null,
    ...wishes.loan,
  };
}

export function lateFee(wishes: Partial<LateFee>): LateFee {
  return {
    graceDays: 10,
    flat: cents(0),
    percent: rate('0'),
    rule: 'flat',
    base: 'instalment',
    min: null,
    max: null,
    yearlyCap: null,
    lifetimeCap: null,
    pyramiding: 'blocked',
    ...wishes,
  };
}

let made = 0;

type Rest<Kind extends FactKind> = Omit<Extract<Happening, { kind: Kind }>, 'kind'>;

export function fact<Kind extends FactKind>(kind: Kind, day: string, rest: Rest<Kind>): Fact {
  made += 1;
  const whole: unknown = { ...(rest as object), id: `f${made}`, kind, on: on(day) };
  return whole as Fact;
}

export function activated(day: string): Fact {
  return fact('activation', day, {});
}

export function paid(day: string, amount: string, rest: Partial<FactOf<'payment'>> = {}): Fact {
  const plain = { status: 'succeeded', enablePrepayments: false, agencyFee: cents(0) } as const;
  return { ...fact('payment', day, { amount: cents(money(amount)), ...plain }), ...rest } as Fact;
}

export function undone(of: string, happenedOn: string, rest: Partial<FactOf<'undo'>> = {}): Fact {
  const plain = { reason: 'failed', amount: null, nsfFee: false } as const;
  return { id: `undo-${of}`, kind: 'undo', of, on: on(happenedOn), happenedOn: on(happenedOn), ...plain, ...rest };
}

export function read(terms: Terms, facts: readonly Fact[], day: string): Reading {
  return simulate(terms, facts, { through: on(day) });
}

export function dollars(amount: number): string {
  const text = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
}

export function owedPrincipal({ principal }: Reading): number {
  return principal.notDue + principal.due + principal.overdue;
}

export function openFees({ fees }: Reading): number {
  return Object.values(fees).reduce((sum, { notDue, due, overdue }) => sum + notDue + due + overdue, 0);
}

/** What is open of instalments, without fees. */
export function openInstalments({ open }: Reading): number {
  return open.reduce((sum, { interest, principal }) => sum + interest + principal, 0);
}

/** The textbook's `12.345…` is the exact number cut off there. */
export function startsWith(exact: string, text: string): void {
  const [above = '0', below = '1'] = exact.split('/');
  const places = (text.split('.')[1] ?? '').length;
  const shown = (BigInt(above) * 10n ** BigInt(places)) / BigInt(below);
  const digits = String(shown < 0n ? -shown : shown).padStart(places + 1, '0');
  const cut = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  assert.equal(`${shown < 0n ? '-' : ''}${cut}`, text, `${exact} in lowest terms`);
}

interface ScheduleRow {
  readonly due: string;
  readonly payment: string;
  readonly interest: string;
  readonly principal: string;
  readonly balance: string;
}

/** The schedule when every payment is made in full on its day. */
export function schedule(terms: Terms, facts: readonly Fact[]): ScheduleRow[] {
  const so = [...facts];
  const rows: ScheduleRow[] = [];
  let day = Math.min(...facts.map((each) => each.on));
  for (;;) {
    const next = simulate(terms, so, { through: day }).dueDates[0];
    if (next === undefined) return rows;
    day = next;
    const reading = simulate(terms, so, { through: day });
    const sum = (part: (owed: Reading['open'][number]) => number) =>
      reading.open.reduce((total, owed) => total + part(owed), 0);
    const [interest, principal] = [sum((owed) => owed.interest), sum((owed) => owed.principal)];
    const payment = interest + principal + sum(({ fees }) => fees);
    so.push(paid(dateOf(day), dollars(payment)));
    rows.push({
      due: dateOf(day),
      payment: dollars(payment),
      interest: dollars(interest),
      principal: dollars(principal),
      balance: dollars(owedPrincipal(reading) - principal),
    });
  }
}

export function brief(rows: readonly ScheduleRow[]): string[] {
  return rows.map(({ due, payment, interest, principal, balance }) =>
    [due, payment, interest, principal, balance].join(' '),
  );
}

export function payments(rows: readonly ScheduleRow[]): string[] {
  return rows.map(({ payment }) => payment);
}

export function sumOf(rows: readonly ScheduleRow[], column: 'payment' | 'interest' | 'principal'): string {
  return dollars(rows.reduce((sum, row) => sum + money(row[column]), 0));
}

/** 7,500.00 at 11.49 % of section 5.1. */
export function exampleA(payments: Partial<PaymentTerms> = {}, loan: Partial<Terms> = {}): Terms {
  return termsOf({
    principal: '7500.00',
    rate: '0.1149',
    loan,
    payments: { days: [15], count: 12, bufferDays: 20, ...payments },
  });
}
