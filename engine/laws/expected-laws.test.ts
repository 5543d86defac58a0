// The payments that a state expects are those that come when nothing else happens.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '../account/facts.ts';
import { replay } from '../installment/replay.ts';
import { expectedPayments, type ScheduleRow, scheduleOf } from '../installment/schedule-of.ts';
import type { State } from '../installment/state.ts';
import type { Terms } from '../installment/terms.ts';
import { type Cents, cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { holdsFor, readingOf, someDay, startOf, stateOf } from './compare.ts';
import { seriesAfter } from './due-days.ts';
import { type History, loanHistory } from './histories.ts';
import { millionths } from './some-terms.ts';

const small = loanHistory({ size: 'small' });
const long = loanHistory({ size: 'long' });

const paidAtMidnight = (id: string, on: Day, amount: number): Fact => ({
  id,
  on,
  time: 86_399,
  kind: 'payment',
  amount: amount as Cents,
  status: 'succeeded',
  enablePrepayments: false,
  agencyFee: cents(0),
});

const said = (rows: readonly ScheduleRow[]) =>
  rows.map(({ ordinal, on, amount, interest, principal, fees }) => [
    `due:${ordinal}`,
    on,
    amount,
    interest,
    principal,
    fees,
  ]);
const done = (state: State, after: Day) =>
  state.records.steps
    .filter(({ kind, on }) => kind === 'due' && on > after)
    .map(({ cause, on, amount, interest, principal, fees }) => [cause, on, amount, interest, principal, fees]);

test('expected payments, made, come true: each is what is due on its day, and the last pays the loan off', () => {
  const seen = { tried: 0 };
  const law = (history: History, pick: number): void => {
    const day = someDay(history, pick);
    const facts = history.facts.filter(({ on, kind }) => on <= day && kind !== 'settlement');
    const now = { ...history, facts, through: day };
    const { status, open, customerCredit } = readingOf(now);
    if (status !== 'active' || customerCredit > 0) return;
    const rows = expectedPayments(history.terms, stateOf(now), facts);
    if (rows.length === 0) return;
    seen.tried += 1;
    const owed = open.reduce((total, o) => total + o.interest + o.principal + o.fees, 0);
    const payments = [{ on: day, amount: owed }, ...rows].map(({ on, amount }, i) =>
      paidAtMidnight(`zz${i}`, on, amount),
    );
    const paid = payments.filter((fact) => fact.kind === 'payment' && fact.amount > 0);
    const state = replay(history.terms, [...facts, ...paid], { through: rows.at(-1)!.on });
    assert.deepEqual(done(state, day), said(rows));
    const end = readingOf({ ...history, facts: [...facts, ...paid], through: rows.at(-1)!.on });
    assert.equal(end.status, 'paidOff');
  };
  holdsFor(small, law, { runs: 700 });
  holdsFor(long, law, { runs: 60 });
  assert.ok(seen.tried > 200, `only ${seen.tried} loans had payments to expect`);
});

test('a fact to come that was undone is not expected', () => {
  const law = (history: History, pick: number): void => {
    const day = someDay(history, pick);
    const coming = history.facts.filter(
      ({ on, kind, id }) => on > day && kind !== 'undo' && id !== 'A0' && id !== 'M0',
    );
    const target = coming[pick % Math.max(1, coming.length)];
    if (target === undefined || day < startOf(history)) return;
    const { terms } = history;
    const without = history.facts.filter((fact) => fact !== target && !(fact.kind === 'undo' && fact.of === target.id));
    const undo: Fact = {
      id: 'zz',
      on: target.on,
      kind: 'undo',
      of: target.id,
      reason: 'canceled',
      happenedOn: target.on,
      amount: null,
      nsfFee: false,
    };
    const state = replay(terms, without, { through: day });
    assert.deepEqual(
      expectedPayments(terms, state, [...without, target, undo]),
      expectedPayments(terms, state, without),
    );
  };
  holdsFor(small, law, { runs: 300 });
});

test('under a ceiling from the start principal falls as without it, and nobody pays more', () => {
  const seen = { lower: 0 };
  const law = (history: History, pick: number): void => {
    const { terms, facts } = history;
    // What is solved again on a reset date within a period starts from the interest that the ceiling left so far: less than
    // without it. So the payments of the two differ from there on, and no row of one follows from the other.
    if (facts[0]!.kind !== 'activation' || terms.interest.totalCap !== null || isSolvedOnResets(terms)) return;
    const on = startOf(history);
    const ceiling: Fact = {
      id: 'c',
      on,
      kind: 'ceiling',
      rate: millionths((pick % 30) * 10_000),
      until: null,
      time: 86_399,
    };
    const state = replay(terms, [facts[0]!, ceiling], { through: on });
    const planned = terms.payments.plannedAdvances.map(
      (one, i): Fact => ({ id: `planned-${i}`, ...one, kind: 'advance', afterwards: 'keepPayment' }),
    );
    const capped = expectedPayments(terms, state, planned);
    const plain = scheduleOf(terms, on);
    assert.ok(capped.length <= plain.length);
    const lower = capped.filter((row, i) => row.amount < plain[i]!.amount).length;
    seen.lower += lower > 0 ? 1 : 0;
    for (const [i, row] of capped.entries()) assert.ok(row.amount <= plain[i]!.amount, `row ${row.ordinal}`);
    // An instalment that is all interest without the ceiling may have some principal under it.
    if (plain.some(({ principal }) => principal === 0) || terms.payments.interestOnly > 0) return;
    assert.deepEqual(principals(capped), principals(plain));
  };
  holdsFor(small, law, { runs: 400 });
  assert.ok(seen.lower > 60, `only ${seen.lower} loans were under a ceiling`);
});

const isSolvedOnResets = ({ interest, payments }: Terms): boolean =>
  interest.resets != null && interest.afterRateChange === 'solveAgain' && payments.amount === null;

const principals = (rows: readonly ScheduleRow[]): number[] => rows.map(({ principal }) => principal);

test('due dates are those of the series, by a calendar of our own', () => {
  const law = (history: History): void => {
    const { terms, facts } = history;
    const { payments } = terms;
    if (facts[0]!.kind !== 'activation' || payments.plannedAdvances.length > 0) return;
    const start = startOf(history);
    const dates = scheduleOf(terms, start).map(({ on }) => on);
    if (payments.frequency === 'singleTerm' || payments.schedule !== null || payments.endDate !== null) {
      assert.ok(dates.every((day, i) => day > (dates[i - 1] ?? start)));
      const last = payments.schedule?.at(-1)?.on ?? payments.endDate;
      assert.ok(last !== null && dates.at(-1)! <= last);
      return;
    }
    assert.deepEqual(dates, seriesAfter(payments, { start, buffer: payments.bufferDays ?? 0, count: dates.length }));
    if (payments.count !== null) assert.ok(dates.length <= payments.count);
  };
  holdsFor(small, law, { runs: 500 });
});

test('a frozen loan stands still', () => {
  const seen = { frozen: 0 };
  const law = (history: History, pick: number): void => {
    const day = someDay(history, pick);
    const facts = history.facts.filter(({ on }) => on <= day);
    const now = {
      ...history,
      facts: [...facts, { id: 'zz', on: day, time: 86_399, kind: 'freeze' } as Fact],
      through: day,
    };
    const before = readingOf(now);
    // A payment that was returned before the freeze may still bring its fee.
    if (before.status !== 'frozen' || facts.some(({ kind }) => kind === 'undo')) return;
    seen.frozen += 1;
    const later = { ...now, through: day + 1 + (pick % 300) };
    const dueDates = before.dueDates.filter((date) => date > later.through);
    // The days of a charge pass all the same: they are kept or dropped when the freeze ends.
    const found = readingOf(later);
    // Nor does a reset wait: the payment follows the rate.
    const payment = isSolvedOnResets(history.terms) ? found.payment : before.payment;
    assert.deepEqual(found, { ...before, day: later.through, dueDates, unearned: found.unearned, payment });
    assert.equal(stateOf(later).records.steps.length, stateOf(now).records.steps.length);
  };
  holdsFor(small, law, { runs: 400 });
  assert.ok(seen.frozen > 60, `only ${seen.frozen} loans were frozen`);
});
