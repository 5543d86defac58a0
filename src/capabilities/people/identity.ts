// How an identity is stored, found and shown.
import type { Sealer } from '#platform/crypto/vault.ts';
import { columnsWithout } from '#platform/db/define-table.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { presenter } from '#platform/resource/columns.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { IdentityType } from './rules/identity.ts';
import { Identity } from './schemas.ts';
import { type IdentityRow, identities } from './tables.ts';

export const identityColumns = columnsWithout(identities, 'value_token', 'company_id');

const present = presenter<typeof Identity, IdentityRow>(Identity);

/** Without a sealer the value stays hidden, and an opaque token is shown in its place. */
export const presentIdentity = (row: IdentityRow, sealer?: Sealer): Identity =>
  present(row, {
    identityType: row.identity_type as IdentityType,
    value: sealer === undefined ? row.value_mask : sealer.unseal(sealedValue(row.id), row.value_sealed),
  });

/** The attribute's name in the seal. It contains the id, so a value opens only for its own identity. */
export const sealedValue = (identityId: string): string => `identity.${identityId}`;

/** The identities that a borrower is shown with: without archived ones; the primary one first, then the newest. */
export const identitiesOf = (reader: Reader, personId: string) => shown(reader).where('person_id', '=', personId);

export const identitiesOfMany = (reader: Reader, personIds: readonly string[]) =>
  shown(reader).where('person_id', '=', (eb) => eb.fn.any(eb.val(personIds as string[])));

const shown = (reader: Reader) =>
  reader.db
    .selectFrom('identities')
    .select(identityColumns)
    .where('is_archived', '=', false)
    .orderBy('is_primary', 'desc')
    .orderBy('position', 'desc');

const identityOf = (reader: Reader, personId: string) =>
  reader.db.selectFrom('identities').select(identityColumns).where('person_id', '=', personId);

export async function findIdentity(reader: Reader, personId: string, id: string): Promise<IdentityRow> {
  const row = await reader.row(identityOf(reader, personId).where('id', '=', id));
  if (row !== undefined) return row;
  throw notFound('identity', id, 'identityId', 'This borrower');
}

export const findPrimaryIdentity = (reader: Reader, personId: string): Promise<IdentityRow | undefined> =>
  reader.row(identityOf(reader, personId).where('is_primary', '=', true));
