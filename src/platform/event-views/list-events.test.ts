// Every event filter, alone and together with others, compared with a naive one; lists are read page by page in both
// directions.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';
import fc from 'fast-check';
import { eventKinds } from '#app/capabilities.ts';
import { newId } from '#platform/ids.ts';
import {
  type Answer,
  aBusiness,
  anEmail,
  aPerson,
  type Client,
  type House,
  useHouse,
} from '../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';
import { type Shown, told, typesOf } from '../../../tests/support/told.ts';
import { walkBackwards, walkForwards } from '../../../tests/support/walk.ts';

const at = (n: number): Instant => instantOfMicros(1_780_000_000_000_000n + BigInt(n) * 3_600_000_000n);

/** The columns of an event's row that filters look at. */
interface Row {
  readonly id: string;
  readonly company_id: string;
  readonly subject_id: string;
  readonly sequence: number;
  readonly event_type: string;
  readonly created_at: string;
  readonly effective_at: string;
  readonly deleted_at: string | null;
  readonly loan_id: string | null;
  readonly case_id: string | null;
  readonly transaction_id: string | null;
  readonly period_id: string | null;
  readonly message_id: string;
}

type Written = Omit<Row, 'id' | 'company_id' | 'sequence'>;

/** Writes events that already have their places, in this order, without commands. */
async function write(house: House, api: Client, events: readonly (Written & { id?: string })[]): Promise<void> {
  const pool = house.service.database.pools.test;
  const { rows } = await pool.query('update event_places set last_sequence = last_sequence + $1 returning *', [
    events.length,
  ]);
  const last: number = rows[0].last_sequence;
  const full = events.map((event, i) => ({
    id: newId('EV'),
    ...event,
    company_id: api.realm.companyId,
    // The order in which they were recorded differs from the order of their places.
    position: events.length - i,
    sequence: last - events.length + 1 + i,
    details: {},
  }));
  await pool.query('insert into events select * from jsonb_populate_recordset(null::events, $1)', [
    JSON.stringify(full),
  ]);
}

/** All rows of the company, newest first. */
async function stored(house: House, api: Client): Promise<Row[]> {
  await house.service.orderEvents('test');
  const { rows } = await house.service.database.pools.test.query(
    'select * from events where company_id = $1 order by sequence desc',
    [api.realm.companyId],
  );
  return rows;
}

interface Filters {
  readonly events?: readonly string[];
  readonly excludeEvents?: readonly string[];
  readonly createdAtFrom?: Instant;
  readonly createdAtTo?: Instant;
  readonly effectiveAtFrom?: Instant;
  readonly effectiveAtTo?: Instant;
  readonly includeDeleted?: boolean;
  readonly personId?: string;
  readonly loanId?: string;
  readonly caseId?: string;
  readonly transactionId?: string;
  readonly periodId?: string;
  readonly creatingMessageIds?: readonly string[];
  readonly sortBy?: readonly string[];
}

const isAny = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(type));
const declaredTypes = new Set(eventKinds.map(({ type }) => type));

/** A type that nobody declares is found by its own name only, if types are filtered at all. */
const passesTypes = (type: string, { events, excludeEvents }: Filters): boolean =>
  (events === undefined && excludeEvents === undefined) ||
  ((declaredTypes.has(type) || (events?.includes(type) ?? false)) &&
    isAny(events ?? ['*'], type) &&
    !isAny(excludeEvents ?? [], type));

function passes(row: Row, filters: Filters): boolean {
  const { createdAtFrom, createdAtTo, effectiveAtFrom, effectiveAtTo, creatingMessageIds } = filters;
  return (
    passesTypes(row.event_type, filters) &&
    (createdAtFrom === undefined || row.created_at >= createdAtFrom) &&
    (createdAtTo === undefined || row.created_at < createdAtTo) &&
    (effectiveAtFrom === undefined || row.effective_at >= effectiveAtFrom) &&
    (effectiveAtTo === undefined || row.effective_at < effectiveAtTo) &&
    (filters.includeDeleted !== false || row.deleted_at === null) &&
    (filters.personId === undefined || row.subject_id === filters.personId) &&
    (filters.loanId === undefined || row.loan_id === filters.loanId) &&
    (filters.caseId === undefined || row.case_id === filters.caseId) &&
    (filters.transactionId === undefined || row.transaction_id === filters.transactionId) &&
    (filters.periodId === undefined || row.period_id === filters.periodId) &&
    (creatingMessageIds === undefined || creatingMessageIds.includes(row.message_id))
  );
}

