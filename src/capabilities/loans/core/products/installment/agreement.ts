// The agreement of an installment loan: values that were left out, and checks that need nothing but the agreement.

import type { Cents } from '@tenor/engine/values/cents.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import { mustBeRates, notNegative } from '../../loan/agreement-fields.ts';
import type { LoanRow } from '../../loan/tables.ts';
import { discountProblems } from './merchant-discount.ts';
import type { AtOriginationInput } from './schemas.ts';

/** The principal is checked with the terms: it may follow from the amount financed and the down payment. */
const amounts = [
  'amountFinanced',
  'downPaymentAmount',
  'periodicPaymentAmount',
  'financeChargeAmount',
  'totalInterestCapAmount',
] as const;
const feeAmounts = ['originationFeeAmount', 'serviceFeeAmount', 'serviceFeeCapAmount'] as const;
const rowAmounts = ['amount', 'principalAmount', 'interestAmount'] as const;

export const agreementOf = ({ at_origination }: Pick<LoanRow, 'at_origination'>): AtOriginationInput =>
  at_origination as AtOriginationInput;

/** Fills in what was left out, so that an answer shows the values that are in force. */
export function wholeAgreement(agreed: AtOriginationInput): AtOriginationInput {
  const down = (agreed.downPaymentAmount ?? 0) as Cents;
  const financed = agreed.amountFinanced ?? null;
  const principal = agreed.principalAmount ?? (financed === null ? null : ((financed - down) as Cents));
  return {
    ...agreed,
    amountFinanced: financed ?? principal,
    principalAmount: principal,
    downPaymentAmount: down,
    specificDays: agreed.specificDays ?? [],
    skipCreditReporting: agreed.skipCreditReporting ?? false,
  };
}

/** A new amount financed or down payment makes a new principal, unless that is sent too or was never made of them. */
export function changedAgreement(
  before: AtOriginationInput,
  sent: Partial<AtOriginationInput> | undefined,
): AtOriginationInput {
  const merged = { ...before, ...sent } as AtOriginationInput;
  const changed = (name: 'amountFinanced' | 'downPaymentAmount') =>
    sent?.[name] !== undefined && sent[name] !== before[name];
  const wasDerived = before.principalAmount === (before.amountFinanced ?? 0) - (before.downPaymentAmount ?? 0);
  const isNewAmount = changed('amountFinanced') && sent?.amountFinanced !== null;
  const isNew = isNewAmount || (changed('downPaymentAmount') && wasDerived);
  if (!isNew || sent?.principalAmount !== undefined) return wholeAgreement(merged);
  const { principalAmount: _, ...rest } = merged;
  return wholeAgreement(rest);
}

/** Checks an agreement that lacks something yet. Errors: InvalidRequest. */
export function mustBeSound(agreed: AtOriginationInput): undefined {
  mustBeRates(agreed);
  mustBeAgreement(agreed);
}

/** Errors: InvalidRequest, with all fields that are wrong. */
export function mustBeAgreement(agreed: AtOriginationInput): void {
  mustHaveNone([...amountsOf(agreed), ...scheduleOf(agreed), ...advancesOf(agreed), ...discountProblems(agreed)]);
}

function amountsOf(agreed: AtOriginationInput): Problem[] {
  return [
    ...amounts.flatMap((name) => notNegative(name, agreed[name])),
    ...feeAmounts.flatMap((name) => notNegative(`fees.${name}`, agreed.fees?.[name])),
  ];
}

/** Each due date must be after the one before: the engine uses them in this order. */
function scheduleOf({ expectedPayments }: AtOriginationInput): Problem[] {
  const rows = expectedPayments ?? [];
  return rows.flatMap((row, i) => {
    const at = `expectedPayments[${i}]`;
    const before = rows[i - 1]?.date;
    const isLate = before === undefined || row.date > before;
    return [
      ...(isLate ? [] : [wrong(`${at}.date`, 'does not come after the due date before it', `a date after ${before}`)]),
      ...rowAmounts.flatMap((name) => notNegative(`${at}.${name}`, row[name])),
    ];
  });
}

const advancesOf = ({ advanceSchedule }: AtOriginationInput): Problem[] =>
  (advanceSchedule ?? []).flatMap(({ amount }, i) =>
    amount > 0 ? [] : [wrong(`advanceSchedule[${i}].amount`, 'must be more than zero', 'an amount of at least 0.01')],
  );

const wrong = (field: string, message: string, expected: string): Problem => ({
  path: `atOrigination.${field}`,
  message,
  expected,
});
