// Endpoints of written requests for what a loan owes its borrower.

import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { loan } from '../lifecycle/loan.ts';
import { readsOfThings } from '../lifecycle/reads-of-things.ts';
import { loanErrors } from '../loan/errors.ts';
import { transactionErrors } from '../transactions/errors.ts';
import { refundingErrors } from './errors.ts';
import * as told from './events.ts';
import * as example from './examples.ts';
import { receiveRequest } from './receive-request.ts';
import { presentRequest, requestLists } from './request.ts';
import { CreditRefundRequest, CreditRefundRequestCreate } from './schemas.ts';
import { creditRequests } from './tables.ts';

const all = '/people/{personId}/loans/{loanId}/credit-refund-requests';

export const refundingRoutes: Endpoint[] = [
  ...readsOfThings({
    name: 'creditRefundRequests',
    thing: creditRequests,
    lists: requestLists,
    one: 'a written request for a credit',
    many: 'written requests for credits',
    path: 'credit-refund-requests',
    permission: 'credit.refund.request',
    answer: CreditRefundRequest,
    example: example.request,
    show: presentRequest,
  }),
  endpoint({
    name: 'creditRefundRequests.create',
    method: 'POST',
    path: all,
    summary: 'Record a written request for a credit',
    description:
      'What the loan owes its borrower is to be paid back within seven business days of the request (12 CFR 1026.11(a)(2)). The service pays it back by itself as soon as the money is safe, also where it pays back nothing unasked; what it cannot pay back, or is late, is told by events. What is paid back by POST .../reimburse counts too.',
    permission: 'credit.refund.request:create',
    shape: 'single',
    status: 201,
    body: CreditRefundRequestCreate,
    answer: CreditRefundRequest,
    subject: loan,
    errors: [
      loanErrors.LoanStatusForbids,
      transactionErrors.AmountExceedsCredit,
      refundingErrors.CreditRefundRequestOpen,
    ],
    emits: [told.creditRefundRequested],
    example: { body: {}, answer: example.request },
    command: (ctx, tx, { body }, held) => receiveRequest(ctx, tx, held, body),
  }),
];
