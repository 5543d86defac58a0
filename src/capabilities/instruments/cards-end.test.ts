// Cards that are charged end with their month, and say so before.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { aCard, anInstrument, ofSomebody } from '../../../tests/support/instruments.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';
import { told } from '../../../tests/support/told.ts';

describe('a card that is charged', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const inMay = { expirationMonth: 5, expirationYear: 2027 };
  const made = async (more: object = {}): Promise<{ id: string; path: string }> => {
    const list = await ofSomebody(api);
    const { id } = await anInstrument(api, `${list}?sync=true`, aCard({ ...inMay, ...more }));
    return { id, path: `${list}/${id}` };
  };
  const toldOf = async (id: string): Promise<[string, string][]> => {
    const events = await told(house(), api, 'events=payment.instrument.*');
    return events
      .filter(({ paymentInstrumentId }) => paymentInstrumentId === id)
      .map(({ eventType, effectiveAt }) => [eventType.replace('payment.instrument.', ''), effectiveAt]);
  };

  test('nears its end forty days before, once, and is of no use after the last day of its month', async () => {
    await setClock(api, '2027-03-10T12:00:00Z');
    const { id, path } = await made();
    // May ends with 2027-06-01 00:00 in New York, 04:00 UTC; forty days before that is 2027-04-22 04:00.
    await moveClock(api, '2027-04-22T03:59:00Z');
    assert.deepEqual((await toldOf(id)).length, 2, 'made and verified, and nothing else');
    await moveClock(api, '2027-06-01T03:59:00Z');
    assert.deepEqual((await toldOf(id)).slice(2), [['expiring', '2027-04-22T04:00:00.000000+00:00']]);
    assert.equal((await api.get(path)).body.data.status, 'active', 'it is good through its month');
    await moveClock(api, '2027-06-01T04:00:00Z');
    const { status, inactiveReason, inactiveAt, failureReason } = (await api.get(path)).body.data;
    assert.deepEqual([status, inactiveReason, failureReason], ['inactive', 'expired', null]);
    assert.equal(inactiveAt, '2027-06-01T04:00:00.000000+00:00');
    assert.deepEqual((await toldOf(id)).slice(3), [
      ['updated', inactiveAt],
      ['deactivated', inactiveAt],
    ]);
  });

  test('that is near its end when it comes says so at once', async () => {
    await setClock(api, '2027-05-20T12:00:00Z');
    const { id, path } = await made();
    await moveClock(api, '2027-05-20T12:01:00Z');
    // The work may come to it before it is verified.
    assert.deepEqual((await toldOf(id)).map(([type]) => type).toSorted(), ['created', 'expiring', 'updated']);
    await api.put(path, { status: 'inactive', inactiveReason: 'lost' });
    await moveClock(api, '2027-06-02T12:00:00Z');
    assert.equal((await api.get(path)).body.data.inactiveReason, 'lost', 'what was given up stays as it was');
  });

  test('and only one that is charged: a recorded one may be past', async () => {
    await setClock(api, '2027-05-20T12:00:00Z');
    const { id, path } = await made({ isExternal: true, cardNumber: null, accountNumberLastFour: '4242' });
    await moveClock(api, '2027-06-02T12:00:00Z');
    assert.equal((await api.get(path)).body.data.status, 'active');
    assert.equal((await toldOf(id)).length, 1);
  });
});
