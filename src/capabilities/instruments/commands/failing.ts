// What a return does to an instrument: no further debits, or no use at all. Called by whoever hears of the return.
import { externalIdsOfPeople } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { instrumentUpdated, toldOfInstrument } from '../events.ts';
import { instrumentRows } from '../instrument.ts';
import { instrumentStates } from '../states.ts';
import { writeInstrument } from '../store-instrument.ts';
import type { Failure, InstrumentRow } from '../tables.ts';

type Hearing = Pick<CommandContext, 'now' | 'emit'>;

/** Only staff unblock it. What is deleted or blocked already stays as it is. Emits `payment.instrument.updated`. */
export async function blockForDebits(
  ctx: Hearing,
  tx: Tx,
  personId: string,
  id: string,
  failure: Failure,
): Promise<void> {
  const row = await living(tx, personId, id);
  if (row === undefined || row.debits_blocked_at !== null) return;
  writeInstrument(tx, row, { failure, debits_blocked_at: ctx.now, updated_at: ctx.now });
  ctx.emit(instrumentUpdated, personId, toldOfInstrument(await ownerOf(tx, personId), row));
}

/** Of no use any more. Emits `payment.instrument.updated` and `payment.instrument.deactivated`. */
export async function giveUpInstrument(
  ctx: Hearing,
  tx: Tx,
  personId: string,
  id: string,
  failure: Failure,
): Promise<void> {
  const row = await living(tx, personId, id);
  if (row === undefined || instrumentStates.isFinal(row.status)) return;
  const { to: status, emits } = instrumentStates.move(row.status, 'deactivate');
  writeInstrument(tx, row, {
    failure,
    status,
    inactive_at: ctx.now,
    inactive_reason: failure.reason,
    updated_at: ctx.now,
  });
  const owner = await ownerOf(tx, personId);
  for (const kind of [instrumentUpdated, ...emits])
    ctx.emit(kind, personId, toldOfInstrument(owner, { ...row, status }));
}

const living = (tx: Tx, personId: string, id: string): Promise<InstrumentRow | undefined> =>
  tx.row(instrumentRows(tx).where('person_id', '=', personId).where('id', '=', id).where('deleted_at', 'is', null));

const ownerOf = async (tx: Tx, personId: string) => ({
  external_id: (await externalIdsOfPeople(tx, [personId])).get(personId) ?? null,
});
