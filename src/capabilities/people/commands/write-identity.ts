// Identities: one primary, created with the borrower or added first, and any number of secondary ones.

import type { CommandContext } from '#platform/command/context.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import { preparedInsert } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId, opaqueToken } from '#platform/ids.ts';
import { primaryStays, wrongField } from '../errors.ts';
import { identityCreated, identityDeleted, identityUpdated, toldOfIdentity } from '../events.ts';
import { findIdentity, findPrimaryIdentity, identityColumns, presentIdentity, sealedValue } from '../identity.ts';
import { sealerOf } from '../person.ts';
import { checkCustomTypeName, checkIdentityValue, type IdentityType } from '../rules/identity.ts';
import type { Identity, IdentityCreate, IdentityUpdate } from '../schemas.ts';
import { identityToken, tokensFor } from '../search-tokens.ts';
import type { IdentityRow, PersonRow } from '../tables.ts';

interface Owner {
  readonly personId: string;
  readonly sealer: Sealer;
  readonly dataKey: Buffer;
}

interface NewIdentity extends Omit<IdentityCreate, 'isPrimary'> {
  readonly isPrimary: boolean;
}

/** Writes a new identity of a person. `path` is its place in the body, for refusals. */
export function addIdentity(ctx: CommandContext, tx: Tx, owner: Owner, input: NewIdentity, path = ''): IdentityRow {
  const { value, customName } = checkedIdentity(input.identityType, input.value, input.customIdentityTypeName, path);
  if (input.isPrimary && input.isArchived) throw archivedPrimary(path === '' ? 'isArchived' : `${path}.isArchived`);
  const id = newId('BI');
  const row: IdentityRow = {
    person_id: owner.personId,
    id,
    position: ctx.position(),
    identity_type: input.identityType,
    custom_identity_type_name: customName,
    value_sealed: owner.sealer.seal(sealedValue(id), value),
    value_mask: opaqueToken(),
    valid: input.valid ?? true,
    issue_date: input.issueDate ?? null,
    expiration_date: input.expirationDate ?? null,
    issuing_country: input.issuingCountry ?? '',
    is_primary: input.isPrimary,
    is_archived: input.isArchived ?? false,
    created_at: ctx.now,
    updated_at: null,
    deleted_at: null,
  };
  const value_token = searchToken(ctx, owner.dataKey, value);
  tx.write(insertIdentity(tx.db, { ...row, value_token }), redraw('identities_pkey'));
  return row;
}

const insertIdentity = preparedInsert('identities', [...identityColumns, 'value_token']);

/** Errors: PrimaryIdentity, InvalidRequest. */
export async function createIdentity(
  ctx: CommandContext,
  tx: Tx,
  person: PersonRow,
  input: IdentityCreate,
): Promise<Identity> {
  const primary = await findPrimaryIdentity(tx, person.person_id);
  if (primary !== undefined && input.isPrimary) {
    const problem = `cannot be true: the primary identity of this borrower is ${primary.id} and stays it`;
    throw primaryStays('isPrimary', { problem, expected: 'false, or nothing' });
  }
  const isPrimary = input.isPrimary ?? (primary === undefined && !input.isArchived);
  const owner = { personId: person.person_id, sealer: sealerOf(ctx.vault, person), dataKey: person.data_key };
  const row = addIdentity(ctx, tx, owner, { ...input, isPrimary });
  ctx.emit(identityCreated, person.person_id, toldOfIdentity(person, row));
  return presentIdentity(row);
}

