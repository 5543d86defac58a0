// What is kept of a transaction whose money the service moves itself, beside what all transactions have.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Deed, Entry, Particulars, Rail } from '#capabilities/moving-money/index.ts';
import type { TransactionRow } from '../loan/tables.ts';

export interface Collected {
  readonly deed: Deed;
  readonly rail: Rail;
  readonly carrierId: string;
  /** Who has the instrument: the borrower of the loan, or an additional person of it. */
  readonly holderId: string;
  /** What was asked for; a scheduled payment is lowered to what is owed. */
  readonly asked: Cents;
  readonly scheduledFor: CivilDate | null;
  readonly wantsSameDay: boolean;
  readonly isSameDay: boolean;
  readonly entryDate: CivilDate | null;
  readonly sec: Entry['sec'];
  readonly isRecurring: boolean;
  readonly authorizationId: string | null;
  /** A down payment, or what takes one back: it is on no loan's ledger. */
  readonly isDown?: boolean;
  /** The authorization covers further debits of the same amount after a return. */
  readonly mayRetry: boolean;
  /** Set when it waits for a second person, or waited. */
  readonly approvalId?: string;
  readonly attemptId: string | null;
  readonly providerId: string | null;
  /** The code of the return or the decline. */
  readonly code: string | null;
  /** What the provider has said beside its answers; the latest of each counts. */
  readonly said?: Particulars;
  readonly isConfirmed: boolean;
  /** What a look at the balance has come to so far. */
  readonly balance?: { readonly askedAt: Instant | null; readonly postponed: number };
  /** The fact that took it off the books. */
  readonly undoId: string | null;
  /** On a line the fact by which what it has freed is available, and its day. */
  readonly cleared?: { readonly id: string; readonly on: CivilDate } | null;
  /** The returned-item fee is booked once for an item: with its first presentment. */
  readonly retryOf: string | null;
  readonly retryAttempt: number | null;
  readonly chargebacks: readonly Chargeback[];
}

export const chargebackStatuses = ['open', 'contested', 'accepted', 'won', 'lost'] as const;

export interface Chargeback {
  readonly id: string;
  readonly amount: Cents;
  readonly status: (typeof chargebackStatuses)[number];
  readonly category: string;
  readonly reasonCode: string | null;
  readonly description: string | null;
  readonly externalCaseNumber: string | null;
  readonly openedAt: Instant;
  readonly respondBy: Instant | null;
}

/** Null: it is only recorded. */
export function collectedOf({ details }: Pick<TransactionRow, 'details'>): Collected | null {
  const { collected } = details as { readonly collected?: Collected };
  return collected === undefined ? null : { ...nothingCollected, ...collected };
}

/** The row with other values of it. */
export const withCollected = (row: TransactionRow, changes: Partial<Collected>): TransactionRow => ({
  ...row,
  details: { ...row.details, collected: { ...(collectedOf(row) as Collected), ...changes } },
});

/** What nothing is known of yet. */
export const nothingCollected = {
  scheduledFor: null,
  wantsSameDay: false,
  isSameDay: false,
  entryDate: null,
  sec: null,
  isRecurring: false,
  authorizationId: null,
  mayRetry: false,
  attemptId: null,
  providerId: null,
  code: null,
  isConfirmed: false,
  undoId: null,
  retryOf: null,
  retryAttempt: null,
  chargebacks: [],
} as const satisfies Partial<Collected>;

/** Shown of a transaction that is only recorded. */
export const notCollected = {
  avsResult: null,
  processingFeeAmount: null,
  processingFeeType: null,
  processorReconciliationId: null,
  processorMerchantId: null,
  processorFailureDetails: null,
  chargebackDetails: { amount: 0 as Cents, chargebacks: [] },
  failureDescriptionShort: null,
  failureDescriptionLong: null,
  achReturnCode: null,
  achConfirmed: false,
  achProcessedSameDay: false,
  achSameDay: false,
  processorTransactionId: null,
  processorReversalId: null,
  processorFailureReason: null,
  parentTransactionId: null,
  retryAttempt: null,
  retryOriginalTransactionId: null,
  waitsFor: null,
  paymentApprovalId: null,
};
