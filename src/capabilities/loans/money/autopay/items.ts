// What became of the payments that a plan has released: each with its retries is one item.
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { failureRule } from '#capabilities/moving-money/index.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type LoanKeys, loanKeyTypes } from '../../core/loan/named-loans.ts';
import type { TransactionRow } from '../../core/loan/tables.ts';
import { collectedOf } from '../../core/transactions/collected.ts';
import { detailsOf } from '../../core/transactions/transaction.ts';
import type { Decided } from './plan.ts';
import type { DecidedPayment, PlanRow } from './tables.ts';

interface Item {
  readonly payment: DecidedPayment;
  /** The first presentment, and its retries; empty if nothing was released. */
  readonly tries: readonly TransactionRow[];
}

const over: readonly string[] = ['failed', 'canceled', 'chargeback'];
const isOver = ({ status }: TransactionRow): boolean => over.includes(status);
const waits = ({ status }: TransactionRow): boolean => status === 'scheduled';

const sincePosition = prepared(
  (db, placeholder: PlaceholderOf<LoanKeys & { position: number }>) =>
    db
      .selectFrom('transactions')
      .selectAll()
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId'))
      .where('position', '>=', placeholder('position')),
  { ...loanKeyTypes, position: 'bigint' },
);

/** Few: a plan keeps those of the last months. */
export async function itemsOf(reader: Reader, { person_id, loan_id, id, decided }: PlanRow): Promise<Item[]> {
  const positions = decided.flatMap(({ transaction }) => (transaction === null ? [] : [transaction.position]));
  const rows =
    positions.length === 0
      ? []
      : await reader.rows(
          sincePosition(reader.db, { personId: person_id, loanId: loan_id, position: Math.min(...positions) }),
        );
  const own = rows.filter((row) => detailsOf(row).autopay?.planId === id);
  return decided.map((payment) => ({
    payment,
    tries: own.filter((row) => (collectedOf(row)?.retryOf ?? row.id) === payment.transaction?.id),
  }));
}

/** Whether the money of an item is with the loan, or on the way to it. */
const isGood = ({ tries }: Item): boolean => tries.some((one) => !isOver(one) && !waits(one));

/** What the plan has decided; what older ones took besides stands first. */
export const decidedOf = ({ extra_before: extra }: PlanRow, items: readonly Item[]): Decided[] => [
  { ...older, extra: extra as Cents },
  ...items.map((item) => ({ ...item.payment, isGood: isGood(item) })),
];

/** They serve no due date that is still to come. */
const older = { dueOn: 0, ordinal: 0, amount: zeroCents, isGood: true } as const;

/** What older ones took besides, with those whose day is past. */
export const extraOf = (items: readonly Item[]): number =>
  items.reduce((sum, item) => sum + (isGood(item) ? item.payment.extra : 0), 0);

/** What was released and counts on this day or later, the first one first. */
export const onTheWay = (items: readonly Item[], day: CivilDate): TransactionRow[] =>
  items
    .flatMap(({ tries }) => tries.filter((row) => !isOver(row) && row.effective_on >= day))
    .sort((a, b) => (a.effective_on < b.effective_on ? -1 : 1));

export interface Stop {
  readonly verb: 'pause' | 'cancel';
  readonly reason: string;
}

const inARow = 2;

/**
 * Two items in a row without funds, or one failure that says more: the plan stops. What is still on its way says
 * nothing yet.
 */
export function stopAfterFailures(items: readonly Item[]): Stop | undefined {
  const failures = items.flatMap(({ tries }) => tries.filter(isOver).map((row) => detailsOf(row).failureReason));
  const reasons = failures.filter((reason) => reason !== null);
  const revoked = reasons.find((reason) => failureRule(reason).autopay === 'cancel');
  if (revoked !== undefined) return { verb: 'cancel', reason: revoked };
  const unusable = reasons.find((reason) => failureRule(reason).autopay === 'pause');
  if (unusable !== undefined) return { verb: 'pause', reason: unusable };
  const heard = items.filter((item) => item.tries.length > 0 && (isFailed(item) || isSafe(item)));
  const last = heard.slice(-inARow);
  return last.length === inARow && last.every(isFailed) ? { verb: 'pause', reason: 'failedTwice' } : undefined;
}

/** The first presentment came back for lack of funds, and no retry has brought the money. */
const isFailed = (item: Item): boolean => {
  const reason = item.tries.map((row) => detailsOf(row).failureReason).find((one) => one !== null);
  return reason != null && failureRule(reason).autopay === 'pauseAfterTwo' && !isGood(item);
};

const isSafe = ({ tries }: Item): boolean => tries.some(({ status }) => status === 'succeeded');