/** Sorted by place; a span of time, if no object is named, is sorted by its instant. */
function orderOf(filters: Filters): readonly string[] {
  const {
    sortBy,
    createdAtFrom,
    createdAtTo,
    effectiveAtFrom,
    effectiveAtTo,
    personId,
    loanId,
    caseId,
    transactionId,
    periodId,
  } = filters;
  if (sortBy !== undefined) return sortBy;
  if (personId ?? loanId ?? caseId ?? transactionId ?? periodId ?? filters.creatingMessageIds) return [];
  if (createdAtFrom ?? createdAtTo) return ['-createdAt'];
  return (effectiveAtFrom ?? effectiveAtTo) ? ['-effectiveAt'] : [];
}

/**
 * The rows that the list must contain, in its order. `rows` come newest first; where fields are equal, age follows the
 * direction of the last.
 */
function expected(rows: readonly Row[], filters: Filters): string[] {
  const columns = { createdAt: 'created_at', effectiveAt: 'effective_at' } as const;
  const compare = (a: Row, b: Row): number => {
    for (const name of orderOf(filters)) {
      const column = columns[name.replace('-', '') as keyof typeof columns];
      if (a[column] !== b[column]) return a[column] < b[column] === name.startsWith('-') ? 1 : -1;
    }
    return 0;
  };
  const passing = rows.filter((row) => passes(row, filters));
  const isRising = orderOf(filters).at(-1)?.startsWith('-') === false;
  return (isRising ? passing.toReversed() : passing).toSorted(compare).map(({ id }) => id);
}

const queryOf = (filters: object): string =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

/** Reads the list in both directions: each event once, in order, and the total on every page. */
async function mustList(api: Client, path: string, wanted: readonly string[]): Promise<void> {
  const sees = ({ body }: Answer) => assert.equal(body.total, wanted.length, `the total of ${path}`);
  assert.deepEqual((await walkForwards(api, path, sees)).flat(), wanted, path);
  const last = wanted.at(-1);
  if (last === undefined) return;
  assert.deepEqual((await walkBackwards(api, path, last)).flat(), wanted.slice(0, -1), `back through ${path}`);
}

const types = ['person.created', 'person.updated', 'person.identity.created', 'contact.created', 'old.kind'];
const patterns = ['*', 'contact.*', '*.created', 'person.created', 'person.*.created', 'old.kind', 'nobody.*', 'key.*'];
const few = <T>(...values: T[]) => fc.constantFrom<T | null>(null, ...values);
const hour = fc.integer({ min: 0, max: 30 }).map(at);
const loans = ['LN-1111-1111', 'LN-2222-2222'];
const cases = ['CS-1111-1111', 'CS-2222-2222'];
const transactions = ['TX-1111-1111', 'TX-2222-2222'];
const periods = ['PE-1111-1111', 'PE-2222-2222'];
const messages = ['message1', 'message2', 'message3'];

