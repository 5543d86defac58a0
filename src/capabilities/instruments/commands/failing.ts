// What a return does to an instrument: it needs an update, no further debits, or it is of no use at all. Called by whoever hears of the return.
import { externalIdsOfPeople } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { instrumentUpdated, toldOfInstrument } from '../events.ts';
import { instrumentRows } from '../instrument.ts';
import { instrumentStates } from '../states.ts';
import { writeInstrument } from '../store-instrument.ts';
import type { Failure, InstrumentRow } from '../tables.ts';

export type Changing = Pick<CommandContext, 'now' | 'emit'>;

type AfterReturn = (ctx: Changing, tx: Tx, personId: string, id: string, failure: Failure) => Promise<void>;
type Blocked = Partial<Pick<InstrumentRow, 'debits_blocked_at' | 'credits_blocked_at'>>;

/**
 * Keeps the failure, with what `columnsOf` gives. What is deleted stays as it is, and so does what is undefined there.
 * Emits `payment.instrument.updated`.
 */
const keepFailure =
  (columnsOf: (row: InstrumentRow, ctx: Changing, failure: Failure) => Blocked | undefined): AfterReturn =>
  async (ctx, tx, personId, id, failure) => {
    const row = await living(tx, personId, id);
    const columns = row && columnsOf(row, ctx, failure);
    if (row === undefined || columns === undefined) return;
    writeInstrument(tx, row, { failure, ...columns, updated_at: ctx.now });
    ctx.emit(instrumentUpdated, personId, toldOfInstrument(await ownerOf(tx, personId), row));
  };

/** Only staff unblock it. */
export const blockForDebits = keepFailure(({ debits_blocked_at }, { now }) =>
  debits_blocked_at === null ? { debits_blocked_at: now } : undefined,
);

/** Somebody there has refused money of ours: none goes there before staff say so. */
export const blockForCredits = keepFailure(({ credits_blocked_at }, { now }) =>
  credits_blocked_at === null ? { credits_blocked_at: now } : undefined,
);

/** It stays in use, and says what it needs. */
export const markFailure = keepFailure((row, _, failure) => (row.failure?.reason === failure.reason ? undefined : {}));

/**
 * Deactivates an instrument that is of no use any more. Emits `payment.instrument.updated` and
 * `payment.instrument.deactivated`.
 */
export const giveUpInstrument: AfterReturn = async (ctx, tx, personId, id, failure) => {
  const row = await living(tx, personId, id);
  if (row === undefined || instrumentStates.isFinal(row.status)) return;
  await deactivate(ctx, tx, row, { reason: failure.reason, failure });
};

interface Deactivation {
  readonly reason: string;
  readonly failure?: Failure;
}

export async function deactivate(
  ctx: Changing,
  tx: Tx,
  row: InstrumentRow,
  { reason: inactive_reason, ...failure }: Deactivation,
): Promise<void> {
  const { to: status, emits } = instrumentStates.move(row.status, 'deactivate');
  const changes = { ...failure, status, inactive_at: ctx.now, inactive_reason, look_at: null, updated_at: ctx.now };
  writeInstrument(tx, row, changes);
  const told = toldOfInstrument(await ownerOf(tx, row.person_id), { ...row, status });
  for (const kind of [instrumentUpdated, ...emits]) ctx.emit(kind, row.person_id, told);
}

export const living = (tx: Tx, personId: string, id: string): Promise<InstrumentRow | undefined> =>
  tx.row(instrumentRows(tx).where('person_id', '=', personId).where('id', '=', id).where('deleted_at', 'is', null));

export const ownerOf = async (tx: Tx, personId: string) => ({
  external_id: (await externalIdsOfPeople(tx, [personId])).get(personId) ?? null,
});
