// Stories of messages by the test clock: a night in two zones, a bankruptcy that came meanwhile, a contact that bounced
// while the message waited.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sentTo } from '../../../tests/support/a-reader.ts';
import { aCollectedBorrower, type CollectedBorrower } from '../../../tests/support/collected-borrower.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Answer, anAddress, anEmail, type Client, useHouse } from '../../../tests/support/house.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';

const noon = '2026-09-14T16:00:00Z';
/** It is 23:00 in Indianapolis and 20:00 in Los Angeles. */
const late = '2026-09-15T03:00:00Z';
/** Eight in the morning of Los Angeles. */
const morning = '2026-09-15T15:00:00.000000+00:00';

describe('a message at night', () => {
  const { aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, noon);
    const current = (await api.get('/companies/current')).body.data;
    await api.put(`/companies/${current.id}`, { communication: { quietHours: { from: '21:00', to: '08:00' } } });
  });

  /** One address is in Indianapolis, the other in Los Angeles. */
  async function inTwoZones(): Promise<CollectedBorrower> {
    const reader = await aCollectedBorrower(api, { byAgency: false });
    const address = { addressLine1: '1 Spring St', city: 'Los Angeles', state: 'CA', postalCode: '90012' };
    await api.made(`${reader.path}/contacts`, anAddress({ address, affiliation: 'self', status: 'secondary' }));
    return reader;
  }
  const letter = { subject: 'freeForm', theme: 'opsCollDebt', context: { body: 'Your payment is late.' } };
  const message = async (id: string): Promise<Answer['body']> =>
    (await api.get(`/communicator/messages/${id}`)).body.data;

  async function heldAtNight(reader: CollectedBorrower): Promise<Answer['body']> {
    await setClock(api, late);
    const held = await sentTo(api, reader, letter);
    assert.deepEqual([held.messageState, held.sendAt], ['held', morning], JSON.stringify(held.blockedBy));
    return held;
  }

  test('is held until eight in the later zone, and goes out then', async () => {
    const held = await heldAtNight(await inTwoZones());
    await moveClock(api, '2026-09-15T14:59:59Z');
    assert.equal((await message(held.messageId)).state, 'held');
    await moveClock(api, '2026-09-15T15:00:01Z');
    await eventually('it is sent', async () => (await message(held.messageId)).state === 'sent');
    const verdict = (await api.get(`/interactions/${held.id}/verdict`)).body.data;
    assert.ok(verdict.result && verdict.at >= morning, 'the verdict is that of the morning');
    await setClock(api, noon);
  });

  test('is dropped when a bankruptcy has come meanwhile', async () => {
    const reader = await inTwoZones();
    const held = await heldAtNight(reader);
    const fields = { courtCaseChapter: 'chapter7', courtCaseFiledDate: '2026-09-14', courtCaseLastStatus: 'filed' };
    await api.made(`${reader.path}/cases`, { caseType: 'bankruptcy', fields });
    await moveClock(api, '2026-09-15T15:00:01Z');
    const dropped = await eventually('it is dropped', async () => {
      const found = await message(held.messageId);
      return found.state === 'dropped' && found;
    });
    assert.ok(dropped.blockedBy.length > 0);
    const told = (await api.get(`/interactions/${held.id}`)).body.data;
    assert.deepEqual([told.status, told.statusDetails], ['canceled', 'droppedByRules']);
    await setClock(api, noon);
  });

  test('goes to the secondary contact where the first one has stopped working meanwhile', async () => {
    const reader = await inTwoZones();
    const other = anEmail({ affiliation: 'self', status: 'secondary', value: 'second@example.com' });
    const { id } = await api.made(`${reader.path}/contacts`, other);
    const held = await heldAtNight(reader);
    assert.equal(held.contactId, reader.emailId);
    await api.put(`${reader.path}/contacts/${reader.emailId}`, { valid: false });
    await moveClock(api, '2026-09-15T15:00:01Z');
    const sent = await eventually('it is sent', async () => {
      const found = await message(held.messageId);
      return found.state === 'sent' && found;
    });
    assert.equal(sent.contactId, id);
  });
});
