// Reading people, identities and contacts.
import { sql } from 'kysely';
import {
  presentBeside,
  presentShown,
  rolesBeside,
  userBeside,
  usersBeside,
  usersOfPeople,
} from '#capabilities/users/index.ts';
import type { StoredVersion } from '#platform/answers/remembered.ts';
import { normalizeEmail } from '#platform/contacts/email.ts';
import { normalizePhone } from '#platform/contacts/phone.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { Bool, Described } from '#platform/input/schemas.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { contactColumns, contactList, findContact, openContact, presentContact } from './contact.ts';
import { wrongField } from './errors.ts';
import { findIdentity, findPrimaryIdentity, identitiesOfMany, identityColumns, presentIdentity } from './identity.ts';
import { findPersonId, openDetails, personColumns, personNotFound, presentPerson, sealerOf } from './person.ts';
import { type VersionRow, versionedBy, versionOfRows, writers } from './person-version.ts';
import type { Borrower, Contact, Identity } from './schemas.ts';
import { type TokenOf, tokensFor, tokensToFind, valueToken } from './search-tokens.ts';
import type { IdentityRow, PersonRow } from './tables.ts';

export const personSort = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  status: 'status',
  borrowerType: 'borrower_type',
  collectionsIntensity: 'collections_intensity',
  externalId: 'external_id',
};

const peopleSource: ListSource = { table: 'people', idColumn: 'person_id', sortable: personSort };

/** A person with the identities that are shown, and the version of both. */
interface WholePerson {
  readonly row: PersonRow;
  readonly identities: readonly IdentityRow[];
  /** With the columns of the user. */
  readonly beside: Readonly<Record<string, unknown>>;
  readonly version: StoredVersion;
}

/** The person of a path, to be shown: answers are remembered by its version. */
export const personToShow: Subject<WholePerson> = {
  param: 'personId',
  notFound: errors.NotFound,
  versioned: versionedBy(({ version }) => version),
  async find(reader, reference) {
    const id = await findPersonId(reader, reference);
    const rows = id === undefined ? [] : await reader.rows(personWithIdentities(reader.db, { id }));
    const [row] = rows;
    if (row === undefined) throw personNotFound(reference);
    const subject = {
      row,
      identities: rows.flatMap(joinedIdentity),
      beside: row,
      version: versionOfRows(rows as readonly VersionRow[]),
    };
    return { id: row.person_id, subject };
  },
};

export function showPerson(
  vault: Vault,
  { row, identities, beside }: WholePerson,
  { showIdentities }: { showIdentities: boolean },
): Borrower {
  const sealer = sealerOf(vault, row);
  return presentPerson(
    row,
    openDetails(sealer, row),
    identities.map((identity) => presentIdentity(identity, showIdentities ? sealer : undefined)),
    presentBeside(vault, beside),
  );
}

/** The most frequent read of a borrower: one statement with a row for each identity, or a single row without one. */
const personWithIdentities = prepared(
  (db, placeholder: PlaceholderOf<{ id: string }>) =>
    db
      .selectFrom('people')
      .leftJoin('identities', (join) =>
        join.onRef('identities.person_id', '=', 'people.person_id').on('identities.is_archived', '=', false),
      )
      .leftJoin(usersBeside, (join) =>
        join.onRef('users.person_id', '=', 'people.person_id').on('users.deleted_at', 'is', null),
      )
      .select(personColumns.map((column) => `people.${column}` as const))
      .select(userBeside)
      .select((eb) => rolesBeside(eb as never).as('user_role_ids'))
      .select(identityColumns.map((column) => `identities.${column} as identity_${column}` as const))
      .select(writers)
      .where('people.person_id', '=', placeholder('id'))
      .orderBy('identities.is_primary', 'desc')
      .orderBy('identities.position', 'desc'),
  { id: 'text' },
);

function joinedIdentity(row: Readonly<Record<string, unknown>>): IdentityRow[] {
  if (row.identity_id === null) return [];
  return [
    Object.fromEntries(identityColumns.map((column) => [column, row[`identity_${column}`]])) as unknown as IdentityRow,
  ];
}

interface PeopleFilter extends PageInput {
  readonly status?: string;
  readonly borrowerType?: string;
  readonly ids?: readonly string[];
}

