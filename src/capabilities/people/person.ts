// How a borrower is stored, found and shown.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Found } from '#platform/command/run-command.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Builder } from '#platform/db/builder.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import { type Reader, wholeCompany } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { type KnownSubject, lastUnordered, lastUnorderedBeside } from '#platform/events/record-events.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { shownMetaData } from '#platform/resource/meta-data.ts';
import { peopleErrors } from './errors.ts';
import type { Borrower, BusinessDetails, Identity, Name } from './schemas.ts';
import type { PersonRow } from './tables.ts';

export const personKind = 'borrower';

export const personColumns = [
  'person_id',
  'company_id',
  'position',
  'external_id',
  'borrower_type',
  'status',
  'status_updated_at',
  'collections_intensity',
  'data_key',
  'name_sealed',
  'date_of_birth_sealed',
  'business_sealed',
  'comm_preferences',
  'meta_data',
  'monitor_start_date',
  'created_at',
  'updated_at',
  'erased_at',
] as const satisfies readonly (keyof PersonRow)[];

export const personNotFound = (reference: string): Refusal =>
  new Refusal(errors.NotFound, `There is no person ${reference}.`, { data: { path: 'personId' } });

/** Refuses changes of an erased person, of whom only the books are left. */
export const wasErased = (personId: string): Refusal =>
  new Refusal(peopleErrors.PersonErased, `The person ${personId} was erased.`, { data: { path: 'personId' } });

/** The id for a reference in a path or a query. */
export const findPersonId = (reader: Reader, reference: string): Promise<string | undefined> =>
  idOfReference(reader, personKind, reference);

/** For what is to belong to the person: locked, so that nobody erases the person before it is written. */
export async function livingPersonId(reader: Reader, reference: string): Promise<string | undefined> {
  const id = await findPersonId(reader, reference);
  const query = reader.db
    .selectFrom('people')
    .select('person_id')
    .where('person_id', '=', id ?? '');
  return id && (await reader.row(query.where('erased_at', 'is', null).forShare()))?.person_id;
}

const personById = (db: Builder, id: string) =>
  db.selectFrom('people').select(personColumns).where('person_id', '=', id);
const plainPerson = prepared((db, placeholder: PlaceholderOf<{ id: string }>) => personById(db, placeholder('id')));
const lockedPerson = prepared(
  (db, placeholder: PlaceholderOf<{ id: string }>) => personById(db, placeholder('id')).forNoKeyUpdate(),
  { id: 'text' },
);

const personIfFree = prepared(
  (db, placeholder: PlaceholderOf<{ id: string }>) => personById(db, placeholder('id')).forNoKeyUpdate().skipLocked(),
  { id: 'text' },
);

/** The person of a path. A command locks the row, so that changes of one person come one after the other. */
export const person: Subject<PersonRow> = {
  param: 'personId',
  notFound: errors.NotFound,
  refusesChange: [peopleErrors.PersonErased],
  async find(reader, reference, lock) {
    const id = await findPersonId(reader, reference);
    if (id === undefined) throw personNotFound(reference);
    if (!lock) {
      const row = await reader.row(plainPerson(reader.db, { id }));
      if (row === undefined) throw personNotFound(reference);
      return { id, subject: row };
    }
    return livingPerson(await holdPerson(reader, id), reference);
  },
};

/** Errors: NotFound, PersonErased. */
export function livingPerson(held: Found<PersonRow> | undefined, reference: string): Found<PersonRow> {
  if (held === undefined) throw personNotFound(reference);
  if (held.subject.erased_at !== null) throw wasErased(held.id);
  return held;
}

/** The person of a path without waiting: undefined while somebody else holds it, or where there is none. */
export async function freePerson(reader: Reader, reference: string): Promise<Found<PersonRow> | undefined> {
  const id = await findPersonId(reader, reference);
  const held = id === undefined ? undefined : await holdPerson(reader, id, personIfFree);
  if (held !== undefined && held.subject.erased_at !== null) throw wasErased(held.id);
  return held;
}

/** The same without waiting: undefined while somebody else holds it, too. */
export const holdFreePerson = (reader: Reader, id: string): Promise<Found<PersonRow> | undefined> =>
  holdPerson(reader, id, personIfFree);

