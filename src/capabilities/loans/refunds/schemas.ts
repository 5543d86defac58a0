// Refunds as they are asked for and shown. Source: specification 2.8, 9; resource shapes 3.9.
import { type Static, Type } from 'typebox';
import { caseId } from '#capabilities/people/index.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  Extended,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { currency, difference, previewMode } from '../loan/schemas.ts';
import { atFaultParties, refundStatuses } from './words.ts';

const id = (example: string) => Text({ max: 12, example });
const amount = (description: string) => Described(Amount, { description });

const AtFaultParty = StringEnum(atFaultParties, {
  description:
    'Who bears the interest and the fees that were paid for what is given back: of loanOwner, loanServicer and merchant the borrower gets their share as a service credit; of borrower and other nothing.',
});

export const Refund = Type.Object(
  {
    id: id('RF-5KX8-W2NB'),
    object: Type.Literal('loanRefund'),
    companyId: id('CP-4H7K-2MXA'),
    loanId: id('LN-7KQ2-M4XA'),
    status: StringEnum(refundStatuses, { description: 'canceled: as if it had never been.' }),
    refundAmount: amount('What is given back of what was financed.'),
    atFaultParty: AtFaultParty,
    refundDate: Described(DateOnly, { description: 'The day on which it counts.' }),
    refundVersion: Type.Integer({ description: '1 or 2: the endpoint by which it was made.' }),
    reamortize: Type.Boolean({ description: 'Whether the payment was computed again after it.' }),
    principalAmount: amount('What of it has lowered the principal.'),
    interestAmount: amount('What of it has paid interest.'),
    feesAmount: amount('What of it has paid fees.'),
    reimbursementAmount: amount(
      'What of it was more than the loan owed. It is credit of the borrower, and is paid back as any other credit.',
    ),
    serviceCreditAmount: amount('The share of the interest and fees paid, given back and billed to atFaultParty.'),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
    canceledAt: Nullable(DateTime),
    deletedAt: Type.Null(),
  },
  { title: 'LoanRefund' },
);
export type Refund = Static<typeof Refund>;

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

const ChangedId = Nullable(id('RF-5KX8-W2NB'), { description: 'Null in the preview of one that is not there yet.' });

/** After it was made or canceled. */
export const ChangedRefund = Extended(
  Type.Object({ ...Refund.properties, id: ChangedId }),
  { ...refundListFields, difference },
  { title: 'ChangedLoanRefund' },
);
export type ChangedRefund = Static<typeof ChangedRefund>;
