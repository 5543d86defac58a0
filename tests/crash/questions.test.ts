// A question whose process dies by kill -9 while its answer comes: another one asks it anew, the answer is whole, and neither
// the server nor the store keeps anything of the first.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { type Running, startService, testKey } from '../support/process.ts';
import { killAll, serversBelow } from './embedded-harness.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-questions-'));
const rows = 600_000;

describe('a question whose process dies', () => {
  const dataDirectory = madeDirectory(join(root, 'data'));
  let service: Running;
  before(async () => {
    service = await startService({ dataDirectory });
  });
  after(async () => {
    service?.child.kill('SIGKILL');
    killAll(serversBelow(root));
    await eventually('the end of all servers', () => serversBelow(root).length === 0);
    rmSync(root, { recursive: true, force: true });
  });

  async function asked(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await service.call(method, path, body, { 'x-api-key': testKey });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status}`);
    return answer;
  }
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
  const dataOf = async (method: string, path: string, body?: unknown): Promise<any> =>
    ((await (await asked(method, path, body)).json()) as { data: unknown }).data;

  async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const embedded = await joinEmbedded({ dataDirectory });
    const client = new pg.Client(embedded.server);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
      await embedded.leave();
    }
  }

  test('is asked anew, and its answer is whole', async () => {
    const sql = `select n, n * 2 as twice, 'a text that is of some length' as said from generate_series(1, ${rows}) as n`;
    const { id } = await dataOf('POST', '/queries', { name: 'Numbers', sql });
    const run = `/queries/${id}/runs/${(await dataOf('POST', `/queries/${id}/run`, {})).id}`;
    await eventually('some of its rows have come', () =>
      inDatabase(async (client) => {
        const came = "select from test.operations where state = 'running' and progress_done > 0";
        return (await client.query(came)).rowCount === 1;
      }),
    );
    service.child.kill('SIGKILL');
    await service.ended();
    await inDatabase(async (client) => {
      const left = "select from pg_stat_activity where application_name = 'tenor question'";
      await eventually('the server works on it no more', async () => (await client.query(left)).rowCount === 0);
      // What a dead process had taken is looked at again when its lease has ended.
      await client.query("update test.operations set lease_until = 1, position = 1 where state = 'running'");
    });
    service = await startService({ dataDirectory });
    const ended = await eventually('it has been answered', async () => {
      const found = await dataOf('GET', run);
      return found.status === 'succeeded' && found;
    });
    assert.equal(ended.rowCount, rows);
    const lines = (await (await asked('GET', `${run}/content`)).text()).split('\r\n');
    assert.deepEqual([lines.length, lines[0]], [rows + 2, 'n,twice,said']);
    assert.ok(lines.slice(1, -1).every((line, i) => line.startsWith(`${i + 1},${(i + 1) * 2},`)));
    const page = await dataOf('GET', `${run}/rows?offset=${rows - 1}`);
    assert.deepEqual(page.rows, [[String(rows), String(rows * 2), 'a text that is of some length']]);
    // What the first one had written belongs to nobody, and is swept away when it could not be on its way any more.
    const stored = await inDatabase(async (client) => {
      const going = 'select count(*)::integer as n, count(*) filter (where goes_at is not null)::integer as going';
      return (await client.query(`${going} from test.blobs`)).rows;
    });
    assert.deepEqual(stored, [{ n: 2, going: 2 }]);
  });
});
