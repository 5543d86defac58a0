// The one order of events: a follower misses none, however many writers there are, however slow, and whichever process
// gives the places.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '@tenor/engine/values/instant.ts';
import pg from 'pg';
import Type from 'typebox';
import { openService, type Service } from '#app/service.ts';
import { person } from '#capabilities/people/index.ts';
import { machineClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { defineEvent } from '#platform/events/event-kind.ts';
import { orderEvents } from '#platform/events/order-events.ts';
import { takeBack } from '#platform/events/take-back.ts';
import { makeLog } from '#platform/log.ts';
import type { Jobs } from '#platform/work/jobs.ts';
import { startRelay } from '#platform/work/relay.ts';
import { aCaller } from './support/caller.ts';
import { eventually } from './support/eventually.ts';
import { anEmail, aPerson, type Client, type Company, type House, useHouse } from './support/house.ts';
import { committedLate, happened } from './support/late-commit.ts';
import { ids } from './support/refusals.ts';
import { testKey } from './support/server.ts';
import { type Stored, storedEvents, tellByHand } from './support/stored-events.ts';
import { type Shown, told, typesOf } from './support/told.ts';

const log = makeLog('silent');
const times = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

const [longAgo, inFuture] = [
  '2000-01-01T00:00:00.000000+00:00' as Instant,
  '2100-01-01T00:00:00.000000+00:00' as Instant,
];

const holds = defineEvent({
  type: 'test.holds',
  summary: 'A replay says that it holds.',
  subject: 'person',
  fields: { nth: Type.Integer() },
});

/**
 * Commands of one person, whose events contain a counter: it is raised under the person's lock, so in the order of
 * commits.
 */
function counting({ realm }: Client) {
  const counts = new Map<string, number>();
  return (service: Service, personId: string, replays = false) =>
    service.runCommand({
      caller: aCaller(realm),
      requestId: 'r',
      emits: [happened, holds],
      findSubject: (tx) => person.find(tx, personId, true),
      run: async (ctx, tx) => {
        const nth = (counts.get(personId) ?? 0) + 1;
        counts.set(personId, nth);
        const cause = 'the only one';
        const facts = [{ type: holds.type, cause }];
        if (replays) await takeBack(ctx, tx, personId, { facts, from: longAgo, until: inFuture });
        ctx.emit(happened, personId, { nth });
        if (replays) ctx.emit(holds, personId, { nth }, { effectiveAt: ctx.now, cause });
      },
      present: () => ({ status: 200, headers: {}, body: '' }),
    });
}

type Placed = Stored & { readonly details: { readonly nth?: number } };

/** All events of a company by their places. */
const placed = async (house: House, { realm }: Client) =>
  (await storedEvents(
    (text, values) => house.service.database.pools[realm.mode].query(text, [...values]),
    'event_commits.company_id = $1',
    [realm.companyId],
    realm.mode,
  )) as Placed[];

/** Each has a place, no two the same, and the events of each subject are in the order of its commits. */
function mustBeInOrder(events: readonly Placed[]): void {
  assert.equal(events.filter(({ sequence }) => sequence === null).length, 0, 'each event has a place');
  assert.equal(new Set(events.map(({ sequence }) => sequence)).size, events.length, 'no place is given twice');
  for (const [subject, own] of Map.groupBy(events, ({ subject_id }) => subject_id)) {
    // The events of one command are in the order in which they were emitted, too.
    const turns = own
      .filter(({ details }) => details.nth !== undefined)
      .map(({ event_type, details }) => 2 * (details.nth as number) + (event_type === 'test.holds' ? 1 : 0));
    assert.deepEqual(
      turns,
      turns.toSorted((a, b) => a - b),
      subject,
    );
  }
}

const newest = async (api: Client): Promise<string> => ids(await api.get('/events?limit=1'))[0] as string;

describe('a poller that keeps its last id', () => {
  const { house, aCompany } = useHouse();

  /** 32 changes, each with one event. */
  async function writes(api: Client, answered: () => void): Promise<void> {
    for (const i of times(8)) {
      const { id } = await api.made('/people', aPerson());
      answered();
      const contact = await api.made(`/people/${id}/contacts`, anEmail({ value: `a${i}@example.com` }));
      answered();
      await api.put(`/people/${id}/contacts/${contact.id}`, { status: 'archived' });
      answered();
      await api.made(`/people/${id}/contacts`, anEmail({ value: `b${i}@example.com` }));
      answered();
    }
  }

  test('never misses one, with 8 writers and transactions that take long', async () => {
    const { test: api } = await aCompany();
    const slow = await Promise.all(times(4).map(async () => (await api.made('/people', aPerson())).id as string));
    await told(house(), api);
    const start = await newest(api);
    let writing = true;
    const poll = async (limit: number): Promise<string[]> => {
      const seen: string[] = [];
      for (let last = start; ; ) {
        const isLast = !writing;
        const page = ids(await api.get(`/events?endingBefore=${last}&limit=${limit}`));
        seen.push(...page.toReversed());
        last = page[0] ?? last;
        if (isLast && page.length === 0) return seen;
      }
    };
    const polls = [1, 7, 100].map(poll);
    let answers = 0;
    const until = async (count: number): Promise<void> => {
      while (writing && answers < count) await sleep(1);
    };
    try {
      await Promise.all([
        ...times(8).map(() => writes(api, () => (answers += 1))),
        ...slow.map(async (id, i) => {
          await until(30 * i);
          const begins = Promise.withResolvers<void>();
          const { promise: mayCommit, resolve } = Promise.withResolvers<void>();
          const committed = committedLate(house(), api, id, begins.resolve, mayCommit);
          // On a busy machine it may take a while to get a connection.
          await begins.promise;
          await until(Math.min(answers + 60, 8 * 8 * 4));
          // All that was answered meanwhile gets its place before this one commits.
          await house().service.orderEvents('test');
          resolve();
          await committed;
        }),
      ]);
      await house().service.orderEvents('test');
    } finally {
      writing = false;
    }

    const listed = (await told(house(), api)).map(({ id }) => id as string);
    const since = listed.slice(listed.indexOf(start) + 1);
    assert.equal(since.length, 8 * 8 * 4 + slow.length);
    for (const seen of await Promise.all(polls)) assert.deepEqual(seen, since, 'each once, in the order of the list');
    const events = await placed(house(), api);
    for (const [i, late] of events.entries()) {
      if (late.event_type !== 'test.happened') continue;
      const overtook = events.slice(0, i).filter(({ position }) => position > late.position);
      assert.ok(overtook.length > 20, 'many that began later came before it');
    }
  });

  test('sees what has been answered, each change before the next is made', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/people', aPerson());
    for (const i of times(30)) {
      const answer = await api.put(`/people/${id}`, { metaData: { i } });
      const requestId = answer.headers['request-id'];
      await eventually('the event is seen', async () => {
        const { body } = await api.get('/events?limit=5');
        return body.data.some((event: Shown) => event.requestId === requestId);
      });
    }
  });
});

