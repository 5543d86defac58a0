// Contacts: how a borrower, or somebody near them, is reached.
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/command/context.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import type { OnFailure, Reader, Tx } from '#platform/db/realm-database.ts';
import { isTaken } from '#platform/db/sqlstate.ts';
import { errors, Refusal, refuseFields } from '#platform/errors.ts';
import { newId, referenceOf } from '#platform/ids.ts';
import { keepPosition } from '#platform/resource/deleted-positions.ts';
import {
  changeExternalId,
  claimExternalId,
  findExternalId,
  releaseExternalId,
} from '#platform/resource/external-ids.ts';
import { mustKnowCase } from '../case-reference.ts';
import {
  type ContactDetails,
  contactColumns,
  contactKind,
  openContact,
  presentContact,
  sealedPart,
} from '../contact.ts';
import { peopleErrors } from '../errors.ts';
import { sealerOf, sealJson } from '../person.ts';
import type { ContactType } from '../rules/contact-values.ts';
import { normalizeEmail } from '../rules/email.ts';
import { normalizePhone } from '../rules/phone.ts';
import { type Address, normalizeAddress } from '../rules/us-address.ts';
import type { Contact, ContactCreate, ContactUpdate } from '../schemas.ts';
import { addressTokens, tokensFor, valueToken } from '../search-tokens.ts';
import type { ContactRow, PersonRow } from '../tables.ts';

/** False takes an address as it is, for what our rules do not know. */
export interface ContactOptions {
  readonly validate: boolean;
}

/** Errors: NotFound (case), InvalidRequest, ContactCollision, DuplicateExternalId. */
export async function createContact(
  ctx: CommandContext,
  tx: Tx,
  person: PersonRow,
  input: ContactCreate,
  options: ContactOptions,
): Promise<Contact> {
  mustKnowCase(input.caseId);
  const sealer = sealerOf(ctx.vault, person);
  const id = newId('CT');
  const details = await checkedDetails(input.contactType, input, options);
  const row: ContactRow = {
    ...blankRow(ctx, person, id, input),
    ...changedColumns(ctx, input, undefined),
    ...sealedColumns(sealer, id, details),
  };
  insertContact(ctx, tx, row, details);
  return presentContact(row, details);
}

/** Errors: NotFound (contact, case), InvalidRequest, ContactCollision, DuplicateExternalId. */
export async function updateContact(
  ctx: CommandContext,
  tx: Tx,
  person: PersonRow,
  reference: string,
  input: ContactUpdate,
  options: ContactOptions,
): Promise<Contact> {
  mustKnowCase(input.caseId);
  const row = await findContact(tx, person.person_id, reference);
  mustKeepType(row.contact_type, input);
  const sealer = sealerOf(ctx.vault, person);
  const details = await changedDetails(row.contact_type, openContact(sealer, row), input, options);
  const changed: ContactRow = {
    ...row,
    ...changedColumns(ctx, input, row),
    ...sealedColumns(sealer, row.id, details),
    updated_at: ctx.now,
  };
  changeExternalId(tx, owned(row), row.external_id, input.externalId);
  const { person_id, id, company_id: _, ...columns } = changed;
  tx.write(
    tx.db
      .updateTable('contacts')
      .set({ ...columns, ...tokenColumns(ctx, row.contact_type, details) })
      .where('person_id', '=', person_id)
      .where('id', '=', id),
    collision,
  );
  return presentContact(changed, details);
}

/**
 * A copy with some properties changed takes the place of a contact, which is archived and gives up its external id:
 * so the history of how somebody could be reached stays. Errors: as of createContact.
 */