/** Locks the row of a person, even of an erased one. */
export async function holdPerson(
  reader: Reader,
  id: string,
  locked = lockedPerson,
): Promise<Found<PersonRow> | undefined> {
  const whole = wholeCompany(reader);
  const [row, last] = await Promise.all([reader.row(locked(reader.db, { id })), whole.row(lastUnordered(whole, id))]);
  return row && { id, subject: row, lastUnordered: last?.position ?? null, personExternalId: row.external_id };
}

/** What the events of a person's things need to know of the person, selected beside one of them; no row is locked. */
export const ownerBeside = (db: Builder, personId: string) =>
  [
    db.selectFrom('people').select('external_id').where('person_id', '=', personId).as('personExternalId'),
    lastUnorderedBeside(db, personId).as('lastUnordered'),
  ] as const;

const personAsSubject = prepared(
  (db, placeholder: PlaceholderOf<{ id: string }>) =>
    db
      .selectFrom('people')
      .select(['person_id as subjectId', 'external_id as personExternalId'])
      .select(lastUnorderedBeside(db, placeholder('id')).as('position'))
      .where('person_id', '=', placeholder('id')),
  { id: 'text' },
);

/** The same of many people, in one flight. */
export async function peopleAsSubjects(reader: Reader, ids: readonly string[]): Promise<Map<string, KnownSubject>> {
  const rows = await reader.together(...[...new Set(ids)].map((id) => personAsSubject(reader.db, { id })));
  return new Map(rows.flat().map(({ position, ...row }) => [row.subjectId, { ...row, position: position ?? 0 }]));
}

export const sealerOf = (vault: Vault, row: Pick<PersonRow, 'person_id' | 'data_key'>): Sealer =>
  vault.sealer(row.person_id, row.data_key);

export function unsealJson<T>(sealer: Sealer, attribute: string, sealed: Buffer | null): T | null {
  return sealed === null ? null : (JSON.parse(sealer.unseal(attribute, sealed)) as T);
}

export const sealJson = (sealer: Sealer, attribute: string, value: object | null): Buffer | null =>
  value === null ? null : sealer.seal(attribute, JSON.stringify(value));

/** The sealed part of a person, opened. */
export interface PersonalDetails {
  readonly name: Name | null;
  readonly dateOfBirth: CivilDate | null;
  readonly business: BusinessDetails | null;
}

export function openDetails(sealer: Sealer, row: PersonRow): PersonalDetails {
  const { date_of_birth_sealed: born } = row;
  return {
    name: unsealJson<Name>(sealer, 'name', row.name_sealed),
    dateOfBirth: born === null ? null : (sealer.unseal('dateOfBirth', born) as CivilDate),
    business: unsealJson<BusinessDetails>(sealer, 'business', row.business_sealed),
  };
}

/**
 * In a fixed order, because jsonb returns names in its own order and the answer to a write would differ from a read.
 */
const shownPreferences = ({
  statementDeliveryChannels,
  sendRemindersWhenCurrent,
  language,
}: PersonRow['comm_preferences']) =>
  ({ statementDeliveryChannels, sendRemindersWhenCurrent, language: language ?? null }) as Borrower['commPreferences'];

export function presentPerson(
  row: PersonRow,
  details: PersonalDetails,
  identities: Identity[],
  user: Borrower['user'] = null,
): Borrower {
  return {
    id: row.person_id,
    object: 'person',
    companyId: row.company_id,
    displayId: row.external_id ?? row.person_id,
    externalId: row.external_id,
    borrowerType: row.borrower_type,
    status: row.status,
    statusUpdatedAt: row.status_updated_at ?? row.created_at,
    collectionsIntensity: row.collections_intensity,
    name: details.name,
    dateOfBirth: details.dateOfBirth,
    businessDetails: details.business,
    commPreferences: shownPreferences(row.comm_preferences),
    identities,
    monitorStartDate: row.monitor_start_date,
    metaData: shownMetaData(row.meta_data),
    user,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: null,
    erasedAt: row.erased_at,
  };
}
