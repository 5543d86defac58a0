// The events of borrowers, their identities and their contacts. They contain statuses and types, no personal data.
import { Type } from 'typebox';
import { eventsAbout } from '#platform/events/event-kind.ts';
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

const personEvent = eventsAbout('person', person);
const identityEvent = eventsAbout('person', identity);
const contactEvent = eventsAbout('person', contact);

export const personCreated = personEvent('person.created', 'A borrower was created.');
export const personUpdated = personEvent('person.updated', 'A borrower was changed.');
export const personStatusChanged = personEvent('person.statuschanged', 'The status of a borrower became another.', {
  previousStatus: StringEnum(borrowerStatuses),
});
export const personErased = personEvent(
  'person.erased',
  'Everything personal of a borrower was erased for good, from the command line.',
);
export const identityCreated = identityEvent('person.identity.created', 'A borrower got an identity.');
export const identityUpdated = identityEvent('person.identity.updated', 'An identity was changed.');
export const identityDeleted = identityEvent('person.identity.deleted', 'An identity was deleted, which archives it.');
export const contactCreated = contactEvent('contact.created', 'A borrower got a contact.');
export const contactUpdated = contactEvent('contact.updated', 'A contact was changed, or archived by a clone.');
export const contactDeleted = contactEvent('contact.deleted', 'A contact was deleted for good.');

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
