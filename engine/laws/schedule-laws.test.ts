// The schedule before anything happens, and a loan that is paid exactly as agreed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type fc from 'fast-check';
import type { Fact, FactOf } from '../account/facts.ts';
import { read } from '../account/read.ts';
import { apr } from '../disclosures/apr.ts';
import { replay } from '../installment/replay.ts';
import { type ScheduleRow, scheduleOf } from '../installment/schedule-of.ts';
import type { Terms } from '../installment/terms.ts';
import { rounded } from '../interest/exact.ts';
import { basisOf } from '../time/day-count.ts';
import { type Cents, cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { holdsFor, readingOf, stateOf } from './compare.ts';
import { type History, loanHistory } from './histories.ts';
import { plainTerms } from './show.ts';
import { millionths } from './some-terms.ts';

/** Histories of terms alone: the activation is their only fact. */
function fresh(histories: fc.Arbitrary<History>): fc.Arbitrary<History> {
  return histories
    .filter(({ facts }) => facts[0]!.kind === 'activation')
    .map(({ terms, facts }) => ({ terms, facts: facts.slice(0, 1), through: facts[0]!.on }));
}
const small = fresh(loanHistory({ size: 'small', extras: 0 }));
const long = fresh(loanHistory({ size: 'long', extras: 0 }));
const startOf = ({ facts }: History): Day => facts[0]!.on;
const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

test('the principal of the rows is what is lent, the last balance zero, no row negative', () => {
  const law = (history: History): void => {
    const { terms } = history;
    const rows = scheduleOf(terms, startOf(history));
    const last = rows.at(-1)!;
    const advances = terms.payments.plannedAdvances.filter(({ on }) => on < last.on).map(({ amount }) => amount);
    assert.equal(total(rows.map(({ principal }) => principal)), terms.principal + financedFee(terms) + total(advances));
    assert.equal(last.balance, 0);
    rows.forEach((row, i) => {
      for (const part of [row.interest, row.principal, row.fees, row.balance])
        assert.ok(part >= 0, JSON.stringify(row));
      assert.equal(row.interest + row.principal + row.fees, row.amount);
      assert.ok(row.on > (rows[i - 1]?.on ?? startOf(history)));
      // A loan paid off before a planned advance passes the due dates until then.
      assert.ok(
        row.ordinal === i + 1 || (advances.length > 0 && row.ordinal > i + 1),
        `${row.ordinal} as row ${i + 1}`,
      );
    });
  };
  holdsFor(small, law, { runs: 700 });
  holdsFor(long, law, { runs: 150 });
});

test('each row goes on from the one before, and its interest is what accrued, rounded, as far as the payment goes', () => {
  const law = (history: History): void => {
    const { terms } = history;
    const rows = scheduleOf(terms, startOf(history));
    const denominator =
      stateOf({ ...history, through: startOf(history) }).position.scale * basisOf(terms.interest.dayCount);
    let before = terms.principal + financedFee(terms);
    for (const row of rows) {
      if (terms.payments.plannedAdvances.length === 0) assert.equal(row.balance, before - row.principal);
      before = row.balance;
      const accrued = rounded(row.interestExact, denominator, terms.interest.rounding);
      assert.ok(row.principal === 0 ? row.interest <= accrued : row.interest === accrued, `row ${row.ordinal}`);
      assert.ok(row.interestBeforeDiscount >= row.interest);
      if (terms.interest.promos.length === 0) assert.equal(row.interestBeforeDiscount, row.interest);
    }
  };
  holdsFor(small, law, { runs: 400 });
});

const financedFee = ({ fees }: Terms): number =>
  fees.origination?.charged === 'financed' ? fees.origination.amount : 0;

/** Resets that come after the last row: from a reset on another payment decides. */
function withoutResets(history: History): History {
  const { interest } = history.terms;
  if (interest.resets == null) return history;
  const resets = { ...interest.resets, first: startOf(history) + 80_000 };
  return { ...history, terms: { ...history.terms, interest: { ...interest, resets } } };
}

test('up to its first reset a loan has the rows that it would have without one', () => {
  const seen = { rows: 0, other: 0 };
  const law = (history: History): void => {
    const { resets } = history.terms.interest;
    if (resets == null || resets.first <= startOf(history)) return;
    const plain = scheduleOf(withoutResets(history).terms, startOf(history));
    const rows = scheduleOf(history.terms, startOf(history));
    const until = rows.filter(({ on }) => on <= resets.first);
    seen.rows += until.length;
    seen.other += rows.length - until.length;
    assert.deepEqual(until, plain.slice(0, until.length));
  };
  holdsFor(small, law, { runs: 400 });
  assert.ok(seen.rows > 80 && seen.other > 80, JSON.stringify(seen));
});

/** True when one payment decides all rows except those of interest only. */
const isLevel = ({ payments }: Terms): boolean =>
  payments.amortization !== 'equalPrincipal' &&
  payments.schedule === null &&
  (payments.amount === null || payments.count === null);
const instalment = ({ interest, principal }: ScheduleRow): number => interest + principal;
const withPayment = (terms: Terms, amount: number, rows: readonly ScheduleRow[]): Terms => ({
  ...terms,
  payments: {
    ...terms.payments,
    amount: amount as Cents,
    count: terms.payments.endDate === null ? rows.length : terms.payments.count,
  },
});

const paymentOf = (history: History): number => readingOf({ ...history, through: startOf(history) }).payment;

test('a payment rounded up is the least that works: no row above it but interest only and balloon, a unit less fails', () => {
  const seen = { tried: 0 };
  const law = (history: History): void => {
    const { terms } = history;
    const { rounding, interestOnly, balloon } = terms.payments;
    if (!isLevel(terms) || rounding.mode !== 'up' || terms.payments.amount !== null) return;
    const rows = scheduleOf(terms, startOf(history));
    const payment = paymentOf(history);
    assert.equal(payment % rounding.unit, 0);
    rows.slice(interestOnly).forEach((row, i, level) => {
      const most = payment + (i === level.length - 1 ? balloon : 0);
      assert.ok(instalment(row) <= most, `row ${row.ordinal} above the payment ${payment}`);
      const isFull = i < level.length - 1 && terms.payments.plannedAdvances.length === 0;
      if (isFull) assert.equal(instalment(row), payment, `row ${row.ordinal}`);
    });
    if (payment <= rounding.unit || rows.length < datesWanted(terms)) return;
    seen.tried += 1;
    const less = scheduleOf(withPayment(terms, payment - rounding.unit, rows), startOf(history)).at(-1)!;
    assert.ok(instalment(less) > payment - rounding.unit + balloon, `${payment - rounding.unit} works too`);
  };
  holdsFor(small.map(withoutResets), law, { runs: 600 });
  holdsFor(long.map(withoutResets), law, { runs: 150 });
  assert.ok(seen.tried > 150, `only ${seen.tried} payments were tried with a unit less`);
});

/** The due dates that the terms ask for. When the schedule has fewer rows, a smaller payment could use one more. */
const datesWanted = ({ payments }: Terms): number => payments.count ?? 0;

test('a higher payment never raises a balance', () => {
  const law = (history: History, pick: number): void => {
    const { terms } = history;
    if (!isLevel(terms) || terms.payments.count === null) return;
    const rows = scheduleOf(terms, startOf(history));
    const payment = Math.max(1, paymentOf(history) - (pick % 50));
    const schedule = (amount: number) => scheduleOf(withPayment(terms, amount, rows), startOf(history));
    const [low, high] = [schedule(payment), schedule(payment + 1 + (pick % 700))];
    assert.ok(high.length <= low.length);
    for (const [i, row] of high.entries()) assert.ok(row.balance <= low[i]!.balance, `row ${row.ordinal}`);
  };
  holdsFor(small.map(withoutResets), law, { runs: 400 });
});

function paidAsAgreed(history: History): { facts: Fact[]; rows: readonly ScheduleRow[] } {
  const { terms, facts } = history;
  const rows = scheduleOf(terms, startOf(history));
  const advances = terms.payments.plannedAdvances.map(
    ({ on, amount }, i): Fact => ({ id: `V${i}`, on, kind: 'advance', amount, afterwards: 'keepPayment' }),
  );
  const { origination } = terms.fees;
  const apart = origination?.charged === 'apart' ? [{ on: startOf(history), amount: origination.amount }] : [];
  const isListed = rows.some(({ on }) => on === startOf(history));
  const payments = [...(isListed ? [] : apart), ...rows].map(
    ({ on, amount }, i): Fact => ({
      id: `P${i}`,
      on,
      kind: 'payment',
      amount: amount as Cents,
      status: 'succeeded',
      enablePrepayments: false,
      agencyFee: cents(0),
    }),
  );
  return {
    facts: [...facts, ...advances, ...payments.filter((one) => one.kind === 'payment' && one.amount > 0)],
    rows,
  };
}

test('a loan paid as agreed follows its schedule, is never late, brings no fee, and ends with nothing', () => {
  const law = (history: History): void => {
    const { facts, rows } = paidAsAgreed(history);
    const { terms } = history;
    const last = rows.at(-1)!.on;
    const state = replay(terms, facts, { through: last });
    const due = state.records.steps.filter(({ kind }) => kind === 'due');
    const said = rows.map(({ on, amount, interest, principal, fees }) => ({ on, amount, interest, principal, fees }));
    const done = due.map(({ on, amount, interest, principal, fees }) => ({ on, amount, interest, principal, fees }));
    assert.deepEqual(done, said);
    const end = read(terms, state);
    assert.equal(end.status, 'paidOff');
    assert.deepEqual([end.customerCredit, end.interest.notDue, end.open], [0, 0, []]);
    assert.ok(end.feesBooked.every(({ key }) => !key.startsWith('late:')));
    assert.ok(
      state.records.steps.every(({ kind }) => kind !== 'overdue'),
      'something was overdue',
    );
    assert.equal(end.paid.interest, total(rows.map(({ interest }) => interest)));
  };
  holdsFor(small, law, { runs: 700 });
  holdsFor(long, law, { runs: 80 });
});

test('one instalment paid too late brings one late fee, however long the fee keeps the others short', () => {
  const seen = { fees: 0 };
  const law = (history: History, pick: number): void => {
    const { late } = history.terms.fees;
    if (late === null || !isLevel(history.terms)) return;
    const terms: Terms = {
      ...history.terms,
      fees: { ...plainTerms.fees, late: { ...late, pyramiding: 'blocked' } },
      interest: { ...history.terms.interest, accrual: 'simple' },
      waterfall: plainTerms.waterfall,
      delinquency: { ...plainTerms.delinquency, deadlines: history.terms.delinquency.deadlines },
      payments: { ...history.terms.payments, plannedAdvances: [], balloon: cents(0), interestOnly: 0 },
    };
    const { facts, rows } = paidAsAgreed({ ...history, terms });
    const missed = pick % Math.max(1, rows.length - 1);
    const paidOn = rows[missed]!.on + late.graceDays + 6;
    if (paidOn >= (rows[missed + 1]?.on ?? paidOn)) return;
    const delayed = facts.map((fact) => (fact.id === `P${missed}` ? { ...fact, on: paidOn } : fact));
    // The last instalment includes what the late payment cost, so it is not the one agreed.
    const through = rows.at(-1)!.on - 1;
    const booked = readingOf({ terms, facts: delayed, through }).feesBooked.filter(({ key }) =>
      key.startsWith('late:'),
    );
    seen.fees += booked.length;
    assert.ok(booked.length <= 1, booked.map(({ key }) => key).join(' '));
  };
  holdsFor(small.map(withoutResets), law, { runs: 500 });
  assert.ok(seen.fees > 60, `only ${seen.fees} late fees`);
});

test('an instalment short by less than the tolerance is not late; short by the tolerance, it is', () => {
  const seen = { late: 0 };
  const law = (history: History, pick: number): void => {
    const tolerance = 1 + (pick % 300);
    const delinquency = { ...plainTerms.delinquency, tolerance: cents(tolerance) };
    const terms: Terms = { ...history.terms, delinquency, interest: { ...history.terms.interest, accrual: 'simple' } };
    const { facts, rows } = paidAsAgreed({ ...history, terms });
    const first = facts.find((fact): fact is FactOf<'payment'> => fact.kind === 'payment' && fact.on === rows[0]!.on);
    if (rows.length < 2 || first === undefined || first.amount <= tolerance + 1) return;
    const through = Math.min(rows[0]!.on + 3, rows[1]!.on - 1);
    const shortBy = (amount: number) => {
      const payment: Fact = { ...first, amount: cents(first.amount - amount) };
      return readingOf({ terms, facts: facts.map((fact) => (fact === first ? payment : fact)), through });
    };
    assert.equal(shortBy(tolerance - 1).daysPastDue, 0);
    assert.equal(shortBy(tolerance).daysPastDue, through - rows[0]!.on);
    seen.late += 1;
  };
  holdsFor(small, law, { runs: 200 });
  assert.ok(seen.late > 50, `only ${seen.late} instalments were cut short`);
});

test('periods tile the time from activation to the last due date', () => {
  const law = (history: History): void => {
    // A loan paid off before a planned advance has no due dates until then.
    if (history.terms.payments.plannedAdvances.length > 0) return;
    const rows = scheduleOf(history.terms, startOf(history));
    const { facts } = paidAsAgreed(history);
    const { records } = replay(history.terms, facts, { through: rows.at(-1)!.on });
    const edges = new Set([startOf(history), ...rows.map(({ on }) => on)]);
    let day = startOf(history);
    for (const { from, to } of records.segments) {
      assert.equal(from, day, 'a gap or an overlap');
      assert.ok(![...edges].some((edge) => edge > from && edge < to), 'a segment lies over a due date');
      day = to;
    }
    assert.equal(day, rows.at(-1)!.on);
  };
  holdsFor(small, law, { runs: 300 });
});

const aprOf = (terms: Terms, start: Day): number => {
  const rows = scheduleOf(terms, start);
  const { origination } = terms.fees;
  const deducted = origination?.charged === 'deducted' ? origination.amount : 0;
  const advances = [
    { on: start, amount: cents(terms.principal - deducted) },
    ...terms.payments.plannedAdvances.filter(({ on }) => on < rows.at(-1)!.on),
  ];
  const payments = rows.filter(({ amount }) => amount > 0).map(({ on, amount }) => ({ on, amount: amount as Cents }));
  return Number(apr({ advances, payments }).nominal);
};

test('without interest and fees the APR is zero; a fee never lowers it', () => {
  const seen = { higher: 0 };
  const law = (history: History): void => {
    const { terms } = history;
    const start = startOf(history);
    const bare: Terms = {
      ...terms,
      principal: cents(Math.max(100_00, terms.principal)),
      fees: plainTerms.fees,
      payments: {
        ...terms.payments,
        plannedAdvances: [],
        amount: null,
        count: terms.payments.count ?? 3,
        rounding: plainTerms.payments.rounding,
      },
    };
    if (bare.payments.frequency === 'singleTerm') return;
    const interest = { ...bare.interest, rates: plainRates, promos: [], floor: null, precomputed: null };
    const free = { ...bare, interest };
    assert.equal(aprOf(free, start), 0);
    const { origination } = terms.fees;
    if (origination === null || origination.charged === 'apart' || terms.principal < 100_00) return;
    const fee = { ...origination, amount: cents(Math.max(1_00, origination.amount)) };
    const [without, withFee] = [
      aprOf(bare, start),
      aprOf({ ...bare, fees: { ...bare.fees, origination: fee } }, start),
    ];
    assert.ok(withFee >= without, `${withFee} with the fee, ${without} without`);
    seen.higher += withFee > without ? 1 : 0;
  };
  holdsFor(small, law, { runs: 120 });
  assert.ok(seen.higher > 12, `a fee raised the APR of only ${seen.higher} loans`);
});

const plainRates = [{ days: null, rate: millionths(0), type: 'absolute' as const }];