describe('whoever has an answer', () => {
  for (const works of [true, false]) {
    describe(works ? 'where the relay works' : 'where no relay works', () => {
      const { aCompany } = useHouse({ works });

      test('finds its events in the next list of the borrower, in their order', async () => {
        const { live: api } = await aCompany();
        const find = async (id: string, answer: { headers: Readonly<Record<string, string>> }, types: string[]) => {
          const requestId = answer.headers['request-id'];
          for (const path of [`/events?personId=${id}`, `/people/${id}/events?`]) {
            const { body } = await api.get(`${path}&limit=${types.length}`);
            assert.deepEqual(typesOf(body.data), types, path);
            assert.ok(body.data.every((event: Shown) => event.requestId === requestId));
          }
        };
        const lane = async () => {
          const identity = { identityType: 'SSN', value: '123-45-6789' };
          const made = await api.post('/people', aPerson({ identity }));
          const { id } = made.body.data;
          await find(id, made, ['person.identity.created', 'person.created']);
          for (const i of times(8)) {
            const added = await api.post(`/people/${id}/contacts`, anEmail({ value: `a${i}@example.com` }));
            await find(id, added, ['contact.created']);
            const clone = await api.post(`/people/${id}/contacts/${added.body.data.id}/clone`, { label: 'work' });
            await find(id, clone, ['contact.created', 'contact.updated']);
            const status = i % 2 === 0 ? 'inactive' : 'active';
            await find(id, await api.put(`/people/${id}`, { status }), ['person.statuschanged', 'person.updated']);
          }
        };
        await Promise.all(times(8).map(lane));
      });
    });
  }
});

