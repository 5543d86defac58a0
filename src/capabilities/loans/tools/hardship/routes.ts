// Endpoints of hardship tools: deferral, change of due dates, re-age, custom payment plans.
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint, type ReadContext } from '#platform/http/endpoint.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { loan, loanOfToday } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { todayOf } from '../../core/loan/today.ts';
import { cancelHardship, cancelPlan } from './commands/cancel-hardship.ts';
import { changeDueDates } from './commands/change-due-dates.ts';
import { deferPayments } from './commands/defer-payments.ts';
import { planPayments } from './commands/plan-payments.ts';
import { reAgeLoan } from './commands/re-age-loan.ts';
import { hardshipErrors } from './errors.ts';
import { hardshipStatusChanged, usedEvents } from './events.ts';
import { listHardships, listPlans, readHardship, readPlan } from './present.ts';
import {
  ChangedHardship,
  ChangedPlan,
  CustomPaymentPlan,
  Deferral,
  DueDatesChange,
  Hardship,
  HardshipCancel,
  PlanCreate,
  ReAge,
} from './schemas.ts';

const ofLoan = '/people/{personId}/loans/{loanId}';
const hardships = `${ofLoan}/hardships` as const;
const plans = `${ofLoan}/custom-payment-plans` as const;

const { LoanStatusForbids, NotForLines, NothingToDo, PaymentPlanActive } = loanErrors;
const { HardshipStatusForbids, HardshipBuiltUpon } = hardshipErrors;

/** What all that changes the books has in common. */
const onBooks = below({
  path: '/people/{personId}/loans/{loanId}',
  permission: 'loan.paymentplan',
  subject: loan,
  status: 201,
  mayEmit: ledgerEvents,
  previews: true,
});
const read = { borrowers: {}, subject: loanOfToday } as const;
const sort = { createdAt: 'created_at' };
const today = async ({ now }: ReadContext, { row }: HeldLoan) => todayOf(row, await now());

const toolEndpoint = below({
  path: '/people/{personId}/loans/{loanId}',
  permission: 'loan.hardship:create',
  subject: loan,
  answer: ChangedHardship,
  status: 201,
  mayEmit: ledgerEvents,
  previews: true,
});

const usedTools: Endpoint[] = [
  toolEndpoint({
    name: 'hardships.defer',
    path: '/defer',
    summary: 'Defer payments of a loan',
    description:
      'The next payments are reduced to fees only; interest keeps accruing. The schedule shows what is expected then. Several at once, all or none.',
    body: Deferral,
    errors: [LoanStatusForbids, NotForLines, PaymentPlanActive, NothingToDo, HardshipBuiltUpon],
    example: { body: { deferTo: 'end' } },
    emits: [usedEvents.deferral],
    command: (ctx, tx, { body }, held) => deferPayments(ctx, tx, held, body),
  }),
  toolEndpoint({
    name: 'hardships.changeDueDates',
    path: '/change-due-dates',
    summary: 'Change the due dates of a loan',
    description:
      'From the next period on: the running one keeps its due date. A single due date moves itself. A line gets other days of its cycle.',
    body: DueDatesChange,
    errors: [LoanStatusForbids, PaymentPlanActive, NothingToDo, HardshipBuiltUpon, loanErrors.InvalidSpecificDays],
    example: { body: { dueDatesFrequency: 'monthly', specificDays: [28] } },
    emits: [usedEvents.dueDateChange],
    command: (ctx, tx, { body }, held) => changeDueDates(ctx, tx, held, body),
  }),
  toolEndpoint({
    name: 'hardships.reAge',
    path: '/re-age',
    summary: 'Re-age a loan',
    description:
      'What is overdue is asked for later, without a late fee. Of an installment loan with its payments to come, or at the end; more payments may be added; interest that was overdue bears none, and overdue fees wait for the next due date. Of a line overdue principal is not due any more, and overdue interest and fees are due with the next statement. How often, how far apart, how old the loan must be and what must have been paid is in the reAge settings of the loan type; on a line nine months, three minimum payments or their sum, once in twelve months and twice in five years.',
    body: ReAge,
    errors: [LoanStatusForbids, PaymentPlanActive, loanErrors.ReAgeNotAllowed, NothingToDo, HardshipBuiltUpon],
    example: { body: {} },
    emits: [usedEvents.reAge],
    command: (ctx, tx, { body }, held) => reAgeLoan(ctx, tx, held, body),
  }),
];

