// Contacts: the ways to reach a borrower or somebody near them.

import type { CommandContext } from '#platform/command/context.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { OnFailure, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { sortValuesOf } from '#platform/resource/define-list.ts';
import { keepPosition } from '#platform/resource/deleted-positions.ts';
import { changeExternalId, claimExternalId, releaseExternalId } from '#platform/resource/external-ids.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { isTaken } from '#platform/sqlstate.ts';
import {
  type ContactDetails,
  contactKind,
  contactList,
  findContact,
  openContact,
  presentContact,
  sealedPart,
} from '../contact.ts';
import { peopleErrors, wrongField } from '../errors.ts';
import { contactCreated, contactDeleted, contactUpdated, toldOfContact } from '../events.ts';
import { sealerOf, sealJson } from '../person.ts';
import { legalAffiliation } from '../queries.ts';
import { legalRepresentative } from '../resources/legal-representative.ts';
import type { ContactType } from '../rules/contact-values.ts';
import type { Contact, ContactCreate, ContactUpdate } from '../schemas.ts';
import { addressTokens, tokensFor, valueToken } from '../search-tokens.ts';
import type { ContactRow, PersonRow } from '../tables.ts';
import { type ContactOptions, detailsAfter, noDetails } from './contact-details.ts';
import { factColumns } from './contact-facts.ts';

/** Errors: InvalidRequest, ContactCollision, DuplicateExternalId. */
export async function createContact(
  ctx: CommandContext,
  tx: Tx,
  person: PersonRow,
  input: ContactCreate,
  options: ContactWriteOptions,
): Promise<Contact> {
  mustFitType(input.contactType, input);
  const sealer = sealerOf(ctx.vault, person);
  const id = newId('CT');
  const whose = await whoIsReached(
    tx,
    { person_id: person.person_id, affiliation: 'self', legal_representative_id: null },
    input,
  );
  const details = await detailsAfter(input.contactType, noDetails, input, options);
  const confirmed = await confirmedBy(ctx, { type: input.contactType, contactId: null }, details, options);
  const blank = blankRow(ctx, person, id, input);
  const row: ContactRow = {
    ...blank,
    ...factColumns({ sent: input, before: undefined, after: blank }),
    ...changedColumns(ctx, input, undefined),
    ...confirmed,
    ...whose,
    ...sealedColumns(sealer, id, details),
  };
  insertContact(ctx, tx, person, row, details);
  ctx.emit(contactCreated, person.person_id, toldOfContact(person, row));
  return presentContact(row, details);
}

export interface ContactWriteOptions extends ContactOptions {
  /** Takes the code that was sent to the value; absent: none was. Errors: InvalidRequest (confirmationCode). */
  readonly takeCode?: (contact: {
    readonly contactId: string | null;
    readonly type: 'email' | 'phone';
    readonly value: string;
  }) => Promise<void>;
}

/**
 * It comes before every write of the command: the refusal of a wrong code keeps what was written before it. Errors:
 * InvalidRequest (confirmationCode).
 */
async function confirmedBy(
  { now }: CommandContext,
  { type, contactId }: { readonly type: ContactType; readonly contactId: string | null },
  { value }: ContactDetails,
  { takeCode }: ContactWriteOptions,
) {
  if (takeCode === undefined) return {};
  if (type === 'address' || value === null) {
    throw wrongField('confirmationCode', { problem: 'is for an email or a phone', expected: 'nothing' });
  }
  await takeCode({ contactId, type, value });
  return { verified: true, confirmed_at: now };
}

/** Errors: NotFound (contact), InvalidRequest, ContactCollision, DuplicateExternalId. */
export async function updateContact(
  ctx: CommandContext,
  tx: Tx,
  person: PersonRow,
  reference: string,
  input: ContactUpdate,
  options: ContactWriteOptions,
): Promise<Contact> {
  const row = await findContact(tx, person.person_id, reference);
  mustKeepType(row.contact_type, input);
  mustFitType(row.contact_type, input);
  const sealer = sealerOf(ctx.vault, person);
  const before = openContact(sealer, row);
  ctx.was({ ...row, ...before });
  const details = await detailsAfter(row.contact_type, before, input, options);
  const plain: ContactRow = { ...row, ...changedColumns(ctx, input, row), ...(await whoIsReached(tx, row, input)) };
  const reaches = reachesAsBefore([row, before], [plain, details]);
  const contactId = details.value === before.value ? row.id : null;
  const confirmed = await confirmedBy(ctx, { type: row.contact_type, contactId }, details, options);
  const changed: ContactRow = {
    ...plain,
    ...factColumns({ sent: input, before: reaches ? row : undefined, after: plain }),
    ...sealedColumns(sealer, row.id, details),
    ...(reaches ? {} : confirmedByNobody(ctx, input)),
    ...confirmed,
    updated_at: ctx.now,
  };
  changeExternalId(tx, owned(row), row.external_id, input.externalId);
  const { person_id, id, company_id: _, ...columns } = changed;
  tx.write(
    tx.db
      .updateTable('contacts')
      .set({ ...columns, ...tokenColumns(ctx, person, row.contact_type, details) })
      .where('person_id', '=', person_id)
      .where('id', '=', id),
    collision,
  );
  ctx.emit(contactUpdated, person_id, toldOfContact(person, changed));
  return presentContact(changed, details);
}

