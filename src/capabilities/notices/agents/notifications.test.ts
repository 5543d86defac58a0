// What agents are told: by whom a case is looked after, what was not sent; and what was read.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { aPayer } from '../../../../tests/support/payer.ts';
import { refused } from '../../../../tests/support/refusals.ts';
import { aUser, signedIn } from '../../../../tests/support/signed-in.ts';
import { moveClock } from '../../../../tests/support/test-clock.ts';

type Shown = Answer['body'];

describe('a notification', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const of = (caller: Pick<Client, 'get'>, query: string, kind: string): Promise<Shown> =>
    eventually(`${kind} is told`, async () => {
      const { body } = await caller.get(`/notifications?${query}`);
      return (body.data as Shown[]).find((one) => one.kind === kind);
    });

  test('tells whoever an escalation is assigned to, and nobody else', async () => {
    await aUser(house(), api, { email: 'ann@example.com', role: 'operations' });
    await aUser(house(), api, { email: 'bob@example.com', role: 'operations' });
    const employees = (await api.get('/employees')).body.data as { id: string; email: string }[];
    const employeeId = employees.find(({ email }) => email === 'ann@example.com')?.id;
    const person = `/people/${(await api.made('/people', aPerson())).id}`;
    const path = `${person}/cases/${(await api.made(`${person}/cases`, {})).id}`;
    await api.made(`${path}/escalations`, { dueAt: '2099-01-01T15:00:00Z', assignedEmployeeId: employeeId });
    const [ann, bob] = [
      await signedIn(house(), api, 'ann@example.com'),
      await signedIn(house(), api, 'bob@example.com'),
    ];
    const told = await of(ann, 'isRead=false', 'escalation');
    assert.deepEqual([told.theme, told.isRead, told.caseId], ['agentNotification', false, path.split('/').at(-1)]);
    assert.deepEqual((await bob.get('/notifications')).body.data, []);
    refused(await bob.put(`/notifications/${told.id}`, { isRead: true }), 404, 'NotFound', 'notificationId');
    const read = await ann.put(`/notifications/${told.id}`, { isRead: true });
    assert.deepEqual([read.status, read.body.data.isRead], [200, true]);
    assert.deepEqual((await ann.get('/notifications?isRead=false')).body.data, []);
  });

  // The law asks for the notice of a payment of autopay that varies, and nobody can be told.
  test('tells the company of a notice for which the borrower has no contact', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer(api);
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId, noticeAbove: 400 });
    await moveClock(api, '2026-01-23T20:00:00Z');
    const told = await of(api, 'kind=noticeNotSent', 'noticeNotSent');
    assert.deepEqual(
      [told.personId, told.subject, told.reason, told.userId],
      [loan.personId, 'autopayAmountChanged', 'noContact', null],
    );
    const all = await api.post('/notifications/read', {});
    assert.ok(all.body.data.count >= 1, JSON.stringify(all.body));
    assert.deepEqual((await api.get('/notifications?isRead=false&limit=1')).body.data, []);
  });
});
