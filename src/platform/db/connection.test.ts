// How the address of an operator is read.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { testServer } from '../../../tests/support/server.ts';
import { serverOfUrl } from './connection.ts';

describe('an address of a database', () => {
  test('lets both ends find out that the other one vanished, and its own options have the last word', async () => {
    const own = encodeURIComponent('-c tcp_keepalives_idle=77 -c work_mem=5MB');
    const { keepAlive, options = '' } = serverOfUrl(`postgres://localhost/tenor?options=${own}`);
    assert.equal(keepAlive, true);
    assert.match(options, /tcp_keepalives_idle=30 .* -c tcp_keepalives_idle=77/);
    // A server accepts the options, even through a local socket, where they have no effect.
    const client = new pg.Client({ ...testServer().admin, options });
    await client.connect();
    try {
      const { rows } = await client.query('show work_mem');
      assert.deepEqual(rows, [{ work_mem: '5MB' }]);
    } finally {
      await client.end();
    }
  });
});
