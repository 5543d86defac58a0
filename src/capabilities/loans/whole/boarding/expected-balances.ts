// Compares the balances that another system sent with those of our books, to the cent.
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { Refusal } from '#platform/errors.ts';
import type { State } from '../../core/loan/books.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { termsOf } from '../../core/timeline/held-loan.ts';
import type { ExpectedBalances, TakenOver } from './schemas.ts';

type Balances = TakenOver['balances'];

export function balancesOf({ row, product }: HeldLoan, state: State): Balances {
  const { principal, interest, fees, outstanding, chargedOff, customerCredit, ...reading } = product.read(
    termsOf(row),
    state,
  );
  const whole = ({ notDue, due, overdue }: typeof principal): number => notDue + due + overdue;
  const allFees = Object.values(fees).reduce((sum, fee) => sum + whole(fee), 0);
  const lost = chargedOff.principal + chargedOff.interest + chargedOff.fees;
  return {
    date: dateOf(state.through),
    principalAmount: (whole(principal) + chargedOff.principal) as Cents,
    interestAmount: (whole(interest) + chargedOff.interest) as Cents,
    feesAmount: (allFees + chargedOff.fees) as Cents,
    outstandingAmount: (outstanding + lost) as Cents,
    overdueAmount: reading.overdueAmount,
    reimbursementAmount: customerCredit,
    daysOverdue: reading.daysPastDue,
  };
}

const compared = [
  'principalAmount',
  'interestAmount',
  'feesAmount',
  'outstandingAmount',
  'overdueAmount',
  'reimbursementAmount',
  'daysOverdue',
] as const;

/** Errors: BalancesDiffer. */
export function mustBeExpected(expected: ExpectedBalances, found: Balances): void {
  const text = (name: string, value: number): string =>
    name === 'daysOverdue' ? String(value) : formatCents(value as Cents);
  const differences = compared.flatMap((name) => {
    const wanted = expected[name];
    if (wanted == null || wanted === found[name]) return [];
    const difference = text(name, found[name] - wanted);
    return [
      { path: `expectedBalances.${name}`, expected: text(name, wanted), found: text(name, found[name]), difference },
    ];
  });
  const [first] = differences;
  if (first === undefined) return;
  const message = `${first.path}: ${first.expected} was expected on ${found.date}, and ${first.found} was found.`;
  throw new Refusal(loanErrors.BalancesDiffer, message, { data: { path: first.path, date: found.date, differences } });
}
