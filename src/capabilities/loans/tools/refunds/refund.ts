// Refunds on installment loans: a part of what was financed is given back. A refund is on the books at once, and stays
// there unless it is canceled.
import { type Static, Type } from 'typebox';
import { as, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { Amount, DateOnly, Described, StringEnum } from '#platform/input/schemas.ts';
import { start, stateTable } from '#platform/states.ts';
import { thingOfLoan } from '../../core/loan/declared-thing.ts';
import { listsOf } from '../../core/loan/thing.ts';
import { eventsOf } from '../../core/loan/thing-events.ts';
import { at, dated, from, ofLoan } from '../../core/loan/thing-fields.ts';
import { refuseBy } from '../../core/loan/thing-states.ts';
import { refundErrors } from './errors.ts';

/** The engine's word for each: the first three bear the interest and the fees that were paid. */
export const atFault = {
  loanOwner: 'lender',
  loanServicer: 'servicer',
  merchant: 'merchant',
  borrower: 'other',
  other: 'other',
} as const;
type Party = keyof typeof atFault;

export const amount = (description: string) => Described(Amount, { description });

export const AtFaultParty = StringEnum(Object.keys(atFault) as [Party, ...Party[]], {
  description:
    'Who bears the interest and the fees that were paid for what is given back: of loanOwner, loanServicer and merchant the borrower gets their share as a service credit; of borrower and other nothing.',
});

const statuses = ['succeeded', 'canceled'] as const;

/** The id is also that of its fact. */
export const refunds = thingOfLoan({
  table: 'loan_refunds',
  name: 'refund',
  object: 'loanRefund',
  prefix: 'RF',
  fields: {
    ...ofLoan,
    status: from('status', StringEnum(statuses, { description: 'canceled: as if it had never been.' })),
    refundAmount: from('amount', amount('What is given back of what was financed.')),
    atFaultParty: from('at_fault', AtFaultParty),
    refundDate: from('effective_on', Described(DateOnly, { description: 'The day on which it counts.' })),
    refundVersion: from('version', Type.Integer({ description: '1 or 2: the endpoint by which it was made.' })),
    reamortize: from('reamortizes', Type.Boolean({ description: 'Whether the payment was computed again after it.' })),
    principalAmount: amount('What of it has lowered the principal.'),
    interestAmount: amount('What of it has paid interest.'),
    feesAmount: amount('What of it has paid fees.'),
    reimbursementAmount: amount(
      'What of it was more than the loan owed. It is credit of the borrower, and is paid back as any other credit.',
    ),
    serviceCreditAmount: amount('The share of the interest and fees paid, given back and billed to atFaultParty.'),
    ...dated,
    canceledAt: from('canceled_at', at),
    deletedAt: Type.Null(),
  },
  columns: { version: as<1 | 2>('int') },
  changes: ['canceled_at'],
});
export type Refund = Static<typeof refunds.schema>;
export type RefundRow = RowOf<typeof refunds.definition>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_refunds: Stored<typeof refunds.definition>;
  }
}

export const refundTables = tablesByName(refunds.definition);

export const refundLists = listsOf(refunds, {
  sort: { createdAt: 'created_at', refundDate: 'effective_on', refundAmount: 'amount' },
});

export const refundEvents = eventsOf(refunds, {
  loanRefundId: 'id',
  refundStatus: 'status',
  amount: 'refundAmount',
  currency: 'USD',
  atFaultParty: 'atFaultParty',
  refundDate: 'refundDate',
});
export const refundCreated = refundEvents.kind(
  'loan.refund.created',
  'A part of what a loan has financed was given back.',
);
export const refundCanceled = refundEvents.kind(
  'loan.refund.canceled',
  'A refund was canceled, as if it had never been.',
);

export const refundStates = stateTable({
  name: 'Refund',
  states: statuses,
  verbs: { make: 'be made', cancel: 'be canceled' },
  rows: [
    [start, 'make', 'succeeded', { emits: [refundCreated] }],
    ['succeeded', 'cancel', 'canceled', { emits: [refundCanceled] }],
  ],
  refuse: refuseBy(refundErrors.RefundStatusForbids, 'A refund'),
});
