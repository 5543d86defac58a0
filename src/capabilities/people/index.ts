// The door of people: borrowers, their identities and contacts.
import './tables.ts';

export { peopleErrors } from './errors.ts';
export { peopleResources } from './event-resources.ts';
export { peopleEvents } from './events.ts';
export { findPersonId, person } from './person.ts';
export { personSealers } from './queries.ts';
export { routes as peopleRoutes } from './routes.ts';
export { noticeContact, portalContacts } from './rules/notice-contact.ts';
export { peopleTables } from './tables.ts';
export { peopleVersions } from './versions.ts';

export const peopleMigrations = new URL('./migrations/', import.meta.url);
