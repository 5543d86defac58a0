// Uploads that no operation uses are deleted, and uploads that wait for a worker are not.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { useHouse } from '../../../tests/support/house.ts';
import { receiveLines } from '../uploads/receive-lines.ts';
import { forgetUploads } from './forget-uploads.ts';

describe('uploads', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('that never became an operation are forgotten after a day', async () => {
    const { test: api } = await aCompany();
    const { service } = house();
    const { body } = await api.call('POST', '/loans/import', {
      body: '{"person":{}}\n',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    assert.equal(body.data.state, 'queued');
    const upload = await receiveLines(service, api.realm, Readable.from([Buffer.from('{}\n{}\n')]), async () => {});
    assert.equal(upload.lines, 2);
    const chunks = async () =>
      (await service.database.pools.test.query('select upload_id from import_chunks')).rows.map((row) => row.upload_id);
    const forget = () => forgetUploads(service.database, service.clock).run('test');
    await forget();
    assert.equal((await chunks()).length, 2, 'not at once');
    await service.database.pools.test.query('update import_chunks set recorded_at = 1');
    await forget();
    const left = await chunks();
    assert.ok(left.length === 1 && left[0] !== upload.id);
  });
});