describe('places', () => {
  const { house, aCompany } = useHouse({ works: false });
  const noJobs: Jobs = { insert: async () => {}, stop: async () => {} };
  const aRelay = (database: Database) => {
    const { clock, signals } = house().service;
    return startRelay({ database, jobs: noJobs, chores: [], signals, clock, log });
  };
  const aFew = async (api: Client) => {
    const people = times(5).map(async () => (await api.made('/people', aPerson())).id as string);
    return { people: await Promise.all(people), count: counting(api) };
  };

  test('are given once, and in the order of each borrower, by however many at once', async () => {
    const { test: api } = await aCompany();
    const { people, count } = await aFew(api);
    const relays = [aRelay(house().service.database), aRelay(house().service.database)];
    let writing = true;
    const orderers = times(4).map(async () => {
      while (writing) await orderEvents(house().service.database, 'test');
    });
    const writers = times(8).map(async (writer) => {
      for (const i of times(25)) await count(house().service, people[(writer + i) % 5] as string, i % 3 === 0);
    });
    await Promise.all(writers);
    writing = false;
    await Promise.all([...orderers, ...relays.map((relay) => relay.stop())]);
    await orderEvents(house().service.database, 'test');
    const events = await placed(house(), api);
    mustBeInOrder(events);
    const of = (type: string) => events.filter(({ event_type }) => event_type === type);
    assert.equal(of('test.happened').length, 200);
    assert.equal(of('test.holds').length, 72);
    assert.equal(of('test.holds').filter(({ deleted_at }) => deleted_at === null).length, 5, 'what holds now');
  });

  test('of a borrower follow its commits, whatever the clocks of two processes say', async () => {
    const { test: api } = await aCompany();
    const { people, count } = await aFew(api);
    let behindMicros = 3_600_000_000;
    const behind = await openService({
      config: { lockWaitMs: 2000, webhookDevHosts: new Set() },
      server: house().service.database.server,
      encryptionKey: testKey,
      log,
      clock: { micros: () => machineClock.micros() - behindMicros },
    });
    try {
      for (const _ of times(3)) {
        await Promise.all(
          people.map(async (id) => {
            for (const i of times(6)) await count(i % 2 === 0 ? house().service : behind, id, true);
          }),
        );
        await Promise.all(times(3).map(() => house().service.orderEvents('test')));
        behindMicros += 3_600_000_000;
      }
    } finally {
      await behind.close();
    }
    const events = await placed(house(), api);
    mustBeInOrder(events);
    assert.equal(events.filter(({ event_type }) => event_type === 'test.happened').length, 90);
  });

  test('are given in batches without end, by position', async () => {
    const { test: api } = await aCompany();
    await told(house(), api);
    const total = 1_203;
    const { pools } = house().service.database;
    await pools.test.query(
      `insert into event_commits (subject_id, company_id, position, types, created_at, effective_at, message_id, actor_type, events)
       select 'BO-' || n % 7, $1, 1000000 - n, '{test.happened}', now(), now(), 'm', 'system', json_build_array(json_build_object('nth', $2 - n))
       from generate_series(1, $2) n`,
      [api.realm.companyId, total],
    );
    await pools.test.query(
      `insert into waiting_commits (subject_id, company_id, position)
       select 'BO-' || n % 7, $1, 1000000 - n from generate_series(1, $2::int) n`,
      [api.realm.companyId, total],
    );
    assert.equal(await orderEvents(house().service.database, 'test'), total);
    assert.equal(await orderEvents(house().service.database, 'test'), 0);
    const events = (await placed(house(), api)).filter(({ event_type }) => event_type === 'test.happened');
    mustBeInOrder(events);
    assert.deepEqual(
      events.map(({ details }) => details.nth),
      times(total),
    );
  });

  test('of one commit follow one another, whatever the events name', async () => {
    const { test: api } = await aCompany();
    await told(house(), api);
    const about = [
      { loan_id: 'LN-1', transaction_id: 'TX-1' },
      { loan_id: 'LN-1', period_id: 'PE-1' },
      { loan_id: 'LN-1', transaction_id: 'TX-2' },
      { case_id: 'CS-1' },
      {},
    ];
    const none = { loan_id: null, case_id: null, transaction_id: null, period_id: null };
    const instant = '2026-03-02T14:05:09.000000Z' as Instant;
    const events = about.map((one, i) => ({
      ...none,
      ...one,
      subject_id: 'BO-MANY',
      event_type: `test.happened${i}`,
      created_at: instant,
      effective_at: instant,
      message_id: 'm',
    }));
    await tellByHand(house(), api, events, 1);
    const listed = (await told(house(), api)).filter(({ personId }) => personId === 'BO-MANY');
    assert.deepEqual(
      listed.map(({ eventType, loanId, caseId, transactionId, periodId }) => ({
        event_type: eventType,
        loan_id: loanId,
        case_id: caseId,
        transaction_id: transactionId,
        period_id: periodId,
      })),
      events.map(({ event_type, loan_id, case_id, transaction_id, period_id }) => ({
        event_type,
        loan_id,
        case_id,
        transaction_id,
        period_id,
      })),
    );
    const own = (await placed(house(), api)).filter(({ subject_id }) => subject_id === 'BO-MANY');
    const first = own[0]?.sequence as number;
    assert.deepEqual(
      own.map(({ sequence }) => sequence),
      times(5).map((nth) => first + nth),
    );
  });

  describe('that could not be given', () => {
    /** The database, except that the first statements that give places fail. */
    function failing(when: 'before they arrive' | 'when they are done', count: number): Database {
      const { database } = house().service;
      let left = count;
      return {
        ...database,
        unscoped(mode) {
          const unscoped = database.unscoped(mode);
          return {
            ...unscoped,
            async transact(work) {
              if (left === 0) return unscoped.transact(work);
              left -= 1;
              if (when === 'when they are done') await unscoped.transact(work);
              throw new Error('The connection was lost.');
            },
          };
        },
      };
    }

    for (const when of ['before they arrive', 'when they are done'] as const) {
      test(`because statements fail ${when} are given by the next look`, async () => {
        const { test: api } = await aCompany();
        const { people, count } = await aFew(api);
        const relay = aRelay(failing(when, 2));
        try {
          for (const i of times(30)) await count(house().service, people[i % 5] as string);
          for (let i = 0; (await placed(house(), api)).some(({ sequence }) => sequence === null); i++) {
            assert.ok(i < 10_000, 'the relay tries again');
            await sleep(10);
          }
        } finally {
          await relay.stop();
        }
        const events = await placed(house(), api);
        mustBeInOrder(events);
        assert.equal(events.filter(({ event_type }) => event_type === 'test.happened').length, 30);
      });
    }

    test('because a process stands still while it gives some are given by another', async () => {
      const { test: api } = await aCompany();
      const { people, count } = await aFew(api);
      await count(house().service, people[0] as string);
      const { database } = house().service;
      const moves = Promise.withResolvers<void>();
      const stands = Promise.withResolvers<void>();
      const still: Database = {
        ...database,
        unscoped: (mode) => ({
          ...database.unscoped(mode),
          transact: (work) =>
            database.unscoped(mode).transact(async (tx) => {
              const done = await work(tx);
              stands.resolve();
              await moves.promise;
              return done;
            }),
        }),
      };
      const first = orderEvents(still, 'test').catch((error: Error) => error);
      await stands.promise;
      while ((await placed(house(), api)).some(({ sequence }) => sequence === null)) {
        await orderEvents(database, 'test').catch(() => {});
      }
      moves.resolve();
      const gave = await first;
      // On a cluster it looks once more, for what is on the nodes that are there, and finds nothing.
      assert.ok(gave instanceof Error || gave === 0, 'what it had begun is not kept');
      mustBeInOrder(await placed(house(), api));
    });

    test('because connections are lost again and again are given in the end, and each once', async () => {
      const { test: api } = await aCompany();
      const { people, count } = await aFew(api);
      const { pools } = house().service.database;
      const taken = new Set<pg.PoolClient>();
      const keep = (client: pg.PoolClient) => void taken.add(client);
      pools.test.on('acquire', keep);
      const relay = aRelay(house().service.database);
      let answered = 0;
      try {
        for (const i of times(60)) {
          // Commands under way fail, and may have happened or not.
          const commands = people.map((id) => count(house().service, id));
          if (i % 10 === 5) for (const client of taken) client.connection.stream.destroy();
          if (i === 30) await endRelaySession();
          const outcomes = await Promise.allSettled(commands);
          answered += outcomes.filter(({ status }) => status === 'fulfilled').length;
        }
      } finally {
        pools.test.off('acquire', keep);
        await relay.stop();
      }
      await orderEvents(house().service.database, 'test');
      const events = await placed(house(), api);
      mustBeInOrder(events);
      const there = events.filter(({ event_type }) => event_type === 'test.happened').length;
      assert.ok(answered < 300 && there >= answered, `${answered} were answered, ${there} are there`);
    });

    async function endRelaySession(): Promise<void> {
      const owner = new pg.Client(house().service.database.server);
      await owner.connect();
      const relays = "application_name = 'tenor relay' and datname = current_database()";
      await owner
        .query(`select pg_terminate_backend(pid) from pg_stat_activity where ${relays}`)
        .finally(() => owner.end());
    }
  });
});

