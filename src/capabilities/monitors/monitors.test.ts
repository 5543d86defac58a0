// A borrower is watched from the day on which the monitor is turned on: what the register of test mode says makes a case
// once, closes contact as the law does, and opens it again when it was a mistake or is over.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { blocking } from '../../../tests/support/collected-borrower.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';
import { told, typesOf } from '../../../tests/support/told.ts';
import { loanBody } from '../../../tests/support/world.ts';

type Shown = Answer['body'];

describe('a monitor', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany({ timezone: 'America/New_York' })).test;
    await setClock(api, '2027-03-10T17:00:00Z');
  });

  const turnOn = async (kind: string, more: object = {}): Promise<Shown> => {
    const answer = await api.put(`/monitors/${kind}`, { isEnabled: true, ...more });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };

  async function watched(ending: string): Promise<string> {
    const person = `/people/${(await api.made('/people', aPerson())).id}`;
    await api.made(`${person}/identities`, { identityType: 'SSN', value: `521-55-${ending}`, isPrimary: true });
    return person;
  }

  const statusOf = async (person: string, kind: string): Promise<Shown> =>
    (await api.get(`${person}/monitoring-statuses?serviceType=${kind}`)).body.data[0];

  const looked = (person: string, kind: string, result: string): Promise<Shown> =>
    eventually(`${kind} says ${result}`, async () => {
      const status = await statusOf(person, kind);
      return status?.lastResult === result && status.nextCheckAt > status.lastCheckedAt && status;
    });

  const casesOf = async (person: string): Promise<Shown[]> => (await api.get(`${person}/cases`)).body.data;

  const isBlocked = async (person: string): Promise<boolean> =>
    (await api.get(`${person}/do-not-interact-check?channel=voice&theme=opsCollDebt`)).body.data.isBlocked;

  test('of deaths closes all contact, and opens it again when the death was a mistake', async () => {
    await turnOn('deceased');
    const person = await watched('7103');
    const loan = await api.made(`${person}/loans`, loanBody);
    const hit = await looked(person, 'deceased', 'hit');
    const [ofDeath, ...more] = await casesOf(person);
    assert.deepEqual([ofDeath.caseType, ofDeath.status, ofDeath.createdByType], ['deceased', 'initiated', 'system']);
    assert.deepEqual([more, hit.caseId, hit.matchQuality, hit.status], [[], ofDeath.id, 'exact', 'active']);
    assert.equal(ofDeath.fields.dateOfDeath, '2027-02-28');
    assert.equal(await isBlocked(person), true);
    const tasks = (await api.get(`${person}/cases/${ofDeath.id}/escalations`)).body.data;
    assert.deepEqual(
      tasks.map(({ status, createdByType }: Shown) => [status, createdByType]),
      [['open', 'system']],
    );
    await moveClock(api, '2027-03-16T17:00:00Z');
    assert.equal((await casesOf(person)).length, 1, 'it is told once');
    await moveClock(api, '2027-03-25T17:00:00Z');
    await looked(person, 'deceased', 'noHit');
    const [ended] = await casesOf(person);
    assert.deepEqual([ended.status, ended.outcome], ['completed', 'rejected']);
    assert.equal(await isBlocked(person), false);
    const id = person.split('/').at(-1);
    const events = await told(house(), api, `personId=${id}&events=monitor.*`);
    assert.deepEqual(typesOf(events), ['monitor.hit.found', 'monitor.hit.withdrawn']);
    assert.ok(loan.id);
  });

  test('closes contact for what is probable, and only asks about what is possible', async () => {
    await turnOn('deceased');
    const probable = await watched('7102');
    const possible = await watched('7104');
    await looked(probable, 'deceased', 'hit');
    await looked(possible, 'deceased', 'hit');
    assert.deepEqual([await isBlocked(probable), await isBlocked(possible)], [true, false]);
    const [{ id }] = await casesOf(possible);
    const path = `${possible}/cases/${id}`;
    await api.put(path, { status: 'processing' });
    await api.put(path, { status: 'completed', outcome: 'approved' });
    assert.equal(await isBlocked(possible), true, 'somebody has confirmed it');
  });

  test('of bankruptcies follows the case at the court: a dismissal ends it', async () => {
    await turnOn('bankruptcy');
    const person = await watched('7002');
    await looked(person, 'bankruptcy', 'hit');
    const [filed] = await casesOf(person);
    assert.deepEqual(
      [filed.fields.courtCaseNumber, filed.fields.courtCaseChapter, filed.fields.courtCaseLastStatus],
      ['26-10482', 'chapter13', 'filed'],
    );
    const path = `${person}/cases/${filed.id}`;
    await api.put(path, { status: 'processing' });
    await api.put(path, { status: 'completed', outcome: 'approved' });
    assert.equal(await isBlocked(person), true);
    await moveClock(api, '2027-05-01T17:00:00Z');
    await looked(person, 'bankruptcy', 'noHit');
    const [ended] = await casesOf(person);
    assert.deepEqual(
      [ended.status, ended.outcome, ended.fields.courtCaseDebtorDisposition],
      ['completed', 'ended', 'dismissed'],
    );
    assert.equal(await isBlocked(person), false);
    const [hit] = (await api.get(`${person}/monitor-hits`)).body.data;
    assert.deepEqual([hit.standing, hit.caseId, hit.source], ['ended', filed.id, 'simulated']);
    assert.doesNotMatch(hit.record, /521-?55/);
  });

  test('opens no second case for what somebody has said is another person', async () => {
    await turnOn('oFACSanctionedIndividual', { recheckDays: 1 });
    const person = await watched('7302');
    await looked(person, 'oFACSanctionedIndividual', 'hit');
    const [{ id }] = await casesOf(person);
    await api.put(`${person}/cases/${id}`, { status: 'canceled' });
    assert.equal(
      (await api.post(`${person}/monitoring-statuses`, { serviceType: 'oFACSanctionedIndividual' })).status,
      201,
    );
    await looked(person, 'oFACSanctionedIndividual', 'hit');
    assert.deepEqual(
      (await casesOf(person)).map(({ status }) => status),
      ['canceled'],
    );
    assert.equal(await isBlocked(person), false);
  });

  test('turned on later enrolls those who are there, and turned off looks nobody up', async () => {
    const person = await watched('7201');
    const { operationId } = await turnOn('militaryDuty');
    await eventually('all are enrolled', async () => {
      const { state } = (await api.get(`/operations/${operationId}`)).body.data;
      return state === 'succeeded';
    });
    await looked(person, 'militaryDuty', 'hit');
    const [{ caseType, fields }] = await casesOf(person);
    assert.deepEqual([caseType, fields.serviceComponent], ['militaryDuty', 'AC']);
    assert.equal(await isBlocked(person), false, 'service closes no channel');
    await api.put('/monitors/militaryDuty', { isEnabled: false });
    await moveClock(api, '2027-07-01T17:00:00Z');
    const status = await eventually('nobody looks any more', async () => {
      const found = await statusOf(person, 'militaryDuty');
      return found.nextCheckAt === null && found;
    });
    assert.equal(status.status, 'inactive');
  });

  test('says that it cannot tell without the number of the borrower', async () => {
    await turnOn('deceased');
    const person = `/people/${(await api.made('/people', aPerson())).id}`;
    await looked(person, 'deceased', 'unknown');
    await api.made(`${person}/identities`, { identityType: 'SSN', value: '521-55-7101', isPrimary: true });
    await looked(person, 'deceased', 'hit');
  });

  test('watches only borrowers with a loan of the types that it names', async () => {
    const [type] = (await api.get('/loan-types')).body.data;
    const answer = await api.put('/monitors/deceased', { isEnabled: true, loanTypeIds: [type.id] });
    assert.deepEqual(answer.body.data.loanTypeIds, [type.id]);
    const without = await watched('7101');
    await eventually('it was passed over', async () => (await statusOf(without, 'deceased'))?.nextCheckAt > '2027');
    assert.deepEqual(await casesOf(without), []);
    refused(await api.put('/monitors/deceased', { loanTypeIds: ['LT-AAAA-AAAA'] }), 404, 'NotFound', 'loanTypeIds[0]');
    await turnOn('deceased', { loanTypeIds: [] });
  });

  test('of bankruptcies protects those who owe a loan together with the debtor, and no loan of their own', async () => {
    await turnOn('bankruptcy');
    const aBorrower = async () => `/people/${(await api.made('/people', aPerson())).id}`;
    const [debtor, other] = [await aBorrower(), await aBorrower()];
    const aLoan = async (person: string, more: object = {}): Promise<string> => {
      const { id } = await api.made(`${person}/loans`, { ...loanBody, ...more });
      await api.made(`${person}/loans/${id}/activate`, {});
      return id;
    };
    const ofDebtor = await aLoan(debtor);
    const additionalPeople = [{ personId: debtor.split('/').at(-1), loanRelationType: 'coBorrower' }];
    const shared = await aLoan(other, { additionalPeople });
    const own = await aLoan(other);
    // A chapter 13, whose case names the debtor's own loan.
    await api.made(`${debtor}/identities`, { identityType: 'SSN', value: '521-55-7002', isPrimary: true });
    await looked(debtor, 'bankruptcy', 'hit');
    assert.deepEqual((await casesOf(debtor))[0].loanIds, [ofDebtor]);
    const blockedOn = async (person: string, loanId: string) => {
      const verdict = await api.made(`${person}/loans/${loanId}/can-interact`, {
        channel: 'mail',
        theme: 'opsCollDebt',
      });
      return blocking(verdict).filter((id) => id.startsWith('FED-BK'));
    };
    assert.deepEqual(await blockedOn(other, shared), ['FED-BK-CODEBTOR']);
    assert.deepEqual(await blockedOn(other, own), []);
    assert.deepEqual(await blockedOn(debtor, shared), ['FED-BK-STAY'], 'the stay is about all that is owed');
  });
});
