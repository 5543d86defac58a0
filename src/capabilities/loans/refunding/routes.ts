// Endpoints of written requests for what a loan owes its borrower.
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { loan, loanThatIsThere } from '../lifecycle/loan.ts';
import { loanErrors } from '../loan/errors.ts';
import { transactionErrors } from '../transactions/errors.ts';
import { refundingErrors } from './errors.ts';
import * as told from './events.ts';
import * as example from './examples.ts';
import { receiveRequest } from './receive-request.ts';
import { listRequests, readRequest, requestSort } from './request.ts';
import { CreditRefundRequest, CreditRefundRequestCreate } from './schemas.ts';

const all = '/people/{personId}/loans/{loanId}/credit-refund-requests';

export const refundingRoutes: Endpoint[] = [
  endpoint({
    name: 'creditRefundRequests.list',
    method: 'GET',
    path: all,
    summary: 'List written requests for a credit',
    permission: 'credit.refund.request:list',
    shape: 'list',
    query: pageQuery(requestSort),
    answer: CreditRefundRequest,
    subject: loanThatIsThere,
    example: { answer: example.request },
    read: ({ reader }, { query }, ids) => listRequests(reader, ids, query),
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
  endpoint({
    name: 'creditRefundRequests.read',
    method: 'GET',
    path: `${all}/{creditRefundRequestId}`,
    summary: 'Read a written request for a credit',
    permission: 'credit.refund.request:read',
    shape: 'single',
    answer: CreditRefundRequest,
    subject: loanThatIsThere,
    example: { answer: example.request },
    read: ({ reader }, { params }, ids) => readRequest(reader, ids, params.creditRefundRequestId),
  }),
];
