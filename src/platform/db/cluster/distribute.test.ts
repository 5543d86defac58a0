// The steps that spread the tables, their order, and the refusals, without a cluster: what the extension does with the
// statements is shown where there is one (tests/on-a-cluster.test.ts).
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg, { type ClientBase } from 'pg';
import { tables } from '#app/capabilities.ts';
import { useHouse } from '../../../../tests/support/house.ts';
import { testServer } from '../../../../tests/support/server.ts';
import { modes } from '../realm.ts';
import { bySubject, onCoordinator, reference, type TableClasses } from '../tables.ts';
import { spreading, stepsBeyond, stepsLeft } from './distribute.ts';
import { letLocksWait } from './lock-wait.ts';
import { mustBeDistributable } from './may-distribute.ts';

const spreadAlready = { skip: testServer().cluster === null ? false : 'every database of the tests is spread here' };

const noKeys = new Map();

describe('the steps', () => {
  const kinds = ['reference', 'subject', 'key', 'coordinator'];

  test('take every table of each mode once, reference tables first and those of the coordinator last', () => {
    const steps = stepsBeyond(new Set(), tables, noKeys);
    const names = Object.keys(tables).toSorted();
    for (const mode of modes) {
      const ofMode = steps.filter((step) => step.mode === mode);
      assert.deepEqual(ofMode.map(({ table }) => table).toSorted(), names);
      const order = ofMode.map(({ spread }) => kinds.indexOf(spread.kind));
      assert.deepEqual(order, order.toSorted());
    }
  });

  test('put all tables of persons of a mode together, and those of the other mode by themselves', () => {
    for (const mode of modes) {
      const ofPersons = stepsBeyond(new Set(), tables, noKeys).filter(
        (step) => step.mode === mode && step.spread.kind === 'subject',
      );
      const [first, ...others] = ofPersons;
      assert.match(String(first?.sql), /colocate_with => 'none'/);
      assert.ok(others.length > 10);
      for (const { sql } of others) assert.ok(sql.endsWith(`colocate_with => '${mode}.${first?.table}')`), sql);
    }
  });

  test('of a later release put a new table beside one that is spread, also when it comes before it in the list', () => {
    const classes: TableClasses = { added: bySubject('person_id'), people: bySubject('person_id'), types: reference };
    const done = new Set(['live.people', 'live.types', 'test.people', 'test.types']);
    assert.deepEqual(
      stepsBeyond(done, classes, noKeys).map(({ sql }) => sql),
      modes.map(
        (mode) => `select create_distributed_table('${mode}.added', 'person_id', colocate_with => '${mode}.people')`,
      ),
    );
    assert.deepEqual(stepsBeyond(new Set([...done, 'live.added', 'test.added']), classes, noKeys), []);
  });
});

test('a table comes after those that its keys point to, and linked ones of the coordinator come in one step', () => {
  const classes: TableClasses = {
    child: bySubject('person_id'),
    lines: onCoordinator,
    parent: bySubject('person_id'),
    statements: onCoordinator,
    alone: onCoordinator,
  };
  const parents = new Map([
    ['child', new Set(['parent'])],
    ['lines', new Set(['statements'])],
  ]);
  const steps = stepsBeyond(new Set(), classes, parents).filter(({ mode }) => mode === 'live');
  assert.deepEqual(
    steps.map(({ sql }) => sql),
    [
      "select create_distributed_table('live.parent', 'person_id', colocate_with => 'none')",
      "select create_distributed_table('live.child', 'person_id', colocate_with => 'live.parent')",
      "select citus_add_local_table_to_metadata('live.statements', true)",
      "select citus_add_local_table_to_metadata('live.lines', true)",
      "select citus_add_local_table_to_metadata('live.alone')",
    ],
  );
});

type Answers = readonly (readonly [asked: RegExp, rows: readonly object[]])[];

/** A server that gives the rows of the first question that fits, and keeps what it was asked. */
function answering(answers: Answers): { client: ClientBase; asked: string[] } {
  const asked: string[] = [];
  const query = async (text: string) => {
    asked.push(text);
    return { rows: answers.find(([question]) => question.test(text))?.[1] ?? [] };
  };
  return { client: { query } as unknown as ClientBase, asked };
}

