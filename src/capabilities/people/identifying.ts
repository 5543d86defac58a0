// By what a register finds a borrower: opened for the work that looks borrowers up, and shown nowhere.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { openHome, primaryHome } from './contact.ts';
import { identitiesOf, identitiesOfMany, sealedValue } from './identity.ts';
import { openDetails, personColumns, sealerOf } from './person.ts';
import { type IdentityType, identityKey } from './rules/identity.ts';
import type { Address } from './rules/us-address.ts';
import type { Name } from './schemas.ts';
import { identityToken, tokensToFind, wholeTerm } from './search-tokens.ts';
import type { IdentityRow, PersonRow } from './tables.ts';

export interface Identifying {
  readonly name: Name | null;
  readonly dateOfBirth: CivilDate | null;
  /** Nine digits; of several the primary one. */
  readonly ssn: string | null;
  /** The primary home address. */
  readonly home: Address | null;
}

export async function identifyingOf(reader: Reader, vault: Vault, person: PersonRow): Promise<Identifying> {
  const { person_id: personId } = person;
  const [identities, [home]] = await reader.together(
    identitiesOf(reader, personId),
    primaryHome(reader.db, { personId }),
  );
  const sealer = sealerOf(vault, person);
  const { name, dateOfBirth } = openDetails(sealer, person);
  return {
    name,
    dateOfBirth,
    ssn: ssnOf(sealer, identities),
    home: home === undefined ? null : openHome(vault, person, home),
  };
}

interface IdentifyingOfMany extends Omit<Identifying, 'home'> {
  /** The name that a business has by law, or else the one it goes by. */
  readonly businessName: string | null;
  /** Nine digits by which the tax office knows them: an SSN, else an ITIN, else another one; of a business its FEIN. */
  readonly tin: string | null;
}

/** The same of many, as a request asks for them: without homes. Erased people are left out. */
export async function identifyingOfMany(
  reader: Reader,
  vault: Vault,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, IdentifyingOfMany>> {
  if (personIds.length === 0) return new Map();
  const [people, identities] = await reader.together(
    reader.db
      .selectFrom('people')
      .select(personColumns)
      .where('person_id', '=', sql<string>`any(${personIds}::text[])`)
      .where('erased_at', 'is', null),
    identitiesOfMany(reader, personIds),
  );
  const byPerson = Map.groupBy(identities, ({ person_id }) => person_id);
  return new Map(
    people.map((row) => {
      const sealer = sealerOf(vault, row);
      const { name, dateOfBirth, business } = openDetails(sealer, row);
      const own = byPerson.get(row.person_id) ?? [];
      const known: IdentifyingOfMany = {
        name,
        dateOfBirth,
        businessName: business === null ? null : (business.businessLegalName ?? business.businessName),
        ssn: ssnOf(sealer, own),
        tin: numberOf(sealer, own, business === null ? tinsOfPeople : tinsOfBusinesses),
      };
      return [row.person_id, known];
    }),
  );
}

const tinsOfPeople: readonly IdentityType[] = ['SSN', 'ITIN', 'taxID'];
const tinsOfBusinesses: readonly IdentityType[] = ['FEIN', 'taxID'];

const ssnOf = (sealer: Sealer, identities: readonly IdentityRow[]): string | null =>
  numberOf(sealer, identities, ['SSN']);

/** The valid one of the first of these types that there is. */
function numberOf(sealer: Sealer, identities: readonly IdentityRow[], types: readonly IdentityType[]): string | null {
  const own = types
    .map((type) => identities.find(({ identity_type, valid }) => identity_type === type && valid))
    .find((found) => found !== undefined);
  return own === undefined ? null : identityKey(sealer.unseal(sealedValue(own.id), own.value_sealed));
}

/** Whose numbers these are, by the keyed hashes of their identities: each number with the ids of whoever has it. */
export async function ownersOfNumbers(
  reader: Reader,
  vault: Vault,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const token = tokensToFind(vault, reader.realm);
  const numberOf = new Map(numbers.flatMap((one) => identityToken(token, one).map((hash) => [hash, one] as const)));
  if (numberOf.size === 0) return new Map();
  const rows = await reader.rows(
    reader.db
      .selectFrom('identities')
      .select(['person_id', sql<string>`${sql.ref('identities.value_token')}::text`.as('hash')])
      .where('identity_type', '=', 'SSN')
      .where('is_archived', '=', false)
      .where('valid', '=', true)
      .where(sql<boolean>`${sql.ref('identities.value_token')} = any(${[...numberOf.keys()]}::bigint[])`),
  );
  const owners = Map.groupBy(rows, ({ hash }) => numberOf.get(hash) ?? '');
  return new Map([...owners].map(([number, own]) => [number, [...new Set(own.map(({ person_id }) => person_id))]]));
}

const statesPage = 5_000;

/** Whose home or another address lies in these states: a page of ids, in their order, after one. */
export async function peopleOfStates(
  reader: Reader,
  vault: Vault,
  { states, after }: { readonly states: readonly string[]; readonly after: string },
): Promise<string[]> {
  const token = tokensToFind(vault, reader.realm);
  const tokens = states.flatMap((state) => token('state', wholeTerm.state(state)));
  const rows = await reader.rows(
    reader.db
      .selectFrom('contacts')
      .select('person_id')
      .distinct()
      .where('contact_type', '=', 'address')
      .where(sql<boolean>`${sql.ref('contacts.search_tokens')} && ${tokens}::bigint[]`)
      .where('person_id', '>', after)
      .orderBy('person_id')
      .limit(statesPage),
  );
  return rows.map(({ person_id }) => person_id);
}
