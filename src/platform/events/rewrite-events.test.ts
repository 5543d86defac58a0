// A replay rewrites what it told before: by its laws on the pure function, and against the database.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';
import fc from 'fast-check';
import Type from 'typebox';
import { person } from '#capabilities/people/index.ts';
import { newId } from '#platform/ids.ts';
import { aCaller } from '../../../tests/support/caller.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { defineEvent, type EventKind } from './event-kind.ts';
import { eventDifference, type Fact, type RewrittenScope, rewriteEvents, type StoredFact } from './rewrite-events.ts';

const feeCharged = defineEvent({
  type: 'test.fee.charged',
  summary: 'A fee was charged.',
  subject: 'person',
  fields: { cents: Type.Integer(), split: Type.Object({ first: Type.Integer(), second: Type.Integer() }) },
});
const loanLate = defineEvent({
  type: 'test.loan.late',
  summary: 'A loan became late.',
  subject: 'person',
  fields: { cents: Type.Integer() },
});

const day = (n: number): Instant => instantOfMicros(BigInt(1_767_225_600 + n * 86_400) * 1_000_000n);

interface Told {
  readonly kind: 'fee' | 'late';
  readonly cause: string;
  readonly day: number;
  readonly cents: number;
  readonly transactionId: string | undefined;
}

const factOf = (loanId: string, { kind, cause, day: n, cents, transactionId }: Told): Fact => {
  const rest = {
    effectiveAt: day(n),
    // A person may have several loans: what brings something about in one of them names it.
    cause: `${loanId} ${cause}`,
    about: { loanId, ...(transactionId === undefined ? {} : { transactionId }) },
  };
  return kind === 'fee'
    ? { kind: feeCharged, fields: { cents, split: { first: 1, second: cents - 1 } }, ...rest }
    : { kind: loanLate, fields: { cents }, ...rest };
};

const tolds = fc.uniqueArray(
  fc.record<Told>({
    kind: fc.constantFrom('fee', 'late'),
    cause: fc.constantFrom('a', 'b', 'c'),
    day: fc.integer({ min: 0, max: 1 }),
    cents: fc.integer({ min: 1, max: 2 }),
    transactionId: fc.constantFrom(undefined, 'TX-1111-1111'),
  }),
  { selector: ({ kind, cause }) => `${kind} ${cause}`, maxLength: 6 },
);

/** What a fact says, whoever holds it. */
const saying = ({ kind, fields, effectiveAt, cause, about = {} }: Fact): string =>
  [kind.type, cause, effectiveAt, about.loanId, about.transactionId ?? null, JSON.stringify(fields)].join(' ');

