// A plan as it was agreed, and as its payments are computed.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { seriesOfDays } from '../../core/loan/agreement-fields.ts';
import type { AmountType } from '../../core/loan/collected-by-plan.ts';
import type { LoanProduct } from '../../core/loan/product.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import type { Way } from '../collecting/checks.ts';
import type { Told } from './notices.ts';
import type { DateRule, Plan } from './plan.ts';
import type { PlanRules } from './tables.ts';

const datesOf = ({ days, offsets }: PlanRules): DateRule =>
  days === null ? { offsets } : { series: seriesOfDays(days).series };

interface Agreed {
  readonly product: LoanProduct;
  readonly rules: PlanRules;
  readonly way: Way;
  readonly since: Instant;
  readonly amountMax: Cents | null;
  readonly told: Told | null;
  readonly today: Day;
}

export function planOf({ zone }: Pick<LoanRow, 'zone'>, agreed: Agreed): Plan {
  const { product, rules, way, since, amountMax, told, today } = agreed;
  const { amountType, extraAmount, amount } = rules;
  const above = mostUnannounced(rules, amountMax);
  return {
    dates: datesOf(rules),
    amounts: {
      asks: product.autopay.amounts[amountType] ?? 'due',
      extra: extraAmount ?? (0 as Cents),
      fixed: amount,
      max: amountMax,
    },
    route: { rail: way.rail, can: way.carrier.provider.can, zone },
    notices: above === null ? null : { above, announced: told?.payments ?? [] },
    today,
    since,
  };
}

/** Null: no payment can be more than what needs no notice. */
function mostUnannounced({ noticeAbove: above, amount }: PlanRules, amountMax: Cents | null): Cents | null {
  const most = [amount, amountMax].filter((one) => one !== null);
  return above === null || most.some((one) => one <= above) ? null : above;
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
const announced = (above: Cents): string => `; more than ${(above / 100).toFixed(2)} is announced ten days before`;

export const ruleInWords = ({ amountType, noticeAbove }: PlanRules): string =>
  `${words[amountType]}${noticeAbove === null ? '' : announced(noticeAbove)}`;
