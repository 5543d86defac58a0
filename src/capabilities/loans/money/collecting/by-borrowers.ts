// What borrowers who have signed in may do with money: pay once and agree to autopay by an account of their own, and stop
// what is taken from it. Of a loan that they share, what is taken from the account of another is that person's.
import type { CommandContext } from '#platform/command/context.ts';
import { callingBorrower } from '#platform/command/context.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import type { BorrowersCommand } from '#platform/http/borrowers-reach.ts';
import type { TransactionRow } from '../../core/loan/tables.ts';
import { collectedOf } from '../../core/transactions/collected.ts';
import type { TransactionCreate } from '../../core/transactions/schemas.ts';

type Asking = Pick<CommandContext, 'caller'>;

/** How they agreed: the rest is known of their session. */
const ofAgreement = ['agreementDocumentId', 'textHash', 'textVersion', 'language', 'device'].map(
  (field) => `authorization.${field}`,
);

/** What the commands read besides rows of a person. */
const reads = ['payment_providers', 'loan_type_versions'] as const;

export const payingOnce: BorrowersCommand = {
  reads,
  writes: ['transactions', 'loans', 'loan_standing', 'payment_authorizations'],
  sends: [
    ...['type', 'amount', 'currency', 'paymentInstrumentId', 'scheduledDate', 'drawId', 'enablePrepayments'],
    ...['retryIfReturned', 'previewMode', 'force', 'sync'],
    ...ofAgreement,
  ],
  perDay: 20,
  kind: 'transaction:create.onetimepayment',
  body: { type: 'oneTime', amount: 50, paymentInstrumentId: 'ext-acct-81' },
};

export const canceling: BorrowersCommand = {
  reads,
  writes: ['transactions', 'loans', 'loan_standing'],
  sends: ['previewMode'],
  perDay: 20,
};

export const agreeing: BorrowersCommand = {
  reads,
  writes: ['autopay_plans', 'transactions', 'loans', 'loan_standing', 'payment_authorizations'],
  sends: [
    ...['amountType', 'extraAmount', 'amount', 'allowBelowDue', 'amountMax', 'noticeAbove', 'isAlignedToDueDates'],
    ...['paymentFrequency', 'specificDays', 'offsetFromDueDate', 'paymentInstrumentId', 'agreementDocumentId'],
    ...['previewMode', ...ofAgreement],
  ],
  perDay: 10,
};

export const endingAutopay: BorrowersCommand = {
  reads,
  writes: ['autopay_plans', 'transactions', 'loans', 'loan_standing'],
  sends: [],
  perDay: 10,
};

/** Errors: InvalidRequest. */
export function mustBeOneTime({ caller }: Asking, { type }: Pick<TransactionCreate, 'type'>): void {
  if (callingBorrower(caller) !== null && type !== 'oneTime') {
    throw refuseField('type', 'is not for a borrower to say', 'oneTime');
  }
}

/** Errors: Forbidden. */
export function mustHaveAccount({ caller }: Asking, holderId: string | null | undefined): void {
  const borrower = callingBorrower(caller);
  if (borrower === null || borrower === holderId) return;
  throw new Refusal(errors.Forbidden, 'A borrower stops only what is taken from an account of their own.');
}

/** Money that goes out to them is the lender's to stop. Errors: Forbidden. */
export function mustTakeFromThem(asking: Asking, row: TransactionRow): void {
  const collected = collectedOf(row);
  mustHaveAccount(asking, collected?.deed === 'debit' ? collected.holderId : null);
}
