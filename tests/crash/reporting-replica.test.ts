// Questions that are answered by a replica, which follows the server of the service by streaming: what it has not heard of yet
// is not in an answer, a login that it does not know is waited for, and one that is away is told.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { finished } from '../support/finished-run.ts';
import { aPerson, type Client, useHouse } from '../support/house.ts';
import { hasPostgres15, type Standby, startWithStandby } from '../support/standby.ts';

const owner = { user: 'tenor', password: 'trusted', database: 'tenor' };

const standby: Standby | undefined = hasPostgres15 ? await startWithStandby() : undefined;
const skip = standby === undefined && 'PostgreSQL 15 of Debian is not installed here.';

describe('questions that a replica answers', { skip }, () => {
  before(async () => {
    await standby?.ask(standby.primary, `create role ${owner.user} login createrole`);
    await standby?.ask(standby.primary, `create database ${owner.database} owner ${owner.user}`);
  });
  after(() => standby?.stop());
  const { aCompany } = useHouse({
    through: { ...owner, host: standby?.primary },
    reporting: { ...owner, host: standby?.replica },
  });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const onReplica = (sql: string) => (standby as Standby).ask((standby as Standby).replica, sql);
  const byName = { name: 'People', sql: 'select external_id from people order by 1' };

  async function rowsOf(id: string): Promise<string[]> {
    const { data } = (await api.post(`/queries/${id}/run`, {})).body;
    const path = await finished(api, `/queries/${id}/runs/${data.id}`);
    return (await api.get(`${path}/rows`)).body.data.rows.flat();
  }

  test('say what it knows, and all of it when it has heard the rest', async () => {
    await api.made('/people', aPerson({ externalId: 'one' }));
    const { id } = await eventually('it knows the login', async () => {
      const { status, body } = await api.post('/queries', byName);
      assert.ok(status === 201 || body.errorType === 'QuestionsBusy', JSON.stringify(body));
      return status === 201 && body.data;
    });
    await eventually('it knows the first', async () => (await rowsOf(id)).join() === 'one');
    await onReplica('select pg_wal_replay_pause()');
    await api.made('/people', aPerson({ externalId: 'two' }));
    assert.deepEqual(await rowsOf(id), ['one']);
    await onReplica('select pg_wal_replay_resume()');
    await eventually('it knows the second', async () => (await rowsOf(id)).join() === 'one,two');
  });

  test('are refused for a moment while it does not know the login of a company', async () => {
    await onReplica('select pg_wal_replay_pause()');
    const { test: other } = await aCompany();
    const { status, body } = await other.post('/queries', byName);
    assert.deepEqual([status, body.errorType], [429, 'QuestionsBusy']);
    await onReplica('select pg_wal_replay_resume()');
    await eventually('it knows the login', async () => (await other.post('/queries', byName)).status === 201);
  });

  test('are refused while it is away; everything else goes on', async () => {
    await standby?.killReplica();
    const { status, body } = await api.post('/queries', byName);
    assert.deepEqual([status, body.errorType], [503, 'Unavailable'], JSON.stringify(body));
    await api.made('/people', aPerson({ externalId: 'three' }));
  });
});
