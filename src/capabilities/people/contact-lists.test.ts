// Contacts are listed over HTTP: filtered, sorted and in pages. Resource shapes 3.3, specification 4.3.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useBorrowers } from '../../../tests/support/contacts.ts';
import { type Answer, anAddress, anEmail, aPhone } from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';

describe('lists of contacts', () => {
  const aBorrower = useBorrowers();

  async function someContacts() {
    const { api, contacts } = await aBorrower();
    const make = async (body: object) => (await api.made(contacts, body)).id as string;
    return {
      api,
      contacts,
      email: await make(anEmail()),
      workEmail: await make(anEmail({ value: 'ada@work.example', label: 'work', status: 'secondary' })),
      phone: await make(aPhone({ receiveTextMessages: true })),
      parent: await make(aPhone({ value: '+13175551213', affiliation: 'parent', status: 'additional' })),
      attorney: await make(aPhone({ value: '+13175551214', affiliation: 'attorney', label: 'work' })),
      archived: await make(anAddress({ status: 'archived' })),
      address: await make(anAddress()),
    };
  }

  test('hold the contacts, newest first, but not the archived ones and those of an attorney', async () => {
    const made = await someContacts();
    const { api, contacts, address, parent, phone, workEmail, email, attorney, archived } = made;
    const list = await api.get(contacts);
    assert.deepEqual(Object.keys(list.body), ['status', 'total', 'count', 'nextUrl', 'previousUrl', 'data']);
    assert.equal(list.body.total, 5);
    assert.deepEqual(ids(list), [address, parent, phone, workEmail, email]);
    assert.deepEqual(list.body.data[2], (await api.get(`${contacts}/${phone}`)).body.data);
    const all = [address, archived, attorney, parent, phone, workEmail, email];
    assert.deepEqual(ids(await api.get(`${contacts}?includeArchived=true&includeLegal=true`)), all);
    assert.deepEqual(ids(await api.get(`${contacts}?includeArchived=true`)), all.toSpliced(2, 1));
    assert.deepEqual(ids(await api.get(`${contacts}?includeLegal=true`)), all.toSpliced(1, 1));
  });

  test('are narrowed by every filter', async () => {
    const made = await someContacts();
    const { api, contacts } = made;
    const cases: [query: string, found: (keyof typeof made)[]][] = [
      ['contactType=email', ['workEmail', 'email']],
      ['contactType=address', ['address']],
      ['contactType=address&includeArchived=true', ['address', 'archived']],
      ['affiliation=parent', ['parent']],
      ['affiliation=attorney', ['attorney']],
      ['label=work', ['workEmail']],
      ['label=work&includeLegal=true', ['attorney', 'workEmail']],
      ['status=secondary', ['workEmail']],
      ['status=archived', ['archived']],
      ['status=primary&contactType=phone', ['phone']],
      ['receiveTextMessages=true', ['phone']],
      ['receiveTextMessages=false&contactType=phone', ['parent']],
      ['collidesWithEmail=ADA%40Example.com', ['email']],
      ['collidesWithEmail=nobody%40example.com', []],
      ['collidesWithPhone=(317)%20555-1213', ['parent']],
      ['collidesWithPhone=%2B13175551214', []],
      ['collidesWithPhone=%2B13175551214&includeLegal=true', ['attorney']],
    ];
    for (const [query, found] of cases) {
      const list = await api.get(`${contacts}?${query}`);
      assert.equal(list.status, 200, JSON.stringify(list.body));
      assert.deepEqual(
        ids(list),
        found.map((name) => made[name]),
        query,
      );
      assert.equal(list.body.total, found.length, query);
    }
    for (const [path, value] of [
      ['contactType', 'fax'],
      ['affiliation', 'x'],
      ['label', 'mobile'],
      ['status', 'x'],
      ['receiveTextMessages', 'yes'],
      ['includeArchived', '1'],
      ['collidesWithEmail', 'x'],
      ['collidesWithPhone', 'x'],
      ['sortBy', 'value'],
    ] as const) {
      refusedAt(await api.get(`${contacts}?${path}=${value}`), path);
    }
  });

  test('are sorted and paged', async () => {
    const { api, contacts, address, parent, phone, workEmail, email } = await someContacts();
    const sorted = ids(await api.get(`${contacts}?sortBy=contactType,-label`));
    assert.deepEqual(sorted, [address, workEmail, email, parent, phone]);
    const seen: string[] = [];
    for (let url: string | null = `${contacts}?limit=2&sortBy=contactType,-label`; url !== null; ) {
      const page: Answer = await api.get(url);
      seen.push(...ids(page));
      url = page.body.nextUrl;
    }
    assert.deepEqual(seen, sorted);
  });

  test('a case that does not exist is not found', async () => {
    const { api, contacts } = await aBorrower();
    const { id } = await api.made(contacts, aPhone());
    for (const answer of [
      await api.post(contacts, anEmail({ caseId: 'CS-AAAA-AAAA' })),
      await api.put(`${contacts}/${id}`, { caseId: 'ext-case' }),
      await api.post(`${contacts}/${id}/clone`, { caseId: 'ext-case' }),
    ]) {
      assert.equal(answer.status, 404);
      assert.equal(answer.body.data.path, 'caseId');
    }
  });
});
