// The events of purchases and their disputes, besides those of the books.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type EventKind, eventsAbout } from '#platform/events/event-kind.ts';
import { Amount, ExternalId, StringEnum, Text } from '#platform/input/schemas.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import type { DisputeRow, PurchaseRow } from './tables.ts';
import { disputeStatuses, externalIdMax, purchaseStatuses, purchaseTypes } from './words.ts';

const ofPurchase = {
  loanExternalId: ExternalId({ max: 255 }),
  loanTypeId: Text({ max: 12 }),
  drawId: Text({ max: 12 }),
  purchaseId: Text({ max: 12 }),
  purchaseExternalId: ExternalId({ max: externalIdMax }),
  purchaseType: StringEnum(purchaseTypes),
  purchaseStatus: StringEnum(purchaseStatuses),
  amount: Amount,
  currency: Text({ max: 3 }),
};
const aboutPurchase = eventsAbout('person', ofPurchase);
const aboutDispute = eventsAbout('person', {
  ...ofPurchase,
  purchaseDisputeId: Text({ max: 12 }),
  disputeStatus: StringEnum(disputeStatuses),
});

export const purchaseCreated = aboutPurchase('purchase.created', 'A purchase was recorded.');
export const purchaseUpdated = aboutPurchase('purchase.updated', 'A purchase was changed, but not its status.');
export const purchaseStatusChanged = aboutPurchase(
  'purchase.statuschanged',
  'The status of a purchase became another.',
  {
    previousStatus: StringEnum(purchaseStatuses),
  },
);
export const disputeCreated = aboutDispute('purchase.dispute.created', 'A purchase was disputed.');
export const disputeUpdated = aboutDispute('purchase.dispute.updated', 'A dispute was changed, but not its status.');
export const disputeStatusChanged = aboutDispute('purchase.dispute.statuschanged', 'A dispute ended.');

export const purchaseEvents: readonly EventKind[] = [
  purchaseCreated,
  purchaseUpdated,
  purchaseStatusChanged,
  disputeCreated,
  disputeUpdated,
  disputeStatusChanged,
];

type Loan = Pick<LoanRow, 'external_id' | 'loan_type_id'>;

export const toldOfPurchase = (loan: Loan, row: PurchaseRow) => ({
  loanExternalId: loan.external_id,
  loanTypeId: loan.loan_type_id,
  drawId: row.draw_id,
  purchaseId: row.id,
  purchaseExternalId: row.external_id,
  purchaseType: row.type,
  purchaseStatus: row.status,
  amount: row.amount as Cents,
  currency: 'USD',
});

/** The amount is that in dispute. */
export const toldOfDispute = (loan: Loan, row: PurchaseRow, dispute: DisputeRow) => ({
  ...toldOfPurchase(loan, row),
  amount: dispute.amount as Cents,
  purchaseDisputeId: dispute.id,
  disputeStatus: dispute.status,
});

export const aboutLoanOf = ({ loan_id: loanId }: PurchaseRow) => ({ about: { loanId } });
