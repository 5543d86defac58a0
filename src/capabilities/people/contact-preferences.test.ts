// What borrowers say of being reached: stated and withdrawn, never changed; and the facts of their contacts.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aBorrower } from '../../../tests/support/a-borrower.ts';
import { anAddress, anEmail, aPerson, aPhone, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refused, refusedAt } from '../../../tests/support/refusals.ts';

describe('a contact preference', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  async function aBorrowersPath() {
    const { id } = await api.made('/people', aPerson());
    return { id: id as string, preferences: `/people/${id}/contact-preferences`, contacts: `/people/${id}/contacts` };
  }

  test('is kept as it was said, and withdrawn once', async () => {
    const { id, preferences, contacts } = await aBorrowersPath();
    const phone = await api.made(contacts, aPhone());
    const said = {
      kind: 'inconvenient',
      channel: 'voice',
      contactId: phone.id,
      daysOfWeek: [5, 1, 1],
      fromHour: 8,
      toHour: 17,
      timezone: 'America/Chicago',
      inWriting: true,
      statedAt: '2026-02-01T09:00:00Z',
    };
    const one = await api.made(preferences, said);
    assert.deepEqual(
      [one.object, one.personId, one.daysOfWeek, one.fromHour, one.toHour, one.inWriting, one.withdrawnAt],
      ['contactPreference', id, [1, 5], 8, 17, true, null],
    );
    assert.deepEqual((await api.get(`${preferences}/${one.id}`)).body.data, one);
    const withdraw = `${preferences}/${one.id}/withdraw`;
    refusedAt(await api.post(withdraw, { withdrawnAt: '2026-01-31' }), 'withdrawnAt');
    refusedAt(await api.post(withdraw, { withdrawnAt: '2199-01-01' }), 'withdrawnAt');
    const withdrawn = await api.made(withdraw, { withdrawnAt: '2026-02-02' });
    assert.equal(withdrawn.withdrawnAt, '2026-02-02T00:00:00.000000+00:00');
    assert.deepEqual(await api.made(withdraw, {}), withdrawn, 'never overwritten');
    assert.equal((await api.put(`${preferences}/${one.id}`, {})).status, 405);
    const zone = await api.made(preferences, { kind: 'timezone', timezone: 'Pacific/Guam' });
    assert.deepEqual(ids(await api.get(preferences)), [zone.id, one.id]);
    assert.deepEqual(ids(await api.get(`${preferences}?kind=timezone`)), [zone.id]);
  });

  test('that says nothing, or what cannot be, is refused by its field', async () => {
    const { preferences } = await aBorrowersPath();
    const other = await aBorrowersPath();
    const wrong = async (body: object, path: string) => refusedAt(await api.post(preferences, body), path);
    await wrong({ kind: 'never' }, 'kind');
    await wrong({ kind: 'inconvenient' }, 'kind');
    await wrong({ kind: 'convenient', daysOfWeek: [6] }, 'fromHour');
    await wrong({ kind: 'inconvenient', fromHour: 8 }, 'toHour');
    await wrong({ kind: 'inconvenient', toHour: 8 }, 'fromHour');
    await wrong({ kind: 'inconvenient', fromHour: 22, toHour: 6 }, 'toHour');
    await wrong({ kind: 'inconvenient', daysOfWeek: [0] }, 'daysOfWeek[0]');
    await wrong({ kind: 'inconvenient', channel: 'pigeon' }, 'channel');
    await wrong({ kind: 'timezone' }, 'timezone');
    await wrong({ kind: 'timezone', timezone: 'Mars/North' }, 'timezone');
    await wrong({ kind: 'timezone', timezone: 'Pacific/Guam', channel: 'voice' }, 'channel');
    await wrong({ kind: 'inconvenient', channel: 'voice', statedAt: '2199-01-01' }, 'statedAt');
    const { id: contactId } = await api.made(other.contacts, aPhone());
    refused(await api.post(preferences, { kind: 'inconvenient', contactId }), 404, 'NotFound', 'contactId');
  });

  test('is read by its borrower, comes with a book that is taken over, and goes with the borrower', async () => {
    const { id, preferences } = await aBorrowersPath();
    const line = { personId: id, kind: 'convenient', fromHour: 6, toHour: 8, statedAt: '2024-05-02' };
    const lines = [
      { ...line, externalId: 'a' },
      { ...line, externalId: 'b', withdrawnAt: '2024-06-02' },
      { ...line, externalId: 'c', toHour: 5 },
    ];
    const { status, body } = await api.call('POST', '/contact-preferences/import?sync=true', {
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines.map((one) => `${JSON.stringify(one)}\n`).join(''),
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.data.result.created, body.data.result.failed], [2, 1]);
    const borrower = await aBorrower(house(), api, id);
    const own = (await borrower.get(preferences)).body.data as { withdrawnAt: string | null }[];
    assert.deepEqual(
      own.map(({ withdrawnAt }) => withdrawnAt?.slice(0, 10) ?? null),
      ['2024-06-02', null],
    );
    assert.equal((await borrower.post(preferences, { kind: 'inconvenient', channel: 'voice' })).status, 403);
    await erasePersonByHand(house().service, api.realm, id, { evenWithOpenLoans: false });
    assert.deepEqual(ids(await api.get(preferences)), []);
  });
});

