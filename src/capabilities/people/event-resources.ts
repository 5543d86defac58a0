// The borrower and the contact that an event's payload shows whole.
import type { DeclaredResource } from '#platform/event-views/payload.ts';
import { contactColumns, openContact, presentContact } from './contact.ts';
import { sealerOf } from './person.ts';
import { anyOf, peopleById } from './queries.ts';
import { Borrower, Contact } from './schemas.ts';

const borrower: DeclaredResource = {
  name: 'borrower',
  schema: Borrower,
  permission: 'person:read',
  madeBy: ['person.created'],
  isShownBy: ({ subject }) => subject === 'person',
  idOf: (event) => event.personId,
  async load(reader, vault, ids) {
    const people = await peopleById(reader, vault, ids);
    return new Map(people.map((person) => [person.id, person]));
  },
};

const contact: DeclaredResource = {
  name: 'contact',
  schema: Contact,
  permission: 'contact:read',
  madeBy: ['contact.created'],
  isShownBy: ({ fields }) => 'contactId' in fields.properties,
  // An id is unique within its person only, so finding one needs both ids.
  idOf: (event) => (typeof event.contactId === 'string' ? `${event.personId} ${event.contactId}` : null),
  async load(reader, vault, keys) {
    const people = keys.map((key) => key.split(' ')[0] as string);
    const rows = await reader.rows(
      reader.db
        .selectFrom('contacts')
        .innerJoin('people', 'people.person_id', 'contacts.person_id')
        .select(contactColumns.map((column) => `contacts.${column}` as const))
        .select('people.data_key')
        .where(anyOf('contacts.person_id', people)),
    );
    return new Map(
      rows.map(({ data_key, ...row }) => {
        const details = openContact(sealerOf(vault, { person_id: row.person_id, data_key }), row);
        return [`${row.person_id} ${row.id}`, presentContact(row, details)];
      }),
    );
  },
};

export const peopleResources: readonly DeclaredResource[] = [borrower, contact];