describe('a database that cannot be distributed is refused with a sentence', () => {
  const classes: TableClasses = { things: bySubject('person_id') };
  const node = (said: string, isThere = true) => ({ node: 'h:1', isThere, said });
  const right: Answers = [
    [/to_regclass/, [{ has: true }]],
    [/citus_version/, [{ version: 'Citus 13.2.2 on x86_64' }]],
    [/pg_dist_local_group/, [{ entered: true, known: true, shards: true, workers: true }]],
    [/pg_tables/, modes.map((schema) => ({ schema, name: 'things', owned: true }))],
    [/run_command_on_all_nodes/, [node('UTF8, C, C'), node('UTF8, C, C')]],
  ];
  const withAnswer = (asked: RegExp, row: object | object[]): Promise<void> =>
    mustBeDistributable(answering([[asked, [row].flat()], ...right]).client, classes);

  test('and one that is right is not', async () => {
    await mustBeDistributable(answering(right).client, classes);
  });

  test('when it has no Citus, or one that is too old', async () => {
    await assert.rejects(withAnswer(/to_regclass/, { has: false }), /has no Citus: run "create extension citus"/);
    await assert.rejects(withAnswer(/citus_version/, { version: 'Citus 12.1.4 on x' }), /Citus 12\.1\.4 is too old/);
  });

  test('when it is entered at a worker, or its nodes do not know each other, or none takes shards', async () => {
    const nodes = { entered: true, known: true, shards: true, workers: true };
    const asked = /pg_dist_local_group/;
    await assert.rejects(withAnswer(asked, { ...nodes, entered: false }), /names a worker/);
    await assert.rejects(withAnswer(asked, { ...nodes, known: false }), /citus_set_coordinator_host/);
    await assert.rejects(withAnswer(asked, { ...nodes, shards: false }), /No node takes shards/);
  });

  test('when a table is missing, or is another account’s', async () => {
    await assert.rejects(withAnswer(/pg_tables/, []), /no table live\.things: run "tenor migrate" first/);
    const others = modes.map((schema) => ({ schema, name: 'things', owned: false }));
    await assert.rejects(withAnswer(/pg_tables/, others), /does not own live\.things/);
  });

  test('when a node is away, or orders its text in another way', async () => {
    const asked = /run_command_on_all_nodes/;
    await assert.rejects(
      withAnswer(asked, [node('UTF8, C, C'), node('no route', false)]),
      /h:1 does not answer: no route/,
    );
    await assert.rejects(
      withAnswer(asked, [node('UTF8, C, C'), node('UTF8, en, en')]),
      /differ in encoding or collation/,
    );
    await assert.rejects(withAnswer(asked, node('LATIN1, C, C')), /needs one in UTF-8/);
  });
});

test('on a spread database, what a migration makes is spread in its mode at once, and nothing else', async () => {
  const { client, asked } = answering([
    [/to_regclass/, [{ has: true }]],
    [/p\.logicalrelid/, [{ name: 'live.people' }, { name: 'test.people' }]],
    [/pg_tables/, [{ name: 'people' }, { name: 'made' }, { name: 'queue' }]],
  ]);
  const following = await spreading(client, {
    people: bySubject('person_id'),
    made: bySubject('person_id'),
    queue: onCoordinator,
    comesLater: reference,
  });
  await following('test');
  assert.deepEqual(
    asked.filter((text) => /create_|citus_add/.test(text)),
    [
      "select create_distributed_table('test.made', 'person_id', colocate_with => 'test.people')",
      "select citus_add_local_table_to_metadata('test.queue')",
    ],
  );
  assert.ok(asked.some((text) => text.includes("multi_shard_modify_mode to 'sequential'")));
});

describe('on plain PostgreSQL', spreadAlready, () => {
  let client: pg.Client;
  // This runs before the house closes, because a database with open connections cannot be dropped.
  after(() => client?.end());
  const { house } = useHouse({ works: false });
  before(async () => {
    client = new pg.Client(house().service.database.server);
    await client.connect();
  });

  test('no foreign key points to a table that would be spread later', async () => {
    const steps = (await stepsLeft(client, tables)).map(({ mode, table }) => `${mode}.${table}`);
    const { rows } = await client.query(
      `select conrelid::regclass::text as child, confrelid::regclass::text as parent
       from pg_constraint where contype = 'f' and connamespace::regnamespace::text = any($1)`,
      [modes],
    );
    assert.ok(rows.length > 50);
    const wrong = rows.filter(({ child, parent }) => steps.indexOf(parent) > steps.indexOf(child));
    assert.deepEqual(wrong, []);
  });

  test('nothing is distributed, nothing follows a migration, and no setting of a login is changed', async () => {
    await assert.rejects(mustBeDistributable(client, tables), /has no Citus/);
    await (await spreading(client, tables))('live');
    await letLocksWait(client, [String(house().service.database.server.user)], 1234);
    const { rows } = await client.query(
      'select from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())',
    );
    assert.equal(rows.length, 0);
  });
});
