// Services on a full disk: what they answer, that it is reported, and that all continues when there is space again.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { type Running, startService, tenor } from '../support/process.ts';
import { aSmallDisk } from '../support/small-disk.ts';
import { connect } from './embedded-harness.ts';

const { dataDirectory, skip, fill: fillDisk, makeRoom } = aSmallDisk();

describe('services whose disk is full', { skip }, () => {
  let written: Running;
  /** Nobody writes to this service. */
  let idle: Running;
  before(async () => {
    written = await startService({ dataDirectory });
    idle = await startService({ dataDirectory });
  });
  after(() => {
    for (const service of [written, idle]) service?.child.kill('SIGKILL');
  });

  const readiness = async ({ url }: Running): Promise<string> => {
    const answer = await fetch(`${url}/health/ready`);
    return `${answer.status} ${((await answer.json()) as { status: string }).status}`;
  };
  const saysReady = (service: Running, expected: RegExp): Promise<true> =>
    eventually(`readiness is ${expected}`, async () => expected.test(await readiness(service)));
  const write = async (externalId: string) => {
    const answer = await written.call('POST', '/people', {
      externalId,
      name: { firstName: 'Ada', lastName: 'Lovelace' },
    });
    return { status: answer.status, body: (await answer.json()) as { message: string; data: { outcome?: string } } };
  };
  /** What was answered to each write, by its external id. */
  const answered = new Map<string, number>();
  /** The first writes may still fit into existing pages of the tables. They come at once, so that some share a commit. */
  const firstRefusal = async () => {
    for (let i = 0; i < 100; i++) {
      const ids = Array.from({ length: 8 }, (_, client) => `while-full-${i}-${client}`);
      const answers = await Promise.all(ids.map(write));
      for (const [client, { status, body }] of answers.entries()) {
        assert.ok(status === 201 || status === 503, JSON.stringify(body));
        answered.set(ids[client] as string, status);
      }
      const refused = answers.find(({ status }) => status === 503);
      if (refused !== undefined) return refused.body;
    }
    return assert.fail('nothing was refused');
  };
  const doctorSays = (check: string): string => {
    const { output } = tenor({ dataDirectory, environment: { PORT: new URL(written.url).port } }, 'doctor');
    return output
      .split('\n')
      .filter((line) => line.includes(` ${check}  `))
      .join('\n');
  };

  test('refuse writes with the reason, answer reads, are not ready, and go on when there is room', async () => {
    assert.equal((await write('before')).status, 201);
    assert.deepEqual([await readiness(written), await readiness(idle)], ['200 ready', '200 ready']);
    fillDisk();
    const body = await firstRefusal();
    assert.match(body.message, /^The disk of the database is full\. Nothing was written\.$/);
    assert.equal(body.data.outcome, 'nothing');
    assert.equal(await readiness(written), '503 the disk of the database is full', 'at once');
    await saysReady(idle, /^503 the disk of the database is full$/);
    assert.equal((await written.call('GET', '/people/ext-before')).status, 200);
    assert.equal((await idle.call('GET', '/people?limit=1')).status, 200);
    assert.match(doctorSays('service'), /^error .* is not ready: the disk of the database is full\./);
    assert.match(doctorSays('disk space'), /^error .* has 0 bytes of 250\.0 MiB left/);

    makeRoom();
    assert.equal((await write('after')).status, 201);
    for (const [externalId, status] of answered) {
      const found = (await written.call('GET', `/people/ext-${externalId}`)).status;
      assert.equal(found, status === 201 ? 200 : 404, `${externalId}, answered with ${status}`);
    }
    await saysReady(written, /^200 ready$/);
    await saysReady(idle, /^200 ready$/);
  });

  test('go on by themselves when the server ended because it had no room for its log of writes', async () => {
    const log = await connect(join(dataDirectory, 'socket'));
    fillDisk();
    const fillLog = "select pg_logical_emit_message(true, 'filler', repeat('x', 1000000)) from generate_series(1, 100)";
    await assert.rejects(log.query(fillLog));
    await saysReady(written, /^503 the database cannot be reached$/);
    await eventually('a start failed', () => /does not come back; it is started again/.test(written.log()));
    assert.equal((await write('while-down')).status, 503);

    makeRoom();
    await saysReady(written, /^200 ready$/);
    await saysReady(idle, /^200 ready$/);
    assert.equal((await write('after-all')).status, 201);
    for (const externalId of ['before', 'after', 'after-all']) {
      assert.equal((await idle.call('GET', `/people/ext-${externalId}`)).status, 200, externalId);
    }
  });
});
