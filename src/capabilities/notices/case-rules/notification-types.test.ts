// What notification types send when a case moves: at once, or on a later day if the case stands where it stood.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';
import { canBeWrittenTo, mailOf, writtenTo } from '../../../../tests/support/written-to.ts';

const noon = '2027-03-10T17:00:00Z';
const type = {
  status: 'active',
  caseTypes: ['generic'],
  onStatus: 'processing',
  subject: 'annualPrivacyPolicyNotice',
};

describe('a notification type', () => {
  const { aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, noon);
  });

  async function aCase(own: Client) {
    const { id: personId } = await own.made('/people', aPerson());
    await canBeWrittenTo(own, personId);
    const cases = `/people/${personId}/cases`;
    const path = `${cases}/${(await own.made(cases, {})).id}`;
    const move = async (status: string, outcome?: string) => {
      const answer = await own.put(path, { status, ...(outcome && { outcome }) });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    };
    return { personId, move };
  }

  test('writes at once when a case comes to its status', async () => {
    const own = (await aCompany()).test;
    await setClock(own, noon);
    await own.made('/notification-types', type);
    const { personId, move } = await aCase(own);
    await move('processing');
    const [message] = await mailOf(own, personId, type.subject);
    assert.equal(message.channel, 'email');
  });

  test('writes some days later, and not where the case has moved on', async () => {
    const own = (await aCompany()).test;
    await setClock(own, noon);
    await own.made('/notification-types', { ...type, delay: 3 });
    const [stays, goes] = [await aCase(own), await aCase(own)];
    await stays.move('processing');
    await goes.move('processing');
    await goes.move('canceled');
    await moveClock(own, '2027-03-13T20:00:00Z');
    await mailOf(own, stays.personId, type.subject);
    assert.deepEqual(await writtenTo(own, goes.personId, type.subject), []);
  });

  test('acts on no case that it does not name', async () => {
    const own = (await aCompany()).test;
    await setClock(own, noon);
    await own.made('/notification-types', { ...type, caseTypes: ['bankruptcy'] });
    await own.made('/notification-types', { ...type, subject: 'privacyPolicyNotice' });
    const { personId, move } = await aCase(own);
    await move('processing');
    await mailOf(own, personId, 'privacyPolicyNotice');
    assert.deepEqual(await writtenTo(own, personId, type.subject), []);
  });

  test('has versions as its sister has, and is refused by field', async () => {
    const made = await api.made('/notification-types', type);
    const next = (await api.put(`/notification-types/${made.id}`, { delay: 5 })).body.data;
    assert.deepEqual([next.version, next.delay, next.status], [2, 5, 'active']);
    assert.equal((await api.get(`/notification-types/${made.id}`)).body.data.status, 'deprecated');
    const refused = async (more: object, field: string) =>
      refusedAt(await api.post('/notification-types', { ...type, ...more }), field);
    await refused({ onStatus: null }, 'onStatus');
    await refused({ subject: null }, 'subject');
    await refused({ subject: 'Not A Word' }, 'subject');
    await refused({ subject: 'freeForm' }, 'theme');
    await refused({ subject: 'freeForm', theme: 'opsAccountCredentials' }, 'theme');
    await refused({ caseTypeIds: ['CE-AAAA-AAAA'] }, 'caseTypeIds[0]');
    await refused({ conditionText: 'case.nothing == 1' }, 'conditionText');
  });
});