/**
 * Replaces a contact by a copy with some properties changed. The old one is archived and gives up its external id, so
 * that the history of contacts stays. Errors: as of createContact.
 */
export async function cloneContact(
  ctx: CommandContext,
  tx: Tx,
  person: PersonRow,
  reference: string,
  input: ContactUpdate,
  options: ContactWriteOptions,
): Promise<Contact> {
  const row = await findContact(tx, person.person_id, reference);
  const type = input.contactType ?? row.contact_type;
  mustFitType(type, input);
  const sealer = sealerOf(ctx.vault, person);
  const isOfNewType = type !== row.contact_type;
  const before = openContact(sealer, row);
  // Details of one contact type are not copied to another type.
  const copied = isOfNewType ? { ...noDetails, name: before.name } : before;
  const details = await detailsAfter(type, copied, input, options);
  const confirmed = await confirmedBy(ctx, { type, contactId: null }, details, options);
  tx.write(
    tx.db
      .updateTable('contacts')
      .set({ external_id: null, status: 'archived', updated_at: ctx.now })
      .where('person_id', '=', row.person_id)
      .where('id', '=', row.id),
  );
  if (row.external_id !== null) releaseExternalId(tx, contactKind, row.external_id);
  const id = newId('CT');
  const plain: ContactRow = {
    ...row,
    ...(isOfNewType ? noDisconnection : {}),
    ...changedColumns(ctx, input, row),
    ...(await whoIsReached(tx, row, input)),
    contact_type: type,
  };
  const reaches = reachesAsBefore([row, before], [plain, details]);
  const clone: ContactRow = {
    ...plain,
    ...factColumns({ sent: input, before: reaches ? row : undefined, after: plain }),
    ...sealedColumns(sealer, id, details),
    id,
    ...(reaches ? {} : confirmedByNobody(ctx, input)),
    ...confirmed,
    position: ctx.position(),
    created_at: ctx.now,
    updated_at: null,
  };
  insertContact(ctx, tx, person, clone, details);
  ctx.emit(contactUpdated, person.person_id, toldOfContact(person, { ...row, external_id: null, status: 'archived' }));
  ctx.emit(contactCreated, person.person_id, toldOfContact(person, clone));
  return presentContact(clone, details);
}

/**
 * Deletes the contact for good, unlike an identity. Only its position in the list is kept, for cursors. Errors:
 * NotFound (contact).
 */
export async function deleteContact(ctx: CommandContext, tx: Tx, person: PersonRow, reference: string): Promise<void> {
  const row = await findContact(tx, person.person_id, reference);
  if (row.external_id !== null) releaseExternalId(tx, contactKind, row.external_id);
  const sortValues = sortValuesOf(contactList, row);
  keepPosition(tx, { subjectId: row.person_id, id: row.id, position: row.position, sortValues });
  tx.write(tx.db.deleteFrom('contacts').where('person_id', '=', row.person_id).where('id', '=', row.id));
  ctx.emit(contactDeleted, row.person_id, toldOfContact(person, row));
}

type Whole = readonly [ContactRow, ContactDetails];

/** Whether it reaches the same one by the same value, and did so before. */
const reachesAsBefore = ([row, before]: Whole, [after, details]: Whole): boolean =>
  details.value === before.value &&
  after.contact_type === row.contact_type &&
  after.affiliation === row.affiliation &&
  row.status !== 'archived';

/** What was confirmed was confirmed of another value, or by somebody else. */
const confirmedByNobody = ({ now }: CommandContext, { verified = false }: ContactUpdate) => ({
  reaches_since: now,
  verified,
  confirmed_at: null,
});

const owned = (row: ContactRow) => ({ kind: contactKind, subjectId: row.person_id, objectId: row.id });

function insertContact(ctx: CommandContext, tx: Tx, person: PersonRow, row: ContactRow, details: ContactDetails): void {
  if (row.external_id !== null) claimExternalId(tx, owned(row), row.external_id);
  const { company_id: _, ...columns } = row;
  tx.write(
    tx.db.insertInto('contacts').values({ ...columns, ...tokenColumns(ctx, person, row.contact_type, details) }),
    (error) => redraw('contacts_pkey')(collision(error)),
  );
}

/** Clients recognise the refusal by exactly these words. */
export const contactCollision = (cause?: unknown): Refusal =>
  new Refusal(peopleErrors.ContactCollision, 'collision detected', {
    data: { path: 'value', expected: 'a value that no contact of this borrower has, but for archived ones' },
    cause,
  });

const collision: OnFailure = (error) => (isTaken(error, 'contacts_one_value') ? contactCollision(error) : error);

