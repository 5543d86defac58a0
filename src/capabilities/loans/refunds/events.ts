// The events of refunds on installment loans.

import type { Cents } from '@tenor/engine/values/cents.ts';
import { type EventKind, eventsAbout, type FieldsOf } from '#platform/events/event-kind.ts';
import { Amount, DateOnly, ExternalId, StringEnum, Text } from '#platform/input/schemas.ts';
import type { LoanRow } from '../loan/tables.ts';
import type { RefundRow } from './tables.ts';
import { atFaultParties, refundStatuses } from './words.ts';

const ofRefund = eventsAbout('person', {
  loanExternalId: ExternalId({ max: 255 }),
  loanRefundId: Text({ max: 12 }),
  refundStatus: StringEnum(refundStatuses),
  amount: Amount,
  currency: Text({ max: 3 }),
  atFaultParty: StringEnum(atFaultParties),
  refundDate: DateOnly,
});

export const refundCreated = ofRefund('loan.refund.created', 'A part of what a loan has financed was given back.');
export const refundCanceled = ofRefund('loan.refund.canceled', 'A refund was canceled, as if it had never been.');

export const refundEvents: readonly EventKind[] = [refundCreated, refundCanceled];

export const toldOfRefund = (loan: LoanRow, row: RefundRow): FieldsOf<typeof refundCreated> => ({
  loanExternalId: loan.external_id,
  loanRefundId: row.id,
  refundStatus: row.status,
  amount: row.amount as Cents,
  currency: 'USD',
  atFaultParty: row.at_fault,
  refundDate: row.effective_on,
});
