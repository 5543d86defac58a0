// Every event filter, alone and together with others, compared with a naive list; lists are read page by page in both
// directions.
// What each filter takes: event-filters.test.ts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { eventKinds } from '#app/capabilities.ts';
import { eventIds } from '#platform/events/event-ids.ts';
import { aPerson, useHouse } from '../../../tests/support/house.ts';
import {
  at,
  expected,
  type Filters,
  mustList,
  queryOf,
  stored,
  type Written,
  write,
} from '../../../tests/support/naive-events.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';
import { told } from '../../../tests/support/told.ts';

const types = ['person.created', 'person.updated', 'person.identity.created', 'contact.created', 'old.kind'];
const patterns = ['*', 'contact.*', '*.created', 'person.created', 'person.*.created', 'old.kind', 'nobody.*', 'key.*'];
const few = <T>(...values: T[]) => fc.constantFrom<T | null>(null, ...values);
const hour = fc.integer({ min: 0, max: 30 }).map(at);
const loans = ['LN-1111-1111', 'LN-2222-2222'];
const cases = ['CS-1111-1111', 'CS-2222-2222'];
const transactions = ['TX-1111-1111', 'TX-2222-2222'];
const periods = ['PE-1111-1111', 'PE-2222-2222'];
const messages = ['message1', 'message2', 'message3'];

