// Commands of several people in one commit: each has its own answer, and none harms another.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { isUnreachable } from '#platform/sqlstate.ts';
import { useHouse } from '../../../tests/support/house.ts';
import type { Member } from './member.ts';
import { GoesAlone, goesAlone, type Sharing, sharedCommits } from './shared-commits.ts';

/** The sessions of the server that were taken from the pool. */
function sessionsOf(pool: Pool) {
  const taken: number[] = [];
  const note = (client: PoolClient) => void taken.push((client as PoolClient & { processID: number }).processID);
  pool.on('acquire', note);
  return { last: () => taken.at(-1) as number, end: () => void pool.off('acquire', note) };
}

describe('commands that share commits', () => {
  const { house, aCompany } = useHouse({ works: false });
  let realm: Realm;
  before(async () => {
    realm = (await aCompany()).live.realm;
  });

  let drawn = 0;
  const draw = (): string => {
    drawn += 1;
    return `drawn ${drawn}`;
  };
  const insert = (tx: Tx, externalId: string) =>
    tx.db.insertInto('external_ids').values({ external_id: externalId, kind: 'k', subject_id: 's', object_id: 'o' });
  const byId = prepared((db, placeholder: PlaceholderOf<{ id: string }>) =>
    db.selectFrom('external_ids').select('object_id').where('external_id', '=', placeholder('id')),
  );
  const count = async (tx: Pick<Tx, 'rows' | 'db'>, id: string): Promise<number> =>
    (await tx.rows(byId(tx.db, { id }))).length;
  const isThere = async (id: string): Promise<boolean> => (await count(house().service.database.reader(realm), id)) > 0;

  /** A gatherer over the real database that notes of which company each commit was, and how it ended. */
  function gatherer(sharing: Partial<Sharing> = { lanes: 1, togetherMax: 4 }) {
    const { database } = house().service;
    const commits: { readonly companyId: string; isKept: boolean }[] = [];
    const watched: Pick<RealmDatabase, 'transact'> = {
      async transact(realm, work, options) {
        const commit = { companyId: realm.companyId, isKept: false };
        commits.push(commit);
        const answer = await database.transact(realm, work, options);
        commit.isKept = true;
        return answer;
      },
    };
    const share = sharedCommits(watched, sharing);
    const of = <T>(work: (member: Member) => Promise<T>, about: string = draw(), whose: Realm = realm) =>
      share({ realm: whose, about, work });
    return { of, commits, kept: () => commits.filter(({ isKept }) => isKept).length };
  }
  type Given = ReturnType<typeof gatherer>;

  const writing = (id: string) => async (member: Member) => {
    await count(member, id);
    member.write(insert(member, id));
    return id;
  };

  /** While the first is at work, the others come; so they share the next commit. */
  async function behindOne<T>({ of }: Given, others: () => readonly Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
    const come = Promise.withResolvers<void>();
    const first = of(async (member) => {
      await come.promise;
      return writing(draw())(member);
    });
    const asked = Promise.allSettled(others());
    come.resolve();
    await first;
    return asked;
  }

  test('one alone begins at once, and is a commit of its own', async () => {
    const given = gatherer();
    const id = draw();
    const asked = given.of(writing(id));
    assert.equal(given.commits.length, 1);
    assert.equal(await asked, id);
    assert.ok(await isThere(id));
  });

  test('nine make three commits: the first begins at once, then four, then four', async () => {
    const given = gatherer();
    const ids = Array.from({ length: 9 }, draw);
    assert.deepEqual(await Promise.all(ids.map((id) => given.of(writing(id)))), ids);
    assert.deepEqual(await Promise.all(ids.map(isThere)), Array(9).fill(true));
    assert.equal(given.commits.length, 3);
  });

  test('lanes commit at the same time', async () => {
    const given = gatherer({ lanes: 2, togetherMax: 4 });
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const meeting = (own: 0 | 1) => async () => {
      both[own].resolve();
      await both[own === 0 ? 1 : 0].promise;
      return own;
    };
    assert.deepEqual(await Promise.all([given.of(meeting(0)), given.of(meeting(1))]), [0, 1]);
  });

  test('one that is refused before it has written leaves nothing, and the others stay', async () => {
    const given = gatherer();
    const [kept, refused, late] = [draw(), draw(), draw()];
    const ends = await behindOne(given, () => [
      given.of(writing(kept)),
      given.of(async (member) => {
        member.write(insert(member, refused));
        throw new Refusal(errors.NotFound, 'There is no such thing.');
      }),
      given.of(writing(late)),
    ]);
    assert.deepEqual(
      ends.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
      [kept, 'There is no such thing.', late],
    );
    assert.deepEqual(await Promise.all([kept, refused, late].map(isThere)), [true, false, true]);
    assert.equal(given.commits.length, 2);
  });

  test('one that is refused after it has written spoils the commit: each is to be done by itself', async () => {
    const given = gatherer();
    const [kept, refused] = [draw(), draw()];
    const ends = await behindOne(given, () => [
      given.of(writing(kept)),
      given.of(async (member) => {
        member.write(insert(member, refused));
        assert.equal(await count(member, refused), 1, 'it sees what it has written');
        throw new Refusal(errors.NotFound, 'There is no such thing.');
      }),
    ]);
    assert.deepEqual(ends, Array(2).fill({ status: 'fulfilled', value: goesAlone }));
    assert.deepEqual(await Promise.all([kept, refused].map(isThere)), [false, false]);
  });

  const broken: Record<string, (member: Member, id: string) => Promise<unknown>> = {
    'a constraint, in a write that nobody waits for': async (member, id) => {
      for (let i = 0; i < 2; i++) member.write(insert(member, id));
    },
    'a constraint, in a write that it waits for': async (member, id) => {
      for (let i = 0; i < 2; i++) await member.affected(insert(member, id));
    },
    'a refusal that follows from a write of another one': async (member, id) => {
      member.write(insert(member, id));
      member.write(insert(member, id), () => new Refusal(errors.DuplicateExternalId, 'taken'));
      await count(member, id);
    },
    'a defect after a write': async (member, id) => {
      await member.affected(insert(member, id));
      throw new TypeError('a defect');
    },
  };
  for (const [what, breaking] of Object.entries(broken)) {
    test(`one that breaks by ${what} harms nobody: each is to be done by itself`, async () => {
      const given = gatherer();
      const [kept, own] = [draw(), draw()];
      const ends = await behindOne(given, () => [given.of(writing(kept)), given.of((member) => breaking(member, own))]);
      assert.deepEqual(ends, Array(2).fill({ status: 'fulfilled', value: goesAlone }));
      assert.deepEqual(await Promise.all([kept, own].map(isThere)), [false, false]);
    });
  }

  for (const [what, error] of [
    ['leaves by itself', () => new GoesAlone('it is large')],
    ['has a defect before it writes', () => new TypeError('a defect')],
    ['refuses and keeps its writes', () => new Refusal(errors.NotFound, 'a try', { keepsWrites: true })],
  ] as const) {
    test(`one that ${what} is to be done by itself, and the others stay`, async () => {
      const given = gatherer();
      const kept = draw();
      const ends = await behindOne<unknown>(given, () => [
        given.of(writing(kept)),
        given.of(async () => {
          throw error();
        }),
      ]);
      assert.deepEqual(
        ends.map((one) => one.status === 'fulfilled' && one.value),
        [kept, goesAlone],
      );
      assert.ok(await isThere(kept));
    });
  }

  test('where all have left nothing is committed, and that is no failure', async () => {
    const given = gatherer();
    const refusing = async () => {
      throw new Refusal(errors.NotFound, 'There is no such thing.');
    };
    for (let i = 0; i < 5; i++) await assert.rejects(given.of(refusing), { name: 'NotFound' });
    assert.equal(given.kept(), 0);
    assert.equal(await given.of(async () => 'at work'), 'at work');
  });

  test('two about the same are never in one commit, and keep their order', async () => {
    const given = gatherer({ lanes: 2, togetherMax: 4 });
    const order: number[] = [];
    const noting = (number: number) => async () => void order.push(number);
    await Promise.all([
      ...[1, 2, 3].map((number) => given.of(noting(number), 'the same')),
      given.of(async () => {}, 'another'),
    ]);
    assert.deepEqual(order, [1, 2, 3]);
    assert.equal(given.kept(), 4);
  });

  test('two that turn out to be about the same subject do not stay in one commit', async () => {
    const given = gatherer();
    const found = (member: Member) => Promise.resolve(member.mustBeFree({ id: 'the same' }).id);
    const ends = await behindOne<unknown>(given, () => [given.of(found, 'by id'), given.of(found, 'by external id')]);
    assert.deepEqual(
      ends.map((one) => one.status === 'fulfilled' && one.value),
      ['the same', goesAlone],
    );
  });

  test('companies come in turn, however many commands of one wait, and never share a commit', async () => {
    const given = gatherer();
    const other = (await aCompany()).live.realm;
    await behindOne<unknown>(given, () => [
      ...Array.from({ length: 12 }, () => given.of(writing(draw()))),
      given.of(async () => {}, draw(), other),
    ]);
    const { companyId } = realm;
    assert.deepEqual(
      given.commits.map((one) => one.companyId === companyId),
      [true, true, false, true, true],
    );
  });

  test('where the connection is lost each hears it, and none is done a second time', async () => {
    const given = gatherer();
    const { live } = house().service.database.pools;
    const ids = [draw(), draw()];
    let runs = 0;
    const sessions = sessionsOf(live);
    const ends = await behindOne<unknown>(given, () =>
      ids.map((id) =>
        given.of(async (member) => {
          runs += 1;
          await count(member, id);
          if (runs === 2) await live.query('select pg_terminate_backend($1::int)', [sessions.last()]);
          return writing(id)(member);
        }),
      ),
    );
    sessions.end();
    for (const one of ends) assert.ok(one.status === 'rejected' && isUnreachable(one.reason));
    assert.equal(runs, 2);
    assert.deepEqual(await Promise.all(ids.map(isThere)), [false, false]);
  });

  test('a lock that somebody holds, such as that of an external id, is waited for briefly', async () => {
    const given = gatherer();
    const holder = await house().service.database.pools.live.connect();
    const [kept, held] = [draw(), draw()];
    try {
      await holder.query('begin');
      await holder.query(
        'insert into external_ids (external_id, company_id, kind, subject_id, object_id) values ($1, $2, $3, $3, $3)',
        [held, realm.companyId, 'k'],
      );
      const ends = await behindOne(given, () => [kept, held].map((id) => given.of(writing(id))));
      assert.deepEqual(ends, Array(2).fill({ status: 'fulfilled', value: goesAlone }));
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  test('two that want what each other holds end soon, and are done each by itself', async () => {
    const given = gatherer({ lanes: 2, togetherMax: 4 });
    const ids = [draw(), draw()] as const;
    const holding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const crossing = (own: 0 | 1) => async (member: Member) => {
      await member.affected(insert(member, ids[own]));
      holding[own].resolve();
      await holding[1 - own]?.promise;
      await member.affected(insert(member, ids[1 - own] as string));
    };
    const ends = await Promise.all([given.of(crossing(0)), given.of(crossing(1))]);
    assert.ok(ends.includes(goesAlone));
    const stayed = ends.filter((end) => end !== goesAlone).length;
    assert.equal(given.kept(), stayed);
    assert.deepEqual(await Promise.all(ids.map(isThere)), Array(2).fill(stayed === 1));
  });

  test('a statement that is ended because it takes too long harms nobody: each is to be done by itself', async () => {
    const given = gatherer();
    const { live } = house().service.database.pools;
    const sessions = sessionsOf(live);
    const [kept, slow] = [draw(), draw()];
    const endless = sql`(select count(*) from generate_series(1, 1e12::bigint))`.as('counted');
    let ending: NodeJS.Timeout | undefined;
    const ends = await behindOne<unknown>(given, () => [
      given.of(writing(kept)),
      given.of(async (member) => {
        await writing(slow)(member);
        const own = [sessions.last()];
        ending = setInterval(() => void live.query('select pg_cancel_backend($1::int)', own), 100);
        return member.rows(member.db.selectNoFrom(endless));
      }),
    ]);
    clearInterval(ending);
    sessions.end();
    assert.deepEqual(ends, Array(2).fill({ status: 'fulfilled', value: goesAlone }));
    assert.deepEqual(await Promise.all([kept, slow].map(isThere)), [false, false]);
  });

  test('a company whose commits fail again and again shares none for a while, and others still do', async () => {
    const given = gatherer();
    const other = (await aCompany()).live.realm;
    const breaking = async (member: Member) => broken['a defect after a write']?.(member, draw());
    for (let i = 0; i < 3; i++) assert.equal(await given.of(breaking), goesAlone);
    const shared = given.commits.length;
    assert.equal(await given.of(writing(draw())), goesAlone);
    assert.equal(given.commits.length, shared);
    assert.equal(await given.of(async () => 'another company', 'its own', other), 'another company');
    let alone = 0;
    while ((await given.of(async () => 'shares again')) === goesAlone) alone += 1;
    assert.ok(alone > 10, String(alone));
  });

  test('what a command still sends after its end is refused', async () => {
    const given = gatherer();
    let kept: Member | undefined;
    await given.of(async (member) => {
      kept = member;
    });
    assert.throws(() => kept?.write(insert(kept, draw())), /over/);
  });
});
