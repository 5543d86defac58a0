// Proposes how a break is to be resolved, and takes a proposal back. Nothing is booked before a second person agrees.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { breakErrors } from '../breaks/errors.ts';
import { breakStates } from '../breaks/states.ts';
import type { BreakRow, Proposed } from '../breaks/tables.ts';
import { moveBreak } from '../breaks/write-break.ts';
import type { BreakParts } from './approve.ts';
import { mustNotBeOwn } from './hands.ts';
import { type FindOutsidePayment, mustBePaymentOf } from './outside-payment.ts';
import type { MoneyBreak, MoneyBreakDecision, MoneyBreakPropose } from './schemas.ts';
import { holdBreak, presentBreak } from './shown.ts';
import { unknownLineOf } from './what-it-is-of.ts';

/** Errors: NotFound, InvalidRequest, BreakStatusForbids, BreakNotOfThatKind, BreakHasChanged, SecondPersonNeeded. */
export async function proposeForBreak(
  { find, orders }: Omit<BreakParts, 'whole'>,
  ctx: CommandContext,
  tx: Tx,
  id: string,
  body: MoneyBreakPropose,
): Promise<MoneyBreak> {
  const { row } = await holdBreak(tx, id);
  breakStates.mustAllow(row.status, 'propose', { id });
  await mustNotBeOwn(orders, ctx, tx, row);
  const { proposed, personId } = await proposalOf(find, ctx, tx, row, body);
  const { type, id: byId } = ctx.caller.actor;
  const changes = {
    proposed_by_type: type,
    proposed_by_id: byId,
    ...(personId !== undefined && { person_id: personId }),
  };
  const work = { ...ctx, actor: ctx.caller.actor };
  const done = moveBreak(work, tx, row, 'propose', { by: proposed.by, note: proposed.reason, proposed, changes });
  return presentBreak(done, ctx.now);
}

interface Proposal {
  readonly proposed: Proposed;
  readonly personId?: string;
}

async function proposalOf(
  find: FindOutsidePayment,
  ctx: CommandContext,
  tx: Tx,
  row: BreakRow,
  { by, reason, reference, ...named }: MoneyBreakPropose,
): Promise<Proposal> {
  if (by !== 'payment' && named.personId != null) throw refuseField('personId', `does not go with ${by}`, 'null');
  if (by !== 'payment' && named.transactionId != null)
    throw refuseField('transactionId', `does not go with ${by}`, 'null');
  if (by === 'writeOff') return { proposed: { by, reason } };
  const { line } = await unknownLineOf(ctx.vault, tx, row);
  if (line.amount <= 0) {
    throw new Refusal(breakErrors.BreakNotOfThatKind, `The break ${row.id} is of money that went out.`, {
      data: { path: 'by', expected: 'writeOff, or a break of money that came in' },
    });
  }
  if (by === 'refund') {
    if (reference == null) throw refuseField('reference', 'is missing', 'under what the bank will show it');
    return { proposed: { by, reason, reference } };
  }
  const { personId, transactionId } = await mustBePaymentOf(find, tx, { ...emptyNames, ...named }, line);
  return { proposed: { by, reason, transactionId }, personId };
}

const emptyNames = { personId: null, transactionId: null };

/** The person who proposed it may withdraw it too. Errors: NotFound, BreakStatusForbids. */
export async function rejectForBreak(
  ctx: CommandContext,
  tx: Tx,
  id: string,
  { note = null }: MoneyBreakDecision,
): Promise<MoneyBreak> {
  const { row } = await holdBreak(tx, id);
  const work = { ...ctx, actor: ctx.caller.actor };
  const by = row.proposed?.by;
  const done = moveBreak(work, tx, row, 'reject', { ...(by && { by }), note, proposed: null });
  return presentBreak(done, ctx.now);
}
