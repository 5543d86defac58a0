// The events of borrowers, their identities and their contacts.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { aBusiness, anEmail, aPerson, aPhone, type Client } from '../../../tests/support/house.ts';
import { people } from './index.ts';

const ssn = { identityType: 'SSN', value: '123-45-6789' };
const passport = { identityType: 'passport', value: 'X1234567' };
const personOf = async (api: Client): Promise<string> => (await api.made('/people', aPerson())).id;

const attorney = { representativeType: 'attorney', firmName: 'Rialto Law' };

/** The path of a new contact. */
async function aContact(api: Client): Promise<string> {
  const path = `/people/${await personOf(api)}/contacts`;
  return `${path}/${(await api.made(path, anEmail())).id}`;
}

/** A consent to texts for a phone. */
async function toTexts(api: Client) {
  const person = `/people/${await personOf(api)}`;
  const { id: contactId } = await api.made(`${person}/contacts`, aPhone());
  const path = `${person}/consents`;
  const body = { consentType: 'priorExpress', channel: 'text', text: 'Text me.', contactId };
  return { path, given: await api.post(path, body) };
}

/** The path of a new secondary identity. */
async function anIdentity(api: Client): Promise<string> {
  const path = `/people/${(await api.made('/people', aPerson({ identity: ssn }))).id}/identities`;
  return `${path}/${(await api.made(path, passport)).id}`;
}

const scenarios: Scenarios = {
  'people.create': [
    { emits: ['person.created'], run: (api) => api.post('/people', aBusiness()) },
    {
      emits: ['person.created', 'person.identity.created'],
      run: (api) => api.post('/people', aPerson({ identity: ssn, externalId: 'crm-1' })),
    },
  ],
  'people.update': [
    {
      emits: ['person.updated'],
      run: async (api) =>
        api.put(`/people/${await personOf(api)}`, { metaData: { branch: 'north' }, status: 'active' }),
    },
    {
      emits: ['person.updated', 'person.statuschanged'],
      run: async (api) => api.put(`/people/${await personOf(api)}`, { status: 'inactive' }),
    },
  ],
  'identities.create': [
    {
      emits: ['person.identity.created'],
      run: async (api) => api.post(`/people/${await personOf(api)}/identities`, passport),
    },
  ],
  'identities.update': [
    { emits: ['person.identity.updated'], run: async (api) => api.put(await anIdentity(api), { valid: false }) },
  ],
  'identities.delete': [{ emits: ['person.identity.deleted'], run: async (api) => api.delete(await anIdentity(api)) }],
  'contacts.create': [
    {
      emits: ['contact.created'],
      run: async (api) => api.post(`/people/${await personOf(api)}/contacts`, aPhone({ externalId: 'contact-1' })),
    },
  ],
  'contacts.update': [
    { emits: ['contact.updated'], run: async (api) => api.put(await aContact(api), { status: 'archived' }) },
  ],
  'contacts.delete': [{ emits: ['contact.deleted'], run: async (api) => api.delete(await aContact(api)) }],
  'legalRepresentatives.create': [
    {
      emits: ['legalrepresentative.created'],
      run: async (api) => api.post(`/people/${await personOf(api)}/legal-representatives`, attorney),
    },
  ],
  'legalRepresentatives.update': [
    {
      emits: ['legalrepresentative.updated'],
      async run(api) {
        const path = `/people/${await personOf(api)}/legal-representatives`;
        return api.put(`${path}/${(await api.made(path, attorney)).id}`, { status: 'inactive' });
      },
    },
  ],
  'consents.create': [
    {
      emits: ['contact.updated', 'consent.created'],
      run: async (api) => (await toTexts(api)).given,
    },
  ],
  'consents.revoke': [
    {
      emits: ['contact.updated', 'consent.updated'],
      async run(api) {
        const { path, given } = await toTexts(api);
        return api.post(`${path}/${given.body.data.id}/revoke`, {});
      },
    },
  ],
  'contactPreferences.create': [
    {
      emits: ['contactpreference.created'],
      run: async (api) =>
        api.post(`/people/${await personOf(api)}/contact-preferences`, { kind: 'timezone', timezone: 'Pacific/Guam' }),
    },
  ],
  'contactPreferences.withdraw': [
    {
      emits: ['contactpreference.updated'],
      async run(api) {
        const path = `/people/${await personOf(api)}/contact-preferences`;
        const { id } = await api.made(path, { kind: 'inconvenient', channel: 'mail' });
        return api.post(`${path}/${id}/withdraw`, {});
      },
    },
  ],
  'contacts.clone': [
    {
      emits: ['contact.updated', 'contact.created'],
      run: async (api) => api.post(`${await aContact(api)}/clone`, { value: 'grace@example.com' }),
    },
  ],
};

describe('the events of people', () => emitsAsDeclared(people, scenarios));
