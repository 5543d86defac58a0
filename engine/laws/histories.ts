// Random loans: terms, facts, and the day to look at. The engine refuses none of them.

import fc from 'fast-check';
import type { Fact, FactOf } from '../account/facts.ts';
import type { InterestTerms, Terms } from '../installment/terms.ts';
import { cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { between, type Draft, dayAt, someWhen } from './drafts.ts';
import { earlyIndex, type Habit, habitDraft, someDraft, someHabit } from './some-facts.ts';
import { type Frame, often, someFrame } from './some-terms.ts';

export interface History {
  readonly terms: Terms;
  readonly facts: readonly Fact[];
  readonly through: Day;
}

interface HistoryOptions {
  readonly size?: 'small' | 'long';
  readonly principal?: { readonly min: number; readonly max: number };
  /** The number of facts besides the payments of every due date. */
  readonly extras?: number;
  /** What they are; else everything that may happen. */
  readonly drafts?: fc.Arbitrary<Draft>;
}

const sizes = { small: { countMax: 6, extras: 6 }, long: { countMax: 40, extras: 16 } };

export function loanHistory({
  size = 'small',
  principal,
  extras,
  drafts = someDraft,
}: HistoryOptions = {}): fc.Arbitrary<History> {
  const { countMax } = sizes[size];
  const most = extras ?? sizes[size].extras;
  return fc
    .record({
      frame: someFrame({ countMax, ...(principal === undefined ? {} : { principal }) }),
      beginning: fc.oneof({ weight: 88, arbitrary: fc.constant(null) }, { weight: 12, arbitrary: migrationGenes }),
      activationTime: often<number | null>(null, fc.constantFrom(0, 36_000, 50_000), 85),
      indexes: fc.array(earlyIndex, { maxLength: 4 }),
      habits: fc.array(someHabit, { maxLength: countMax + 2, size: 'max' }),
      isOrderly: often(false, fc.constant(true), 60),
      giveUpAt: often(99, between(0, countMax), 65),
      planned: fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
      drafts: fc.oneof(
        { weight: 45, arbitrary: fc.array(drafts, { maxLength: Math.min(3, most), size: 'max' }) },
        { weight: 55, arbitrary: fc.array(drafts, { maxLength: most, size: 'max' }) },
      ),
      end: fc.oneof(
        { weight: 50, arbitrary: fc.record({ k: fc.constant(-1), shift: between(0, 60) }) },
        { weight: 45, arbitrary: someWhen },
        { weight: 5, arbitrary: fc.record({ k: fc.constant(-1), shift: between(60, 400) }) },
        { weight: 1, arbitrary: fc.record({ k: fc.constant(-2), shift: between(-9, -1) }) },
      ),
    })
    .map(historyOf);
}

interface HistoryGenes {
  readonly frame: Frame;
  readonly beginning: MigrationGenes | null;
  readonly activationTime: number | null;
  readonly indexes: readonly Draft[];
  readonly habits: readonly Habit[];
  /** Payments are exactly what is due and never early; a payment may only be late. */
  readonly isOrderly: boolean;
  readonly giveUpAt: number;
  readonly planned: readonly boolean[];
  readonly drafts: readonly Draft[];
  readonly end: { readonly k: number; readonly shift: number };
}

function historyOf(genes: HistoryGenes): History {
  const begun = genes.beginning === null ? null : migrated(genes.frame, genes.beginning);
  const frame = begun?.frame ?? genes.frame;
  const time = genes.activationTime === null ? {} : { time: genes.activationTime };
  const facts: Fact[] = [begun?.fact ?? { id: 'A0', on: frame.start, ...time, kind: 'activation' }];
  const needsIndex = frame.terms.interest.rates.some(({ type }) => type === 'spread');
  const habits = genes.habits
    .slice(0, genes.giveUpAt)
    .map((habit, i) => habitDraft(genes.isOrderly ? orderly(habit) : habit, i + 1));
  const drafts = genes.drafts.slice(0, genes.isOrderly ? 2 : genes.drafts.length);
  for (const draft of [...(needsIndex ? genes.indexes : []), ...habits, ...drafts]) {
    facts.push(...draft(frame, facts));
  }
  facts.push(...plannedAdvances(frame, genes.planned));
  return {
    terms: frame.terms,
    facts: facts.map((fact) => notBefore(facts[0]!, fact)),
    through: lastDay(genes.end, frame),
  };
}

const orderly = ({ how, shift, stamp }: Habit): Habit => ({
  how: how === 'skipped' ? how : 'inTime',
  shift: shift > 6 ? shift : 0,
  percent: 100,
  stamp,
});

/** A day among the due dates, after the last one, or before the loan begins. */
function lastDay(end: HistoryGenes['end'], frame: Frame): Day {
  if (end.k >= 0) return dayAt(end, frame);
  return (end.k === -1 ? frame.dueDates.at(-1)! : frame.start) + end.shift;
}

/** On the first day of the loan nothing happens before the loan begins. */
function notBefore(first: Fact, fact: Fact): Fact {
  if (fact === first || fact.on > first.on || fact.kind === 'index') return fact;
  const { time: _, ...untimed } = fact;
  const earliest = first.time ?? 43_200;
  return (fact.time ?? 43_200) >= earliest ? fact : { ...untimed, time: earliest };
}

/** Most planned advances happen. */
function plannedAdvances({ terms }: Frame, missed: readonly boolean[]): FactOf<'advance'>[] {
  return terms.payments.plannedAdvances.flatMap(({ on, amount }, i) =>
    missed[i] && on % 3 === 0 ? [] : [{ id: `V${i}`, on, kind: 'advance', amount, afterwards: 'keepPayment' }],
  );
}

const migrationGenes = fc.record({
  /** How many due dates have passed, and how many days ago the last of them was. */
  passed: between(0, 8),
  after: between(0, 12),
  principalShare: between(5, 110),
  /** The interest in millionths of a cent. */
  accrued: fc.oneof(
    fc.constant(0),
    between(0, 2_000_000_000),
    between(0, 200_000).map((n) => n * 10_000),
  ),
  open: fc.array(
    fc.record({
      interest: between(0, 40_00),
      share: between(0, 100),
      lateFees: often(0, between(1, 30_00), 60),
      isTested: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  isOpenToday: fc.boolean(),
  paid: fc.record({ principal: between(0, 900_00), interest: between(0, 90_00), fees: between(0, 40_00) }),
});
type MigrationGenes = typeof migrationGenes extends fc.Arbitrary<infer T> ? T : never;

/**
 * The loan, taken over after some of its due dates. Options that the rules do not define for such a loan are left out
 * of its terms.
 */
function migrated(frame: Frame, genes: MigrationGenes): { frame: Frame; fact: Fact } {
  const passed = Math.min(genes.passed, frame.dueDates.length - 1);
  const periodStart = passed === 0 ? frame.start : frame.dueDates[passed - 1]!;
  const dueDates = frame.dueDates.slice(passed);
  const on = Math.min(periodStart + genes.after, dueDates[0]! - 1);
  const { principal } = frame.terms;
  const fact: Fact = {
    id: 'M0',
    on,
    kind: 'migration',
    principal: cents(Math.max(1, Math.floor((principal * genes.principalShare) / 100))),
    accruedInterest: `${Math.floor(genes.accrued / 1_000_000)}.${String(genes.accrued % 1_000_000).padStart(6, '0')}`,
    obligations: obligationsOf(genes, { passed, frame, on }),
    payment: cents(frame.payment),
    dueDates,
    ordinal: passed + 1,
    periodStart,
    originatedOn: frame.start,
    paid: {
      principal: cents(genes.paid.principal),
      interest: cents(genes.paid.interest),
      fees: cents(genes.paid.fees),
    },
  };
  // A loan that was taken over has no supplied rows, only its dates.
  const isSupplied = frame.terms.payments.schedule !== null;
  const count = isSupplied ? frame.dueDates.length : frame.terms.payments.count;
  const payments = { ...frame.terms.payments, schedule: null, plannedAdvances: [], count };
  const fees = { ...frame.terms.fees, origination: null };
  const terms = { ...frame.terms, interest: takenOver(frame), payments, fees, merchantDiscount: null };
  return { frame: { ...frame, terms, start: on, dueDates }, fact };
}

/** A charge is taken over in cents. */
function takenOver({ terms: { interest }, payment }: Frame): InterestTerms {
  const { precomputed } = interest;
  return precomputed?.charge === 'byRate'
    ? { ...interest, precomputed: { ...precomputed, charge: cents(payment) } }
    : interest;
}

interface Takeover {
  readonly passed: number;
  readonly frame: Frame;
  readonly on: Day;
}

function obligationsOf({ open, isOpenToday }: MigrationGenes, { passed, frame, on }: Takeover) {
  const last = frame.dueDates.slice(0, passed).filter((day) => day < on || (day === on && isOpenToday));
  return open.slice(0, last.length).map(({ interest, share, lateFees, isTested }, i, all) => {
    const ordinal = last.length - all.length + i + 1;
    return {
      ordinal,
      dueDate: last[ordinal - 1]!,
      interest: cents(interest),
      principal: cents(Math.floor((frame.payment * share) / 100)),
      lateFees: cents(lateFees),
      lateFeeTested: isTested || lateFees > 0,
    };
  });
}
