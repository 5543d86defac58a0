// Creating and changing investors. Exactly one is the default one: it stays so until another becomes it.

import type { CommandContext } from '#platform/command/context.ts';
import { LostRace, redraw } from '#platform/db/races.ts';
import type { OnFailure, Tx } from '#platform/db/realm-database.ts';
import { isTaken } from '#platform/db/sqlstate.ts';
import { refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { changeExternalId, claimExternalId } from '#platform/resource/external-ids.ts';
import { investorCreated, investorUpdated, toldOfInvestor } from '../events.ts';
import { findInvestor, heldDefault, investorKind, presentInvestor } from '../investor.ts';
import type { Investor, InvestorCreate, InvestorUpdate } from '../schemas.ts';
import type { InvestorRow } from '../tables.ts';
import type { Maker } from './maker.ts';

/** Errors: DuplicateExternalId. */
export async function createInvestor(ctx: CommandContext, tx: Tx, input: InvestorCreate): Promise<Investor> {
  const { externalId = null, name, isDefault = false } = input;
  if (isDefault) await takeDefault(ctx, tx);
  const row = addInvestor(ctx, tx, { externalId, name, isDefault });
  ctx.emit(investorCreated, ctx.realm.companyId, toldOfInvestor(row));
  return presentInvestor(row);
}

/** Errors: NotFound (investor), InvalidRequest (no default one would be left), DuplicateExternalId. */
export async function updateInvestor(
  ctx: CommandContext,
  tx: Tx,
  reference: string,
  input: InvestorUpdate,
): Promise<Investor> {
  const before = await findInvestor(tx, reference, true);
  const { externalId = before.external_id, name = before.name, isDefault = before.is_default } = input;
  if (before.is_default && !isDefault) {
    const expected = 'true; make another investor the default one instead';
    throw refuseField('isDefault', 'cannot be taken from the only default one', expected);
  }
  if (isDefault && !before.is_default) await takeDefault(ctx, tx);
  const changes = { external_id: externalId, name, is_default: isDefault, updated_at: ctx.now };
  const row: InvestorRow = { ...before, ...changes };
  changeExternalId(tx, owned(row), before.external_id, externalId);
  tx.write(tx.db.updateTable('investors').set(changes).where('id', '=', row.id), twoDefaults);
  ctx.emit(investorUpdated, ctx.realm.companyId, toldOfInvestor(row));
  return presentInvestor(row);
}

interface NewInvestor {
  readonly externalId: string | null;
  readonly name: string;
  readonly isDefault: boolean;
}

export function addInvestor(maker: Maker, tx: Tx, { externalId, name, isDefault }: NewInvestor): InvestorRow {
  const columns = {
    id: newId('IR'),
    position: maker.position(),
    external_id: externalId,
    name,
    is_default: isDefault,
    created_at: maker.now,
    updated_at: null,
  };
  const row: InvestorRow = { ...columns, company_id: maker.realm.companyId };
  if (externalId !== null) claimExternalId(tx, owned(row), externalId);
  tx.write(tx.db.insertInto('investors').values(columns), (error) =>
    redraw((taken) => isTaken(taken, 'investors_pkey'))(twoDefaults(error)),
  );
  return row;
}

async function takeDefault(ctx: CommandContext, tx: Tx): Promise<void> {
  const before = await heldDefault(tx);
  if (before === undefined) return;
  const row: InvestorRow = { ...before, is_default: false, updated_at: ctx.now };
  tx.write(tx.db.updateTable('investors').set({ is_default: false, updated_at: ctx.now }).where('id', '=', row.id));
  ctx.emit(investorUpdated, ctx.realm.companyId, toldOfInvestor(row));
}

/** Another became it at the same time: whoever comes second takes it from that one. */
const twoDefaults: OnFailure = (error) =>
  isTaken(error, 'investors_default') ? new LostRace('Another investor became the default.', { cause: error }) : error;

const owned = (row: InvestorRow) => ({ kind: investorKind, subjectId: row.company_id, objectId: row.id });