/** The number is the index of the person. */
const anEvent = fc.record<Omit<Written, 'subject_id'> & { person: number }>({
  person: fc.nat(1),
  event_type: fc.constantFrom(...types),
  created_at: hour,
  effective_at: hour,
  deleted_at: few(at(3)),
  loan_id: few(...loans),
  case_id: few(...cases),
  transaction_id: few(...transactions),
  period_id: few(...periods),
  message_id: fc.constantFrom(...messages),
});

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
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  test('has what passes all its filters, and pages through it in its order', async () => {
    const holds = async (history: Parameters<typeof aWritten>[1][], lists: readonly Asked[]) => {
      const { test: client } = await aCompany();
      const people: string[] = [];
      for (const n of [0, 1]) people.push((await client.made('/people', aPerson({ externalId: `person-${n}` }))).id);
      await write(
        house(),
        client,
        history.map((event) => aWritten(people, event)),
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
    const history = fc.array(anEvent, { minLength: 5, maxLength: 40 });
    const lists = fc.array(asked, { minLength: 8, maxLength: 8 });
    await fc.assert(fc.asyncProperty(history, lists, holds), { numRuns: 50 });
  });
  const aWritten = (
    people: readonly string[],
    { person, ...event }: Omit<Written, 'subject_id'> & { person: number },
  ): Written => ({ ...event, subject_id: people[person] as string });

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

  test('knows no cursor that it has never shown: an event without a place', async () => {
    const { test: client } = await aCompany();
    await told(house(), client);
    await client.made('/people', aPerson());
    const { rows } = await house().service.database.pools.test.query(
      'select id from events where company_id = $1 and sequence is null',
      [client.realm.companyId],
    );
    assert.equal(rows.length, 1);
    refusedAt(await client.get(`/events?endingBefore=${rows[0].id}`), 'endingBefore', 'UnknownCursor');
    await told(house(), client);
    assert.equal((await client.get(`/events?endingBefore=${rows[0].id}`)).status, 200);
  });

  describe('takes', () => {
    let personId: string;
    let contactId: string;
    before(async () => {
      const { id } = await api.made(
        '/people',
        aPerson({ externalId: 'crm-1', identity: { identityType: 'SSN', value: '123-45-6789' } }),
      );
      personId = id;
      contactId = (await api.made(`/people/${id}/contacts`, anEmail())).id;
      await api.put(`/people/${id}/contacts/${contactId}`, { status: 'archived' });
      await api.made('/people', aBusiness());
    });
    const seen = async (query: string, base = '/events') => {
      await house().service.orderEvents('test');
      const answer = await api.get(`${base}?${query}`);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual([answer.body.total, answer.body.count], [answer.body.data.length, answer.body.data.length]);
      return typesOf(answer.body.data);
    };

    test('types as a list with commas, as a repeated parameter, and as both', async () => {
      const three = ['contact.updated', 'contact.created', 'person.identity.created'];
      assert.deepEqual(await seen('events=contact.created,contact.updated,person.identity.created'), three);
      assert.deepEqual(
        await seen('events=contact.created&events=contact.updated&events=person.identity.created'),
        three,
      );
      assert.deepEqual(await seen('events=contact.created,contact.updated&events=*.identity.*'), three);
      assert.deepEqual(await seen('excludeEvents=person.*,key.*&excludeEvents=contact.created'), ['contact.updated']);
      assert.deepEqual(await seen('events=contact.*&excludeEvents=*.created'), ['contact.updated']);
      assert.deepEqual(await seen('events=nobody.did'), []);
    });

    test('a borrower by id and by external id; of an unknown one there is nothing', async () => {
      const own = ['contact.updated', 'contact.created', 'person.identity.created', 'person.created'];
      assert.deepEqual(await seen(`personId=${personId}`), own);
      assert.deepEqual(await seen('personId=ext-crm-1'), own);
      assert.deepEqual(await seen('', '/people/ext-crm-1/events'), own);
      for (const nobody of ['BO-AAAA-AAAA', 'ext-nobody', 'x']) {
        assert.deepEqual(await seen(`personId=${nobody}`), []);
        assert.deepEqual(await seen(`personId=${nobody}&createdAtFrom=2020-01-01&events=*`), []);
        assert.equal((await api.get(`/people/${nobody}/events`)).status, 404);
      }
    });

    test('objects and subscriptions that are not there, and accruals, of which there are none', async () => {
      const none = [
        'caseId=CS-AAAA-AAAA',
        'loanId=LN-AAAA-AAAA',
        'transactionId=TX-AAAA-AAAA',
        'periodId=PE-AAAA-AAAA',
      ];
      for (const query of [...none, 'webhookId=WH-AAAA-AAAA', 'accrualDate=2026-03-01', 'creatingMessageIds=none']) {
        for (const base of ['/events', `/people/${personId}/events`]) {
          assert.deepEqual(await seen(query, base), [], `${base}?${query}`);
          assert.deepEqual(await seen(`${query}&events=contact.*`, base), []);
        }
      }
    });

    test('the id of a change, which is the same for all its events', async () => {
      const events = (await api.get(`/events?personId=${personId}`)).body.data;
      const [updated, created, identity, person] = events.map((event: Shown) => event.creatingMessageId);
      assert.equal(identity, person);
      assert.equal(new Set([updated, created, identity]).size, 3);
      assert.deepEqual(await seen(`creatingMessageIds=${person}`), ['person.identity.created', 'person.created']);
      assert.deepEqual(await seen(`creatingMessageIds=${created},${updated}`), ['contact.updated', 'contact.created']);
      assert.deepEqual(await seen(`creatingMessageIds=${created}&creatingMessageIds=none`), ['contact.created']);
    });

    test('instants: From with the instant itself, To without it', async () => {
      const [newest, , , oldest] = (await api.get(`/events?personId=${personId}`)).body.data;
      for (const name of ['createdAt', 'effectiveAt']) {
        const between = (from: Shown, to: Shown) =>
          seen(queryOf({ [`${name}From`]: from[name], [`${name}To`]: to[name] }), `/people/${personId}/events`);
        const without = ['contact.created', 'person.identity.created', 'person.created'];
        assert.deepEqual(await between(oldest, newest), without);
        assert.deepEqual(await between(newest, newest), []);
        assert.deepEqual(await seen(queryOf({ [`${name}From`]: newest[name], personId })), ['contact.updated']);
      }
      assert.deepEqual(await seen(`createdAtFrom=2020-01-01&createdAtTo=2020-01-02&personId=${personId}`), []);
    });

    test('only what it can read; else it says which parameter is wrong', async () => {
      const wrong: [query: string, path: string][] = [
        ['events=contact..created', 'events[0]'],
        ['events=contact.created,a%20b', 'events[1]'],
        ['events=', 'events'],
        [`events=${'x,'.repeat(200)}x`, 'events'],
        [`events=${'x'.repeat(101)}`, 'events[0]'],
        ['excludeEvents=.*', 'excludeEvents[0]'],
        ['excludeEvents=*&excludeEvents=%25', 'excludeEvents[1]'],
        ['createdAtFrom=yesterday', 'createdAtFrom'],
        ['createdAtTo=2026-02-30', 'createdAtTo'],
        ['effectiveAtFrom=2026-13-01T00:00:00Z', 'effectiveAtFrom'],
        ['effectiveAtTo=', 'effectiveAtTo'],
        ['accrualDate=2026-02-29', 'accrualDate'],
        ['includeDeleted=maybe', 'includeDeleted'],
        ['creatingMessageIds=', 'creatingMessageIds'],
        ['loanId=', 'loanId'],
        ['sortBy=sequence', 'sortBy'],
        ['sortBy=createdAt,id', 'sortBy'],
        ['limit=0', 'limit'],
      ];
      for (const [query, path] of wrong) {
        for (const base of ['/events', `/people/${personId}/events`])
          refusedAt(await api.get(`${base}?${query}`), path);
      }
      refusedAt(await api.get('/events?personId='), 'personId');
    });

    test('nothing of another company or mode, neither filters nor cursors', async () => {
      const company = await aCompany();
      const strangers = [company.test, company.live];
      for (const stranger of strangers) {
        const own = ids(await stranger.get('/events'));
        const [cursor] = ids(await api.get(`/events?personId=${personId}`));
        assert.deepEqual(own, [], 'its own key, which has no place yet');
        assert.deepEqual(typesOf(await told(house(), stranger)), ['key.created']);
        for (const query of [`personId=${personId}`, 'personId=ext-crm-1', 'events=contact.*']) {
          assert.deepEqual((await stranger.get(`/events?${query}`)).body.total, 0, query);
        }
        assert.equal((await stranger.get(`/people/${personId}/events`)).status, 404);
        refusedAt(await stranger.get(`/events?startingAfter=${cursor}`), 'startingAfter', 'UnknownCursor');
        refusedAt(await stranger.get(`/events?endingBefore=${cursor}`), 'endingBefore', 'UnknownCursor');
      }
    });
  });
});
