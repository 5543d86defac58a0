// An identity as it is stored and shown.
import type { Sealer } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
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

/** Without a sealer the value stays hidden: an opaque token stands in its place. */
export function presentIdentity(row: IdentityRow, sealer?: Sealer): Identity {
  return {
    id: row.id,
    object: 'identity',
    identityType: row.identity_type as IdentityType,
    customIdentityTypeName: row.custom_identity_type_name,
    value: sealer === undefined ? row.value_mask : sealer.unseal(valueOf(row.id), row.value_sealed),
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

/** The attribute's name in the seal: an identity's value opens as no other's. */
export const valueOf = (identityId: string): string => `identity.${identityId}`;

/** Of one or several persons; the primary one first, then the newest. Archived ones on demand. */
export const identitiesOf = (reader: Reader, personIds: readonly string[], includeArchived = false) => {
  const all = reader.db
    .selectFrom('identities')
    .select(identityColumns)
    .where('person_id', '=', (eb) => eb.fn.any(eb.val(personIds as string[])))
    .orderBy('is_primary', 'desc')
    .orderBy('position', 'desc');
  return includeArchived ? all : all.where('is_archived', '=', false);
};