export async function cloneContact(
  ctx: CommandContext,
  tx: Tx,
  person: PersonRow,
  reference: string,
  input: ContactUpdate,
  options: ContactOptions,
): Promise<Contact> {
  mustKnowCase(input.caseId);
  const row = await findContact(tx, person.person_id, reference);
  const sealer = sealerOf(ctx.vault, person);
  const type = input.contactType ?? row.contact_type;
  const before = openContact(sealer, row);
  const details = await changedDetails(type, type === row.contact_type ? before : noDetails, input, options);
  tx.write(
    tx.db
      .updateTable('contacts')
      .set({ external_id: null, status: 'archived', updated_at: ctx.now })
      .where('person_id', '=', row.person_id)
      .where('id', '=', row.id),
  );
  if (row.external_id !== null) releaseExternalId(tx, contactKind, row.external_id);
  const id = newId('CT');
  const clone: ContactRow = {
    ...row,
    ...changedColumns(ctx, input, row),
    ...sealedColumns(sealer, id, details),
    id,
    contact_type: type,
    position: ctx.position(),
    created_at: ctx.now,
    updated_at: null,
  };
  insertContact(ctx, tx, clone, details);
  return presentContact(clone, details);
}

/** Gone for good, unlike an identity. Only its place in the list is kept, for cursors. */
export async function deleteContact(tx: Tx, person: PersonRow, reference: string): Promise<void> {
  const row = await findContact(tx, person.person_id, reference);
  if (row.external_id !== null) releaseExternalId(tx, contactKind, row.external_id);
  keepPosition(tx, { subjectId: row.person_id, id: row.id, position: row.position, sortValues: sortValues(row) });
  tx.write(tx.db.deleteFrom('contacts').where('person_id', '=', row.person_id).where('id', '=', row.id));
}

/** What a list of contacts may be sorted by, and the columns. */
export const contactSort = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  contactType: 'contact_type',
  affiliation: 'affiliation',
  label: 'label',
  status: 'status',
  valid: 'valid',
  externalId: 'external_id',
} as const satisfies Record<string, keyof ContactRow>;

const sortValues = (row: ContactRow) =>
  Object.fromEntries(Object.entries(contactSort).map(([name, column]) => [name, row[column]]));

export async function findContact(reader: Reader, personId: string, reference: string): Promise<ContactRow> {
  const named = referenceOf(reference);
  const id = 'id' in named ? named.id : (await findExternalId(reader, contactKind, named.externalId))?.objectId;
  const row =
    id &&
    (await reader.row(
      reader.db.selectFrom('contacts').select(contactColumns).where('person_id', '=', personId).where('id', '=', id),
    ));
  if (row) return row;
  throw new Refusal(errors.NotFound, `This borrower has no contact ${reference}.`, { data: { path: 'contactId' } });
}

const owned = (row: ContactRow) => ({ kind: contactKind, subjectId: row.person_id, objectId: row.id });

function insertContact(ctx: CommandContext, tx: Tx, row: ContactRow, details: ContactDetails): void {
  if (row.external_id !== null) claimExternalId(tx, owned(row), row.external_id);
  const { company_id: _, ...columns } = row;
  tx.write(
    tx.db.insertInto('contacts').values({ ...columns, ...tokenColumns(ctx, row.contact_type, details) }),
    (error) => redraw((taken) => isTaken(taken, 'contacts_pkey'))(collision(error)),
  );
}

/** Clients know the refusal by exactly these words. */
const collision: OnFailure = (error) =>
  isTaken(error, 'contacts_one_value')
    ? new Refusal(peopleErrors.ContactCollision, 'collision detected', { data: { path: 'value' }, cause: error })
    : error;

const blankRow = (ctx: CommandContext, person: PersonRow, id: string, input: ContactCreate): ContactRow => ({
  person_id: person.person_id,
  id,
  company_id: ctx.realm.companyId,
  position: ctx.position(),
  external_id: null,
  contact_type: input.contactType,
  label: input.label,
  affiliation: 'self',
  status: 'additional',
  name_sealed: null,
  value_sealed: null,
  address_sealed: null,
  valid: true,
  verified: false,
  receive_text_messages: false,
  receive_text_messages_last_consent_at: null,
  authorized_third_party: false,
  power_of_attorney: false,
  disconnection_status: null,
  last_disconnect_check_date: null,
  last_known_connection_date: null,
  created_at: ctx.now,
  updated_at: null,
});