const noDisconnection = {
  disconnection_status: null,
  last_disconnect_check_date: null,
  last_known_connection_date: null,
};

const blankRow = (ctx: CommandContext, person: PersonRow, id: string, input: ContactCreate) => ({
  person_id: person.person_id,
  id,
  company_id: ctx.realm.companyId,
  position: ctx.position(),
  external_id: null,
  contact_type: input.contactType,
  label: input.label,
  affiliation: 'self',
  status: 'additional' as const,
  name_sealed: null,
  value_sealed: null,
  address_sealed: null,
  valid: true,
  verified: false,
  confirmed_at: null,
  receive_text_messages: false,
  receive_text_messages_last_consent_at: null,
  authorized_third_party: false,
  power_of_attorney: false,
  legal_representative_id: null,
  ...noDisconnection,
  created_at: ctx.now,
  updated_at: null,
  reaches_since: ctx.now,
});

/** The plain columns that the input changes, without fields that were not sent. */
function changedColumns(
  ctx: CommandContext,
  input: ContactUpdate,
  before: ContactRow | undefined,
): Partial<ContactRow> {
  const consentsNow = input.receiveTextMessages === true && !before?.receive_text_messages;
  const consentAt = input.receiveTextMessagesLastConsentAt;
  const columns = {
    external_id: input.externalId,
    label: input.label,
    affiliation: input.affiliation,
    status: input.status,
    valid: input.valid,
    verified: input.verified,
    receive_text_messages: input.receiveTextMessages,
    receive_text_messages_last_consent_at: consentAt === undefined && consentsNow ? ctx.now : consentAt,
    authorized_third_party: input.authorizedThirdParty,
    power_of_attorney: input.powerOfAttorney,
    ...disconnectionColumns(input),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<ContactRow>;
}

type Reached = Pick<ContactRow, 'person_id' | 'affiliation' | 'legal_representative_id'>;

/**
 * Whose contact it is, with the legal representative who is reached by it: never that of the borrower, who must not be
 * written to there. Errors: NotFound, InvalidRequest.
 */
async function whoIsReached(tx: Tx, before: Reached, input: ContactUpdate): Promise<Partial<ContactRow>> {
  const { affiliation = before.affiliation, legalRepresentativeId: named } = input;
  if (named === undefined && before.legal_representative_id === null) return {};
  if (named === null) return { affiliation, legal_representative_id: null };
  const found =
    named && (await namedIn('legalRepresentativeId', legalRepresentative.find(tx, named, { below: before.person_id })));
  if (input.affiliation === 'self') {
    throw wrongField('affiliation', {
      problem: 'is that of the borrower',
      expected: `${legalAffiliation}, or another than self`,
    });
  }
  return {
    affiliation: affiliation === 'self' ? legalAffiliation : affiliation,
    legal_representative_id: found ? found.id : before.legal_representative_id,
  };
}

const disconnectionOf = (input: ContactUpdate) =>
  input.phoneDisconnectionDetails === undefined ? input.phoneDisconnectDetails : input.phoneDisconnectionDetails;

function disconnectionColumns(input: ContactUpdate) {
  const sent = disconnectionOf(input);
  if (sent === null) return noDisconnection;
  return {
    disconnection_status: sent?.disconnectionStatus,
    last_disconnect_check_date: sent?.lastDisconnectCheckDate,
    last_known_connection_date: sent?.lastKnownConnectionDate,
  };
}

const sealedColumns = (sealer: Sealer, id: string, { name, value, address }: ContactDetails) => ({
  name_sealed: name === null ? null : sealer.seal(sealedPart(id, 'name'), name),
  value_sealed: value === null ? null : sealer.seal(sealedPart(id, 'value'), value),
  address_sealed: sealJson(sealer, sealedPart(id, 'address'), address),
});

function tokenColumns(ctx: CommandContext, person: PersonRow, type: ContactType, { value, address }: ContactDetails) {
  const token = tokensFor(ctx.vault, ctx.realm, person.data_key);
  return {
    value_token: type === 'address' || value === null ? null : valueToken(token, type, value),
    search_tokens: addressTokens(token, address),
  };
}

function mustKeepType(type: ContactType, input: ContactUpdate): void {
  if (input.contactType === undefined || input.contactType === type) return;
  throw wrongField('contactType', { problem: 'cannot change', expected: `${type}, or a clone of the contact` });
}

/** Only a phone can be disconnected. Empty fields are accepted, because some clients send every field. */
function mustFitType(type: ContactType, input: ContactUpdate): void {
  const sent = disconnectionOf(input);
  if (type === 'phone' || !sent || Object.values(sent).every((part) => part === null)) return;
  const path = input.phoneDisconnectionDetails === undefined ? 'phoneDisconnectDetails' : 'phoneDisconnectionDetails';
  throw wrongField(path, { problem: `does not go with ${type}`, expected: 'nothing, or contactType phone' });
}
