// How a pair of trial deposits is found and opened.
import type { Sealer } from '#platform/crypto/vault.ts';
import type { Builder } from '#platform/db/builder.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { TrialDepositsRow } from './tables.ts';

/** In cents, the first order first. */
export type Amounts = readonly [number, number];

const amountsPart = (id: string): string => `trialDeposits.${id}.amounts`;

export const sealAmounts = (sealer: Sealer, id: string, amounts: Amounts): Buffer =>
  sealer.seal(amountsPart(id), JSON.stringify(amounts));

/** Undefined: the person was erased. */
export const openAmounts = (
  sealer: Sealer | undefined,
  { id, amounts_sealed }: TrialDepositsRow,
): Amounts | undefined =>
  amounts_sealed === null || sealer === undefined
    ? undefined
    : (JSON.parse(sealer.unseal(amountsPart(id), amounts_sealed)) as Amounts);

const pairsOf = (db: Builder, personId: string) =>
  db.selectFrom('trial_deposits').selectAll().where('person_id', '=', personId);

export const lockPair = (tx: Tx, personId: string, id: string): Promise<TrialDepositsRow | undefined> =>
  tx.row(pairsOf(tx.db, personId).where('id', '=', id).forUpdate());

/** The newest of an instrument; locked, so that tries at once are counted one after the other. */
export const lockNewestPair = (tx: Tx, personId: string, instrumentId: string): Promise<TrialDepositsRow | undefined> =>
  tx.row(
    pairsOf(tx.db, personId).where('instrument_id', '=', instrumentId).orderBy('position', 'desc').limit(1).forUpdate(),
  );

export const pairUpdate = (db: Builder, { person_id, id }: Pick<TrialDepositsRow, 'person_id' | 'id'>) =>
  db.updateTable('trial_deposits').where('person_id', '=', person_id).where('id', '=', id);
