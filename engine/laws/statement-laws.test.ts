// What holds for every statement, whatever happened on the account: it adds up, it goes on from the one before, and it
// says what the books say on its day.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { read } from '../account/read.ts';
import type { State } from '../installment/state.ts';
import type { LineFact } from '../line/facts.ts';
import { readLine } from '../line/read.ts';
import { replayLine } from '../line/replay.ts';
import type { Activity, StatementFigures } from '../statement/figures.ts';
import { atStatement, statementsThrough } from '../statement/made.ts';
import { lineStatements, loanStatements } from '../statement/rules.ts';
import type { Day } from '../values/day.ts';
import { finished } from '../values/steps.ts';
import { holdsFor, isBeginning, outcome, startOf } from './compare.ts';
import { type History, loanHistory } from './histories.ts';
import { type LineHistory, lineHistory } from './line/line-histories.ts';
import { runsOf } from './line/runs.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

function addsUp({ bridge, activities, fees, rates, yearToDate, minimum, asked, overdue }: StatementFigures): void {
  const { previousBalance, newBalance, payments, credits, refunds, paymentReversals, creditReversals, ...more } =
    bridge;
  const { adjustments, purchases, cashAdvances, balanceTransfers, lent, reimbursements, interest } = more;
  const added = [adjustments, purchases, cashAdvances, balanceTransfers, lent, reimbursements, interest, more.fees];
  const taken = payments - paymentReversals + credits - creditReversals + refunds;
  assert.equal(previousBalance + sum(added) - taken, newBalance, 'the sums lead to the new balance');
  assert.equal(previousBalance + sum(activities.map(({ amount }) => amount)), newBalance, 'so do the lines');
  assert.equal(sum(fees.map(({ amount }) => amount)), more.fees, 'fees by type');
  assert.ok(
    activities.every(({ amount }) => amount !== 0),
    'no line is of nothing',
  );
  const unnamed = activities.filter(({ type, cause }) => type === 'adjustment' && !cause.startsWith('chargeOff:'));
  assert.deepEqual(unnamed, [], 'each line has a name, but what is written off');
  assert.ok(minimum >= overdue && asked >= 0, `${minimum} is asked for, ${overdue} is overdue`);
  assert.ok(Number.isInteger(yearToDate.fees + yearToDate.interest));
  const known = rates.filter(({ from, to }) => from < to);
  assert.equal(known.length, rates.length);
}

function goOn(statements: readonly StatementFigures[]): void {
  statements.forEach((one, i) => {
    const before = statements[i - 1];
    if (before === undefined) return;
    assert.equal(one.bridge.previousBalance, before.bridge.newBalance, `the balance before statement ${one.ordinal}`);
    assert.equal(one.since, before.statementOn);
    assert.ok(one.statementOn > before.statementOn && one.ordinal > before.ordinal);
    const sameYear = before.yearToDate.year === one.yearToDate.year;
    if (sameYear) assert.ok(one.yearToDate.fees >= before.yearToDate.fees);
  });
}

const isWithin = ({ on }: Activity, { since, statementOn }: StatementFigures): boolean =>
  on >= since && on <= statementOn;

