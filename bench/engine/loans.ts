// The loans of the engine's figures, written as JSON like those of `tenor calc`.

import type { Fact } from '../../engine/account/facts.ts';
import { readLoan } from '../../engine/calc/read-loan.ts';
import { replay } from '../../engine/installment/replay.ts';
import { expectedPayments } from '../../engine/installment/schedule-of.ts';
import type { State } from '../../engine/installment/state.ts';
import type { Terms } from '../../engine/installment/terms.ts';
import { parseCivilDate } from '../../engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '../../engine/values/day.ts';
import { generator } from '../people.ts';

export interface Loan {
  readonly terms: Terms;
  readonly facts: readonly Fact[];
  /** The day of the last fact. */
  readonly through: Day;
}

function dayFrom(text: string): Day {
  const date = parseCivilDate(text);
  if (date === undefined) throw new Error(`${text} is no date.`);
  return dayOf(date);
}

export const today = dayFrom('2026-11-21');

export interface PlainLoan {
  readonly principal: number;
  /** Percent a year. */
  readonly percent: number;
  readonly months: number;
}

/** 15,000.00 at 11.49 % over five years. */
export const fiveYears: PlainLoan = { principal: 15_000, percent: 11.49, months: 60 };

export const activatedOn = dayFrom('2021-11-15');

const lateFee = { graceDays: 10, flat: 15, percent: 0.05, rule: 'lesser' };

export function plainTerms({ principal, percent, months }: PlainLoan): Terms {
  return termsOf({
    principal,
    interest: { rate: Math.round(percent * 100) / 10_000 },
    payments: { day: 15, count: months },
    fees: { late: lateFee },
  });
}

const activation = (on: Day) => ({ kind: 'activation', on: dateOf(on) });

function termsOf(terms: object): Terms {
  return readLoan({ terms, facts: [activation(activatedOn)] }).terms;
}

/** Every payment in full on its day. */
export function paidOnTime(plain: PlainLoan): Loan {
  const terms = plainTerms(plain);
  return withPayments(terms, [{ kind: 'activation', id: 'activation', on: activatedOn }], Number.MAX_SAFE_INTEGER);
}

function withPayments(terms: Terms, start: readonly Fact[], until: Day): Loan {
  const state = replay(terms, start, { through: start.at(-1)?.on ?? activatedOn });
  const rows = expectedPayments(terms, state, []).filter(({ on }) => on <= until);
  const payments = rows.map(
    ({ on, amount, ordinal }): Fact => ({
      kind: 'payment',
      id: `p${ordinal}`,
      on,
      amount,
      status: 'succeeded',
      enablePrepayments: false,
      agencyFee: 0 as never,
    }),
  );
  return { terms, facts: [...start, ...payments], through: payments.at(-1)?.on ?? activatedOn };
}

export interface AtCheckpoint {
  readonly terms: Terms;
  readonly from: State;
  /** The facts after the checkpoint. */
  readonly facts: readonly Fact[];
}

/** Everything that a store keeps of a checkpoint. */
function checkpointOf(loan: Loan, through: Day): State {
  const state = replay(loan.terms, loan.facts, { through });
  const none = { steps: [], postings: [], segments: [], fees: [], obligations: [], events: [], moot: [] };
  return { ...state, records: none };
}

/** A loan over 40 years after `years` of them, and its next payment. */
export function agedLoan(years: number): AtCheckpoint {
  const { terms, facts } = paidOnTime({ principal: 250_000, percent: 6.25, months: 480 });
  const next = facts[12 * years + 1];
  const last = facts[12 * years];
  if (next === undefined || last === undefined) throw new Error(`The loan has no year ${years}.`);
  return { terms, from: checkpointOf({ terms, facts, through: last.on }, last.on), facts: [next] };
}

const rerateDay = today - 90;

/**
 * Loans of every age with a spread on one index, paid on time. The checkpoint is on the last due date before
 * `rerateDay`.
 */
export function indexLoans(count: number): AtCheckpoint[] {
  const draw = generator(20_261_121);
  const between = (min: number, max: number): number => min + Math.floor(draw() * (max - min + 1));
  return Array.from({ length: count }, () => {
    const months = between(12, 72);
    const age = between(4, Math.min(months - 1, 70));
    const start = today - Math.round(age * 30.44) - between(0, 20);
    const terms = termsOf({
      principal: between(200_000, 4_000_000) / 100,
      interest: { rates: [{ rate: between(200, 1200) / 10_000, type: 'spread' }] },
      payments: { day: between(1, 28), count: months },
      fees: { late: lateFee },
    });
    return atCheckpoint(terms, start);
  });
}

function atCheckpoint(terms: Terms, start: Day): AtCheckpoint {
  const index: Fact = { kind: 'index', id: 'index-1', on: start - 1, rate: '0.0525' as never };
  const loan = withPayments(terms, [index, { kind: 'activation', id: 'activation', on: start }], today);
  const paid = loan.facts.filter(({ on }) => on < rerateDay);
  const through = paid.at(-1)?.on ?? start;
  return {
    terms,
    from: checkpointOf(loan, through),
    facts: loan.facts.filter(({ on }) => on > through),
  };
}

export const newIndex: Fact = { kind: 'index', id: 'index-2', on: rerateDay, rate: '0.055' as never };

/** A loan over 30 years without payments, with `changes` of the index in the first years. */
export function monthlyIndexLoan(changes: number): Loan {
  const { terms, facts } = readLoan({
    terms: {
      principal: 250_000,
      interest: { rates: [{ rate: 0.02, type: 'spread' }] },
      payments: { day: 15, count: 360 },
    },
    facts: [
      { kind: 'index', on: dateOf(activatedOn - 1), rate: 0.03 },
      activation(activatedOn),
      ...Array.from({ length: changes }, (_, i) => ({
        kind: 'index',
        on: dateOf(activatedOn + 1 + 30 * i),
        rate: (300 + ((7 * i) % 13)) / 10_000,
      })),
    ],
  });
  return { terms, facts, through: activatedOn + 30 * changes };
}

/** A single term over so many years, with `payments` payments whatever its length. */
export function sparseLoan(years: number, payments: number): Loan {
  const end = activatedOn + Math.round(years * 365.25);
  const { terms, facts } = readLoan({
    terms: {
      principal: 15_000,
      interest: { rate: 0.1149 },
      payments: { frequency: 'singleTerm', endDate: dateOf(end) },
    },
    facts: [
      activation(activatedOn),
      ...Array.from({ length: payments }, (_, i) => ({
        kind: 'payment',
        on: dateOf(activatedOn + Math.round(((i + 1) * (end - activatedOn)) / (payments + 1))),
        amount: 40,
      })),
    ],
  });
  return { terms, facts, through: end - 1 };
}
