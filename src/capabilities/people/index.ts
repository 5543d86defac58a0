// The door of people: borrowers, their identities and contacts.
import type { Capability } from '#platform/capability.ts';
import { importOperation } from '#platform/import/run-import.ts';
import { peopleErrors } from './errors.ts';
import { peopleResources } from './event-resources.ts';
import { peopleEvents } from './events.ts';
import { importPeople } from './import/import-people.ts';
import { contactsOf } from './own-contacts.ts';
import { livingPersonId } from './person.ts';
import { personContext } from './person-context.ts';
import { consent, importConsents } from './resources/consent.ts';
import { contactPreference, importContactPreferences } from './resources/contact-preference.ts';
import { legalRepresentative } from './resources/legal-representative.ts';
import { militaryService } from './resources/military-service.ts';
import { routes } from './routes.ts';
import { peopleSealed } from './sealed.ts';
import { peopleTables } from './tables.ts';
import { peopleVersions } from './versions.ts';
import { peopleViews } from './views.ts';

export { normalizeEmail } from '#platform/contacts/email.ts';
export { normalizePhone } from '#platform/contacts/phone.ts';
export { mustBeAbleToAgree } from './agreeing.ts';
export { confirmContact } from './commands/confirm-contact.ts';
export { changedAddress, contactValueFor } from './commands/contact-details.ts';
export { erasePerson } from './commands/erase-person.ts';
export { heardEvents, markInvalid, optIn, optOut, peopleReachedAt, reachesSince } from './commands/heard.ts';
export { findContact, stateOfAddress, stateOfHome } from './contact.ts';
export {
  addressOfContact,
  type ContactedConsent,
  type ContactedContact,
  type ContactedPerson,
  type ContactedRepresentative,
  consentsOfContacted,
  contactedFor,
  contactsOfContacted,
  keysOfContacted,
  preferencesOfContacted,
  representativesOfContacted,
  type StatedPreference,
  servicesOfPeople,
  valueOfContact,
  whereOfContact,
} from './contacted-people.ts';
export { peopleErrors, wrongField } from './errors.ts';
export { contactCreated, contactDeleted, contactUpdated, peopleEvents, personErased } from './events.ts';
export { countPeople, findPeople, findPersonIds, pageOfPeople } from './find-people.ts';
export { type HeldInTurn, holdEach, holdTogether } from './hold-each.ts';
export { type Identifying, identifyingOf, identifyingOfMany, ownersOfNumbers, peopleOfStates } from './identifying.ts';
export { importAboutPeople } from './import/about-people.ts';
export { importPersons, personKeys, personLinePermissions } from './import/import-people.ts';
export { decodeBarePerson, isBarePerson, mustBeNamed, type PersonLine, personLineParts } from './import/person-line.ts';
export { lastPerson, peopleAfter } from './in-order.ts';
export {
  findPersonId,
  freePerson,
  holdFreePerson,
  holdPerson,
  livingPerson,
  ownerBeside,
  peopleAsSubjects,
  person,
  personNotFound,
  sealerOf,
  wasErased,
} from './person.ts';
export { externalIdsOfPeople, keysOfPerson, personSealers, readContact } from './queries.ts';
export { markReassigned, noteNotReassigned, ownersOfPhones, phonesOf } from './reassigned-phones.ts';
export { consentUpdated } from './resources/consent.ts';
export { followService, militaryService, militaryServiceRoutes } from './resources/military-service.ts';
export { type Channel, channels, contactAffiliations, contactLabels, contactTypes } from './rules/contact-values.ts';
export { words } from './rules/search-words.ts';
export { type ContactAddress, linesOfAddress, normalizeAddress } from './rules/us-address.ts';
export { type UsState, usStates } from './rules/us-states.ts';
export { Address, AddressInput, Contact, caseId } from './schemas.ts';
export { type TokenOf, tokensFor, tokensToFind } from './search-tokens.ts';
export type { PersonRow } from './tables.ts';
export { personContext };

export const people: Capability = {
  name: 'people',
  migrations: new URL('./migrations/', import.meta.url),
  tables: peopleTables,
  views: peopleViews,
  sealed: peopleSealed,
  errors: { People: peopleErrors },
  events: [
    ...peopleEvents,
    ...legalRepresentative.events,
    ...consent.events,
    ...contactPreference.events,
    ...militaryService.events,
  ],
  contexts: [personContext],
  resources: peopleResources,
  routes,
  versions: peopleVersions,
  resolvers: { person: livingPersonId },
  contactsOf,
  operations: () => [
    importOperation(importPeople),
    importOperation(importConsents),
    importOperation(importContactPreferences),
  ],
};
