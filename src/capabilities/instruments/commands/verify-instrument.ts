// It is known now that an account belongs to its holder.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { instrumentUpdated, toldOfInstrument } from '../events.ts';
import { type Owner, openHolder, presentInstrument, sealerOf } from '../instrument.ts';
import type { PaymentInstrument } from '../schemas.ts';
import { instrumentStates } from '../states.ts';
import { writeInstrument } from '../store-instrument.ts';
import type { InstrumentRow } from '../tables.ts';

/** Of one that is pending or active. Emits `payment.instrument.updated`. */
export function verifyInstrument(ctx: CommandContext, tx: Tx, owner: Owner, before: InstrumentRow): PaymentInstrument {
  const isWaiting = instrumentStates.from('activate').includes(before.status);
  const status = isWaiting ? instrumentStates.move(before.status, 'activate').to : before.status;
  const changes = { status, verified: true, active_at: before.active_at ?? ctx.now, updated_at: ctx.now };
  writeInstrument(tx, before, changes);
  const row: InstrumentRow = { ...before, ...changes };
  ctx.emit(instrumentUpdated, owner.person_id, toldOfInstrument(owner, row));
  return presentInstrument(row, openHolder(sealerOf(ctx.vault, owner), row));
}
