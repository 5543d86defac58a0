// What became of loans between the ends of two months: a pure rule over what each was and is.
import { type Beginning, type Bucket, isOpen } from './buckets.ts';
import type { Ahead, AheadAtEnd } from './prepaid.ts';

export interface LoanAtEnd {
  readonly loanId: string;
  readonly bucket: Bucket;
  readonly principal: number;
  readonly pastDue: number;
  /** Null: it has no schedule, or no books. */
  readonly ahead: AheadAtEnd | null;
}

export interface LoanBefore extends Pick<LoanAtEnd, 'bucket' | 'principal'> {
  readonly ahead: Ahead | null;
}

export interface Roll {
  readonly from: Beginning;
  readonly to: Bucket;
  readonly loans: number;
  readonly before: number;
  readonly principal: number;
  readonly pastDue: number;
}

/**
 * A loan is counted in each month that begins or ends with it in an open bucket. So the rolls from a bucket are all loans
 * that were in it, and those to a bucket all that are. What was owed by a loan that had ended counts as nothing.
 */
export function rollsOf(loans: readonly LoanAtEnd[], before: ReadonlyMap<string, LoanBefore>): Roll[] {
  const counted = loans.flatMap((loan): Roll[] => {
    const was = before.get(loan.loanId);
    const wasOpen = was !== undefined && isOpen(was.bucket);
    if (!wasOpen && !isOpen(loan.bucket)) return [];
    const from = was === undefined ? 'new' : wasOpen ? was.bucket : 'back';
    const { bucket: to, principal, pastDue } = loan;
    return [{ from, to, loans: 1, before: wasOpen ? was.principal : 0, principal, pastDue }];
  });
  return [...Map.groupBy(counted, ({ from, to }) => `${from} ${to}`).values()].map(
    (same) => same.reduce(together) as Roll,
  );
}

const together = (one: Roll, other: Roll): Roll => ({
  ...one,
  loans: one.loans + other.loans,
  before: one.before + other.before,
  principal: one.principal + other.principal,
  pastDue: one.pastDue + other.pastDue,
});

/** What is kept of a loan for the next month; undefined: its row stays as it is. */
export function keptOf(loan: LoanAtEnd, was: LoanBefore | undefined, kept: Ahead | null): LoanBefore | undefined {
  const { bucket, principal } = loan;
  if (!isOpen(bucket) && !(was !== undefined && isOpen(was.bucket))) return undefined;
  const isSame = was?.bucket === bucket && was.principal === principal && isSameAhead(was.ahead, kept);
  return isSame ? undefined : { bucket, principal, ahead: kept };
}

const isSameAhead = (one: Ahead | null, other: Ahead | null): boolean =>
  one?.cameDue === other?.cameDue &&
  one?.paidBeforeDue === other?.paidBeforeDue &&
  one?.paidBeyond === other?.paidBeyond &&
  one?.paidAhead === other?.paidAhead &&
  one?.excess === other?.excess;
