// During an upgrade, a process of release 0.1.0 may run on a database that this version has migrated. It writes its old
// columns and fields, which we read; and it reads what we write.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Type from 'typebox';
import { eventKinds, operationKinds } from '#app/capabilities.ts';
import { type Actor, keyActor, system } from '#platform/actor.ts';
import { machineNow } from '#platform/clock.ts';
import { defineEvent } from '#platform/events/event-kind.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import { newId } from '#platform/ids.ts';
import { makeLog } from '#platform/log.ts';
import { operations } from '#platform/work/operations/operations.ts';
import { movableClock } from './support/clock.ts';
import { aPerson, type Client, useHouse } from './support/house.ts';
import { aLife } from './support/loan-life.ts';
import { told } from './support/told.ts';

const happened = defineEvent({
  type: 'test.happened',
  summary: 'It happened.',
  subject: 'company',
  fields: { nth: Type.Integer() },
});

describe('beside a process of release 0.1.0', () => {
  const clock = movableClock();
  const { house, aCompany } = useHouse({ works: false, clock });
  const query = async (text: string, values: unknown[]) =>
    (await house().service.database.pools.test.query(text, values)).rows;

  /** An import that has begun, as that release stores it: without the fields that this version adds. */
  async function anOldImport(api: Client): Promise<string> {
    const { body } = await api.call('POST', '/people/import', {
      headers: { 'content-type': 'application/x-ndjson' },
      body: `${JSON.stringify({ person: { externalId: 'B-1', name: { firstName: 'Ada', lastName: 'Lovelace' } } })}\n`,
    });
    const [row] = await query(
      `update operations set input = (input - 'actor') || jsonb_build_object('caller', (input->'caller') - 'actor' - 'name')
       where id = $1 returning input`,
      [body.data.id],
    );
    const { id: keyId, name: keyName } = (await api.get('/keys')).body.data.at(-1);
    const { uploadId, ...input } = row.input;
    assert.deepEqual(input, {
      lines: 1,
      askedBy: keyId,
      caller: { timezone: 'America/New_York', keyId, keyName, permissions: input.caller.permissions },
    });
    return body.data.id;
  }

  async function work(api: Client, operationId: string) {
    const { database, vault, position, rightsOf } = house().service;
    const kinds = operationKinds;
    const worker = operations({ database, vault, clock, position, rightsOf, kinds, log: makeLog('silent') });
    await worker.job.run({ ...api.realm, payload: { operationId } });
    return (await api.get(`/operations/${operationId}`)).body.data;
  }

  test('an import that it began is done, in the name of its key', async () => {
    const { test: api } = await aCompany();
    const operation = await work(api, await anOldImport(api));
    assert.deepEqual([operation.state, operation.result.created], ['succeeded', 1]);
    const { id } = (await api.get('/people/ext-B-1')).body.data;
    const [created] = (await api.get(`/people/${id}/events`)).body.data;
    assert.equal(created.apiKeyId, (await api.get('/keys')).body.data.at(-1).id);
  });

  test('an import that it began ends with its key', async () => {
    const { test: api } = await aCompany();
    const { id: keyId, key } = await api.made('/keys', { name: 'second' });
    const second = house().client(key, api.realm);
    const operationId = (
      await second.call('POST', '/people/import', { headers: { 'content-type': 'application/x-ndjson' }, body: '{}\n' })
    ).body.data.id;
    await query(`update operations set input = input - 'actor' where id = $1`, [operationId]);
    await api.delete(`/keys/${keyId}`);
    clock.moveOn(2);
    const { state, error } = await work(api, operationId);
    assert.deepEqual([state, error?.errorType, error?.data.keyId], ['failed', 'KeyEnded', keyId]);
  });

  test('facts that it writes fit, and the loan goes on from them; facts of ours name the actor', async () => {
    const company = await aCompany();
    const life = await aLife(company);
    await life.pay(100);
    const before = await life.read('/balances');
    const [ours] = await query(
      'delete from loan_facts where loan_id = $1 and number = (select max(number) from loan_facts where loan_id = $1) returning *',
      [life.id],
    );
    const keyId = (await life.api.get('/keys')).body.data.at(-1).id;
    assert.deepEqual([ours.actor_type, ours.actor_id, ours.api_key_id], ['key', keyId, null]);
    // The columns of that release.
    await query(
      `insert into loan_facts (person_id, loan_id, number, id, kind, effective_on, fact, recorded_at, api_key_id, details, company_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        ...[ours.person_id, ours.loan_id, ours.number, ours.id, ours.kind, ours.effective_on],
        ...[JSON.stringify(ours.fact), ours.recorded_at, keyId, null, company.id],
      ],
    );
    assert.deepEqual(await life.read('/balances'), before);
    await life.pay(50);
    assert.deepEqual((await life.read('/transactions')).length, 2);
  });

  test('a loan that it has changed shows what it has stored, alone, in lists and in events', async () => {
    const life = await aLife(await aCompany());
    const [ended, payment] = ['2027-01-15', life.read().then(({ current }) => current.periodicPayment)];
    const shown = async () => {
      const [listed] = (await life.api.get('/loans')).body.data;
      return [await life.read(), listed].map((loan) => [loan.endDate, loan.current.periodicPayment]);
    };
    const asItIs = [ended, await payment];
    assert.deepEqual(await shown(), [asItIs, asItIs]);
    // It writes the state and raises the version; it knows of nothing beside the state.
    await query(
      `update loans set version = version + 1, state = jsonb_set(jsonb_set(state,
        '{position,dueDates}', (state #> '{position,dueDates}') || '[21000]'), '{position,payment}', '12345')
       where id = $1`,
      [life.id],
    );
    const asWritten = ['2027-07-01', 123.45];
    assert.deepEqual(await shown(), [asWritten, asWritten]);
    await life.api.put(life.path, { nickname: 'Boat' });
    assert.deepEqual((await shown())[0], asWritten, 'a change that leaves the state alone shows it too');
    await life.act('refresh');
    await query(`update loans set state = jsonb_set(state, '{position,payment}', '1') where id = $1`, [life.id]);
    assert.deepEqual(await shown(), [asItIs, asItIs], 'a change of ours is shown from beside the state');
  });

  describe('events have one order', () => {
    /** As that release tells of it: without a place. */
    const tell = async ({ realm }: Client, nth: number) => {
      const [row] = await query(
        `insert into events (subject_id, id, company_id, position, event_type, created_at, effective_at, message_id, details)
         values ($1, $2, $1, $3, 'test.happened', now(), now(), 'm', json_build_object('nth', $4::int)) returning id`,
        [realm.companyId, newId('EV'), clock.micros() + nth, nth],
      );
      return row.id as string;
    };
    /** As that release gives places. */
    const placeFormerly = () =>
      query(
        `with w as (select subject_id, id, row_number() over (order by position) as nth from events where sequence is null),
           place as (update event_places set last_sequence = last_sequence + (select count(*) from w) where name = 'events'
             returning last_sequence)
         update events set sequence = (select last_sequence from place) - (select count(*) from w) + w.nth
         from w where events.subject_id = w.subject_id and events.id = w.id and sequence is null returning events.id`,
        [],
      );
    const listed = async (api: Client, query = '') =>
      (await api.get(`/events?limit=100${query}`)).body.data.map(({ id }: { id: string }) => id).reverse();

    test('whoever wrote them and whoever gave the places', async () => {
      const { test: api } = await aCompany();
      await told(house(), api);
      const before = await listed(api);
      const first = await tell(api, 1);
      const second = await tell(api, 2);
      assert.equal((await placeFormerly()).length, 2, 'there nothing else waits: not what we wrote');
      const { id: personId } = await api.made('/people', aPerson());
      const third = await tell(api, 3);
      await house().service.orderEvents('test');
      const [created] = await listed(api, `&personId=${personId}`);
      const all = await listed(api);
      assert.deepEqual(all.slice(0, before.length + 2), [...before, first, second], 'their places stay');
      assert.deepEqual(all.slice(before.length + 2).sort(), [created, third].sort());
      assert.equal((await placeFormerly()).length, 0, 'no place is given twice');
      const fourth = await tell(api, 4);
      await placeFormerly();
      await house().service.orderEvents('test');
      assert.deepEqual(await listed(api), [...all, fourth]);
      const stored = await query(
        `select count(*)::int as n, count(distinct sequence)::int as places, max(sequence) as last,
           (select last_sequence from event_places where name = 'events') as given from placed_events`,
        [],
      );
      assert.deepEqual([stored[0].n, stored[0].last], [stored[0].places, stored[0].given]);
    });

    test('given by both at once', async () => {
      const { test: api } = await aCompany();
      await told(house(), api);
      const before = await listed(api);
      const ids: string[] = [];
      let writing = true;
      const placing = [placeFormerly, () => house().service.orderEvents('test')].map(async (give) => {
        while (writing) await give();
      });
      const seen: string[] = [];
      const polling = (async () => {
        for (let last = before.at(-1) as string; ; ) {
          const isLast = !writing;
          const page = await listed(api, `&endingBefore=${last}`);
          seen.push(...page);
          last = page.at(-1) ?? last;
          if (isLast && page.length === 0) return;
        }
      })();
      for (let i = 0; i < 60; i++) {
        ids.push(await tell(api, i));
        if (i % 3 === 0) await api.made('/people', aPerson());
      }
      await house().service.orderEvents('test');
      writing = false;
      await Promise.all([...placing, polling]);
      await house().service.orderEvents('test');
      const all = (await told(house(), api)).map(({ id }) => id as string);
      assert.equal(all.length, before.length + 60 + 20);
      assert.deepEqual(all.slice(before.length).slice(0, seen.length), seen, 'who polled missed none');
      assert.deepEqual(
        ids.filter((id) => !all.includes(id)),
        [],
      );
      assert.equal(new Set(all).size, all.length);
    });

    test('and its relay plans no deliveries: it would pass over what has no place there', async () => {
      const [row] = await query(
        `select (select count(*) from events where sequence > place.last_sequence)::int as n
         from event_places as place where name = 'webhooks'`,
        [],
      );
      assert.equal(row.n, 0);
    });
  });

  test('events name the key in its column; users and providers stand beside the fields and are shown as what they are', async () => {
    const { test: api } = await aCompany();
    const tell = async (actor: Actor) => {
      const { database, position } = house().service;
      await database.transact(api.realm, async (tx) => {
        const maker = { realm: api.realm, now: machineNow(clock), position, requestId: null, actor };
        const events = eventRecorder({ ...maker, declared: [happened] });
        events.emit(happened, api.realm.companyId, { nth: 1 });
        events.flush(tx);
      });
      await house().service.orderEvents('test');
      const [{ id, apiKeyId, userId, ...shown }] = (await api.get('/events?limit=1')).body.data;
      const [row] = await query('select api_key_id, details from events where id = $1', [id]);
      return { apiKeyId, userId, isShown: 'actor' in shown, row };
    };
    const ownFields = eventKinds.flatMap(({ fields }) => Object.keys(fields.properties));
    assert.ok(!ownFields.includes('actor'), 'the place of the actor is free');
    const user = { type: 'user', id: 'UR-AAAA-AAAA' } as const;
    assert.deepEqual(await tell(keyActor('AK-1')), {
      ...{ apiKeyId: 'AK-1', userId: null, isShown: false },
      row: { api_key_id: 'AK-1', details: { nth: 1 } },
    });
    assert.deepEqual(await tell(system), {
      ...{ apiKeyId: null, userId: null, isShown: false },
      row: { api_key_id: null, details: { nth: 1 } },
    });
    assert.deepEqual(await tell(user), {
      ...{ apiKeyId: null, userId: user.id, isShown: false },
      row: { api_key_id: null, details: { nth: 1, actor: user } },
    });
  });
});
