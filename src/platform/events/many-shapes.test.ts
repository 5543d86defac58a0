// A company whose commits tell of very many different things: its lists stay right, and no other company pays for it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventKinds } from '#app/capabilities.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { at, type Written, write } from '../../../tests/support/naive-events.ts';
import { statementsOf } from '../../../tests/support/statements.ts';

const shapesCount = 5_000;
/** Without those of the borrower whom the events are about. */
const kinds = eventKinds
  .map(({ type }) => type)
  .filter((type) => !type.startsWith('person.'))
  .slice(0, 71);
/** No two tell of the same in the same order. */
const pairs = kinds.flatMap((first) => kinds.map((second) => [first, second] as const)).slice(0, shapesCount);

describe('very many shapes of one company', () => {
  const { house, aCompany } = useHouse({ works: false });
  const pool = () => house().service.database.pools.test;

  const tell = async (api: Client, told: readonly (readonly string[])[]): Promise<void> => {
    const person = (await api.made('/people', aPerson())).id;
    const events = told.flatMap((types, i) => types.map((event_type) => ({ ...nothing, ...when(i), event_type })));
    await write(
      house(),
      api,
      events.map((event): Written => ({ ...event, subject_id: person })),
    );
  };
  const nothing = {
    deleted_at: null,
    loan_id: null,
    case_id: null,
    transaction_id: null,
    period_id: null,
    message_id: 'message1',
  };
  const when = (i: number) => ({ created_at: at(i), effective_at: at(i) });

  /** How often a round of places asks for shapes while something is told. */
  const asks = async (work: () => Promise<unknown>): Promise<number> =>
    (await statementsOf(pool(), work)).filter(({ text = '' }) => text.startsWith('select "event_shapes"')).length;

  test('are numbered once each, however many a process has forgotten; others are not asked for again', async () => {
    const [{ test: many }, { test: few }] = [await aCompany(), await aCompany()];
    const usual = [kinds.slice(0, 3)];
    await tell(few, usual);
    await tell(few, usual);
    const beforehand = new Map<string, number>();
    for (const type of [kinds[0], kinds[7], kinds[70]] as string[])
      beforehand.set(type, (await many.get(`/events?events=${type}&total=exact`)).body.total);
    await tell(many, pairs);
    assert.equal(await asks(() => tell(few, usual)), 0);
    assert.ok((await asks(() => tell(many, pairs.slice(0, 10)))) > 0, 'they were forgotten meanwhile');
    const { rows } = await pool().query(
      `select count(*)::int as shapes, count(distinct (types, naming))::int as different from event_shapes
       where company_id = $1 and cardinality(types) = 2`,
      [many.realm.companyId],
    );
    assert.deepEqual([rows[0].shapes >= shapesCount, rows[0].shapes === rows[0].different], [true, true]);
    for (const [type, before] of beforehand) {
      const { body } = await many.get(`/events?events=${type}&total=exact&limit=5`);
      const told = [...pairs, ...pairs.slice(0, 10)].flat().filter((one) => one === type).length;
      assert.equal(body.total, before + told, type);
      assert.deepEqual(new Set(body.data.map(({ eventType }: { eventType: string }) => eventType)), new Set([type]));
    }
  });
});