/** Errors: NotFound (identity), PrimaryIdentity for archiving the primary one, InvalidRequest. */
export async function updateIdentity(
  ctx: CommandContext,
  tx: Tx,
  person: PersonRow,
  identityId: string,
  input: IdentityUpdate,
): Promise<Identity> {
  const row = await findIdentity(tx, person.person_id, identityId);
  if (row.is_primary && input.isArchived) throw archivedPrimary('isArchived');
  mustStayAsPrimaryAsItIs(row, input);
  const sealer = sealerOf(ctx.vault, person);
  const stored = presentIdentity(row, sealer);
  ctx.was(stored);
  const type = input.identityType ?? stored.identityType;
  const named =
    input.customIdentityTypeName === undefined ? stored.customIdentityTypeName : input.customIdentityTypeName;
  // Only the custom type has a name, so the name is removed when the type changes to another one.
  const customType = type === 'custom' || input.customIdentityTypeName !== undefined ? named : null;
  const sent = isShownAs(row, input.value) ? undefined : input.value;
  const { value, customName } = checkedIdentity(type, sent ?? stored.value, customType, '');
  const changed: IdentityRow = {
    ...row,
    identity_type: type,
    custom_identity_type_name: customName,
    value_sealed: value === stored.value ? row.value_sealed : sealer.seal(sealedValue(row.id), value),
    valid: input.valid ?? row.valid,
    issue_date: input.issueDate === undefined ? row.issue_date : input.issueDate,
    expiration_date: input.expirationDate === undefined ? row.expiration_date : input.expirationDate,
    issuing_country: input.issuingCountry === undefined ? row.issuing_country : (input.issuingCountry ?? ''),
    is_archived: input.isArchived ?? row.is_archived,
    deleted_at: input.isArchived === false ? null : row.deleted_at,
    updated_at: ctx.now,
  };
  const { person_id, id, ...columns } = changed;
  tx.write(
    tx.db
      .updateTable('identities')
      .set({ ...columns, value_token: searchToken(ctx, person.data_key, value) })
      .where('person_id', '=', person_id)
      .where('id', '=', id),
  );
  ctx.emit(identityUpdated, person_id, toldOfIdentity(person, changed));
  return presentIdentity(changed);
}

/** Deleting archives the identity: it is no longer listed, and stays for the record. */
export async function deleteIdentity(
  ctx: CommandContext,
  tx: Tx,
  person: PersonRow,
  identityId: string,
): Promise<void> {
  const row = await findIdentity(tx, person.person_id, identityId);
  if (row.is_primary) {
    const problem = 'names the primary identity, which cannot be deleted';
    throw primaryStays('identityId', { problem, expected: 'a secondary identity' });
  }
  tx.write(
    tx.db
      .updateTable('identities')
      .set({ is_archived: true, deleted_at: ctx.now, updated_at: ctx.now })
      .where('person_id', '=', row.person_id)
      .where('id', '=', row.id),
  );
  ctx.emit(identityDeleted, row.person_id, toldOfIdentity(person, { ...row, is_archived: true }));
}

const archivedPrimary = (path: string) =>
  primaryStays(path, { problem: 'cannot be true: the primary identity is never archived', expected: 'false' });

export const staysPrimary = (path: string) =>
  primaryStays(path, {
    problem: 'cannot be false: this is the primary identity and stays it',
    expected: 'true, or nothing',
  });

/** Clients send back what they have read, so what is so already is taken. Errors: PrimaryIdentity. */
function mustStayAsPrimaryAsItIs({ is_primary }: IdentityRow, { isPrimary = is_primary }: IdentityUpdate): void {
  if (isPrimary === is_primary) return;
  if (is_primary) throw staysPrimary('isPrimary');
  const problem = 'cannot be true: another identity of this borrower is the primary one and stays it';
  throw primaryStays('isPrimary', { problem, expected: 'false, or nothing' });
}

/** Whoever sends back the answer of a write sends the token that stands there for the number, which stays. */
const isShownAs = (row: IdentityRow, value: string | undefined): boolean => value?.trim() === row.value_mask;

const searchToken = (ctx: CommandContext, dataKey: Buffer, value: string): string =>
  identityToken(tokensFor(ctx.vault, ctx.realm, dataKey), value);

function checkedIdentity(
  type: IdentityType,
  given: string,
  givenName: string | null | undefined,
  path: string,
): { value: string; customName: string | null } {
  const field = (name: string) => (path === '' ? name : `${path}.${name}`);
  const value = checkIdentityValue(type, given);
  const name = checkCustomTypeName(type, givenName);
  if ('problem' in value) throw wrongField(field('value'), value);
  if ('problem' in name) throw wrongField(field('customIdentityTypeName'), name);
  return { value: value.value, customName: name.value };
}
