// Loans in lists, and what is planned for one: periods, expected payments, obligations, fees, rates.
import { Type } from 'typebox';
import { person } from '#capabilities/people/index.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint, type ReadContext } from '#platform/http/endpoint.ts';
import { type Page, pageQuery } from '#platform/http/pages.ts';
import {
  Bool,
  DateOnly,
  DateTime,
  Described,
  Id,
  Nullable,
  StringEnum,
  Text,
  WithoutEffect,
} from '#platform/input/schemas.ts';
import { listLoans, listLoansOf, loanSort } from '../lifecycle/list-loans.ts';
import { loan } from '../lifecycle/loan.ts';
import { loanErrors } from '../loan/errors.ts';
import { ledgerEvents, loanFeeCanceled, loanRateCreated } from '../loan/events.ts';
import { loanStatuses } from '../loan/statuses.ts';
import { todayOf } from '../loan/today.ts';
import * as loanExample from '../products/installment/examples.ts';
import { readExpectedPayments } from '../products/installment/expected-payments.ts';
import { listPeriods, readPeriod } from '../products/installment/periods.ts';
import { Loan } from '../products/installment/schemas.ts';
import type { HeldLoan } from '../timeline/held-loan.ts';
import { addRate } from './add-rate.ts';
import { cancelFee } from './cancel-fee.ts';
import * as example from './examples.ts';
import { listFees, readFee } from './fees.ts';
import { listObligations, readObligation } from './present-obligations.ts';
import { listRates } from './rates.ts';
import * as plan from './schemas.ts';

const below = '/people/{personId}/loans/{loanId}';
const today = async ({ now }: ReadContext, { row }: HeldLoan) => todayOf(row, await now());

/** Of one loan there are never so many that they need pages. */
const whole = <T>(items: readonly T[]): Page<T> => ({
  items,
  total: items.length,
  totalIsLowerBound: false,
  next: null,
  previous: null,
  ids: [],
  backwards: false,
});

const status = StringEnum([...loanStatuses, 'all']);
const statuses = Type.Optional(Type.Array(status, { maxItems: 20, description: 'One or several; all if not given.' }));

const lists: Endpoint[] = [
  endpoint({
    name: 'loans.list',
    method: 'GET',
    path: '/loans',
    summary: 'List loans',
    description: 'Of the whole company, newest first.',
    permission: 'loan:list',
    shape: 'list',
    query: {
      ...pageQuery(loanSort),
      fields: Type.Optional(
        StringEnum(['all', 'idsOnly', 'minimal'], {
          description: 'What to show of each; all if not given. minimal was called idsOnly before 2025-03-26.',
        }),
      ),
      statuses,
      loanTypeId: Type.Optional(Id('LT', 'loan type')),
      includeAdditionalBorrowers: Type.Optional(
        Described(Bool, { description: 'Show them in the minimal form too, with their external ids. Default false.' }),
      ),
      managedByPeach: Type.Optional(WithoutEffect(Nullable(Bool), 'loans that somebody else services')),
    },
    answer: Type.Union([Loan, plan.MinimalLoan]),
    errors: [errors.NotFound],
    example: { answer: loanExample.loan },
    read: ({ reader, machineMicros }, { query }) => listLoans(reader, machineMicros(), query),
  }),
  endpoint({
    name: 'loans.listOfPerson',
    method: 'GET',
    path: '/people/{personId}/loans',
    summary: 'List the loans of a borrower',
    permission: 'loan:list',
    shape: 'list',
    query: {
      ...pageQuery(loanSort),
      status: statuses,
      includeAdditionalBorrowers: Type.Optional(
        Described(Bool, { description: 'Those too of which somebody else is the main borrower. Default false.' }),
      ),
    },
    answer: Loan,
    subject: person,
    example: { answer: loanExample.loan },
    read: ({ reader }, { query }, { person_id: personId }) => listLoansOf(reader, personId, query),
  }),
];

const fromDate = Type.Optional(Described(DateOnly, { description: 'With toDate, both included.' }));
const toDate = Type.Optional(Described(DateOnly, { description: 'With fromDate.' }));
const dueDate = Type.Optional(Described(DateOnly, { description: 'Exactly this due date.' }));
const knownAt = Type.Optional(
  Described(DateTime, { description: 'As it would have been answered then, with what was known by then.' }),
);

