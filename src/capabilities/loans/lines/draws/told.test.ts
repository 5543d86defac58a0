// The events of draws that follow from the books of their line, each with the draw that it is about.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aDraw, aLine } from '../../../../../tests/support/begun-line.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { told } from '../../../../../tests/support/told.ts';

describe('the events of draws', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('name the draw, though one payment pays off two', async () => {
    const { test: api } = await aCompany();
    await api.made('/test-clock', { now: '2026-01-20T15:00:00Z' });
    const line = await aLine(api);
    const withFee = { atOrigination: { fees: { drawFeeAmount: 10 } } };
    const draws = [await aDraw(api, line, withFee), await aDraw(api, line, withFee)];
    const ids = draws.map((path) => path.split('/').at(-1));
    for (const draw of draws) await api.made(`${draw}/close`, {});
    await api.made(`${line}/transactions`, { type: 'oneTime', isExternal: true, amount: 20 });
    const events = await told(house(), api);
    const of = (type: string) => events.filter(({ eventType }) => eventType === type).map(({ drawId }) => drawId);
    for (const type of ['draw.activated', 'draw.fee.booked', 'draw.closed', 'draw.paidoff']) {
      assert.deepEqual(of(type).toSorted(), [...ids].sort(), type);
    }
    await api.made(`${draws[0]}/reopen`, { force: true });
    assert.deepEqual(
      (await told(house(), api)).filter(({ eventType }) => eventType === 'draw.statuschanged').length,
      1,
    );
  });

  test('are taken back with what a replay no longer has', async () => {
    const { test: api } = await aCompany();
    await api.made('/test-clock', { now: '2026-01-20T15:00:00Z' });
    const line = await aLine(api);
    const draw = await aDraw(api, line, { atOrigination: { fees: { drawFeeAmount: 10 } } });
    await api.made(`${draw}/cancel`, {});
    const events = await told(house(), api);
    const gone = events.filter(({ deletedAt }) => deletedAt !== null).map(({ eventType }) => eventType);
    assert.deepEqual(gone.toSorted(), ['draw.activated', 'draw.fee.booked']);
    assert.ok(events.some(({ eventType }) => eventType === 'draw.canceled'));
  });
});
