// Double entry. What happens for one cause on one day is one entry, whose postings add up to zero: debits positive,
// credits negative. A receivable has one account for each bucket, so the buckets are account balances too.

import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { type Entry, type Loan, owedBy } from './loan.ts';
import type { Obligation, Posting, StepKind } from './records.ts';
import { type FeeType, feeTypes } from './terms.ts';

type Bucket = 'notDue' | 'due' | 'overdue';

export const principalAccount = { notDue: 'principal.notDue', due: 'principal.due', overdue: 'principal.overdue' };
export const interestAccount = { notDue: 'interest.notDue', due: 'interest.due', overdue: 'interest.overdue' };

/** What a settlement gives up: a loss of what was lent, and income that does not come, each with an account of its own. */
export const settledAccount = { principal: 'settled.principal', interest: 'settled.interest', fees: 'settled.fees' };

interface FeeAccounts {
  readonly notDue: string;
  readonly due: string;
  readonly overdue: string;
  readonly income: string;
}

export const feeAccount = Object.fromEntries(
  feeTypes.map((type) => [
    type,
    {
      notDue: `fees.${type}.notDue`,
      due: `fees.${type}.due`,
      overdue: `fees.${type}.overdue`,
      income: `feeIncome.${type}`,
    },
  ]),
) as Readonly<Record<FeeType, FeeAccounts>>;

export const bucketOf = ({ isOverdue }: Obligation): Bucket => (isOverdue ? 'overdue' : 'due');

/** Anything with an entry that is being written. */
interface Writing {
  readonly entry: Entry;
}

/** Debit when positive. Amounts on one account within an entry are one posting. */
export function post({ entry }: Writing, account: string, amount: number): void {
  if (amount === 0) return;
  for (let i = 0; i < entry.size; i++) {
    if (entry.accounts[i] !== account) continue;
    entry.amounts[i]! += amount;
    return;
  }
  entry.accounts[entry.size] = account;
  entry.amounts[entry.size] = amount;
  entry.size++;
}

/** The sum of the entry so far: its other side must balance it. */
export function postedSoFar({ entry }: Writing): number {
  let sum = 0;
  for (let i = 0; i < entry.size; i++) sum += entry.amounts[i]!;
  return sum;
}

export function transfer(loan: Writing, from: string, to: string, amount: number): void {
  post(loan, to, amount);
  post(loan, from, -amount);
}

/** Ends the entry: adds its postings, and the line in the loan's account that people read. */
export function book(loan: Loan, on: Day, kind: StepKind, cause: string, amount: number): void {
  const { entry, records, position: p } = loan;
  const owed = owedBy(p);
  addPostings(loan, on, cause);
  records.steps.push({
    on,
    kind,
    cause,
    amount: amount as Cents,
    fees: entry.fees as Cents,
    interest: entry.interest as Cents,
    principal: entry.principal as Cents,
    over: entry.over as Cents,
    cutFrom: entry.cutFrom,
    after: {
      principal: owed.principal as Cents,
      instalments: (owed.interest + owed.principal - p.principal) as Cents,
      fees: owed.fees as Cents,
      accrued: { whole: p.accrued.whole, part: p.accrued.part },
      scale: p.scale,
    },
  });
  clearEntry(loan);
}

export function addPostings(
  { entry, records }: Writing & { records: { postings: Posting[] } },
  on: Day,
  cause: string,
): void {
  for (let i = 0; i < entry.size; i++) {
    const booked = entry.amounts[i] as Cents;
    if (booked !== 0) records.postings.push({ on, amount: booked, account: entry.accounts[i]!, cause });
  }
}

export function clearEntry({ entry }: Writing): void {
  entry.size = 0;
  entry.fees = 0;
  entry.interest = 0;
  entry.principal = 0;
  entry.over = 0;
  entry.cutFrom = null;
}
