// Refunds as they are asked for. Source: specification 2.8, 9; resource shapes 3.9.
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import { Amount, Bool, DateOnly, Named, Nullable } from '#platform/input/schemas.ts';
import { currency, difference, previewMode } from '../../core/loan/schemas.ts';
import { AtFaultParty, amount, refunds } from './refund.ts';

/** What the list tells of all of them together. */
export const refundListFields = {
  remainingEligibleRefundAmount: Nullable(Amount, {
    description:
      'What may still be given back: the amount financed at the origination less all refunds that are not canceled. Null for a draft.',
  }),
};

const refundAmount = amount('More than zero; all refunds together at most the amount financed at the origination.');

const sent = { refundAmount, currency, atFaultParty: AtFaultParty, previewMode, caseId };
const refundDate = (description: string) => Type.Optional(Nullable(DateOnly, { description }));

export const RefundCreate = Named('LoanRefundCreate')({
  ...sent,
  refundDate: refundDate('For a loan that was taken over from another system; on any other one a refund counts today.'),
});
export type RefundCreate = Static<typeof RefundCreate>;

export const RefundCreateV2 = Named('LoanRefundCreateV2')({
  ...sent,
  refundDate: refundDate(
    'From the activation to today; today if not given. What the borrower paid since is applied anew.',
  ),
  reamortize: Type.Optional(
    Nullable(Bool, {
      description: 'True: the payment is computed again. False (the default): it stays, and the loan ends earlier.',
    }),
  ),
});
export type RefundCreateV2 = Static<typeof RefundCreateV2>;

export const RefundCancel = Named('LoanRefundCancel')({ previewMode, caseId });
export type RefundCancel = Static<typeof RefundCancel>;

/** After it was made or canceled. */
export const ChangedRefund = refunds.changed({ ...refundListFields, difference });
export type ChangedRefund = Static<typeof ChangedRefund>;