describe('the facts of a contact', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  test('go with the contact that they can be said of, and go when its value changes', async () => {
    const contacts = `/people/${(await api.made('/people', aPerson())).id}/contacts`;
    const facts = { providedByBorrower: true, onDoNotCallRegistry: false, reassignedCheckedAt: '2026-02-01T09:00:00Z' };
    const phone = await api.made(contacts, aPhone({ label: 'work', employerPermits: true, ...facts }));
    const path = `${contacts}/${phone.id}`;
    const of = ({ employerPermits, providedByBorrower, onDoNotCallRegistry, reassignedCheckedAt }: typeof phone) => [
      employerPermits,
      providedByBorrower,
      onDoNotCallRegistry,
      reassignedCheckedAt?.slice(0, 10) ?? null,
    ];
    assert.deepEqual(of(phone), [true, true, false, '2026-02-01']);
    assert.deepEqual(of((await api.put(path, { status: 'primary' })).body.data), [true, true, false, '2026-02-01']);
    assert.deepEqual(of((await api.put(path, { label: 'home' })).body.data), [null, true, false, '2026-02-01']);
    refusedAt(await api.put(path, { employerPermits: true }), 'employerPermits');
    const moved = await api.put(path, { value: '+13175550188', providedByBorrower: false });
    assert.deepEqual(of(moved.body.data), [null, false, null, null]);
    const email = await api.made(contacts, anEmail({ transferNoticeDate: '2026-02-01', usedByPriorCollector: true }));
    assert.deepEqual([email.transferNoticeDate, email.usedByPriorCollector], ['2026-02-01', true]);
    refusedAt(
      await api.post(contacts, anEmail({ value: 'b@example.com', providedByBorrower: true })),
      'providedByBorrower',
    );
    const clone = await api.post(`${contacts}/${email.id}/clone`, { value: 'c@example.com' });
    assert.equal(clone.body.data.usedByPriorCollector, null);
  });

  test('are the county of an address, which is left with the place, and whose contact it is', async () => {
    const contacts = `/people/${(await api.made('/people', aPerson())).id}/contacts`;
    const address = { addressLine1: '12 Main St', city: 'Indianapolis', state: 'IN', postalCode: '46204' };
    const home = await api.made(contacts, anAddress({ address: { ...address, countyFips: '18097' } }));
    assert.equal(home.address.countyFips, '18097');
    const after = async (parts: object) =>
      (await api.put(`${contacts}/${home.id}`, { address: parts })).body.data.address.countyFips;
    assert.equal(await after({ addressLine1: '14 Main St' }), '18097');
    assert.equal(await after({ city: 'Gary', postalCode: '46402' }), null);
    assert.equal(await after({ countyFips: '18089' }), '18089');
    refusedAt(await api.put(`${contacts}/${home.id}`, { address: { countyFips: '1809' } }), 'address.countyFips');
    for (const affiliation of ['parentOfMinor', 'estateRepresentative']) {
      assert.equal(
        (await api.made(contacts, anEmail({ value: `${affiliation}@example.com`, affiliation }))).affiliation,
        affiliation,
      );
    }
    const school = await api.made(contacts, aPhone({ value: '+13175550177', label: 'school' }));
    assert.equal(school.label, 'school');
  });
});
