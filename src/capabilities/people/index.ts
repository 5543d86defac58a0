// The door of people: borrowers, their identities and contacts.
import './tables.ts';

export { changedAddress } from './commands/contact-details.ts';
export { createPerson } from './commands/create-person.ts';
export { type Erasing, erasePerson } from './commands/erase-person.ts';
export { stateOfAddress } from './contact.ts';
export { peopleErrors, wrongField } from './errors.ts';
export { peopleResources } from './event-resources.ts';
export { peopleEvents, personErased } from './events.ts';
export { findPeople } from './find-people.ts';
export { importPeople, importPersons, personKeys, personLinePermissions } from './import/import-people.ts';
export { mustBeNamed, personLineParts } from './import/person-line.ts';
export { findPersonId, holdPerson, person, personKind, personNotFound } from './person.ts';
export { externalIdsOfPeople, personSealers } from './queries.ts';
export { routes as peopleRoutes } from './routes.ts';
export { normalizeEmail } from './rules/email.ts';
export { noticeContact, portalContacts } from './rules/notice-contact.ts';
export { normalizePhone } from './rules/phone.ts';
export { type UsState, usStates } from './rules/us-states.ts';
export { Address, AddressInput, BorrowerCreate, caseId } from './schemas.ts';
export { peopleSealed } from './sealed.ts';
export { type TokenOf, tokensFor } from './search-tokens.ts';
export { type PersonRow, peopleTables } from './tables.ts';
export { peopleVersions } from './versions.ts';

export const peopleMigrations = new URL('./migrations/', import.meta.url);