describe('a clock that goes backwards', () => {
  let aheadMicros = 0;
  const { house, aCompany } = useHouse({
    works: false,
    clock: { micros: () => machineClock.micros() + aheadMicros },
  });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });
  after(() => {
    aheadMicros = 0;
  });

  test('changes nothing in the order of what one borrower did', async () => {
    const { live: api } = company;
    const { id } = await api.made('/people', aPerson());
    const path = `/people/${id}/contacts`;
    aheadMicros -= 3_600_000_000;
    const contact = await api.made(path, anEmail());
    await house().service.orderEvents('live');
    aheadMicros -= 3_600_000_000;
    await api.put(`${path}/${contact.id}`, { status: 'archived' });
    aheadMicros -= 3_600_000_000;
    await api.delete(`${path}/${contact.id}`);
    const expected = ['contact.deleted', 'contact.updated', 'contact.created', 'person.created'];
    const { body } = await api.get(`/people/${id}/events`);
    assert.deepEqual(typesOf(body.data), expected);
    const instants: string[] = body.data.map(({ createdAt }: Shown) => createdAt);
    assert.deepEqual(instants, instants.toSorted(), 'the clock did go backwards: the newest has the earliest instant');
    assert.deepEqual(typesOf((await told(house(), api)).slice(1)), expected.toReversed());
  });
});
