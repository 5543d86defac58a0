// Whether a loan can be changed now, for a client that got 423. The lock of a single commit is not shown: it has ended
// before anybody can read of it.
import Type from 'typebox';
import { clockMove } from '#platform/business-clock.ts';
import { type Endpoint, endpoint, type ReadContext } from '#platform/http/endpoint.ts';
import { DateTime, Described, Nullable, Text } from '#platform/input/schemas.ts';
import { type LockStatus, leaseOf, presentLease } from '../loan/lock.ts';
import type { HeldLoan } from '../loan/product.ts';
import { loanToRead } from './loan.ts';

const LockStatusShape = Type.Object(
  {
    isLocked: Described(Type.Boolean(), { description: 'True: changes of the loan answer 423.' }),
    lockedBy: Nullable(Text({ max: 255 }), { description: 'Who holds it, for example an operation.' }),
    reason: Nullable(Text({ max: 255 }), { description: 'What for.' }),
    lockedAt: Nullable(DateTime, { description: 'Since when, by the real clock.' }),
  },
  { title: 'LockStatus' },
);

export const lockRoutes: Endpoint[] = [
  endpoint({
    name: 'loans.lockStatus',
    method: 'GET',
    path: '/people/{personId}/loans/{loanId}/lock-status',
    summary: 'Read whether a loan is locked',
    description:
      'Work on a loan that takes several steps locks it, and so does moving the test clock for all loans of its test realm. A single change only holds it for the moment of its commit, which is not shown.',
    permission: 'loan:read',
    shape: 'single',
    answer: LockStatusShape,
    subject: loanToRead,
    read: lockStatus,
  }),
];

async function lockStatus(ctx: ReadContext, _: unknown, { row }: HeldLoan): Promise<LockStatus> {
  const lease = leaseOf(row, ctx.machineMicros());
  if (lease !== undefined) return presentLease(lease);
  const move = await clockMove(ctx.reader);
  if (move === undefined) return presentLease(undefined);
  return { isLocked: true, lockedBy: move.operationId, reason: move.kind, lockedAt: move.askedAt };
}
