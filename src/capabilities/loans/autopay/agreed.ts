// A plan as it was agreed, and as its payments are computed.
import { checkDueDays } from '@tenor/engine/time/due-dates.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Way } from '../collecting/checks.ts';
import { readDays } from '../loan/agreement-fields.ts';
import type { AmountType } from '../loan/collected-by-plan.ts';
import type { LoanProduct } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';
import type { DateRule, Plan } from './plan.ts';
import type { PlanRules } from './tables.ts';

type Frequency = Parameters<typeof readDays>[0];

/** The days of its own; or why they are none. */
export function seriesOf({ paymentFrequency, specificDays }: NonNullable<PlanRules['days']>) {
  const frequency = paymentFrequency as Frequency;
  const { days, startDate, problem } = readDays(frequency, specificDays);
  const series = { frequency, days, startDate };
  return { series, problem: problem ?? checkDueDays(series) };
}

const datesOf = ({ days, offsets }: PlanRules): DateRule =>
  days === null ? { offsets } : { series: seriesOf(days).series };

interface Agreed {
  readonly product: LoanProduct;
  readonly rules: PlanRules;
  readonly way: Way;
  readonly since: Instant;
  readonly amountMax: Cents | null;
}

export function planOf({ zone }: Pick<LoanRow, 'zone'>, { product, rules, way, since, amountMax }: Agreed): Plan {
  const { amountType, extraAmount, amount } = rules;
  return {
    dates: datesOf(rules),
    amounts: {
      asks: product.autopay.amounts[amountType] ?? 'due',
      extra: extraAmount ?? (0 as Cents),
      fixed: amount,
      max: amountMax,
    },
    route: { rail: way.rail, can: way.carrier.provider.can, zone },
    since,
  };
}

export const takesExtra = (type: AmountType): boolean => type.endsWith('PlusExtra');

/** The rule for the amounts, in the words of the authorization. */
const words: Readonly<Record<AmountType, string>> = {
  statementMinimumAmount: 'the minimum of each statement, less what was paid since',
  statementMinimumAmountPlusExtra: 'the minimum of each statement and an extra amount, less what was paid since',
  statementBalanceAmount: 'the balance of each statement, less what was paid or credited since',
  dueAmount: 'what comes due on each due date',
  dueAmountPlusExtra: 'what comes due on each due date, and an extra amount',
  dueAndOverdueAmount: 'what comes due on each due date, and what is overdue',
  fixedAmount: 'the same amount at each due date',
};
export const ruleInWords = ({ amountType }: PlanRules): string => words[amountType];
