// The laws are only as good as the loans they are tried on, so this tests the random loans: every kind of fact and
// every option of the terms must make a difference often enough.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FactKind } from '../account/facts.ts';
import type { Terms } from '../installment/terms.ts';
import { outcome, readingOf, stateOf } from './compare.ts';
import { type History, loanHistory } from './histories.ts';
import { plainTerms } from './show.ts';
import { isWhole } from './smaller.ts';

const seed = 20_270_104;
const sample = fc.sample(loanHistory({ size: 'small' }), { numRuns: 2000, seed });
const longSample = fc.sample(loanHistory({ size: 'long' }), { numRuns: 150, seed });

function counted(words: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function assertEach(counts: Map<string, number>, wanted: Readonly<Record<string, number>>): void {
  const short = Object.entries(wanted).flatMap(([name, least]) => {
    const count = counts.get(name) ?? 0;
    return count >= least ? [] : [`${name}: ${count} of ${least}`];
  });
  assert.deepEqual(short, []);
}

test('hardly any loan is refused', () => {
  const refused = [...sample, ...longSample].filter((history) => 'refused' in outcome(() => stateOf(history)));
  assert.ok(refused.length <= 15, `${refused.length} refused`);
});

const accepted = sample.filter((history) => 'value' in outcome(() => stateOf(history)));

test('every kind of fact changes the loan, often', () => {
  const effective = accepted.flatMap((history) => {
    const { records } = stateOf(history);
    const moot = new Set(records.moot.map(({ fact }) => fact));
    const undone = new Set(history.facts.map((fact) => (fact.kind === 'undo' ? fact.of : '')));
    return history.facts.filter(({ id, on }) => on <= history.through && !moot.has(id) && !undone.has(id));
  });
  const wanted: Record<FactKind, number> = {
    activation: 1000,
    migration: 100,
    index: 80,
    rate: 30,
    promo: 20,
    ceiling: 20,
    dueDateChange: 20,
    deferral: 10,
    plan: 10,
    reamortization: 15,
    reAge: 20,
    advance: 30,
    fee: 40,
    waiver: 8,
    feeChange: 10,
    refund: 30,
    serviceCredit: 30,
    payment: 1500,
    reimbursement: 8,
    settlement: 20,
    freeze: 25,
    unfreeze: 20,
    acceleration: 8,
    chargeOff: 8,
    agency: 8,
    lateFeeNotified: 8,
    lateFeeSuspension: 8,
    statementSent: 4,
    close: 5,
    undo: 80,
  };
  assertEach(counted(effective.map(({ kind }) => kind)), wanted);
});

test('every status, step, kind of obligation and type of fee occurs', () => {
  const readings = accepted.map((history) => readingOf(history));
  assertEach(counted(readings.map(({ status }) => status)), {
    pending: 1,
    active: 300,
    frozen: 10,
    accelerated: 20,
    chargedOff: 20,
    paidOff: 150,
  });
  assertEach(
    counted([...accepted, ...longSample].flatMap((history) => stateOf(history).records.steps.map(({ kind }) => kind))),
    {
      activation: 1000,
      migration: 100,
      due: 2000,
      overdue: 500,
      capitalisation: 40,
      fee: 200,
      feeBlocked: 5,
      feeSuspended: 5,
      waiver: 5,
      payment: 1500,
      serviceCredit: 30,
      refund: 30,
      reimbursement: 8,
      creditUsed: 5,
      advance: 30,
      reAge: 20,
      acceleration: 40,
      chargeOff: 40,
      settled: 5,
      paidOff: 150,
    },
  );
  assertEach(counted(readings.flatMap(({ open }) => open.map(({ kind }) => kind))), {
    instalment: 500,
    acceleration: 20,
    demand: 5,
    fee: 10,
  });
  const types = readings.flatMap(({ feesBooked }) => feesBooked.map(({ key }) => key.split(':')[0]!));
  assertEach(counted(types), {
    origination: 100,
    service: 50,
    membership: 50,
    late: 100,
    nsf: 10,
    modification: 5,
    foreignTransaction: 5,
    purchase: 5,
    adHoc: 5,
  });
  assertEach(counted(readings.map(({ customerCredit }) => String(customerCredit > 0))), { true: 40 });
  assertEach(counted(readings.map(({ forgoneCap }) => String(!forgoneCap.startsWith('0')))), { true: 15 });
});

/** The paths of the terms, each with the loans whose result changes when the plain option is put there. */
function differences(histories: readonly History[]): Map<string, number> {
  const found: string[] = [];
  for (const history of histories) {
    const asItIs = readingOf(history);
    for (const [path, terms] of simplerTerms(history.terms)) {
      const other = outcome(() => readingOf({ ...history, terms }));
      if ('refused' in other || JSON.stringify(other.value) !== JSON.stringify(asItIs)) found.push(path);
    }
  }
  return counted(found);
}

function simplerTerms(terms: Terms): [path: string, terms: Terms][] {
  const groups = ['interest', 'fees', 'waterfall', 'delinquency', 'payments'] as const;
  const inGroups = groups.flatMap((group) =>
    Object.keys(plainTerms[group])
      .filter((key) => !(key in dueDays))
      .map((key): [string, Terms] => {
        const plain = (plainTerms[group] as unknown as Record<string, unknown>)[key];
        return [`${group}.${key}`, countable({ ...terms, [group]: { ...terms[group], [key]: plain } })];
      }),
  );
  const late = terms.fees.late;
  const lateKeys = late === null ? [] : (Object.keys(late) as (keyof typeof late)[]);
  const inLate = lateKeys.map((key): [string, Terms] => {
    const plain = { ...late!, [key]: plainLate[key] };
    return [`fees.late.${key}`, { ...terms, fees: { ...terms.fees, late: plain } }];
  });
  const plainDays: [string, Terms] = ['payments.dueDays', { ...terms, payments: { ...terms.payments, ...dueDays } }];
  const own = (['amountFinanced', 'prepayment'] as const).map((key): [string, Terms] => [
    key,
    { ...terms, [key]: plainTerms[key] },
  ]);
  return [...inGroups, plainDays, ...inLate, ...own].filter(
    ([, other]) => isWhole(other) && JSON.stringify(other) !== JSON.stringify(terms),
  );
}

/** Without an amount and without supplied rows, the terms must have another way to say how many payments there are. */
const countable = (terms: Terms): Terms =>
  isWhole(terms) ? terms : { ...terms, payments: { ...terms.payments, count: plainTerms.payments.count } };

const dueDays = { frequency: 'monthly', days: [1], startDate: null } as const;

const plainLate = {
  graceDays: 10,
  flat: 1500,
  percent: '0.05',
  rule: 'flat',
  base: 'instalment',
  min: null,
  max: null,
  yearlyCap: null,
  lifetimeCap: null,
  pyramiding: 'blocked',
} as const;

test('every option of the terms makes a difference to some loans', () => {
  const counts = differences(accepted.slice(0, 900));
  assertEach(counts, {
    'interest.rates': 200,
    'interest.promos': 20,
    'interest.floor': 2,
    'interest.cap': 2,
    'interest.stepCap': 1,
    'interest.resets': 20,
    'interest.dayCount': 100,
    'interest.accrual': 10,
    'interest.rounding': 60,
    'interest.totalCap': 6,
    'interest.overdueRate': 8,
    'interest.overdueBearing': 20,
    'interest.precomputed': 40,
    'interest.afterRateChange': 3,
    'payments.dueDays': 100,
    'payments.count': 100,
    'payments.amount': 20,
    'payments.schedule': 10,
    'payments.bufferDays': 15,
    'payments.endDate': 20,
    'payments.rounding': 30,
    'payments.amortization': 30,
    'payments.interestOnly': 12,
    'payments.balloon': 12,
    'payments.plannedAdvances': 4,
    'fees.origination': 40,
    'fees.periodic': 40,
    'fees.late': 30,
    'fees.nsf': 4,
    'fees.late.graceDays': 15,
    'fees.late.flat': 15,
    'fees.late.percent': 10,
    'fees.late.rule': 15,
    'fees.late.base': 3,
    'fees.late.min': 3,
    'fees.late.max': 3,
    'fees.late.yearlyCap': 3,
    'fees.late.lifetimeCap': 3,
    'fees.late.pyramiding': 1,
    'waterfall.by': 4,
    'waterfall.order': 20,
    'delinquency.tolerance': 1,
    'delinquency.deadlines': 10,
    'delinquency.accelerationDueWithin': 20,
    'delinquency.chargeOffDueWithin': 15,
    'delinquency.accrualAfterChargeOff': 8,
    amountFinanced: 1,
    prepayment: 20,
  });
});
