// Endpoints of orders of money out that wait for a second person.
import { mayApprove, secondPersonErrors } from '#capabilities/access/index.ts';
import { person } from '#capabilities/people/index.ts';
import type { Whole } from '#platform/capability.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import type { Takers } from '../attempts/taker.ts';
import { approvalList, listApprovals, presentApproval, storedApproval } from './approval.ts';
import { approvePermission } from './approver.ts';
import { approve, reject } from './decide.ts';
import { approvalErrors } from './errors.ts';
import { approvalApproved, approvalRejected } from './events.ts';
import * as example from './examples.ts';
import { PaymentApproval, PaymentApprovalDecision } from './schemas.ts';

const one = '/people/{personId}/payment-approvals/{paymentApprovalId}';

export const approvalRoutes = (takers: Takers, whole: Whole): Endpoint[] => [
  endpoint({
    name: 'paymentApprovals.list',
    path: '/payment-approvals',
    summary: 'List orders of money out that wait for a second person, or waited',
    description: 'With status=waiting those that somebody can approve or reject now. The newest is first.',
    permission: 'payment.approval:list',
    shape: 'list',
    query: approvalList.query,
    list: approvalList,
    answer: PaymentApproval,
    example: { answer: example.approval },
    read: ({ reader }, { query }) => listApprovals(reader, query),
  }),
  endpoint({
    name: 'paymentApprovals.read',
    path: one,
    summary: 'Read an order of money out that waits for a second person',
    permission: 'payment.approval:read',
    answer: PaymentApproval,
    subject: person,
    read: async ({ reader }, { params }, { person_id }) =>
      presentApproval(await storedApproval(reader, person_id, params.paymentApprovalId)),
  }),
  endpoint({
    name: 'paymentApprovals.approve',
    path: `${one}/approve`,
    summary: 'Approve an order of money out',
    description:
      'By somebody who did not order it, is not behind the one who did, and has changed neither the payment instrument nor a contact of the borrower within ten days. All that was asked when it was ordered is asked again; then the order goes to the provider. An API key needs payment.approval.key:approve as well.',
    permission: approvePermission,
    body: PaymentApprovalDecision,
    answer: PaymentApproval,
    subject: person,
    errors: [
      approvalErrors.ApprovalDecided,
      secondPersonErrors.SecondPersonNeeded,
      secondPersonErrors.OrdererLostRight,
      approvalErrors.PaymentsStopped,
      ...refusedByTakers(takers),
    ],
    example: { body: example.decision },
    emits: [approvalApproved],
    mayEmit: emittedBy(takers),
    previews: true,
    authorize: ({ caller }) => mayApprove(caller),
    command: (ctx, tx, { params, body }, { person_id: personId }) =>
      approve({ takers, whole }, ctx, tx, { personId, id: params.paymentApprovalId }, body),
  }),
  endpoint({
    name: 'paymentApprovals.reject',
    path: `${one}/reject`,
    summary: 'Reject an order of money out',
    description: 'Whoever ordered it may do so too. What waited is canceled.',
    permission: 'payment.approval:reject',
    body: PaymentApprovalDecision,
    answer: PaymentApproval,
    subject: person,
    errors: [approvalErrors.ApprovalDecided],
    example: { body: example.decision },
    emits: [approvalRejected],
    mayEmit: emittedBy(takers),
    previews: true,
    command: (ctx, tx, { params, body }, { person_id: personId }) =>
      reject({ takers, whole }, ctx, tx, { personId, id: params.paymentApprovalId }, body),
  }),
];

const emittedBy = (takers: Takers) => Object.values(takers).flatMap(({ emits }) => emits);
const refusedByTakers = (takers: Takers) => Object.values(takers).flatMap(({ refuses = [] }) => refuses);
