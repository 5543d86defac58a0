// Requests and answers about orders that wait for a second person.
import Type, { type Static } from 'typebox';
import { Amount, DateTime, Described, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { payoutKinds } from '../order/order.ts';
import { approvalStatuses } from './states.ts';

const id = (description: string) => Text({ max: 12, description });
const who = (description: string) => Nullable(Text({ max: 64 }), { description });
const actorTypes = ['key', 'user', 'provider', 'system'] as const;

export const PaymentApproval = Type.Object(
  {
    id: id('AV-XXXX-XXXX.'),
    object: Type.Literal('paymentApproval'),
    companyId: id('The company.'),
    personId: id('The borrower of the loan, who gets the money if no merchant does.'),
    loanId: Nullable(id('The loan that it is of.')),
    transactionId: Nullable(id('The transaction that waits.')),
    kind: StringEnum(payoutKinds, { description: 'What the money is.' }),
    status: StringEnum(approvalStatuses),
    amount: Described(Amount, { description: 'What goes out.' }),
    paymentInstrumentId: Nullable(id('Where it goes; null: to the account of a merchant.')),
    merchantId: Nullable(id('The merchant to whose account it goes.')),
    orderedByType: StringEnum(actorTypes),
    orderedById: who('Who ordered it; null: the service by itself.'),
    expiresAt: Described(DateTime, { description: 'What nobody has approved by then is canceled.' }),
    decidedByType: Nullable(StringEnum(actorTypes)),
    decidedById: who('Who approved, rejected or withdrew it.'),
    decidedAt: Nullable(DateTime),
    reason: Nullable(Text({ max: 255 }), { description: 'Why, if it was said.' }),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'PaymentApproval' },
);
export type PaymentApproval = Static<typeof PaymentApproval>;

const previewMode = Type.Optional(
  Nullable(Type.Boolean(), { description: 'True: everything is checked and nothing is kept.' }),
);

export const PaymentApprovalDecision = Type.Object(
  {
    reason: Type.Optional(
      Nullable(Text({ max: 255, example: 'checked with the borrower by telephone' }), {
        description: 'Why. Nothing that says who the borrower is.',
      }),
    ),
    previewMode,
  },
  { title: 'PaymentApprovalDecision' },
);
export type PaymentApprovalDecision = Static<typeof PaymentApprovalDecision>;
