// All that is known of one borrower is read by one statement, whose values are texts; what is known of many by one for each
// table. Both must find the same, of every kind of fact.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aCall, aCollectedBorrower, type CollectedBorrower } from '../../../../tests/support/collected-borrower.ts';
import { anEmail, aPhone, type Client, useHouse } from '../../../../tests/support/house.ts';
import { recordedDuring } from '../../../../tests/support/recorded-statements.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';
import { type KnownOfPerson, readFacts } from './read-facts.ts';

const monday = '2026-09-14T16:00:00Z';

describe('what is known of a borrower', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, monday);
  });

  async function withAllKindsOfFacts({ path, phoneId, personId }: CollectedBorrower): Promise<void> {
    const attorney = { representativeType: 'attorney', firmName: 'Belmont & Partners' };
    const { id: legalRepresentativeId } = await api.made(`${path}/legal-representatives`, attorney);
    const office = aPhone({ value: '+13175550177', status: 'additional', affiliation: 'attorney', label: 'work' });
    await api.made(`${path}/contacts`, { ...office, legalRepresentativeId });
    const passedOn = { value: 'passed-on@example.com', status: 'additional', affiliation: 'self' };
    await api.made(`${path}/contacts`, anEmail({ ...passedOn, transferNoticeDate: '2026-08-10' }));
    await api.made(`${path}/interactions`, { ...aCall, contactId: phoneId });
    await api.made(`${path}/consents`, { consentType: 'express', channel: 'email', text: 'Write to me.' });
    await api.made(`${path}/contact-preferences`, {
      kind: 'inconvenient',
      daysOfWeek: [1, 3],
      fromHour: 9,
      toHour: 12,
    });
    await api.made(`${path}/contact-preferences`, { kind: 'timezone', timezone: 'Pacific/Guam' });
    const fields = { courtCaseChapter: 'chapter13', courtCaseFiledDate: '2026-09-08', courtCaseLastStatus: 'filed' };
    const { id } = await api.made(`${path}/cases`, { caseType: 'bankruptcy', receivedDate: '2026-09-09', fields });
    const block = { channels: ['mail'], daysOfWeek: [2], timesOfDay: [{ fromHour: 12, toHour: 14 }] };
    await api.made(`${path}/cases/${id}/do-not-interacts`, block);
    await aCollectedBorrower(api, { coBorrowerId: personId });
  }

  async function known(people: readonly string[]): Promise<KnownOfPerson> {
    const { database, vault } = house().service;
    const moments = { from: monday, until: monday, now: monday, knownAt: null } as Parameters<typeof readFacts>[1];
    const asked = { ...moments, people, timezone: 'America/New_York' };
    const found = await readFacts({ reader: database.reader(api.realm), vault }, asked);
    return found.people.get(people[0] as string) as KnownOfPerson;
  }

  test('is the same by one statement as by one for each table', async () => {
    const [ada, grace] = [await aCollectedBorrower(api), await aCollectedBorrower(api)];
    await withAllKindsOfFacts(ada);
    const alone = await known([ada.personId]);
    assert.deepEqual(alone, await known([ada.personId, grace.personId]));
    const { contacts, consents, loans, blocks, history, facts } = alone;
    const { representatives, cases, person } = facts;
    const counts = [contacts, consents, loans, blocks, history, representatives, cases, person.statedTimes];
    assert.deepEqual(
      counts.map(({ length }) => length),
      [5, 1, 2, 1, 1, 1, 1, 1],
    );
    assert.equal(person.statedZone, 'Pacific/Guam');
    assert.deepEqual(await known([grace.personId]), await known([grace.personId, ada.personId]));
  });

  test('is read by one statement beside the search for the loans of others', async () => {
    const ada = await aCollectedBorrower(api);
    await known([ada.personId]);
    // The rules of the company are remembered now.
    assert.equal((await recordedDuring(() => known([ada.personId]))).length, 2);
  });
});
