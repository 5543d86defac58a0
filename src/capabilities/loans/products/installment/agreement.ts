// What is agreed, looked at by itself: amounts that cannot be below zero, and a supplied schedule in order.
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import type { AtOriginationInput } from './schemas.ts';

/** The principal is looked at with the terms: it may follow from the amount financed and the down payment. */
const amounts = ['amountFinanced', 'downPaymentAmount', 'periodicPaymentAmount', 'totalInterestCapAmount'] as const;
const feeAmounts = ['originationFeeAmount', 'serviceFeeAmount', 'serviceFeeCapAmount'] as const;
const rowAmounts = ['amount', 'principalAmount', 'interestAmount'] as const;

/** Errors: InvalidRequest, with every field that is wrong. */
export function mustBeAgreement(agreed: AtOriginationInput): void {
  mustHaveNone([...amountsOf(agreed), ...scheduleOf(agreed), ...advancesOf(agreed)]);
}

function amountsOf(agreed: AtOriginationInput): Problem[] {
  return [
    ...amounts.flatMap((name) => notNegative(name, agreed[name])),
    ...feeAmounts.flatMap((name) => notNegative(`fees.${name}`, agreed.fees?.[name])),
  ];
}

/** Each due date after the one before: the engine goes through them in this order. */
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

const notNegative = (field: string, amount: number | null | undefined): Problem[] =>
  (amount ?? 0) < 0 ? [wrong(field, 'must not be negative', 'an amount from 0.00 on')] : [];

const wrong = (field: string, message: string, expected: string): Problem => ({
  path: `atOrigination.${field}`,
  message,
  expected,
});