describe('the difference of stored and wanted events', () => {
  interface Row extends StoredFact {
    readonly says: string;
  }
  let lastId = 0;

  /** As the database gives a fact back: the names of its fields in another order. */
  const stored = (fact: Fact): Row => {
    lastId += 1;
    const { kind, fields, effectiveAt, cause, about = {} } = fact;
    return {
      id: `EV-${lastId}`,
      event_type: kind.type,
      cause,
      effective_at: effectiveAt,
      loan_id: about.loanId ?? null,
      case_id: about.caseId ?? null,
      transaction_id: about.transactionId ?? null,
      period_id: about.periodId ?? null,
      details: backwards(fields),
      says: saying(fact),
    };
  };
  const backwards = (fields: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields)
        .reverse()
        .map(([name, value]) => [name, typeof value === 'object' ? backwards(value) : value]),
    );

  test('holds its laws through any history of replays', () => {
    fc.assert(
      fc.property(fc.array(tolds, { minLength: 1, maxLength: 6 }), (replays) => {
        let rows: readonly Row[] = [];
        for (const wanted of replays.map((replay) => replay.map((told) => factOf('LN-1111-1111', told)))) {
          const { gone, added } = eventDifference(rows, wanted);
          const after = [...rows.filter((row) => !gone.includes(row)), ...added.map(stored)];
          assert.deepEqual(after.map(({ says }) => says).toSorted(), wanted.map(saying).toSorted(), 'what is wanted');
          for (const row of rows) {
            const still = wanted.some((fact) => saying(fact) === row.says);
            assert.equal(!gone.includes(row), still, 'what still holds stays, and nothing else');
          }
          const taken = new Set(gone.map(({ says }) => says));
          assert.ok(!added.some((fact) => taken.has(saying(fact))), 'nothing is both taken back and told');
          assert.deepEqual(eventDifference(after, wanted), { gone: [], added: [] }, 'a second time changes nothing');
          rows = after;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('is not guessed where two facts claim one name', () => {
    const one: Told = { kind: 'fee', cause: 'a', day: 0, cents: 1, transactionId: undefined };
    const facts = [one, { ...one, day: 1 }].map((told) => factOf('LN-1111-1111', told));
    assert.throws(() => eventDifference([], facts), /same type and cause/);
  });
});

describe('rewriting events', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let personId: string;
  before(async () => {
    api = (await aCompany()).test;
    personId = (await api.made('/people', aPerson())).id;
  });

  const kinds = [feeCharged, loanLate];
  const rewrite = (scope: RewrittenScope, wanted: readonly Fact[], emits: readonly EventKind[] = kinds) =>
    house().service.runCommand({
      caller: aCaller(api.realm),
      requestId: 'a-replay',
      emits,
      findSubject: (tx) => person.find(tx, scope.subjectId, true),
      run: (ctx, tx) => rewriteEvents(ctx, tx, scope, wanted),
      present: () => ({ status: 200, headers: {}, body: '' }),
    });
  const ofLoan = (loanId: string): RewrittenScope => ({ subjectId: personId, about: { loanId }, kinds });

  interface Listed {
    readonly loanId: string | null;
    readonly id: string;
    readonly eventType: string;
    readonly effectiveAt: string;
    readonly transactionId: string | null;
    readonly deletedAt: string | null;
    readonly updatedAt: string | null;
    readonly cents: number;
  }
  /** Oldest first. */
  const listed = async (query: string): Promise<Listed[]> => {
    const { status, body } = await api.get(`/events?limit=100&${query}`);
    assert.equal(status, 200);
    return body.data.toReversed();
  };
  const cents = (events: readonly Listed[]) => events.map((event) => event.cents);

  const late = (n: number, amount: number, cause = 'period 1'): Told => ({
    kind: 'late',
    cause,
    day: n,
    cents: amount,
    transactionId: undefined,
  });
  const aLoan = () => newId('LN');

  test('takes back what no longer holds, tells what does, and leaves the rest', async () => {
    const loanId = aLoan();
    const facts = (...tolds: Told[]) => tolds.map((told) => factOf(loanId, told));
    const undeleted = () => listed(`loanId=${loanId}&includeDeleted=false`);
    const [march, april, may] = [late(1, 100, 'march'), late(2, 200, 'april'), late(3, 300, 'may')];

    await rewrite(ofLoan(loanId), facts(march, april));
    const first = await undeleted();
    assert.deepEqual(cents(first), [100, 200]);
    assert.equal(first[0]?.effectiveAt, day(1));

    await api.made('/test-clock', { now: '2026-07-01T00:00:00Z' });
    await rewrite(ofLoan(loanId), facts(march, may));
    const second = await undeleted();
    assert.deepEqual(cents(second), [100, 300]);
    assert.equal(second[0]?.id, first[0]?.id, 'what still holds keeps its id');
    const all = await listed(`loanId=${loanId}&includeDeleted=true`);
    assert.deepEqual(cents(all), [100, 200, 300]);
    assert.deepEqual(await listed(`loanId=${loanId}`), all, 'deleted ones are shown if nothing is said');
    assert.deepEqual(
      all.map(({ deletedAt, updatedAt }) => [deletedAt, updatedAt]),
      [
        [null, null],
        ['2026-07-01T00:00:00.000000+00:00', '2026-07-01T00:00:00.000000+00:00'],
        [null, null],
      ],
    );

    await rewrite(ofLoan(loanId), facts(march, april, may));
    const third = await undeleted();
    assert.deepEqual(cents(third), [100, 300, 200], 'what holds again is told again, as the newest');
    assert.ok(!all.some(({ id }) => id === third[2]?.id), 'with an id of its own');
    assert.equal((await listed(`loanId=${loanId}`)).length, 4, 'the one that was taken back stays so');

    await rewrite(ofLoan(loanId), facts(march, { ...april, day: 5 }, may));
    assert.deepEqual(
      (await undeleted()).map(({ effectiveAt }) => effectiveAt),
      [day(1), day(3), day(5)],
      'at another time it is another fact',
    );
    await rewrite(ofLoan(loanId), []);
    assert.deepEqual(await undeleted(), []);
    await api.made('/test-clock', { now: null });
  });

  test('changes nothing when nothing changed: not even a version of a row is written', async () => {
    const loanId = aLoan();
    const wanted = [late(1, 100), { ...late(2, 5), kind: 'fee' as const }].map((told) => factOf(loanId, told));
    const versions = async () => {
      const { rows } = await house().service.database.pools.test.query(
        'select id, xmin::text as version, deleted_at from events where loan_id = $1 order by id',
        [loanId],
      );
      return rows;
    };
    await rewrite(ofLoan(loanId), wanted);
    await house().service.orderEvents('test');
    const before = await versions();
    assert.equal(before.length, 2);
    await rewrite(ofLoan(loanId), wanted.toReversed());
    assert.deepEqual(await versions(), before);
  });

  test('leaves alone what is not of its scope', async () => {
    const [mine, other] = [aLoan(), aLoan()];
    const stranger = (await api.made('/people', aPerson())).id;
    const fact = (loanId: string, cause: string) => factOf(loanId, late(1, 100, cause));
    await rewrite(ofLoan(other), [fact(other, 'of another loan')]);
    await rewrite({ ...ofLoan(mine), subjectId: stranger }, [fact(mine, 'of another person')]);
    await rewrite({ ...ofLoan(mine), kinds: [feeCharged] }, [
      factOf(mine, { ...late(1, 1, 'of another kind'), kind: 'fee' }),
    ]);
    await house().service.runCommand({
      caller: aCaller(api.realm),
      requestId: 'r',
      emits: kinds,
      run: async (ctx) => ctx.emit(loanLate, personId, { cents: 7 }, { about: { loanId: mine } }),
      present: () => ({ status: 200, headers: {}, body: '' }),
    });
    const about = async () => {
      await house().service.orderEvents('test');
      const events = await listed('includeDeleted=false&events=test.loan.late,test.fee.charged');
      return events.filter(({ loanId }) => loanId === mine || loanId === other);
    };
    const before = await about();
    await rewrite({ ...ofLoan(mine), kinds: [loanLate] }, [fact(mine, 'its own'), fact(mine, 'of another person')]);
    assert.equal((await about()).length, 6, 'what another person has, this one has not been told of');
    await rewrite({ ...ofLoan(mine), kinds: [loanLate] }, []);
    assert.deepEqual(await about(), before);
    assert.equal(before.length, 4);

    await rewrite({ subjectId: personId, kinds: [loanLate] }, []);
    assert.deepEqual(cents(await about()), [100, 1, 7], 'without a loan: all facts of the kinds that the person has');
  });

  test('refuses what it would not find again, and what its command does not declare', async () => {
    const loanId = aLoan();
    const wanted = [factOf(loanId, late(1, 100))];
    await assert.rejects(rewrite({ ...ofLoan(loanId), kinds: [feeCharged] }, wanted), /none of the kinds/);
    await assert.rejects(rewrite(ofLoan(aLoan()), wanted), /not about the loan/);
    await rewrite(ofLoan(loanId), wanted);
    const changed = [factOf(loanId, late(2, 100))];
    await assert.rejects(rewrite(ofLoan(loanId), changed, [feeCharged]), /not declared/);
    const [kept] = await listed(`loanId=${loanId}`);
    assert.deepEqual([kept?.effectiveAt, kept?.deletedAt], [day(1), null], 'nothing was taken back either');
  });

  test('ends where the last replay says, whatever the ones before it said', async () => {
    const oneAfterTheOther = async (replays: readonly Told[][]) => {
      const loanId = aLoan();
      let ids = new Map<string, string>();
      for (const wanted of replays.map((replay) => replay.map((told) => factOf(loanId, told)))) {
        await rewrite(ofLoan(loanId), wanted);
        const events = await listed(`loanId=${loanId}&includeDeleted=false`);
        const says = (event: Listed) =>
          [event.eventType, event.effectiveAt, event.transactionId, event.cents].join(' ');
        const wants = wanted.map(({ kind, effectiveAt, about, fields }) =>
          [kind.type, effectiveAt, about?.transactionId ?? null, (fields as unknown as Listed).cents].join(' '),
        );
        assert.deepEqual(events.map(says).toSorted(), wants.toSorted());
        const now = new Map(events.map((event) => [event.id, says(event)]));
        for (const [id, said] of now) assert.equal(ids.get(id) ?? said, said, 'an event never tells anything else');
        ids = new Map([...ids, ...now]);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(tolds, { minLength: 2, maxLength: 5 }), oneAfterTheOther), {
      numRuns: 25,
    });
  });
});
