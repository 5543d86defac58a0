// It is known now that an account belongs to its holder, or that a card is good or is not.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { instrumentUpdated, toldOfInstrument } from '../events.ts';
import { type Owner, openHolder, presentInstrument, sealerOf } from '../instrument.ts';
import type { PaymentInstrument } from '../schemas.ts';
import { instrumentStates } from '../states.ts';
import { writeInstrument } from '../store-instrument.ts';
import type { Failure, InstrumentRow } from '../tables.ts';
import { type Changing, deactivate, living, ownerOf } from './failing.ts';

/** Marks a pending or active instrument as verified. Emits `payment.instrument.updated`. */
export function verifyInstrument(ctx: CommandContext, tx: Tx, owner: Owner, before: InstrumentRow): PaymentInstrument {
  const isWaiting = instrumentStates.from('activate').includes(before.status);
  const status = isWaiting ? instrumentStates.move(before.status, 'activate').to : before.status;
  const changes = { status, verified: true, active_at: before.active_at ?? ctx.now, updated_at: ctx.now };
  writeInstrument(tx, before, changes);
  const row: InstrumentRow = { ...before, ...changes };
  ctx.emit(instrumentUpdated, owner.person_id, toldOfInstrument(owner, row));
  return presentInstrument(row, openHolder(sealerOf(ctx.vault, owner), row));
}

/** A card that was deleted or deactivated meanwhile stays as it is. Emits `payment.instrument.updated`. */
export const markCardVerified = (
  ctx: Changing,
  tx: Tx,
  personId: string,
  id: string,
  avsResult: string | null,
): Promise<void> => markGood(ctx, tx, personId, id, { avs_result: avsResult });

/** The same of an account of which its bank knows. */
export const markAccountVerified = (ctx: Changing, tx: Tx, personId: string, id: string): Promise<void> =>
  markGood(ctx, tx, personId, id, {});

async function markGood(
  ctx: Changing,
  tx: Tx,
  personId: string,
  id: string,
  more: Partial<Pick<InstrumentRow, 'avs_result'>>,
): Promise<void> {
  const row = await living(tx, personId, id);
  if (row === undefined || instrumentStates.isFinal(row.status)) return;
  const isWaiting = instrumentStates.from('activate').includes(row.status);
  const status = isWaiting ? instrumentStates.move(row.status, 'activate').to : row.status;
  // What was wrong before says nothing any more; what a charge has shown meanwhile does.
  const failure = isWaiting ? null : row.failure;
  const changes = { status, verified: true, failure, ...more };
  writeInstrument(tx, row, { ...changes, active_at: row.active_at ?? ctx.now, updated_at: ctx.now });
  ctx.emit(instrumentUpdated, personId, toldOfInstrument(await ownerOf(tx, personId), { ...row, status }));
}

interface NotVerified {
  readonly avsResult: string | null;
  readonly isOfNoUse: boolean;
  readonly failure: Failure;
}

/**
 * False: nobody waits for it. One that somebody has vouched for (`verified`) stays as it is. Emits
 * `payment.instrument.updated`, and `payment.instrument.deactivated` where it is of no use.
 */
export async function cardNotVerified(
  ctx: Changing,
  tx: Tx,
  personId: string,
  id: string,
  { avsResult: avs_result, isOfNoUse, failure }: NotVerified,
): Promise<boolean> {
  const row = await living(tx, personId, id);
  if (row === undefined || row.verified || instrumentStates.isFinal(row.status)) return false;
  writeInstrument(tx, row, { avs_result, failure, updated_at: ctx.now });
  if (isOfNoUse) await deactivate(ctx, tx, row, { reason: failure.reason, failure });
  else ctx.emit(instrumentUpdated, personId, toldOfInstrument(await ownerOf(tx, personId), row));
  return !isOfNoUse;
}
