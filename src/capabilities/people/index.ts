// The door of people: borrowers, their identities and contacts.
import './tables.ts';

export { mustKnowCase } from './case-reference.ts';
export { changedAddress } from './commands/contact-details.ts';
export { createPerson } from './commands/create-person.ts';
export { stateOfAddress } from './contact.ts';
export { peopleErrors, wrongField } from './errors.ts';
export { peopleResources } from './event-resources.ts';
export { peopleEvents } from './events.ts';
export { findPeople } from './find-people.ts';
export { findPersonId, person, personKind, personNotFound } from './person.ts';
export { externalIdsOfPeople, personSealers } from './queries.ts';
export { routes as peopleRoutes } from './routes.ts';
export { normalizeEmail } from './rules/email.ts';
export { noticeContact, portalContacts } from './rules/notice-contact.ts';
export { normalizePhone } from './rules/phone.ts';
export { type UsState, usStates } from './rules/us-states.ts';
export { Address, AddressInput, BorrowerCreate } from './schemas.ts';
export { type PersonRow, peopleTables } from './tables.ts';
export { peopleVersions } from './versions.ts';

export const peopleMigrations = new URL('./migrations/', import.meta.url);