const seenTools: Endpoint[] = [
  endpoint({
    ...read,
    name: 'hardships.list',
    path: hardships,
    summary: 'List what was deferred, moved and re-aged',
    description: 'Newest first. Custom payment plans have a list of their own.',
    permission: 'loan.hardship:list',
    shape: 'list',
    query: pageQuery(sort),
    answer: Hardship,
    read: async (ctx, { query }, held) => listHardships(ctx.reader, held, await today(ctx, held), query),
  }),
  endpoint({
    ...read,
    name: 'hardships.read',
    path: `${hardships}/{hardshipId}`,
    summary: 'Read a deferral, a change of due dates or a re-age',
    permission: 'loan.hardship:read',
    answer: Hardship,
    read: async (ctx, { params }, held) => readHardship(ctx.reader, held, await today(ctx, held), params.hardshipId),
  }),
  onBooks({
    name: 'hardships.cancel',
    path: '/hardships/{hardshipId}/cancel',
    summary: 'Cancel a deferral, a change of due dates or a re-age',
    description:
      'As far as it is to come it is as if it had never been: the loan is replayed from its day. Not once the days have completed it.',
    permission: 'loan.hardship:cancel',
    body: HardshipCancel,
    answer: ChangedHardship,
    errors: [LoanStatusForbids, HardshipStatusForbids, HardshipBuiltUpon],
    example: { body: {} },
    emits: [hardshipStatusChanged],
    command: (ctx, tx, { params, body }, held) => cancelHardship(ctx, tx, held, params.hardshipId, body),
  }),
];

const plannedPayments: Endpoint[] = [
  endpoint({
    ...read,
    name: 'customPaymentPlans.list',
    path: plans,
    summary: 'List the custom payment plans of a loan',
    description: 'Newest first. At most one is active.',
    permission: 'loan.paymentplan:list',
    shape: 'list',
    query: pageQuery(sort),
    answer: CustomPaymentPlan,
    read: async (ctx, { query }, held) => listPlans(ctx.reader, held, await today(ctx, held), query),
  }),
  endpoint({
    ...read,
    name: 'customPaymentPlans.read',
    path: `${plans}/{customPaymentPlanId}`,
    summary: 'Read a custom payment plan',
    permission: 'loan.paymentplan:read',
    answer: CustomPaymentPlan,
    read: async (ctx, { params }, held) =>
      readPlan(ctx.reader, held, await today(ctx, held), params.customPaymentPlanId),
  }),
  onBooks({
    name: 'customPaymentPlans.create',
    path: '/custom-payment-plans',
    summary: 'Give a loan a custom payment plan',
    description:
      'For some periods the payment is a fixed amount and fees; afterwards it is the usual one again. Deferrals and changes of due dates that are to come make room for it, and while it is active no other hardship tool may be used.',
    body: PlanCreate,
    answer: ChangedPlan,
    errors: [
      LoanStatusForbids,
      NotForLines,
      PaymentPlanActive,
      NothingToDo,
      HardshipBuiltUpon,
      errors.DuplicateExternalId,
    ],
    example: {
      body: { numberOfPeriods: 3, amount: 150, isExtendLoanDuration: true },
    },
    emits: [usedEvents.customPaymentPlan],
    mayEmit: [hardshipStatusChanged, ...ledgerEvents],
    command: (ctx, tx, { body }, held) => planPayments(ctx, tx, held, body),
  }),
  onBooks({
    name: 'customPaymentPlans.cancel',
    path: '/custom-payment-plans/{customPaymentPlanId}/cancel',
    summary: 'Cancel a custom payment plan',
    description:
      'Before it begins it is as if it had never been, and what it replaced comes back. Later it ends with the next due date: what came due by it stays, and the usual payment is asked for again.',
    body: HardshipCancel,
    answer: ChangedPlan,
    errors: [LoanStatusForbids, HardshipStatusForbids, HardshipBuiltUpon, NothingToDo],
    example: { body: {} },
    emits: [hardshipStatusChanged],
    command: (ctx, tx, { params, body }, held) => cancelPlan(ctx, tx, held, params.customPaymentPlanId, body),
  }),
];

export const hardshipRoutes: Endpoint[] = [...usedTools, ...seenTools, ...plannedPayments];
