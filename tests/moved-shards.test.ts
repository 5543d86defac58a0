// Shards are moved from one worker to the other while loans of both modes are paid: nothing that was acknowledged is lost
// or doubled. Only a cluster with two workers has where to move them (TEST_DATABASE_URL).
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { booksAgree } from './support/books-agree.ts';
import { eventually } from './support/eventually.ts';
import { aPerson, type Client, useHouse } from './support/house.ts';
import { testServer } from './support/server.ts';
import { told } from './support/told.ts';
import { loanBody } from './support/world.ts';

const { cluster: nodes } = testServer();
const onWorkers = { skip: (nodes?.workers.length ?? 0) < 2 ? 'the server of the tests has no two workers' : false };

const loansOfEachMode = 3;
/** Payments of each loan before a shard moves, and at least as many while and after it does. */
const few = 2;

interface Paid {
  readonly api: Client;
  readonly personId: string;
  readonly path: string;
  /** Payments that were acknowledged. */
  count: number;
}

interface Placement {
  readonly shard: string;
  readonly from: readonly [string, number];
  readonly to: readonly [string, number];
}

describe('a shard that is moved', onWorkers, () => {
  let client: pg.Client;
  // This runs before the house closes, because a database with open connections cannot be dropped.
  after(() => client?.end());
  const { house, aCompany } = useHouse();
  before(async () => {
    if (onWorkers.skip !== false) return;
    client = new pg.Client(house().service.database.server);
    await client.connect();
    await client.query('set statement_timeout = 0');
  });

  async function begun(api: Client): Promise<Paid> {
    const { id: personId } = await api.made('/people', aPerson());
    const { id } = await api.made(`/people/${personId}/loans`, loanBody);
    const path = `/people/${personId}/loans/${id}`;
    await api.made(`${path}/activate`, {});
    return { api, personId, path, count: 0 };
  }

  /** What is refused meanwhile is asked again with its key, so that it counts once. */
  async function pay(paid: Paid, goesOn: () => boolean): Promise<void> {
    const body = { type: 'oneTime', isExternal: true, amount: 1 };
    while (goesOn()) {
      const key = { 'idempotency-key': `${paid.path}-${paid.count}` };
      await eventually('the payment is acknowledged', async () => {
        const { status, body: said } = await paid.api.post(`${paid.path}/transactions`, body, key);
        if (status !== 201) assert.ok([409, 423, 503].includes(status), JSON.stringify(said));
        return status === 201;
      });
      paid.count += 1;
    }
  }

  async function placementOf({ api, personId }: Paid): Promise<Placement> {
    const { rows } = await client.query(
      `select shardid as shard, here.nodename as name, here.nodeport as port, there.nodename as "toName", there.nodeport as "toPort"
       from pg_dist_placement join pg_dist_node here using (groupid),
         lateral (select * from pg_dist_node other where other.groupid not in (0, here.groupid) limit 1) there
       where shardid = get_shard_id_for_distribution_column($1::regclass, $2::text)`,
      [`${api.realm.mode}.people`, personId],
    );
    const [{ shard, name, port, toName, toPort }] = rows;
    return { shard, from: [name, port], to: [toName, toPort] };
  }

  const move = ({ shard, from, to }: Placement): Promise<unknown> =>
    client.query('select citus_move_shard_placement($1, $2, $3, $4, $5)', [shard, ...from, ...to]);

  test('loses and doubles nothing that is written meanwhile, in both modes', async (t) => {
    const company = await aCompany();
    const paid: Paid[] = [];
    for (const api of [company.live, company.test]) {
      for (let n = 0; n < loansOfEachMode; n++) paid.push(await begun(api));
    }
    let isMoving = true;
    const paying = paid.map((one) => pay(one, () => isMoving));
    for (const mode of ['live', 'test']) {
      const [first] = paid.filter(({ api }) => api.realm.mode === mode) as [Paid];
      await eventually('it is being paid', () => first.count >= few);
      const before = await placementOf(first);
      const counts = paid.map(({ count }) => count);
      await move(before);
      assert.deepEqual((await placementOf(first)).from, before.to);
      const meanwhile = paid.map(({ count }, i) => count - (counts[i] ?? 0));
      t.diagnostic(`${mode}: ${meanwhile.join(', ')} payments of the loans while the shard moved`);
      const then = first.count;
      await eventually('it is paid where it lies now', () => first.count >= then + few);
    }
    isMoving = false;
    await Promise.all(paying);
    for (const { api, path, count } of paid) {
      const { body } = await api.get(`${path}/transactions?limit=1`);
      assert.equal(body.total, count);
    }
    for (const api of [company.live, company.test]) {
      await house().service.orderEvents(api.realm.mode);
      const events = await told(house(), api);
      const made = events.filter(({ eventType }) => eventType === 'payment.succeeded').length;
      const ofMode = paid.filter((one) => one.api === api);
      assert.equal(
        made,
        ofMode.reduce((sum, { count }) => sum + count, 0),
      );
      await booksAgree(house(), api, loansOfEachMode - 1);
    }
  });
});