export async function listPeople(reader: Reader, vault: Vault, filter: PeopleFilter): Promise<Page<Borrower>> {
  let query = peopleQuery(reader);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status as PersonRow['status']);
  if (filter.borrowerType !== undefined) {
    query = query.where('borrower_type', '=', filter.borrowerType as PersonRow['borrower_type']);
  }
  if (filter.ids !== undefined) query = query.where(anyOf('people.person_id', filter.ids));
  // A person is never removed, erased or not, and stays a person or a business.
  const mayShrink = filter.status !== undefined || filter.ids !== undefined;
  return peoplePage(reader, vault, query, filter, mayShrink ? {} : { neverShrinks: filter.borrowerType ?? 'all' });
}

export const peopleQuery = (reader: Reader) => reader.db.selectFrom('people').select(personColumns);

/** One alone is named, so that the rows of one borrower are asked for in one place of a cluster. */
export const anyOf = (column: string, values: readonly string[]) =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = any(${values}::text[])`;

/** A page of borrowers with their identities: three statements, whatever the size of the page. */
export async function peoplePage(
  reader: Reader,
  vault: Vault,
  query: ReturnType<typeof peopleQuery>,
  input: PageInput,
  source: Partial<ListSource> = {},
): Promise<Page<Borrower>> {
  const found = await page(reader, { ...peopleSource, ...source }, query, input, (row) => row.person_id);
  return { ...found, items: await presentPeople(reader, vault, found.items) };
}

async function presentPeople(reader: Reader, vault: Vault, rows: readonly PersonRow[]): Promise<Borrower[]> {
  const ids = rows.map((row) => row.person_id);
  const [identities, users] =
    ids.length === 0 ? [[], []] : await reader.together(identitiesOfMany(reader, ids), usersOfPeople(reader, ids));
  const userOf = new Map(users.map((one) => [one.person_id, presentShown(vault, one)]));
  const byPerson = Map.groupBy(identities, (identity) => identity.person_id);
  return eachInSlices(rows, (row) =>
    presentPerson(
      row,
      openDetails(sealerOf(vault, row), row),
      (byPerson.get(row.person_id) ?? []).map((one) => presentIdentity(one)),
      userOf.get(row.person_id) ?? null,
    ),
  );
}

/** The people with these ids; unknown ids are left out. */
export async function peopleById(reader: Reader, vault: Vault, ids: readonly string[]): Promise<Borrower[]> {
  return presentPeople(reader, vault, await reader.rows(peopleQuery(reader).where(anyOf('people.person_id', ids))));
}

/** The external ids of these people. */
export async function externalIdsOfPeople(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const query = reader.db
    .selectFrom('people')
    .select(['person_id', 'external_id'])
    .where(anyOf('people.person_id', ids));
  const rows = ids.length === 0 ? [] : await reader.rows(query);
  return new Map(rows.map((row) => [row.person_id, row.external_id]));
}

const keyOf = prepared(
  (db, placeholder: PlaceholderOf<{ id: string }>) =>
    db.selectFrom('people').select(['person_id', 'data_key']).where('person_id', '=', placeholder('id')),
  { id: 'text' },
);

/** Sealers that open the sealed values of these people, in the tables of other capabilities too. */
export async function personSealers(
  reader: Reader,
  vault: Vault,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Sealer>> {
  const [id, ...others] = ids;
  const rows = await reader.rows(
    id !== undefined && others.length === 0
      ? keyOf(reader.db, { id })
      : reader.db.selectFrom('people').select(['person_id', 'data_key']).where(anyOf('people.person_id', ids)),
  );
  return new Map(
    rows.flatMap((row) => {
      const sealer = sealerIfOpens(vault, row);
      return sealer === undefined ? [] : [[row.person_id, sealer] as const];
    }),
  );
}

/** What opens the sealed values of a person, and makes the tokens by which they are found; undefined: erased. */
export async function keysOfPerson(
  reader: Reader,
  { vault, realm }: { readonly vault: Vault; readonly realm: Realm },
  id: string,
): Promise<{ readonly sealer: Sealer; readonly token: TokenOf } | undefined> {
  const row = await reader.row(
    reader.db.selectFrom('people').select(['person_id', 'data_key']).where('person_id', '=', id),
  );
  const sealer = row && sealerIfOpens(vault, row);
  return row && sealer && { sealer, token: tokensFor(vault, realm, row.data_key) };
}

/** A key that does not open must not prevent the other people from being read. */
function sealerIfOpens(vault: Vault, row: Pick<PersonRow, 'person_id' | 'data_key'>): Sealer | undefined {
  try {
    return sealerOf(vault, row);
  } catch {
    return undefined;
  }
}

export const identityList = defineList({
  table: 'identities',
  below: 'person_id',
  sort: ['createdAt', 'updatedAt', 'identityType', 'isPrimary'],
  filters: {
    includeArchived: {
      schema: Described(Bool, { description: 'Archived ones as well.', example: false }),
      where: (asked: boolean | undefined) => (asked ? undefined : sql<boolean>`not is_archived`),
    },
  },
});

export async function listIdentities(
  reader: Reader,
  vault: Vault,
  owner: PersonRow,
  input: PageInput & { showIdentities: boolean },
): Promise<Page<Identity>> {
  const sealer = input.showIdentities ? sealerOf(vault, owner) : undefined;
  return identityList.page(reader, reader.db.selectFrom('identities').select(identityColumns), input, {
    below: owner.person_id,
    each: (row) => presentIdentity(row, sealer),
  });
}

export async function readIdentity(reader: Reader, vault: Vault, owner: PersonRow, id: string): Promise<Identity> {
  return presentIdentity(await findIdentity(reader, owner.person_id, id), sealerOf(vault, owner));
}

export async function readPrimaryIdentity(reader: Reader, vault: Vault, owner: PersonRow): Promise<Identity> {
  const row = await findPrimaryIdentity(reader, owner.person_id);
  if (row === undefined) throw new Refusal(errors.NotFound, 'This borrower has no primary identity.');
  return presentIdentity(row, sealerOf(vault, owner));
}

export async function readContact(reader: Reader, vault: Vault, owner: PersonRow, reference: string): Promise<Contact> {
  const row = await findContact(reader, owner.person_id, reference);
  return presentContact(row, openContact(sealerOf(vault, owner), row));
}

export interface ContactFilter extends PageInput {
  readonly affiliation?: string;
  readonly legalRepresentativeId?: string;
  readonly status?: string;
  readonly includeArchived?: boolean;
  readonly includeLegal?: boolean;
  readonly collidesWithEmail?: string;
  readonly collidesWithPhone?: string;
}

export async function listContacts(
  reader: Reader,
  vault: Vault,
  owner: PersonRow,
  filter: ContactFilter,
): Promise<Page<Contact>> {
  let query = reader.db.selectFrom('contacts').select(contactColumns);
  // Archived contacts are hidden unless asked for, by their own switch or by the filter's status.
  if (!filter.includeArchived && filter.status !== 'archived') query = query.where('status', '<>', 'archived');
  const asksForLegal = filter.affiliation === legalAffiliation || filter.legalRepresentativeId !== undefined;
  if (!filter.includeLegal && !asksForLegal) {
    query = query.where('affiliation', '<>', legalAffiliation).where('legal_representative_id', 'is', null);
  }
  for (const tokens of await collisionTokens(reader, vault, filter)) {
    query = query.where(sql<boolean>`${sql.ref('contacts.value_token')} = any(${tokens}::bigint[])`);
  }
  const sealer = sealerOf(vault, owner);
  return contactList.page(reader, query, filter, {
    below: owner.person_id,
    each: (row) => presentContact(row, openContact(sealer, row)),
  });
}

/**
 * Contacts of the borrower's attorney, and of other legal representatives, are left out of ordinary lists, because they are not for ordinary communication.
 */
export const legalAffiliation = 'attorney';

async function collisionTokens(reader: Reader, vault: Vault, filter: ContactFilter): Promise<string[][]> {
  const token = tokensToFind(vault, reader.realm);
  const tokens: string[][] = [];
  const { collidesWithEmail: email, collidesWithPhone: phone } = filter;
  if (email !== undefined) {
    tokens.push(valueToken(token, 'email', normalized('collidesWithEmail', normalizeEmail(email))));
  }
  if (phone !== undefined) {
    tokens.push(valueToken(token, 'phone', normalized('collidesWithPhone', await normalizePhone(phone))));
  }
  return tokens;
}

function normalized(
  path: string,
  checked: Awaited<ReturnType<typeof normalizePhone>> | ReturnType<typeof normalizeEmail>,
): string {
  if ('value' in checked) return checked.value;
  throw wrongField(path, checked);
}
