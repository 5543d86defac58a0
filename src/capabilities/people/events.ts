// The events of borrowers, their identities and their contacts. They contain statuses and types, no personal data.
import { Type } from 'typebox';
import { defineEvent } from '#platform/events/event-kind.ts';
import { ExternalId, StringEnum, Text } from '#platform/input/schemas.ts';
import { contactStatuses, contactTypes } from './rules/contact-values.ts';
import { type IdentityType, identityTypes } from './rules/identity.ts';
import { borrowerStatuses, borrowerTypes } from './schemas.ts';
import type { ContactRow, IdentityRow, PersonRow } from './tables.ts';

const ofPerson = { personExternalId: ExternalId({ max: 255 }) };
const person = { ...ofPerson, borrowerType: StringEnum(borrowerTypes), status: StringEnum(borrowerStatuses) };
const identity = {
  ...ofPerson,
  identityId: Text({ max: 12 }),
  identityType: StringEnum(identityTypes),
  isPrimary: Type.Boolean(),
  isArchived: Type.Boolean(),
};
const contact = {
  ...ofPerson,
  contactId: Text({ max: 12 }),
  contactExternalId: ExternalId({ max: 255 }),
  contactType: StringEnum(contactTypes),
  status: StringEnum(contactStatuses),
};

export const personCreated = defineEvent({
  type: 'person.created',
  summary: 'A borrower was created.',
  subject: 'person',
  fields: person,
});
export const personUpdated = defineEvent({
  type: 'person.updated',
  summary: 'A borrower was changed.',
  subject: 'person',
  fields: person,
});
export const personStatusChanged = defineEvent({
  type: 'person.statuschanged',
  summary: 'The status of a borrower became another.',
  subject: 'person',
  fields: { ...person, previousStatus: StringEnum(borrowerStatuses) },
});
export const personErased = defineEvent({
  type: 'person.erased',
  summary: 'Everything personal of a borrower was erased for good, from the command line.',
  subject: 'person',
  fields: person,
});
export const identityCreated = defineEvent({
  type: 'person.identity.created',
  summary: 'A borrower got an identity.',
  subject: 'person',
  fields: identity,
});
export const identityUpdated = defineEvent({
  type: 'person.identity.updated',
  summary: 'An identity was changed.',
  subject: 'person',
  fields: identity,
});
export const identityDeleted = defineEvent({
  type: 'person.identity.deleted',
  summary: 'An identity was deleted, which archives it.',
  subject: 'person',
  fields: identity,
});
export const contactCreated = defineEvent({
  type: 'contact.created',
  summary: 'A borrower got a contact.',
  subject: 'person',
  fields: contact,
});
export const contactUpdated = defineEvent({
  type: 'contact.updated',
  summary: 'A contact was changed, or archived by a clone.',
  subject: 'person',
  fields: contact,
});
export const contactDeleted = defineEvent({
  type: 'contact.deleted',
  summary: 'A contact was deleted for good.',
  subject: 'person',
  fields: contact,
});

export const peopleEvents = [
  personCreated,
  personUpdated,
  personStatusChanged,
  personErased,
  identityCreated,
  identityUpdated,
  identityDeleted,
  contactCreated,
  contactUpdated,
  contactDeleted,
];

export const toldOfPerson = ({ external_id, borrower_type, status }: PersonRow) => ({
  personExternalId: external_id,
  borrowerType: borrower_type,
  status,
});

type Owner = Pick<PersonRow, 'external_id'>;

export const toldOfIdentity = ({ external_id }: Owner, row: IdentityRow) => ({
  personExternalId: external_id,
  identityId: row.id,
  identityType: row.identity_type as IdentityType,
  isPrimary: row.is_primary,
  isArchived: row.is_archived,
});

export const toldOfContact = ({ external_id }: Owner, row: ContactRow) => ({
  personExternalId: external_id,
  contactId: row.id,
  contactExternalId: row.external_id,
  contactType: row.contact_type,
  status: row.status,
});
