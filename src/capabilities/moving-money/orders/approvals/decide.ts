// Decides on an order of money out that waits. Approved and ordered is one commit: nothing can change between both.
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { isStopped } from '../attempts/switch.ts';
import type { Deciding, Takers } from '../attempts/taker.ts';
import { accountApproved } from '../merchant-accounts/account.ts';
import { presentApproval, storedApproval, writeDecision } from './approval.ts';
import { mustBeSecondPerson } from './approver.ts';
import { leaveOfTwo } from './ask-leave.ts';
import { approvalErrors } from './errors.ts';
import type { PaymentApproval, PaymentApprovalDecision } from './schemas.ts';
import { approvalStates } from './states.ts';
import type { ApprovalRow } from './tables.ts';

const asDeciding = (ctx: CommandContext): Deciding => ({ ...ctx, actor: ctx.caller.actor });

interface Parts {
  readonly takers: Takers;
  readonly whole: Whole;
}

interface Named {
  readonly personId: string;
  readonly id: string;
}

/**
 * All that was asked when it was ordered is asked again by its taker. Errors: NotFound, ApprovalDecided, Forbidden,
 * SecondPersonNeeded, OrdererLostRight, PaymentsStopped, and those of the taker.
 */
export async function approve(
  { takers, whole }: Parts,
  ctx: CommandContext,
  tx: Tx,
  { personId, id }: Named,
  { reason = null }: PaymentApprovalDecision,
): Promise<PaymentApproval> {
  const before = await storedApproval(tx, personId, id);
  approvalStates.mustAllow(before.status, 'approve', { id });
  await mustBeSecondPerson({ takers, whole }, ctx, tx, before);
  if (await isStopped(tx)) {
    throw new Refusal(approvalErrors.PaymentsStopped, 'Payments are stopped, so that nothing is approved now.', {
      data: { path: 'paymentApprovalId' },
    });
  }
  const deciding = asDeciding(ctx);
  const row = writeDecision(deciding, tx, before, 'approve', reason?.trim() || null);
  await tellDecided(takers, deciding, tx, row);
  if (row.receiver === 'merchant') accountApproved(tx, ctx, row.instrument_id);
  return presentApproval(row);
}

/** Errors: NotFound, ApprovalDecided. */
export async function reject(
  { takers }: Parts,
  ctx: CommandContext,
  tx: Tx,
  { personId, id }: Named,
  { reason = null }: PaymentApprovalDecision,
): Promise<PaymentApproval> {
  const before = await storedApproval(tx, personId, id);
  const deciding = asDeciding(ctx);
  const row = writeDecision(deciding, tx, before, 'reject', reason?.trim() || null);
  await tellDecided(takers, deciding, tx, row);
  return presentApproval(row);
}

export async function tellDecided(takers: Takers, deciding: Deciding, tx: Tx, row: ApprovalRow): Promise<void> {
  const { subject_kind: kind, subject_id: id, person_id: personId, status: is } = row;
  const taker = takers[kind]?.decided;
  if (taker === undefined) throw new Error(`Nobody hears of what was decided about a ${kind}.`);
  const about = { subject: { kind, id }, personId };
  if (is === 'rejected' || is === 'expired') await taker(deciding, tx, { ...about, is });
  if (is === 'approved') await taker(deciding, tx, { ...about, is, leave: await leaveOfTwo(deciding, tx, row) });
}