const schedule: Endpoint[] = [
  endpoint({
    name: 'loanPeriods.list',
    method: 'GET',
    path: `${below}/periods`,
    summary: 'List the periods of a loan',
    description:
      'By due date, to the last one. Those that overlap with fromDate to toDate. Before the activation: as if it were today.',
    permission: 'loan.period:list',
    shape: 'list',
    query: { fromDate, toDate, dueDate },
    answer: plan.LoanPeriod,
    subject: loan,
    example: { answer: example.loanPeriod },
    read: async (ctx, { query }, held) => whole(await listPeriods(ctx.reader, held, await today(ctx, held), query)),
  }),
  endpoint({
    name: 'loanPeriods.read',
    method: 'GET',
    path: `${below}/periods/{loanPeriodId}`,
    summary: 'Read a period of a loan',
    permission: 'loan.period:read',
    shape: 'single',
    answer: plan.LoanPeriod,
    subject: loan,
    example: { answer: example.loanPeriod },
    read: async (ctx, { params }, held) => readPeriod(ctx.reader, held, await today(ctx, held), params.loanPeriodId),
  }),
  endpoint({
    name: 'expectedPayments.read',
    method: 'GET',
    path: `${below}/expected-payments`,
    summary: 'Read the payments that are expected of a loan',
    description:
      'From the first to the last: those that came due (processed), and those to come, each taken as paid on its day. Before the activation: as if it were today.',
    permission: 'loan.expected.payment:list',
    shape: 'single',
    query: { knownAt },
    answer: plan.ExpectedPayments,
    subject: loan,
    example: { answer: example.expectedPayments },
    read: async ({ reader, now }, { query }, held) => readExpectedPayments(reader, held, await now(), query.knownAt),
  }),
];

const obligations: Endpoint[] = [
  endpoint({
    name: 'obligations.list',
    method: 'GET',
    path: `${below}/obligations`,
    summary: 'List the obligations of a loan',
    description: 'What came due, and what comes due next (isOpen), as it is expected now.',
    permission: 'loan.obligation:list',
    shape: 'single',
    query: {
      periodId: Type.Optional(Text({ max: 64, description: 'Of this period.' })),
      status: Type.Optional(
        StringEnum(['unfulfilled', 'overdue'], { description: 'Of which something remains; or which are overdue.' }),
      ),
      fromDate,
      toDate,
      dueDate,
      isOpen: Type.Optional(Described(Bool, { description: 'True: of the running period alone; false: all others.' })),
      knownAt,
    },
    answer: plan.Obligations,
    subject: loan,
    example: { answer: example.obligations },
    read: async ({ reader, now, machineMicros }, { query }, held) =>
      listObligations(reader, held, { now: await now(), micros: machineMicros() }, query),
  }),
  endpoint({
    name: 'obligations.read',
    method: 'GET',
    path: `${below}/obligations/{obligationId}`,
    summary: 'Read an obligation of a loan',
    permission: 'loan.obligation:read',
    shape: 'single',
    query: { knownAt },
    answer: plan.Obligation,
    subject: loan,
    example: { answer: example.obligation },
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
    shape: 'list',
    answer: plan.LoanFee,
    subject: loan,
    example: { answer: example.loanFee },
    read: async (ctx, _, held) => whole(await listFees(ctx.reader, held, await today(ctx, held))),
  }),
  endpoint({
    name: 'loanFees.read',
    method: 'GET',
    path: `${below}/fees/{loanFeeId}`,
    summary: 'Read a fee of a loan',
    permission: 'loan.fee:read',
    shape: 'single',
    answer: plan.LoanFee,
    subject: loan,
    example: { answer: example.loanFee },
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
    answer: plan.CanceledLoanFee,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo],
    example: { body: {}, answer: example.canceledFee },
    emits: [loanFeeCanceled],
    mayTell: ledgerEvents,
    command: (ctx, tx, { params, body }, held) => cancelFee(ctx, tx, held, params.loanFeeId, body),
  }),
];

const rates: Endpoint[] = [
  endpoint({
    name: 'loanRates.list',
    method: 'GET',
    path: `${below}/rates`,
    summary: 'List the rates of a loan',
    description: 'Past, in force and planned, by their first day. Before the activation: as if it were today.',
    permission: 'loan.rate:list',
    shape: 'list',
    answer: plan.LoanRate,
    subject: loan,
    example: { answer: example.loanRate },
    read: async (ctx, _, held) => whole(await listRates(ctx.reader, held, await today(ctx, held))),
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
    errors: [loanErrors.LoanStatusForbids],
    example: {
      body: { interestRate: { annualRate: 0.0999, replaces: true } },
      answer: { rates: [example.loanRate], difference: null },
    },
    emits: [loanRateCreated],
    mayTell: ledgerEvents,
    command: (ctx, tx, { body }, held) => addRate(ctx, tx, held, body),
  }),
];

export const planRoutes: Endpoint[] = [...lists, ...schedule, ...obligations, ...fees, ...rates];
