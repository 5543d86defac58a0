// Phone numbers that may have got another owner: which are asked about, and what is heard of them. The caller who writes
// has locked the person, and declares `heardEvents`.
import { compare, type Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { changeContact, revokeConsents, type Whose } from './commands/heard.ts';
import { valueOfContact } from './contacted-people.ts';
import { personSealers } from './queries.ts';
import { tokensToFind, valueToken } from './search-tokens.ts';

interface CheckedPhone {
  readonly contactId: string;
  /** Ten digits, as the plan of North America has them. */
  readonly number: string;
  /** When it was last known to reach the borrower: since it stands there, or by the last check. */
  readonly knownSince: Instant;
}

/** Numbers of North America that reach somebody, of these people. */
export async function phonesOf(
  reader: Reader,
  vault: Vault,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, readonly CheckedPhone[]>> {
  if (personIds.length === 0) return new Map();
  const rows = await reader.rows(
    reader.db
      .selectFrom('contacts')
      .select(['person_id', 'id', 'value_sealed', 'reaches_since', 'reassigned_checked_at'])
      .select(sql<null>`null`.as('address_sealed'))
      .where('person_id', '=', sql<string>`any(${personIds}::text[])`)
      .where('contact_type', '=', 'phone')
      .where('status', '<>', 'archived')
      .where('valid', '=', true)
      .orderBy('position'),
  );
  const sealers = await personSealers(reader, vault, [...new Set(rows.map(({ person_id }) => person_id))]);
  const phones = rows.flatMap((row) => {
    const sealer = sealers.get(row.person_id);
    const number = tenDigits(sealer === undefined ? null : valueOfContact(sealer, row));
    if (number === null) return [];
    const { person_id: personId, id: contactId, reaches_since: since, reassigned_checked_at: checked } = row;
    const knownSince = checked !== null && compare(checked, since) > 0 ? checked : since;
    return [{ personId, phone: { contactId, number, knownSince } }];
  });
  const byPerson = Map.groupBy(phones, ({ personId }) => personId);
  return new Map([...byPerson].map(([personId, own]) => [personId, own.map(({ phone }) => phone)]));
}

const tenDigits = (value: string | null): string | null => /^\+1(\d{10})$/.exec(value ?? '')?.[1] ?? null;

/** Whom numbers of ten digits reach. */
export async function ownersOfPhones(
  reader: Reader,
  vault: Vault,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const token = tokensToFind(vault, reader.realm);
  const numberOf = new Map(
    numbers.flatMap((one) => valueToken(token, 'phone', `+1${one}`).map((hash) => [String(hash), one] as const)),
  );
  if (numberOf.size === 0) return new Map();
  const rows = await reader.rows(
    reader.db
      .selectFrom('contacts')
      .select(['person_id', sql<string>`${sql.ref('contacts.value_token')}::text`.as('hash')])
      .where('contact_type', '=', 'phone')
      .where('status', '<>', 'archived')
      .where(sql<boolean>`${sql.ref('contacts.value_token')} = any(${[...numberOf.keys()]}::bigint[])`),
  );
  const owners = Map.groupBy(rows, ({ hash }) => numberOf.get(hash) ?? '');
  return new Map([...owners].map(([number, own]) => [number, [...new Set(own.map(({ person_id }) => person_id))]]));
}

/** Somebody else has the number: nothing that the borrower has said of it counts any more. */
export async function markReassigned(whose: Whose): Promise<void> {
  await changeContact(whose, {
    valid: false,
    receive_text_messages: false,
    provided_by_borrower: false,
    reassigned_checked_at: null,
  });
  await revokeConsents(whose);
}

/** It still reaches the borrower. */
export const noteNotReassigned = (whose: Whose, at: Instant): Promise<void> =>
  changeContact(whose, { reassigned_checked_at: at });
