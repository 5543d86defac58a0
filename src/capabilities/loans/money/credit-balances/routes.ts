// Endpoints of what a loan owes its borrower: written requests for it, and what of it was recorded by hand.

import { mayApprove, secondPersonErrors } from '#capabilities/access/index.ts';
import type { Whole } from '#platform/capability.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { computedQueryByAge, pageOf } from '#platform/resource/computed-list.ts';
import { loan } from '../../core/lifecycle/loan.ts';
import { readsOfThings } from '../../core/lifecycle/reads-of-things.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import { confirmCredit, confirmCreditPermission, listRecordedCredits } from './confirm-credit.ts';
import { creditBalanceErrors } from './errors.ts';
import { creditConfirmed } from './events.ts';
import { receiveRequest } from './receive-request.ts';
import { creditRefundRequested, creditRequests, presentRequest, requestLists } from './request.ts';
import { CreditRefundRequestCreate, RecordedCredit, RecordedCreditConfirm } from './schemas.ts';

const all = '/people/{personId}/loans/{loanId}/credit-refund-requests';

const recorded = '/people/{personId}/loans/{loanId}/recorded-credits';

const recordedCreditEndpoint = below({ path: recorded, subject: loan, answer: RecordedCredit });

const recordedCreditRoutes = (whole: Whole): Endpoint[] => [
  recordedCreditEndpoint({
    name: 'recordedCredits.list',
    summary: 'List what was recorded by hand and made credit of a loan',
    description:
      'Payments from outside and service credits that became credit, and refunds and cash backs without an original, the oldest first. What nobody has confirmed may not leave as money, once it is together above creditApprovals of the company.',
    permission: 'recorded.credit:list',
    shape: 'list',
    query: computedQueryByAge,
    read: async ({ reader, now }, { query }, held) =>
      pageOf(await listRecordedCredits(reader, held, await now()), query),
  }),
  recordedCreditEndpoint({
    name: 'recordedCredits.confirm',
    path: '/{recordedCreditId}/confirm',
    summary: 'Confirm what was recorded by hand',
    description:
      'By a second person: another human than whoever recorded or changed it. An API key needs payment.approval.key:approve as well.',
    permission: confirmCreditPermission,
    body: RecordedCreditConfirm,
    errors: [loanErrors.NothingToDo, secondPersonErrors.SecondPersonNeeded],
    emits: [creditConfirmed],
    previews: true,
    example: { body: {} },
    authorize: ({ caller }) => mayApprove(caller),
    command: (ctx, tx, { params }, held) => confirmCredit(ctx, tx, held, params.recordedCreditId, whole),
  }),
];

export const creditBalanceRoutes = (whole: Whole): Endpoint[] => [
  ...recordedCreditRoutes(whole),
  ...readsOfThings({
    name: 'creditRefundRequests',
    thing: creditRequests,
    lists: requestLists,
    one: 'a written request for a credit',
    many: 'written requests for credits',
    path: 'credit-refund-requests',
    permission: 'credit.refund.request',
    answer: creditRequests.schema,
    show: presentRequest,
  }),
  endpoint({
    name: 'creditRefundRequests.create',
    path: all,
    summary: 'Record a written request for a credit',
    description:
      'What the loan owes its borrower is to be paid back within seven business days of the request (12 CFR 1026.11(a)(2)). The service pays it back by itself as soon as the money is safe, also where it pays back nothing unasked; what it cannot pay back, or is late, is told by events. What is paid back by POST .../reimburse counts too.',
    permission: 'credit.refund.request:create',
    body: CreditRefundRequestCreate,
    answer: creditRequests.schema,
    subject: loan,
    errors: [
      loanErrors.LoanStatusForbids,
      transactionErrors.AmountExceedsCredit,
      creditBalanceErrors.CreditRefundRequestOpen,
    ],
    emits: [creditRefundRequested],
    example: { body: {} },
    command: (ctx, tx, { body }, held) => receiveRequest(ctx, tx, held, body),
  }),
];
