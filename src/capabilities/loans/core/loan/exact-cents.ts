// Interest that another system has earned and not booked, exact to a millionth of a cent.
import { refuseField } from '#platform/errors.ts';

const dollars = /^(\d{1,12})(?:\.(\d{1,8}))?$/;

interface Earned {
  readonly accruedInterestAmount?: number | null;
  readonly unroundedAccruedInterestAmount?: string | null;
}

/** Cents as text. `at` is the place of the two fields in the request. Errors: InvalidRequest. */
export function exactCents(
  at: string,
  { accruedInterestAmount, unroundedAccruedInterestAmount: exact }: Earned,
): string {
  if (exact == null) return String(accruedInterestAmount ?? 0);
  const path = `${at}.unroundedAccruedInterestAmount`;
  const match = dollars.exec(exact);
  if (match === null) {
    throw refuseField(path, 'is no amount in dollars', 'such as 12.34567801, at most eight decimals');
  }
  const decimals = (match[2] ?? '').padEnd(8, '0');
  const whole = Number(`${match[1]}${decimals.slice(0, 2)}`);
  if (accruedInterestAmount != null && accruedInterestAmount !== whole) {
    const message = 'is another amount than accruedInterestAmount';
    throw refuseField(path, message, 'the same amount, with the parts of a cent');
  }
  return `${whole}.${decimals.slice(2)}`;
}
