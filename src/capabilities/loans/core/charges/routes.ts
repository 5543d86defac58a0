// Endpoints of a loan's obligations, fees and rates.
import { Type } from 'typebox';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint, type ReadContext } from '#platform/http/endpoint.ts';
import { Bool, Described, StringEnum, Text } from '#platform/input/schemas.ts';
import { computedQuery, pageOf } from '#platform/resource/computed-list.ts';
import { ledgerEvents } from '../books/ledger-events.ts';
import { loan, loanToRead } from '../lifecycle/loan.ts';
import { dueDateQuery, knownAtQuery } from '../loan/date-filter.ts';
import { loanErrors } from '../loan/errors.ts';
import { loanFeeCanceled, loanFeeUpdated, loanRateCreated } from '../loan/events.ts';
import type { HeldLoan } from '../loan/product.ts';
import { todayOf } from '../loan/today.ts';
import { addFee } from './add-fee.ts';
import { addRate } from './add-rate.ts';
import { cancelFee, cancelFees } from './cancel-fee.ts';
import { changeFee, changeOriginationFee } from './change-fee.ts';
import { listFees, readFee } from './fees.ts';
import { listObligations, readObligation } from './present-obligations.ts';
import { listRates } from './rates.ts';
import * as plan from './schemas.ts';

const below = '/people/{personId}/loans/{loanId}';
const today = async ({ now }: ReadContext, { row }: HeldLoan) => todayOf(row, await now());

const obligations: Endpoint[] = [
  endpoint({
    name: 'obligations.list',
    method: 'GET',
    path: `${below}/obligations`,
    summary: 'List the obligations of a loan',
    description: 'What came due, and what comes due next (isOpen), as it is expected now.',
    permission: 'loan.obligation:list',
    borrowers: {},
    shape: 'single',
    query: {
      periodId: Type.Optional(Text({ max: 64, description: 'Only those of this period.' })),
      status: Type.Optional(
        StringEnum(['unfulfilled', 'overdue'], {
          description: 'Only those of which something remains, or which are overdue.',
        }),
      ),
      ...dueDateQuery,
      isOpen: Type.Optional(Described(Bool, { description: 'True: of the running period alone; false: all others.' })),
      knownAt: knownAtQuery,
    },
    answer: plan.Obligations,
    subject: loanToRead,
    remembers: ({ knownAt }) => knownAt === undefined,
    read: async ({ reader, now, machineMicros }, { query }, held) =>
      listObligations(reader, held, { now: await now(), micros: machineMicros() }, query),
  }),
  endpoint({
    name: 'obligations.read',
    method: 'GET',
    path: `${below}/obligations/{obligationId}`,
    summary: 'Read an obligation of a loan',
    permission: 'loan.obligation:read',
    borrowers: {},
    shape: 'single',
    query: { knownAt: knownAtQuery },
    answer: plan.Obligation,
    subject: loanToRead,
    remembers: ({ knownAt }) => knownAt === undefined,
    read: async ({ reader, now }, { params, query }, held) =>
      readObligation(reader, held, await now(), { id: params.obligationId, knownAt: query.knownAt }),
  }),
];

const fees: Endpoint[] = [
  endpoint({
    name: 'loanFees.list',
    method: 'GET',
    path: `${below}/fees`,
    summary: 'List the fees of a loan',
    description: 'All that were charged, and what has become of each. Newest first.',
    permission: 'loan.fee:list',
    borrowers: { reads: ['fee_types'] },
    shape: 'list',
    query: computedQuery,
    answer: plan.LoanFee,
    subject: loanToRead,
    read: async (ctx, { query }, held) => pageOf(await listFees(ctx.reader, held, await today(ctx, held)), query),
  }),
  endpoint({
    name: 'loanFees.read',
    method: 'GET',
    path: `${below}/fees/{loanFeeId}`,
    summary: 'Read a fee of a loan',
    permission: 'loan.fee:read',
    borrowers: { reads: ['fee_types'] },
    shape: 'single',
    answer: plan.LoanFee,
    subject: loanToRead,
    read: async (ctx, { params }, held) => readFee(ctx.reader, held, await today(ctx, held), params.loanFeeId),
  }),
  endpoint({
    name: 'loanFees.cancel',
    method: 'POST',
    path: `${below}/fees/{loanFeeId}/cancel`,
    summary: 'Cancel a fee',
    description:
      'As of the day it was charged: the loan is replayed from there, and what was paid for it is applied anew.',
    permission: 'loan.fee:cancel',
    shape: 'single',
    status: 201,
    previews: true,
    body: plan.FeeCancel,
    answer: plan.ChangedLoanFee,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo],
    example: { body: {} },
    emits: [loanFeeCanceled],
    mayEmit: ledgerEvents,
    command: (ctx, tx, { params, body }, held) => cancelFee(ctx, tx, held, params.loanFeeId, body),
  }),
];

