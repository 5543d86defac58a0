// Creating and changing loan types. A version of the settings never changes: a loan keeps the version that it has.

import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { changeExternalId, claimExternalId } from '#platform/resource/external-ids.ts';
import type { Maker } from '#platform/resource/resource-rows.ts';
import { loanTypeCreated, loanTypeStatusChanged, loanTypeUpdated, toldOfLoanType } from '../events.ts';
import { loanTypeKind, presentLoanType } from '../loan-type.ts';
import { addSettledFeeTypes } from '../resources/fee-type.ts';
import type { LoanType, LoanTypeCreate, LoanTypeUpdate } from '../schemas.ts';
import { foreignProblems, settingsProblems } from '../settings/check-settings.ts';
import type { LoanTypeSettings, SettingsInput } from '../settings/schema.ts';
import { defaultSettings, settingsAfter, storedSettings, wholeSettings } from '../settings/settings.ts';
import type { LoanTypeRow } from '../tables.ts';

/** Errors: InvalidRequest, DuplicateExternalId. */
export async function createLoanType(ctx: CommandContext, tx: Tx, input: LoanTypeCreate): Promise<LoanType> {
  const { externalId = null, status = 'active', type = 'installment', ...sent } = input;
  const settings = checkedSettings(defaultSettings(type, input.name), sent);
  const row = addLoanType(ctx, tx, { externalId, status, settings });
  ctx.emit(loanTypeCreated, ctx.realm.companyId, toldOfLoanType(row));
  return presentLoanType(row);
}

/** Errors: InvalidRequest, DuplicateExternalId. */
export async function updateLoanType(
  ctx: CommandContext,
  tx: Tx,
  row: LoanTypeRow,
  input: LoanTypeUpdate,
): Promise<LoanType> {
  const before = wholeSettings(row.settings);
  const { externalId = row.external_id, status = row.status, type = before.type, ...sent } = input;
  if (type !== before.type) throw refuseField('type', 'is what the loan type was made with, and stays', before.type);
  const settings = checkedSettings(before, sent);
  // Both have the order of the schema, so their texts can be compared.
  const isNew = JSON.stringify(settings) !== JSON.stringify(before);
  if (!isNew && externalId === row.external_id && status === row.status) return presentLoanType(row);
  const version = isNew ? row.version + 1 : row.version;
  const written = { external_id: externalId, status, version, updated_at: ctx.now };
  const changed: LoanTypeRow = { ...row, ...written, settings: storedSettings(settings) };
  const owned = { kind: loanTypeKind, subjectId: ctx.realm.companyId, objectId: row.id };
  changeExternalId(tx, owned, row.external_id, externalId);
  tx.write(tx.db.updateTable('loan_types').set(written).where('id', '=', row.id));
  if (isNew) addVersion(ctx, tx, changed);
  ctx.emit(loanTypeUpdated, ctx.realm.companyId, toldOfLoanType(changed));
  if (status !== row.status) {
    const told = { ...toldOfLoanType(changed), previousStatus: row.status };
    ctx.emit(loanTypeStatusChanged, ctx.realm.companyId, told);
  }
  return presentLoanType(changed);
}

interface NewLoanType {
  readonly externalId: string | null;
  readonly status: LoanTypeRow['status'];
  readonly settings: LoanTypeSettings;
}

export function addLoanType(maker: Maker, tx: Tx, { externalId, status, settings }: NewLoanType): LoanTypeRow {
  const { companyId } = maker.realm;
  const id = newId('LT');
  const columns = {
    id,
    position: maker.position(),
    external_id: externalId,
    version: 1,
    status,
    created_at: maker.now,
    updated_at: null,
  };
  const row: LoanTypeRow = { ...columns, company_id: companyId, settings: storedSettings(settings) };
  if (externalId !== null) {
    claimExternalId(tx, { kind: loanTypeKind, subjectId: companyId, objectId: id }, externalId);
  }
  tx.write(tx.db.insertInto('loan_types').values(columns), redraw('loan_types_pkey'));
  addVersion(maker, tx, row);
  addSettledFeeTypes(maker, tx, id, settings.type);
  return row;
}

function addVersion(maker: Maker, tx: Tx, { id, version, settings }: LoanTypeRow): void {
  tx.write(
    tx.db.insertInto('loan_type_versions').values({
      loan_type_id: id,
      version,
      id: `${id}.${version}`,
      position: maker.position(),
      settings: JSON.stringify(settings),
      created_at: maker.now,
    }),
  );
}

function checkedSettings(before: LoanTypeSettings, sent: SettingsInput): LoanTypeSettings {
  mustHaveNone(foreignProblems(before.type, sent));
  const draft = settingsAfter(before, sent);
  mustHaveNone(settingsProblems(draft));
  // No problem was found, so nothing is missing.
  return draft as LoanTypeSettings;
}
