// For tests: plans over loans of the engine alone, without a service.

import type { Fact } from '@tenor/engine/account/facts.ts';
import { readLoan } from '@tenor/engine/calc/read-loan.ts';
import { parseGolden } from '@tenor/engine/golden/golden-file.ts';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { instantOfLocal } from '@tenor/engine/values/zone.ts';
import type { Terms } from '../../core/loan/books.ts';
import type { LoanProduct } from '../../core/loan/product.ts';
import { products } from '../../core/products/list.ts';
import { type ExpectedPayment, expectedPayments, type LoanAhead } from './expected.ts';
import type { Decided, Plan, Route } from './plan.ts';

const [installment, line] = products as readonly LoanProduct[];
export const zone = 'America/New_York';
export const cents = (amount: number): Cents => amount as Cents;
export const day = (text: string): Day => dayOf(text as CivilDate);
const can = { cutOff: '16:00', zone, isSameDay: false, amountMax: null };
export const ach: Route = { rail: 'ach', can, zone };
export const at = (text: string, time = '12:00:00') => instantOfLocal({ date: text as CivilDate, time, zone });

export interface Life {
  readonly product: LoanProduct;
  readonly terms: Terms;
  readonly facts: readonly Fact[];
}

/** An installment loan, written as in the golden cases. */
export function loanLife(text: string): Life {
  const { terms, facts } = readLoan(parseGolden(text).cases[0]!.loan) as { terms: Terms; facts: readonly Fact[] };
  return { product: installment!, terms, facts };
}

export const lineLife = (terms: LineTerms, facts: readonly LineFact[]): Life => ({
  product: line!,
  terms,
  facts: facts as unknown as readonly Fact[],
});

/** 7,500.00 at 11.49 %, twelve payments of 666.05 on the 15th: example A of the agreements' arithmetic. */
export const exampleA = (facts = ''): Life =>
  loanLife(`
terms
  principal        7500.00
  interest.rate    0.1149
  payments.day     15
  payments.count   12
  payments.bufferDays 20
facts
  2027-03-09  activation
${facts}`);

/** As the service has the loan on a day: facts of that day and later ones are known. */
export function aheadOn({ product, terms, facts }: Life, on: string): LoanAhead {
  const through = day(on) - 1;
  const start = product.replay(terms, facts, { through });
  const today = product.replay(terms, facts, { through: day(on), from: start });
  return { product, terms, zone, facts, state: start, dues: product.autopay.dues(terms, start, today), usual: 0 };
}

export const planOf = (more: Partial<Plan> = {}): Plan => ({
  dates: { offsets: [0] },
  amounts: { asks: 'due', extra: 0 as Cents, fixed: null, max: null },
  route: ach,
  notices: null,
  today: day('2027-03-10'),
  since: at('2027-03-10'),
  ...more,
});

export const expectedOn = (life: Life, on: string, plan: Plan, decided: readonly Decided[] = []): ExpectedPayment[] =>
  expectedPayments(aheadOn(life, on), plan, decided, 1_000);

/** Planned day, banking day, amount. */
export const shownExpected = ({ plannedOn, entryOn, amount }: ExpectedPayment): string =>
  `${dateOf(plannedOn)} ${dateOf(entryOn)} ${(amount / 100).toFixed(2)}`;