const feesByHand: Endpoint[] = [
  endpoint({
    name: 'loanFees.create',
    method: 'POST',
    path: `${below}/fees`,
    summary: 'Charge a fee by hand',
    description:
      'It is due with the next due date, or at once if there is none. Dated back, the loan is replayed from that day.',
    permission: 'loan.fee:create',
    shape: 'single',
    status: 201,
    previews: true,
    body: plan.FeeCreate,
    answer: plan.AddedLoanFee,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo, errors.NoRoom],
    example: { body: { apiName: 'lateFee', amount: 25 } },
    mayEmit: ledgerEvents,
    command: (ctx, tx, { body }, held) => addFee(ctx, tx, held, body),
  }),
  endpoint({
    name: 'loanFees.changeOrigination',
    method: 'PUT',
    path: `${below}/fees/origination`,
    summary: 'Change the origination fee',
    description: 'The loan is replayed from its activation.',
    permission: 'loan.fee:origination',
    shape: 'single',
    previews: true,
    body: plan.OriginationFeeUpdate,
    answer: plan.ChangedLoanFee,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NotForLines, loanErrors.NothingToDo],
    example: { body: { feeAmount: 10 } },
    emits: [loanFeeUpdated],
    mayEmit: ledgerEvents,
    command: (ctx, tx, { body }, held) => changeOriginationFee(ctx, tx, held, body),
  }),
  endpoint({
    name: 'loanFees.update',
    method: 'PUT',
    path: `${below}/fees/{loanFeeId}`,
    summary: 'Change a fee',
    description:
      'As of the day it was charged. What came by itself, such as a late fee, is only lowered. The fees of the beginning have routes of their own.',
    permission: 'loan.fee:update',
    shape: 'single',
    previews: true,
    body: plan.FeeUpdate,
    answer: plan.ChangedLoanFee,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo],
    example: { body: { feeAmount: 10 } },
    emits: [loanFeeUpdated],
    mayEmit: ledgerEvents,
    command: (ctx, tx, { params, body }, held) => changeFee(ctx, tx, held, params.loanFeeId, body),
  }),
  endpoint({
    name: 'loanFees.cancelSeveral',
    method: 'POST',
    path: `${below}/cancel-fees`,
    summary: 'Cancel several fees',
    description: 'All or none, each as of the day it was charged, in one replay.',
    permission: 'loan.fee:cancel',
    shape: 'single',
    status: 201,
    previews: true,
    body: plan.FeesCancel,
    answer: plan.CanceledLoanFees,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo],
    example: {
      body: { apiName: 'lateFee' },
    },
    emits: [loanFeeCanceled],
    mayEmit: ledgerEvents,
    command: (ctx, tx, { body }, held) => cancelFees(ctx, tx, held, body),
  }),
];

const rates: Endpoint[] = [
  endpoint({
    name: 'loanRates.list',
    method: 'GET',
    path: `${below}/rates`,
    summary: 'List the rates of a loan',
    description: 'Past, in force and planned, the latest first day first. Before the activation: as if it were today.',
    permission: 'loan.rate:list',
    borrowers: {},
    shape: 'list',
    query: computedQuery,
    answer: plan.LoanRate,
    subject: loanToRead,
    read: async (ctx, { query }, held) => pageOf(await listRates(ctx.reader, held, await today(ctx, held)), query),
  }),
  endpoint({
    name: 'loanRates.create',
    method: 'POST',
    path: `${below}/rates`,
    summary: 'Give a loan a further rate',
    description:
      'An interest rate, a promotional rate or both. From a day that has come on, the loan is replayed; one to come changes what is expected.',
    permission: 'loan.rate:create',
    shape: 'single',
    status: 201,
    previews: true,
    body: plan.RateCreate,
    answer: plan.CreatedRates,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, loanErrors.ChargeFixed, loanErrors.NothingToDo, errors.NoRoom],
    example: {
      body: { interestRate: { annualRate: 0.0999, replaces: true } },
    },
    emits: [loanRateCreated],
    mayEmit: ledgerEvents,
    command: (ctx, tx, { body }, held) => addRate(ctx, tx, held, body),
  }),
];

export const chargeRoutes: Endpoint[] = [...obligations, ...fees, ...feesByHand, ...rates];
