// The events of a history add up to what there is: a follower knows the status of every borrower and contact.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { anEmail, aPerson, type Client, useHouse } from './support/house.ts';
import { type Shown, told } from './support/told.ts';

describe('the events of a history', () => {
  const { house, aCompany } = useHouse();

  let drawn = 0;
  const aNewEmail = (overrides = {}) => anEmail({ value: `a${++drawn}@example.com`, ...overrides });

  const statuses = ['primary', 'secondary', 'additional', 'archived'] as const;
  interface Act {
    readonly does: 'create' | 'update' | 'addContact' | 'changeContact' | 'clone' | 'delete';
    readonly person: number;
    readonly contact: number;
    readonly personStatus: 'active' | 'inactive';
    readonly status: (typeof statuses)[number];
  }

  const acts = fc.record<Act>({
    does: fc.constantFrom('create', 'update', 'update', 'addContact', 'addContact', 'changeContact', 'clone', 'delete'),
    person: fc.nat(3),
    contact: fc.nat(3),
    personStatus: fc.constantFrom('active', 'inactive'),
    status: fc.constantFrom(...statuses),
  });
  /** The acts of one step are done at the same time. */
  const histories = fc.array(fc.array(acts, { minLength: 1, maxLength: 4 }), {
    minLength: 3,
    maxLength: 8,
  });

  interface Known {
    readonly id: string;
    readonly contacts: string[];
  }

  async function act(api: Client, people: Known[], { does, personStatus, status, ...nth }: Act): Promise<void> {
    const person = people[nth.person % people.length];
    if (does === 'create' || person === undefined) {
      people.push({ id: (await api.made('/people', aPerson({ status: personStatus }))).id, contacts: [] });
      return;
    }
    const path = `/people/${person.id}`;
    if (does === 'update') return void (await api.put(path, { status: personStatus }));
    const contact = person.contacts[nth.contact % person.contacts.length];
    if (does === 'addContact' || contact === undefined) {
      person.contacts.push((await api.made(`${path}/contacts`, aNewEmail({ status }))).id);
      return;
    }
    // An object that was deleted meanwhile answers 404, and no event is emitted.
    if (does === 'changeContact') await api.put(`${path}/contacts/${contact}`, { status });
    if (does === 'delete') await api.delete(`${path}/contacts/${contact}`);
    if (does === 'clone') {
      const clone = await api.post(`${path}/contacts/${contact}/clone`, { status });
      if (clone.status === 201) person.contacts.push(clone.body.data.id);
    }
  }

  function folded(events: readonly Shown[]): Map<string, string> {
    const standing = new Map<string, string>();
    for (const { eventType, deletedAt, personId, contactId, status } of events) {
      if (deletedAt !== null) continue;
      if (/^person\.(created|updated|statuschanged)$/.test(eventType)) standing.set(personId, status);
      if (/^contact\.(created|updated)$/.test(eventType)) standing.set(contactId, status);
      if (eventType === 'contact.deleted') standing.delete(contactId);
    }
    return standing;
  }

  async function shown(api: Client): Promise<Map<string, string>> {
    const standing = new Map<string, string>();
    for (const { id, status } of (await api.get('/people?limit=100')).body.data) {
      standing.set(id, status);
      const contacts = await api.get(`/people/${id}/contacts?limit=100&includeArchived=true&includeLegal=true`);
      for (const contact of contacts.body.data) standing.set(contact.id, contact.status);
    }
    return standing;
  }

  test('add up to what is there', async () => {
    const addUp = async (history: readonly Act[][]) => {
      const { test: api } = await aCompany();
      const people: Known[] = [];
      for (const step of history) await Promise.all(step.map((one) => act(api, people, one)));
      const sorted = (standing: Map<string, string>) => [...standing].toSorted();
      assert.deepEqual(sorted(folded(await told(house(), api))), sorted(await shown(api)));
    };
    await fc.assert(fc.asyncProperty(histories, addUp), { numRuns: 50 });
  });
});
