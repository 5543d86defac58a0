// The minimum payment warning of a bill, as it is shown (Regulation Z, 1026.7(b)(12)).
import type { Bill as EngineBill } from '@tenor/engine/line/records.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import { type MinimumWarning, warningOf } from '@tenor/engine/line/warning.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Bill } from './schemas.ts';

export const shownWarning = (terms: LineTerms, bill: EngineBill): Bill['minimumPaymentWarning'] =>
  presentWarning(warningOf(terms, bill));

export function presentWarning(found: MinimumWarning | null): Bill['minimumPaymentWarning'] {
  if (found === null) return null;
  const { atMinimum, in36 } = found;
  return {
    isPaidOff: atMinimum !== null,
    months: atMinimum?.months ?? null,
    count: atMinimum?.shown.count ?? null,
    unit: atMinimum?.shown.unit ?? null,
    totalAmount: (atMinimum?.total ?? null) as Cents | null,
    paymentFor36MonthsAmount: (in36?.payment ?? null) as Cents | null,
    totalFor36MonthsAmount: (in36?.total ?? null) as Cents | null,
    savingsAmount: (in36?.savings ?? null) as Cents | null,
  };
}
