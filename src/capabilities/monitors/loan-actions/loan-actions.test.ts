// What a hit means for loans: active duty that is confirmed bounds the interest at 6 % from its first day on, and a
// bankruptcy that is filed ends autopay.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';
import { loanBody } from '../../../../tests/support/world.ts';

type Shown = Answer['body'];

describe('a hit that a company wants its loans to follow', () => {
  const { aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany({ timezone: 'America/New_York' })).test;
    await setClock(api, '2027-03-10T17:00:00Z');
  });

  async function aBorrower(ending: string): Promise<{ person: string; loan: string }> {
    const person = `/people/${(await api.made('/people', aPerson())).id}`;
    await api.made(`${person}/identities`, { identityType: 'SSN', value: `521-55-${ending}`, isPrimary: true });
    const { id } = await api.made(`${person}/loans`, loanBody);
    await api.made(`${person}/loans/${id}/activate`, {});
    return { person, loan: `${person}/loans/${id}` };
  }

  const caseOf = (person: string): Promise<Shown> =>
    eventually('a case was made', async () => (await api.get(`${person}/cases`)).body.data[0]);

  const actions = (person: string, count: number): Promise<Shown[]> =>
    eventually('all was done', async () => {
      const all = (await api.get(`${person}/monitor-actions`)).body.data;
      return all.length === count && all.every(({ outcome }: Shown) => outcome !== null) && all;
    });

  test('is capped at 6 % once somebody has confirmed the service, and says why where the law does not reach', async () => {
    const { person, loan } = await aBorrower('7201');
    await moveClock(api, '2027-03-11T17:00:00Z');
    await api.put('/monitors/militaryDuty', { isEnabled: true, capsInterest: true });
    const { id } = await caseOf(person);
    assert.deepEqual((await api.get(`${person}/monitor-actions`)).body.data, []);
    await api.put(`${person}/cases/${id}`, { status: 'processing' });
    await api.put(`${person}/cases/${id}`, { status: 'completed', outcome: 'approved' });
    const [done] = await actions(person, 1);
    assert.deepEqual([done.action, done.outcome, done.errorType], ['capInterest', 'done', null]);
    const [cap] = (await api.get(`${loan}/scra-caps`)).body.data;
    assert.deepEqual([cap.annualRate, cap.startDate, cap.status], [0.06, '2027-03-11', 'active']);
    const [service] = (await api.get(`${person}/military-services`)).body.data;
    assert.deepEqual([service.startDate, service.id], ['2027-03-11', cap.militaryServiceId]);
  });

  test('is capped no longer than the service lasts', async () => {
    await api.put('/monitors/militaryDuty', { isEnabled: false });
    const { person, loan } = await aBorrower('7202');
    // The law reaches loans from before the service.
    await moveClock(api, '2027-03-12T17:00:00Z');
    await api.put('/monitors/militaryDuty', { isEnabled: true, capsInterest: true, recheckDays: 30 });
    const { id } = await caseOf(person);
    await api.put(`${person}/cases/${id}`, { status: 'processing' });
    await api.put(`${person}/cases/${id}`, { status: 'completed', outcome: 'approved' });
    await actions(person, 1);
    const capOf = async (): Promise<Shown> => (await api.get(`${loan}/scra-caps`)).body.data[0];
    assert.deepEqual([(await capOf()).status, (await capOf()).endDate], ['active', null]);
    // Ninety days after the first look the register says that the service has ended on that day.
    await moveClock(api, '2027-06-14T17:00:00Z');
    await actions(person, 2);
    const cap = await capOf();
    assert.deepEqual([cap.status, cap.startDate, cap.endDate], ['ended', '2027-03-12', '2027-06-10']);
    const [service] = (await api.get(`${person}/military-services`)).body.data;
    assert.deepEqual([service.id, service.endDate], [cap.militaryServiceId, '2027-06-10']);
    const [ended] = (await api.get(`${person}/cases`)).body.data;
    assert.deepEqual([ended.status, ended.outcome], ['completed', 'ended']);
  });

  test('ends autopay where there is some', async () => {
    await api.put('/monitors/bankruptcy', { isEnabled: true });
    const { person } = await aBorrower('7001');
    await caseOf(person);
    const [done] = await actions(person, 1);
    assert.deepEqual([done.action, done.outcome], ['stopAutopay', 'nothingToDo']);
  });
});
