// What payments do: paid in one piece or in two, more or earlier, and all at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact, FactOf } from '../account/facts.ts';
import { payoffOf } from '../account/payoff.ts';
import type { Reading } from '../account/read.ts';
import { replay } from '../installment/replay.ts';
import type { Terms } from '../installment/terms.ts';
import { type Cents, cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { holdsFor, readingOf, stateOf } from './compare.ts';
import { fraction, minus, sum } from './fraction.ts';
import { type History, loanHistory } from './histories.ts';
import { plainTerms } from './show.ts';

const small = loanHistory({ size: 'small' });
const paymentOf = (id: string, on: Day, amount: number): FactOf<'payment'> => ({
  id,
  on,
  kind: 'payment',
  amount: amount as Cents,
  status: 'succeeded',
  enablePrepayments: false,
  agencyFee: cents(0),
});
const owedIn = ({ principal, interest, fees, chargedOff }: Reading): number =>
  [principal, interest, chargedOff, ...Object.values(fees)]
    .flatMap((part) => Object.values(part))
    .reduce((total, amount) => total + amount, 0);

/** Facts before the last second of the day, which is left to the payment. */
const beforeLastSecond = (facts: readonly Fact[], day: Day): readonly Fact[] =>
  facts.filter(({ on, time }) => on < day || (on === day && time !== 86_399));

test('the payoff of a day, paid on it, leaves nothing; a cent less leaves something', () => {
  const seen = { paid: 0 };
  const law = (history: History): void => {
    const { terms, through } = history;
    const facts = beforeLastSecond(history.facts, through);
    const before = readingOf({ ...history, facts });
    const { amount: total } = payoffOf(terms, replay(terms, facts, { through }));
    if (before.status === 'pending' || before.status === 'paidOff') return;
    assert.equal(total, Math.max(0, owedIn(before) - before.customerCredit));
    if (total <= 1) return;
    seen.paid += 1;
    const paid = (amount: number) => ({ ...paymentOf('zz', through, amount), time: 86_399 });
    const after = readingOf({ ...history, facts: [...facts, paid(total)] });
    assert.equal(after.status, 'paidOff');
    assert.deepEqual([owedIn(after), after.customerCredit], [0, 0]);
    const { n, d } = sum(fraction(after.forgoneRounding), minus(fraction(before.forgoneRounding)));
    assert.ok(n < d && n > -d, `${n}/${d} forgone`);
    if (facts.some(({ kind }) => kind === 'settlement')) return;
    assert.notEqual(readingOf({ ...history, facts: [...facts, paid(total - 1)] }).status, 'paidOff');
  };
  holdsFor(small, law, { runs: 500 });
  assert.ok(seen.paid > 150, `only ${seen.paid} loans had a payoff`);
});

test('a payoff is the sum of its parts, and its per diem is what a day adds when nothing else happens', () => {
  const seen = { days: 0 };
  const law = (history: History): void => {
    const { terms, facts, through } = history;
    const { amount, principal, interest, fees, credit, perDiem } = payoffOf(terms, replay(terms, facts, { through }));
    assert.equal(amount, Math.max(0, principal + interest + fees - credit));
    const [today, tomorrow] = [readingOf(history), readingOf({ ...history, through: through + 1 })];
    const isQuiet =
      facts.every(({ on, kind }) => on !== through + 1 || kind === 'undo') && terms.interest.totalCap === null;
    if (!isQuiet || today.status === 'frozen' || today.status === 'pending') return;
    const { n, d } = sum(fraction(tomorrow.accruedTotal), minus(fraction(today.accruedTotal)));
    assert.equal(decimalPlaces((n * 10_000n) / d), perDiem);
    seen.days += n > 0n ? 1 : 0;
  };
  holdsFor(small, law, { runs: 400 });
  assert.ok(seen.days > 60, `only ${seen.days} days earned interest`);
});

/** Ten-thousandths of a cent as dollars with six decimals. */
const decimalPlaces = (size: bigint): string => {
  const digits = String(size).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

/** The payoff law for a loan on which the lender also owes: it was overpaid and then had an advance. */
const withCredit = small.map(
  ({ terms, facts, through }): History => ({
    terms,
    facts: [
      ...facts,
      paymentOf('over', facts[0]!.on + 1, terms.principal * 2),
      {
        id: 'again',
        on: facts[0]!.on + 2,
        kind: 'advance',
        amount: cents(terms.principal * 3),
        afterwards: 'keepPayment',
      },
    ],
    through: Math.min(through, facts[0]!.on + 12),
  }),
);

test('the payoff of a loan with credit is less by the credit', () => {
  const seen = { credits: 0 };
  const law = (history: History): void => {
    const { amount, credit } = payoffOf(
      history.terms,
      replay(history.terms, history.facts, { through: history.through }),
    );
    const found = readingOf(history);
    assert.equal(credit, found.customerCredit);
    assert.equal(amount, Math.max(0, owedIn(found) - found.customerCredit));
    seen.credits += credit > 0 && amount > 0 ? 1 : 0;
  };
  holdsFor(withCredit, law, { runs: 200 });
  assert.ok(seen.credits > 20, `only ${seen.credits} loans had credit`);
});

test('a payment in two pieces is the payment in one', () => {
  const seen = { cut: 0 };
  const law = (history: History, pick: number): void => {
    // Each piece would solve the payments again, and the first piece alone may meet a settlement.
    if (history.terms.prepayment === 'reamortize' || history.facts.some(({ kind }) => kind === 'settlement')) return;
    const undone = new Set(history.facts.map((fact) => (fact.kind === 'undo' ? fact.of : '')));
    const payments = history.facts.filter(
      (fact): fact is FactOf<'payment'> => fact.kind === 'payment' && fact.amount > 1 && !undone.has(fact.id),
    );
    const target = payments[pick % Math.max(1, payments.length)];
    if (target === undefined || target.agencyFee > 0) return;
    seen.cut += 1;
    const first = 1 + (pick % (target.amount - 1));
    // The second piece has the first one's id with a space added, so nothing is sorted between the two.
    const second = { ...target, id: `${target.id} `, amount: cents(target.amount - first) };
    const facts = [...history.facts.map((f) => (f === target ? { ...target, amount: cents(first) } : f)), second];
    assert.deepEqual(readingOf({ ...history, facts }), readingOf(history));
  };
  holdsFor(small, law, { runs: 600 });
  assert.ok(seen.cut > 100, `only ${seen.cut} payments were cut in two`);
});

const plainInterest = {
  accrual: 'simple',
  totalCap: null,
  afterRateChange: 'keepPayment',
  overdueRate: null,
  overdueBearing: 'principal',
  precomputed: null,
} as const;

/**
 * Without fees, limits, caps, a fixed charge and solving again, and with payments only: what remains is interest and
 * money. Without a rate on what is overdue too: money before its due date may lower the last instalment, and not this one.
 */
function simplified(terms: Terms): Terms {
  return {
    ...terms,
    interest: { ...terms.interest, ...plainInterest },
    fees: plainTerms.fees,
    waterfall: plainTerms.waterfall,
    prepayment: 'lastDue',
    delinquency: plainTerms.delinquency,
  };
}
const paymentsOnly = small.map(
  ({ terms, facts, through }): History => ({
    terms: simplified(terms),
    facts: facts.filter(
      ({ kind }) => kind === 'activation' || kind === 'payment' || kind === 'index' || kind === 'migration',
    ),
    through,
  }),
);

const principalOf = (history: History): number => {
  const { notDue, due, overdue } = readingOf(history).principal;
  return notDue + due + overdue;
};

test('more paid, or paid earlier, never leaves more principal', () => {
  const law = (history: History, pick: number): void => {
    const payments = history.facts.filter((fact): fact is FactOf<'payment'> => fact.kind === 'payment');
    const target = payments[pick % Math.max(1, payments.length)];
    if (target === undefined) return;
    const start = history.facts[0]!.on;
    const change = (more: Partial<FactOf<'payment'>>): History => ({
      ...history,
      facts: history.facts.map((fact) =>
        fact === target ? ({ ...target, enablePrepayments: false, ...more } as Fact) : fact,
      ),
    });
    const asItIs = principalOf(change({}));
    const more = change({ amount: cents(target.amount + 1 + (pick % 5000)) });
    const earlier = change({ on: Math.max(start + 1, target.on - (pick % 20)) });
    assert.ok(principalOf(more) <= asItIs, 'more paid left more');
    if (target.on > start) assert.ok(principalOf(earlier) <= asItIs, 'paid earlier left more');
  };
  const plain = paymentsOnly.map((history) => ({
    ...history,
    facts: history.facts.map((fact) => (fact.kind === 'payment' ? { ...fact, enablePrepayments: false } : fact)),
  }));
  holdsFor(plain, law, { runs: 500 });
});

test('customer credit is not kept beside what is due, nor beside less than itself', () => {
  const law = (history: History): void => {
    const found = readingOf(history);
    if (found.customerCredit === 0) return;
    assert.deepEqual(found.open, []);
    assert.ok(owedIn(found) === 0 || owedIn(found) > found.customerCredit);
  };
  holdsFor(small, law, { runs: 500 });
});

test('all that was paid in is somewhere', () => {
  const law = (history: History): void => {
    const { records } = stateOf(history);
    for (const step of records.steps.filter(({ kind }) => kind === 'payment')) {
      const booked = records.postings.filter(({ on, cause }) => on === step.on && cause === step.cause);
      const debit = booked.reduce((total, { amount }) => total + Math.max(0, amount), 0);
      assert.equal(debit, step.amount, step.cause);
    }
  };
  holdsFor(small, law, { runs: 300 });
});
