// Endpoints of money that is made or taken back: recorded where it moves outside, else moved by the service.
import { Type } from 'typebox';
import { instrumentErrors } from '#capabilities/instruments/index.ts';
import { approvalRequested, approvalWithdrawn, consentErrors } from '#capabilities/moving-money/index.ts';
import { peopleErrors } from '#capabilities/people/index.ts';
import { callingBorrower } from '#platform/command/context.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint, type ReadContext } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { Bool, Described } from '#platform/input/schemas.ts';
import { computedQuery, pageOf } from '#platform/resource/computed-list.ts';
import { freeLoan, loanThatIsThere } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { payoffQuoteErrors } from '../../core/payoff-quotes/errors.ts';
import { comesAfterBooks } from '../../core/timeline/held-loan.ts';
import { createPermissions, createTransaction } from '../../core/transactions/commands/create-transaction.ts';
import { recordDownPayment } from '../../core/transactions/commands/record-down-payment.ts';
import { reimburseLoan } from '../../core/transactions/commands/reimburse-loan.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import * as told from '../../core/transactions/events.ts';
import * as example from '../../core/transactions/examples.ts';
import { isOutside, namedInstrument } from '../../core/transactions/instrument-of.ts';
import { ofLoan, onBooks, one } from '../../core/transactions/routes.ts';
import {
  type ChangedTransaction,
  isOfDownPayment,
  Reimbursement,
  TransactionCreate,
  TransactionReverse,
} from '../../core/transactions/schemas.ts';
import { presentOne } from '../../core/transactions/transaction.ts';
import { listAttempts } from './attempts.ts';
import { canceling, mustBeOneTime, payingOnce } from './by-borrowers.ts';
import { cancelPayment } from './commands/cancel-payment.ts';
import { collectPayment } from './commands/collect-payment.ts';
import { reverseTransaction } from './commands/reverse-payment.ts';
import { sendReimbursement } from './commands/send-reimbursement.ts';
import { reimbursePermission } from './reimbursing.ts';
import { cancelQuery, PaymentAttempt, TransactionCancel } from './schemas.ts';

const { sync: _, ...query } = onBooks.query;

/** With `sync=true` the answer waits until the provider has spoken. */
const untilAccepted = {
  ...onBooks,
  query: {
    ...query,
    sync: Type.Optional(
      Described(Bool, {
        description:
          'True: an order waits until the provider has accepted or refused it, and answers that; 408 when that takes too long. What is only recorded is done before the answer.',
      }),
    ),
  },
  async awaits({ reader }: ReadContext, answered: ChangedTransaction) {
    if (answered.status !== 'initiated') return answered;
    const row = await reader.row(
      reader.db
        .selectFrom('transactions')
        .selectAll()
        .where('person_id', '=', answered.mainBorrowerId)
        .where('id', '=', answered.id as string),
    );
    return row === undefined || row.status === 'initiated'
      ? undefined
      : { ...(await presentOne(reader, row)), difference: null };
  },
} as const;

const { InstrumentCannotBeCharged, TransactionStatusForbids, TransactionTypeForbids } = transactionErrors;

