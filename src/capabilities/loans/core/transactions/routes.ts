// Endpoints of money as it is recorded: reading it, and correcting it. How it is made is in `collecting`.
import { Type } from 'typebox';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { Bool, DateOnly, Described, Id, WithoutEffect } from '#platform/input/schemas.ts';
import { ledgerEvents } from '../books/ledger-events.ts';
import { loan, loanThatIsThere } from '../lifecycle/loan.ts';
import { loanErrors } from '../loan/errors.ts';
import { TransactionState } from './base/words.ts';
import { backdateTransaction } from './commands/backdate-transaction.ts';
import { updateTransaction } from './commands/update-transaction.ts';
import { transactionErrors } from './errors.ts';
import * as told from './events.ts';
import { listTransactions, transactionSort } from './list-transactions.ts';
import { Backdate, ChangedTransaction, Transaction, TransactionUpdate } from './schemas.ts';
import { findTransaction, presentOne } from './transaction.ts';

export const below = '/people/{personId}/loans/{loanId}';
export const one = `${below}/transactions/{transactionId}` as const;

/** What all endpoints that change the books have in common; their work is done before the answer. */
export const onBooks = {
  subject: loan,
  mayEmit: ledgerEvents,
  previews: true,
  shape: 'single',
  answer: ChangedTransaction,
  query: {
    sync: Type.Optional(
      WithoutEffect(Described(Bool, { description: 'All is done before the answer.' }), 'money that the service moves'),
    ),
  },
} as const;

const { TransactionStatusForbids, TransactionTypeForbids, TransactionReadOnly, TransactionReversed } =
  transactionErrors;

const reading: Endpoint[] = [
  endpoint({
    name: 'transactions.list',
    method: 'GET',
    path: `${below}/transactions`,
    summary: 'List the transactions of a loan',
    permission: 'transaction:list',
    borrowers: {},
    shape: 'list',
    query: {
      ...pageQuery(transactionSort),
      status: Type.Optional(Type.Array(TransactionState, { maxItems: 8, description: 'Any of these.' })),
      paymentInstrumentId: Type.Optional(Id('PT', 'payment instrument')),
      isExternal: Type.Optional(Bool),
      isVirtual: Type.Optional(
        Described(Bool, {
          description:
            'Only those by which no money moves, because they take back or call off another one; or all others.',
        }),
      ),
      fromEffectiveDate: Type.Optional(Described(DateOnly, { description: 'The first day on which it may count.' })),
      toEffectiveDate: Type.Optional(Described(DateOnly, { description: 'The last one.' })),
    },
    answer: Transaction,
    subject: loanThatIsThere,
    read: ({ reader }, { query }, ids) => listTransactions(reader, ids, query),
  }),
  endpoint({
    name: 'transactions.read',
    method: 'GET',
    path: one,
    summary: 'Read a transaction',
    permission: 'transaction:read',
    borrowers: {},
    shape: 'single',
    answer: Transaction,
    subject: loanThatIsThere,
    read: async ({ reader }, { params }, ids) =>
      presentOne(reader, await findTransaction(reader, ids, params.transactionId)),
  }),
];

const correcting: Endpoint[] = [
  endpoint({
    ...onBooks,
    name: 'transactions.update',
    method: 'PUT',
    path: one,
    summary: 'Change a transaction',
    description:
      'An external payment that is pending becomes succeeded; either becomes failed or canceled, which takes it off the books by replay. A failure brings the returned-item fee of the loan type.',
    permission: 'transaction:update',
    body: TransactionUpdate,
    errors: [
      TransactionStatusForbids,
      TransactionTypeForbids,
      TransactionReadOnly,
      loanErrors.NothingToDo,
      errors.DuplicateExternalId,
    ],
    example: { body: { status: 'failed', failureReason: 'R01 insufficient funds' } },
    emits: [told.transactionUpdated, told.paymentSucceeded, told.paymentFailed, told.paymentCanceled],
    command: (ctx, tx, { params, body }, held) => updateTransaction(ctx, tx, held, params.transactionId, body),
  }),
  endpoint({
    ...onBooks,
    name: 'transactions.backdate',
    method: 'POST',
    path: `${one}/backdate`,
    summary: 'Move a transaction to another day',
    description: 'The loan is replayed: fees and splits become what they would have been.',
    permission: 'transaction:backdate',
    status: 201,
    body: Backdate,
    errors: [
      TransactionStatusForbids,
      TransactionTypeForbids,
      TransactionReadOnly,
      TransactionReversed,
      loanErrors.NothingToDo,
    ],
    example: { body: { effectiveDate: '2026-03-02' } },
    emits: [told.transactionBackdated],
    command: (ctx, tx, { params, body }, held) => backdateTransaction(ctx, tx, held, params.transactionId, body),
  }),
];

export const transactionRoutes: Endpoint[] = [...reading, ...correcting];
