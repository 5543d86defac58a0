// How an identity is stored, found and shown.
import type { Sealer } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { IdentityType } from './rules/identity.ts';
import type { Identity } from './schemas.ts';
import type { IdentityRow } from './tables.ts';

export const identityColumns = [
  'person_id',
  'id',
  'position',
  'identity_type',
  'custom_identity_type_name',
  'value_sealed',
  'value_mask',
  'valid',
  'issue_date',
  'expiration_date',
  'issuing_country',
  'is_primary',
  'is_archived',
  'created_at',
  'updated_at',
  'deleted_at',
] as const satisfies readonly (keyof IdentityRow)[];

/** Without a sealer the value stays hidden, and an opaque token is shown in its place. */
export function presentIdentity(row: IdentityRow, sealer?: Sealer): Identity {
  return {
    id: row.id,
    object: 'identity',
    identityType: row.identity_type as IdentityType,
    customIdentityTypeName: row.custom_identity_type_name,
    value: sealer === undefined ? row.value_mask : sealer.unseal(sealedValue(row.id), row.value_sealed),
    valid: row.valid,
    issueDate: row.issue_date,
    expirationDate: row.expiration_date,
    issuingCountry: row.issuing_country,
    isPrimary: row.is_primary,
    isArchived: row.is_archived,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  };
}

/** The attribute's name in the seal. It contains the id, so a value opens only for its own identity. */
export const sealedValue = (identityId: string): string => `identity.${identityId}`;

/** The identities that a borrower is shown with: without archived ones; the primary one first, then the newest. */
export const identitiesOf = (reader: Reader, personIds: readonly string[]) =>
  reader.db
    .selectFrom('identities')
    .select(identityColumns)
    .where('person_id', '=', (eb) => eb.fn.any(eb.val(personIds as string[])))
    .where('is_archived', '=', false)
    .orderBy('is_primary', 'desc')
    .orderBy('position', 'desc');

const identityOf = (reader: Reader, personId: string) =>
  reader.db.selectFrom('identities').select(identityColumns).where('person_id', '=', personId);

export async function findIdentity(reader: Reader, personId: string, id: string): Promise<IdentityRow> {
  const row = await reader.row(identityOf(reader, personId).where('id', '=', id));
  if (row !== undefined) return row;
  throw new Refusal(errors.NotFound, `This borrower has no identity ${id}.`, { data: { path: 'identityId' } });
}

export const findPrimaryIdentity = (reader: Reader, personId: string): Promise<IdentityRow | undefined> =>
  reader.row(identityOf(reader, personId).where('is_primary', '=', true));