const making: Endpoint[] = [
  endpoint({
    ...untilAccepted,
    name: 'transactions.create',
    path: `${ofLoan}/transactions`,
    summary: 'Record or collect a payment or a down payment, or give a service credit',
    description:
      'oneTime with isExternal, or by an external instrument, is a payment that was made outside: it counts from its day on, pending or succeeded, and with effectiveDate the loan is replayed from that day. By any other instrument the service collects it: it is initiated, pending and on the books once the provider has accepted it, and succeeded once it is safe. With a later scheduledDate it waits for that day.',
    permission: 'transaction:create',
    query: {
      ...untilAccepted.query,
      force: Type.Optional(
        Described(Bool, { description: 'True: the same payment a second time within a day is meant.' }),
      ),
    },
    kinds: [...new Set(Object.values(createPermissions))],
    status: 201,
    body: TransactionCreate,
    errors: [
      instrumentErrors.PaymentProcessorNotConfigured,
      loanErrors.LoanStatusForbids,
      loanErrors.NothingToDo,
      transactionErrors.AmountExceedsOutstanding,
      payoffQuoteErrors.PayoffQuoteDoesNotHold,
      InstrumentCannotBeCharged,
      transactionErrors.AuthorizationMissing,
      transactionErrors.TwinPayment,
      transactionErrors.TooManyPaymentsUnderWay,
      consentErrors.AuthorizationChannelNotSet,
      peopleErrors.BorrowerMayNotAgree,
      errors.DuplicateExternalId,
    ],
    borrowers: payingOnce,
    example: { body: example.paymentCreate },
    emits: [
      told.paymentScheduled,
      told.paymentInitiated,
      told.paymentSucceeded,
      told.paymentFailed,
      told.creditCreated,
    ],
    alongside: namedInstrument,
    // What the service collects concerns others than the borrower.
    shares: {
      findFree: freeLoan,
      mayShare: ({ body }, held, instrument) =>
        (body.type === 'serviceCredit' || isOutside(body, instrument)) && comesAfterBooks(held, body.effectiveDate),
    },
    authorize(asking, { body }) {
      mustBeOneTime(asking, body);
      mustHave(asking.caller, createPermissions[body.type]);
    },
    command: (ctx, tx, { body, query }, held, instrument) =>
      callingBorrower(ctx.caller) !== null || (body.type !== 'serviceCredit' && !isOutside(body, instrument))
        ? collectPayment(ctx, tx, held, { ...body, force: query.force === true }, instrument)
        : (isOfDownPayment(body) ? recordDownPayment : createTransaction)(ctx, tx, held, body, instrument),
  }),
  endpoint({
    ...untilAccepted,
    name: 'loans.reimburse',
    path: `${ofLoan}/reimburse`,
    summary: 'Pay back what is owed to the borrower',
    description:
      'Records what was paid back outside, or sends it to a bank account of the borrower. Above what the company lets one person order (paymentApprovals) it is scheduled and waits for a second person.',
    permission: reimbursePermission,
    status: 201,
    body: Reimbursement,
    errors: [
      instrumentErrors.PaymentProcessorNotConfigured,
      loanErrors.LoanStatusForbids,
      loanErrors.NothingToDo,
      transactionErrors.AmountExceedsCredit,
      InstrumentCannotBeCharged,
      errors.DuplicateExternalId,
    ],
    example: {
      body: { reimbursementAmount: 12.5, isExternal: true, paymentInstrumentType: 'check' },
    },
    emits: [told.paymentScheduled, told.paymentInitiated, told.paymentSucceeded, approvalRequested],
    alongside: namedInstrument,
    command: (ctx, tx, { body }, held, instrument) =>
      (isOutside(body, instrument) ? reimburseLoan : sendReimbursement)(ctx, tx, held, body, instrument),
  }),
];

const takingBack: Endpoint[] = [
  endpoint({
    ...onBooks,
    query: { ...cancelQuery },
    name: 'transactions.cancel',
    path: `${one}/cancel`,
    summary: 'Cancel a scheduled payment',
    description: 'Nobody outside has heard of it. What is ordered is taken back by POST .../reverse.',
    permission: 'transaction:cancel',
    body: TransactionCancel,
    errors: [TransactionStatusForbids, TransactionTypeForbids],
    borrowers: canceling,
    example: { body: {} },
    emits: [told.paymentCanceled, approvalWithdrawn],
    command: (ctx, tx, { params, body, query: asked }, { row, ...held }) =>
      cancelPayment(ctx, tx, { row, ...held }, params.transactionId, body.cancelReason ?? asked.cancelReason ?? null),
  }),
  endpoint({
    ...untilAccepted,
    name: 'transactions.reverse',
    path: `${one}/reverse`,
    summary: 'Reverse a payment that was collected, or a service credit',
    description:
      'Answers the transaction that reverses it. An order of which the provider has not heard is withdrawn, and answered canceled; money that has not moved is voided; what is safe is sent back. An external payment is not reversed: its status is changed.',
    permission: 'transaction:reverse',
    status: 201,
    body: TransactionReverse,
    errors: [
      TransactionTypeForbids,
      TransactionStatusForbids,
      transactionErrors.TransactionReadOnly,
      transactionErrors.TransactionReversed,
      transactionErrors.NotReversibleYet,
      instrumentErrors.PaymentProcessorNotConfigured,
      loanErrors.NothingToDo,
    ],
    example: { body: {} },
    emits: [told.creditReversed, told.paymentInitiated, told.paymentCanceled],
    command: (ctx, tx, { params, body }, held) => reverseTransaction(ctx, tx, held, params.transactionId, body),
  }),
  endpoint({
    name: 'transactionAttempts.list',
    path: `${one}/attempts`,
    summary: 'List the attempts of a transaction',
    description: 'Where the orders of a transaction are whose money the service moves; of any other there are none.',
    permission: 'transaction.attempt:list',
    shape: 'list',
    query: { ...computedQuery },
    answer: PaymentAttempt,
    subject: loanThatIsThere,
    read: async ({ reader }, { params, query: asked }, ids) =>
      pageOf(await listAttempts(reader, ids, params.transactionId), asked),
  }),
];

export const collectingRoutes: Endpoint[] = [...making, ...takingBack];