/** The plain columns that the input changes; what was not sent is left out. */
function changedColumns(
  ctx: CommandContext,
  input: ContactUpdate,
  before: ContactRow | undefined,
): Partial<ContactRow> {
  const disconnection = input.phoneDisconnectionDetails ?? input.phoneDisconnectDetails;
  const consentsNow = input.receiveTextMessages === true && !before?.receive_text_messages;
  const columns = {
    external_id: input.externalId,
    label: input.label,
    affiliation: input.affiliation,
    status: input.status,
    valid: input.valid,
    verified: input.verified,
    receive_text_messages: input.receiveTextMessages,
    receive_text_messages_last_consent_at:
      input.receiveTextMessagesLastConsentAt ?? (consentsNow ? ctx.now : undefined),
    authorized_third_party: input.authorizedThirdParty,
    power_of_attorney: input.powerOfAttorney,
    disconnection_status: disconnection?.disconnectionStatus,
    last_disconnect_check_date: disconnection?.lastDisconnectCheckDate,
    last_known_connection_date: disconnection?.lastKnownConnectionDate,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<ContactRow>;
}

const sealedColumns = (sealer: Sealer, id: string, { name, value, address }: ContactDetails) => ({
  name_sealed: name === null ? null : sealer.seal(sealedPart(id, 'name'), name),
  value_sealed: value === null ? null : sealer.seal(sealedPart(id, 'value'), value),
  address_sealed: sealJson(sealer, sealedPart(id, 'address'), address),
});

function tokenColumns(ctx: CommandContext, type: ContactType, { value, address }: ContactDetails) {
  const token = tokensFor(ctx.vault, ctx.realm);
  return {
    value_token: type === 'address' || value === null ? null : valueToken(token, type, value),
    search_tokens: addressTokens(token, address),
  };
}

function mustKeepType(type: ContactType, input: ContactUpdate): void {
  if (input.contactType === undefined || input.contactType === type) return;
  throw wrongField('contactType', 'cannot change', `${type}, or a clone of the contact`);
}

const noDetails: ContactDetails = { name: null, value: null, address: null };

async function changedDetails(
  type: ContactType,
  before: ContactDetails,
  input: ContactUpdate,
  options: ContactOptions,
): Promise<ContactDetails> {
  return checkedDetails(
    type,
    {
      name: input.name === undefined ? before.name : input.name,
      value: input.value === undefined ? before.value : input.value,
      // An address changes by its parts, like every object.
      address: input.address ? { ...before.address, ...input.address } : before.address,
    },
    options,
  );
}

async function checkedDetails(
  type: ContactType,
  { name, value, address }: Pick<ContactUpdate, 'name' | 'value' | 'address'>,
  options: ContactOptions,
): Promise<ContactDetails> {
  const named = { name: name?.trim() || null };
  if (type === 'address') {
    if (value) throw wrongField('value', 'does not go with an address', 'nothing; the address goes into `address`');
    return { ...named, value: null, address: checkedAddress(address, options) };
  }
  if (address) throw wrongField('address', `does not go with ${type}`, 'nothing, or contactType address');
  if (!value) throw wrongField('value', 'is required', type === 'email' ? 'an email address' : 'a phone number');
  const checked = type === 'email' ? normalizeEmail(value) : await normalizePhone(value);
  if ('problem' in checked) throw wrongField('value', checked.problem, checked.expected);
  return { ...named, value: checked.value, address: null };
}

function checkedAddress(address: ContactUpdate['address'], { validate }: ContactOptions): Address {
  if (!address) throw wrongField('address', 'is required', 'an object with addressLine1, city, state and postalCode');
  if (!validate) return { ...emptyAddress, ...address };
  const checked = normalizeAddress(address);
  if (!('problem' in checked)) return checked.value;
  throw wrongField(
    checked.field === undefined ? 'address' : `address.${checked.field}`,
    checked.problem,
    checked.expected,
  );
}

const emptyAddress: Address = {
  addressLine1: null,
  addressLine2: null,
  city: null,
  countyOrRegion: null,
  state: null,
  postalCode: null,
  country: null,
  POBox: null,
};

const wrongField = (path: string, message: string, expected: string): Refusal =>
  refuseFields(errors.InvalidRequest, [{ path, message, expected }]);
