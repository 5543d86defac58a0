// What receivers of the events of a case get with them: the case as it is read, and its borrower.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newest } from '../../../tests/support/deliveries.ts';
import { aPerson, useHouse } from '../../../tests/support/house.ts';
import { eventsOf, subscribe, useReceivers } from '../../../tests/support/receiver.ts';

describe('an event of a case', () => {
  const receivers = useReceivers(1);
  const { aCompany } = useHouse({ webhookDevHosts: receivers.devHosts });

  test('is delivered with the case whole', async () => {
    const { test: api } = await aCompany();
    const receiver = receivers.take();
    await subscribe(api, receiver, ['case.*']);
    const { id: personId } = await api.made('/people', aPerson());
    const cases = `/people/${personId}/cases`;
    const { id } = await api.made(cases, { caseType: 'bankruptcy', fields: { courtCaseNumber: '26-10482' } });
    await api.made(`${cases}/${id}/escalations`, {});
    const shown = (await api.call('GET', `${cases}/${id}`, { headers: newest })).body.data;
    const payloads = eventsOf(await receiver.until(2));
    assert.deepEqual(
      payloads.map(({ eventType, borrower }) => [eventType, borrower.id]),
      [
        ['case.changed', personId],
        ['case.escalation.changed', personId],
      ],
    );
    const [, escalated] = payloads;
    assert.deepEqual(escalated?.case, shown, 'as it was when the delivery was planned');
    assert.equal(shown.fields.courtCaseNumber, '26-10482');
  });
});