/** Events that are told together; the number is the index of the person. */
const together = fc.record({
  person: fc.nat(1),
  created_at: hour,
  effective_at: hour,
  loan_id: few(...loans),
  case_id: few(...cases),
  message_id: fc.constantFrom(...messages),
  events: fc.array(
    fc.record({
      event_type: fc.constantFrom(...types),
      deleted_at: few(at(3)),
      transaction_id: few(...transactions),
      period_id: few(...periods),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});

type Together = typeof together extends fc.Arbitrary<infer T> ? T : never;

const nothing = {
  created_at: at(0),
  effective_at: at(0),
  deleted_at: null,
  loan_id: null,
  case_id: null,
  transaction_id: null,
  period_id: null,
  message_id: 'message1',
};

const someOf = (values: readonly string[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });
const object = (values: readonly string[]) => fc.constantFrom(...values, 'XX-9999-9999');
const rarely = <T>(values: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });
const sometimes = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

interface Asked extends Omit<Filters, 'personId'> {
  readonly limit: number;
  readonly person: 0 | 1 | undefined;
  /** How the request names the person. */
  readonly by: 'path' | 'id' | 'externalId';
}

const asked = fc.record({
  events: sometimes(someOf(patterns)),
  excludeEvents: rarely(someOf(patterns.slice(1))),
  createdAtFrom: rarely(hour),
  createdAtTo: rarely(hour),
  effectiveAtFrom: rarely(hour),
  effectiveAtTo: rarely(hour),
  includeDeleted: sometimes(fc.boolean()),
  loanId: rarely(object(loans)),
  caseId: rarely(object(cases)),
  transactionId: rarely(object(transactions)),
  periodId: rarely(object(periods)),
  creatingMessageIds: rarely(someOf([...messages, 'message9'])),
  sortBy: rarely(
    fc.constantFrom(['createdAt'], ['-createdAt'], ['effectiveAt'], ['-effectiveAt'], ['createdAt', '-effectiveAt']),
  ),
  person: rarely(fc.constantFrom(0, 1)),
  by: fc.constantFrom('path', 'id', 'externalId'),
  limit: fc.constantFrom(2, 3, 7, 25, 100),
}) as fc.Arbitrary<Asked>;

describe('a list of events', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('has what passes all its filters, and pages through it in its order', async () => {
    const holds = async (history: readonly Together[], lists: readonly Asked[]) => {
      const { test: client } = await aCompany();
      const people: string[] = [];
      for (const n of [0, 1]) people.push((await client.made('/people', aPerson({ externalId: `person-${n}` }))).id);
      await write(
        house(),
        client,
        history.flatMap((one) => written(people, one)),
      );
      const rows = await stored(house(), client);
      for (const { person, by, limit, ...filters } of lists) {
        const personId = person === undefined ? undefined : (people[person] as string);
        const wanted = expected(rows, personId === undefined ? filters : { ...filters, personId });
        const named = by === 'id' ? personId : `ext-person-${person}`;
        const query = queryOf({ ...filters, limit, ...(personId && by !== 'path' ? { personId: named } : {}) });
        await mustList(client, `${personId && by === 'path' ? `/people/${named}` : ''}/events?${query}`, wanted);
      }
    };
    const history = fc.array(together, { minLength: 5, maxLength: 20 });
    const lists = fc.array(asked, { minLength: 8, maxLength: 8 });
    await fc.assert(fc.asyncProperty(history, lists, holds), { numRuns: 50 });
  });
  const written = (people: readonly string[], { person, events, ...shared }: Together): Written[] =>
    events.map((event) => ({ ...shared, ...event, subject_id: people[person] as string }));

  test('that is long is put together by its types and instants all the same', async () => {
    const { test: client } = await aCompany();
    const person = (await client.made('/people', aPerson())).id;
    // Each tenth event was dated by a clock that was three days wrong, and each hundredth is of a rare type.
    const events = Array.from({ length: 1_400 }, (_, i): Written => {
      const hours = i % 10 === 3 ? i - 72 : i;
      return {
        subject_id: person,
        event_type: i % 100 === 7 ? 'person.updated' : 'contact.updated',
        created_at: at(hours),
        effective_at: at(1_400 - hours),
        deleted_at: i % 3 === 0 ? at(2_000) : null,
        loan_id: null,
        case_id: null,
        transaction_id: null,
        period_id: null,
        message_id: 'message1',
      };
    });
    await write(house(), client, events);
    const rows = await stored(house(), client);
    const lists: Filters[] = [
      {},
      { events: ['person.updated'] },
      { events: ['person.*', 'contact.*'] },
      { excludeEvents: ['contact.*'], includeDeleted: false },
      { events: ['contact.*'], createdAtFrom: at(100) },
      { events: ['person.updated', 'contact.updated'], effectiveAtFrom: at(100), includeDeleted: false },
      { effectiveAtFrom: at(600) },
      { createdAtFrom: at(1_300), effectiveAtFrom: at(50) },
      { events: ['person.updated'], createdAtFrom: at(700) },
      { createdAtFrom: at(500), createdAtTo: at(3_000), includeDeleted: false },
    ];
    for (const filters of lists) {
      await mustList(client, `/events?limit=100&${queryOf(filters)}`, expected(rows, filters));
    }
  });

  test('of more than a thousand kinds of commits is found by type all the same', async () => {
    const { test: client } = await aCompany();
    const person = (await client.made('/people', aPerson())).id;
    const kinds = eventKinds.map(({ type }) => type).slice(0, 40);
    // Each commit tells of two types: no two tell of the same in the same order.
    const pairs = kinds.flatMap((first) => kinds.map((second) => [first, second])).slice(0, 1_100);
    const events = pairs.flatMap((pair, i) =>
      pair.map(
        (event_type): Written => ({
          ...nothing,
          subject_id: person,
          event_type,
          created_at: at(i),
          effective_at: at(i),
        }),
      ),
    );
    await write(house(), client, events);
    const { rows: shapes } = await house().service.database.pools.test.query(
      'select count(*)::int as n from event_shapes where company_id = $1',
      [client.realm.companyId],
    );
    assert.ok(shapes[0].n > 1_000);
    const rows = await stored(house(), client);
    const lists: Filters[] = [
      { events: [kinds[7] as string] },
      { events: [kinds[7] as string, kinds[35] as string], includeDeleted: false },
      { excludeEvents: [kinds[3] as string] },
      { excludeEvents: ['*.created'], createdAtFrom: at(500) },
    ];
    for (const filters of lists) {
      await mustList(client, `/events?limit=100&${queryOf(filters)}`, expected(rows, filters));
    }
  });

  test('goes on from an event that was taken back, and from one in the middle of its commit', async () => {
    const { test: client } = await aCompany();
    const person = (await client.made('/people', aPerson())).id;
    const events = Array.from(
      { length: 12 },
      (_, i): Written => ({
        ...nothing,
        subject_id: person,
        event_type: types[i % 3] as string,
        deleted_at: i % 2 === 0 ? at(3) : null,
      }),
    );
    await write(house(), client, events);
    const rows = await stored(house(), client);
    for (const filters of [{}, { includeDeleted: false }, { events: ['person.updated'] }]) {
      const all = expected(rows, filters);
      for (const [i, { id }] of rows.entries()) {
        const after = new Set(rows.slice(i + 1).map((row) => row.id));
        const before = new Set(rows.slice(0, i).map((row) => row.id));
        const page = async (side: string) =>
          ids(await client.get(`/events?limit=100&${side}=${id}&${queryOf(filters)}`));
        assert.deepEqual(
          await page('startingAfter'),
          all.filter((one) => after.has(one)),
        );
        assert.deepEqual(
          await page('endingBefore'),
          all.filter((one) => before.has(one)),
        );
      }
    }
  });

  test('knows no cursor that it has never shown: an event without a place', async () => {
    const { test: client } = await aCompany();
    await told(house(), client);
    await client.made('/people', aPerson());
    // It is the next one that gets a place.
    const { rows } = await house().service.database.pools.test.query(
      `select last_sequence + 1 as place, key from event_places, event_keys where name = 'events' and company_id = $1`,
      [client.realm.companyId],
    );
    const id = eventIds(rows[0].key).of(rows[0].place);
    refusedAt(await client.get(`/events?endingBefore=${id}`), 'endingBefore', 'UnknownCursor');
    assert.equal((await told(house(), client)).at(-1).id, id);
    assert.equal((await client.get(`/events?endingBefore=${id}`)).status, 200);
  });
});
