// Who brought an event about stands in its row, and is shown as what it is.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Type from 'typebox';
import { type Actor, keyActor, system, userActor } from '#platform/actor.ts';
import { machineNow } from '#platform/clock.ts';
import { standingClock } from '../../../tests/support/clock.ts';
import { useHouse } from '../../../tests/support/house.ts';
import { defineEvent } from './event-kind.ts';
import { eventRecorder } from './record-events.ts';
import { whoDid } from './who-did.ts';

const happened = defineEvent({
  type: 'test.happened',
  summary: 'It happened.',
  subject: 'company',
  fields: { nth: Type.Integer() },
});

describe('events name who brought them about', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ works: false, clock });

  test('a key, a user, a provider or the system', async () => {
    const { test: api } = await aCompany();
    const { database, position, orderEvents } = house().service;
    const tell = async (actor: Actor) => {
      await database.transact(api.realm, async (tx) => {
        const maker = { realm: api.realm, now: machineNow(clock), position, requestId: null, actor };
        const events = eventRecorder({ ...maker, declared: [happened] });
        events.emit(happened, api.realm.companyId, { nth: 1 });
        events.flush(tx);
      });
      await orderEvents('test');
      const [{ apiKeyId, userId, nth }] = (await api.get('/events?limit=1')).body.data;
      return [apiKeyId, userId, nth];
    };
    assert.deepEqual(await tell(keyActor('AK-1')), ['AK-1', null, 1]);
    assert.deepEqual(await tell(userActor('UR-1')), [null, 'UR-1', 1]);
    assert.deepEqual(await tell({ type: 'provider', id: 'PV-1' }), [null, null, 1]);
    assert.deepEqual(await tell(system), [null, null, 1]);
    const asked = { subjectId: api.realm.companyId, kinds: [happened] };
    const did = await whoDid(database.reader(api.realm), asked);
    assert.deepEqual(
      did.map(({ actorId, fields }) => [actorId, fields]).toSorted(),
      ['AK-1', 'PV-1', 'UR-1'].map((id) => [id, { nth: 1 }]),
    );
  });
});
