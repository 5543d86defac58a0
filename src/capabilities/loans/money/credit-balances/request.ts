import { type Static, Type } from 'typebox';
import { json, type RowOf, type Stored } from '#platform/db/define-table.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Amount, DateOnly, DateTime, Described, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { start, stateTable } from '#platform/states.ts';
import { thingOfLoan } from '../../core/loan/declared-thing.ts';
import type { LoanKeys } from '../../core/loan/named-loans.ts';
import { listsOf } from '../../core/loan/thing.ts';
import { eventsOf } from '../../core/loan/thing-events.ts';
import { from, ofBorrower } from '../../core/loan/thing-fields.ts';

const statuses = ['open', 'fulfilled', 'lapsed'] as const;

const stamp = (description: string) => Nullable(DateTime, { description });

export const creditRequests = thingOfLoan({
  table: 'credit_refund_requests',
  name: 'request for a credit',
  object: 'creditRefundRequest',
  prefix: 'CW',
  fields: {
    ...ofBorrower,
    status: from(
      'status',
      StringEnum(statuses, {
        description:
          '`open` until as much was paid back (`fulfilled`), or nothing is owed any more because the credit went into something else (`lapsed`). Money that comes back opens it again.',
      }),
    ),
    amount: from('amount', Amount),
    receivedOn: from('received_on', DateOnly),
    dueOn: from('due_on', Described(DateOnly, { description: 'The seventh business day after it was received.' })),
    isOverdue: Type.Boolean({ description: 'That day is over, and it is open still.' }),
    reimbursementIds: Type.Array(Text({ max: 12 }), {
      maxItems: 100,
      description: 'The transactions that have paid it back, or are about to.',
    }),
    timestamps: Named('CreditRefundRequestTimestamps')({
      createdAt: DateTime,
      updatedAt: stamp('When it was changed last.'),
      overdueAt: stamp('When it was told to be overdue.'),
      fulfilledAt: stamp('When it was paid back.'),
      lapsedAt: stamp('When it lapsed.'),
    }),
  },
  columns: {
    look_at: 'instant?',
    told_at: 'instant?',
    overdue_at: 'instant?',
    fulfilled_at: 'instant?',
    lapsed_at: 'instant?',
    transaction_ids: json<readonly string[]>(),
    created_at: 'instant',
    updated_at: 'instant?',
  },
  changes: ['look_at', 'told_at', 'overdue_at', 'fulfilled_at', 'lapsed_at', 'transaction_ids'],
});
export type CreditRefundRequest = Static<typeof creditRequests.schema>;
export type RequestRow = RowOf<typeof creditRequests.definition>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    credit_refund_requests: Stored<typeof creditRequests.definition>;
  }
}

export const requestLists = listsOf(creditRequests, { sort: { createdAt: 'created_at', dueOn: 'due_on' } });

export const openRequest = (reader: Reader, keys: LoanKeys): Promise<RequestRow | undefined> =>
  reader.row(creditRequests.of(reader, keys).where('status', '=', 'open'));

export const presentRequest = (row: RequestRow): CreditRefundRequest =>
  creditRequests.show(row, {
    isOverdue: row.status === 'open' && row.overdue_at !== null,
    reimbursementIds: [...row.transaction_ids],
    timestamps: {
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      overdueAt: row.overdue_at,
      fulfilledAt: row.fulfilled_at,
      lapsedAt: row.lapsed_at,
    },
  });

const aboutRequest = eventsOf(creditRequests, {
  creditRefundRequestId: 'id',
  amount: 'amount',
  receivedOn: 'receivedOn',
  dueOn: 'dueOn',
});
export const tellRequest = aboutRequest.tell;
export const creditRefundRequested = aboutRequest.kind(
  'loan.credit.refund.requested',
  'A written request for what a loan owes its borrower was received.',
);
export const creditRefundFulfilled = aboutRequest.kind(
  'loan.credit.refund.fulfilled',
  'What a borrower has asked for in writing was paid back.',
);
export const creditRefundOverdue = aboutRequest.kind(
  'loan.credit.refund.overdue',
  'What a borrower has asked for in writing was not paid back within seven business days: a person is to. It is told once.',
);
export const creditRefundLapsed = aboutRequest.kind(
  'loan.credit.refund.lapsed',
  'The credit that a borrower has asked for went into something else before it was paid back: nothing is owed any more.',
);

export const requestStates = stateTable({
  name: 'Request for a credit',
  states: statuses,
  verbs: { receive: 'be received', fulfil: 'be fulfilled', reopen: 'be opened again', lapse: 'lapse' },
  rows: [
    [start, 'receive', 'open', { emits: [creditRefundRequested] }],
    ['open', 'fulfil', 'fulfilled', { emits: [creditRefundFulfilled] }],
    // The money came back.
    ['fulfilled', 'reopen', 'open'],
    // The credit has gone into something else, and nothing is owed any more.
    ['open', 'lapse', 'lapsed', { emits: [creditRefundLapsed] }],
  ],
  refuse: ({ state, said }) => new Error(`A request for a credit that is ${state} cannot ${said}.`),
});