describe('installment loans', () => {
  const someDaysBefore = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 }));
  const made = ({ terms, facts, through }: History) =>
    finished(
      statementsThrough(loanStatements, { terms, facts, startedOn: startOf({ terms, facts, through }), through }),
    );
  const withDays = ({ terms, ...history }: History, statementDaysBefore: number): History => ({
    ...history,
    terms: { ...terms, payments: { ...terms.payments, statementDaysBefore } },
  });

  const hold = (history: History): void => {
    if (!history.facts.some(isBeginning)) return;
    const { statements } = made(history);
    goOn(statements);
    for (const one of statements) {
      addsUp(one);
      assert.ok(one.activities.every((each) => isWithin(each, one)));
      const { terms, facts } = history;
      const state = finished(atStatement(loanStatements, { terms, facts }, one.statementOn));
      const reading = read(terms, state);
      assert.equal(one.bridge.newBalance, reading.outstanding - reading.customerCredit, 'the balance of the day');
      assert.equal(one.overdue, reading.overdueAmount);
      if (one.rates.length > 0) assert.equal(sum(one.rates.map(({ interest }) => interest)), one.bridge.interest);
      if (one.statementOn === one.dueOn) assert.equal(one.minimum, dueNow(state), 'all that is due is asked for');
    }
  };
  const dueNow = ({ position }: State): number =>
    sum(position.obligations.map((o) => o.interestOpen + o.principalOpen + sum(o.fees.map(({ open }) => open))));

  test('on the due date', () => {
    holdsFor(loanHistory({ size: 'small' }), hold, { runs: 400 });
    holdsFor(loanHistory({ size: 'long' }), hold, { runs: 30 });
  });

  test('some days before it', () => {
    const law = (history: History, pick: number): void => hold(withDays(history, pick % 30));
    holdsFor(loanHistory({ size: 'small' }), law, { runs: 400 });
  });

  /** The days of 17.2, looked at one by one. */
  const daysOfStatements = ({ terms, facts, through }: History): Day[] => {
    const days: Day[] = [];
    let last = 0;
    const before = terms.payments.statementDaysBefore ?? 0;
    let state: State | undefined;
    for (let on = startOf({ terms, facts, through }) + 1; on <= through; on++) {
      state = finished(atStatement(loanStatements, { terms, facts }, on, state));
      const { dueDates, firstPeriodStart, firstOrdinal, standing, paidOffOn } = state.position;
      const at = dueDates.findIndex((dueOn, i) => {
        const dayAfter = (dueDates[i - 1] ?? firstPeriodStart) + 1;
        return on === Math.min(dueOn, Math.max(dueOn - before, dayAfter)) && firstOrdinal + i > last;
      });
      if (at === -1 || standing !== 'active' || paidOffOn !== null) continue;
      days.push(on);
      last = firstOrdinal + at;
    }
    return days;
  };

  test('one is made on each of its days on which the loan is active', () => {
    const law = (history: History, pick: number): void => {
      const whole = withDays(history, pick % 30);
      if (!whole.facts.some(isBeginning)) return;
      const { statements } = made(whole);
      assert.deepEqual(
        statements.map(({ statementOn }) => statementOn),
        daysOfStatements(whole),
      );
    };
    holdsFor(loanHistory({ size: 'small' }), law, { runs: 60 });
  });

  test('what is made from any statement on is what is made from the start', () => {
    fc.assert(
      fc.property(loanHistory({ size: 'small' }), someDaysBefore, fc.nat(), (plain, days, pick) => {
        const history = withDays(plain, days);
        const whole = outcome(() => made(history));
        if ('refused' in whole || whole.value.statements.length === 0) return;
        const at = pick % whole.value.statements.length;
        const { statementOn, yearToDate } = whole.value.statements[at]!;
        const { terms, facts, through } = history;
        const from = finished(atStatement(loanStatements, history, statementOn));
        const startedOn = startOf(history);
        const rest = finished(
          statementsThrough(loanStatements, { terms, facts, through, startedOn, from, yearToDate }),
        );
        assert.deepEqual(rest.statements, whole.value.statements.slice(at + 1));
        assert.equal(rest.nextOn, whole.value.nextOn);
      }),
      { numRuns: 150, seed: runsOf(1).seed },
    );
  });
});

describe('lines of credit', () => {
  const made = ({ terms, facts, through }: LineHistory) =>
    finished(statementsThrough(lineStatements, { terms, facts, startedOn: beginningOf(facts), through }));
  const beginningOf = (facts: readonly LineFact[]): Day =>
    facts.find(({ kind }) => kind === 'activation' || kind === 'migration')!.on;

  test('each adds up to its bill, and to the books of its day', () => {
    fc.assert(
      fc.property(lineHistory, (history) => {
        const result = outcome(() => made(history));
        if ('refused' in result) return;
        const { statements } = result.value;
        goOn(statements);
        const { terms, facts, through } = history;
        const { bills } = replayLine(terms, facts, { through }).records;
        assert.deepEqual(
          statements.map(({ ordinal }) => ordinal),
          bills.map(({ ordinal }) => ordinal),
          'none is missing, and none comes twice',
        );
        statements.forEach((one, i) => {
          addsUp(one);
          assert.ok(one.activities.every((each) => isWithin(each, one)));
          const bill = bills[i]!;
          const { bridge } = one;
          assert.equal(bridge.previousBalance, bill.previousBalance);
          assert.equal(bridge.newBalance, bill.newBalance);
          assert.equal(bridge.interest, bill.interest, 'interest');
          assert.equal(bridge.fees, sum(Object.values(bill.fees)), 'fees');
          assert.equal(bridge.payments - bridge.paymentReversals, bill.payments, 'payments');
          assert.equal(
            bridge.credits - bridge.creditReversals + bridge.refunds - bridge.adjustments,
            bill.credits,
            'credits',
          );
          assert.deepEqual(
            [bridge.purchases, bridge.cashAdvances, bridge.balanceTransfers, bridge.reimbursements],
            [bill.purchases, bill.cashAdvances, bill.balanceTransfers, bill.reimbursements],
          );
          const state = finished(atStatement(lineStatements, history, one.statementOn));
          const { outstanding, interest, customerCredit, disputed } = readLine(terms, state);
          const held = terms.disputes.credit === 'hold' ? disputed : 0;
          // What is called in or charged off on the day comes after the bill.
          if (bill.steps < state.records.steps.length) return;
          assert.equal(bridge.newBalance, outstanding - interest.notDue - customerCredit + held, 'the balance');
          assert.equal(one.customerCredit, customerCredit);
        });
      }),
      runsOf(150),
    );
  });
});
