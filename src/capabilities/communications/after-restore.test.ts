import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import pg from 'pg';
import { aReader, sentTo } from '../../../tests/support/a-reader.ts';
import type { CollectedBorrower } from '../../../tests/support/collected-borrower.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { setClock } from '../../../tests/support/test-clock.ts';
import { messagesAfterRestore } from './after-restore.ts';

type Sent = Answer['body'];

/** The restore compares with the clock of the server: by that one, one message is due and the other is not. */
const dueByNow = [
  "update test.outgoing_messages set act_at = now() - interval '1 day' where act_at < '2026-10-01'",
  "update test.outgoing_messages set act_at = now() + interval '1 day' where act_at > '2027-09-01'",
];

describe('a message of a backup that is restored', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let reader: CollectedBorrower;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-09-14T16:00:00Z');
    reader = await aReader(api);
  });

  async function restored(): Promise<void> {
    const client = new pg.Client(house().service.database.server);
    await client.connect();
    try {
      for (const text of [...dueByNow, ...messagesAfterRestore('test')]) await client.query(text);
    } finally {
      await client.end();
    }
  }
  const stateOf = async ({ messageId }: Sent): Promise<string> =>
    (await api.get(`/communicator/messages/${messageId}`)).body.data.state;
  const interactionOf = async ({ id }: Sent): Promise<Sent> => (await api.get(`/interactions/${id}`)).body.data;

  test('that was to leave by now may have left: it is not sent before somebody has said so', async () => {
    const [queued, due, later] = [
      await sentTo(api, reader),
      await sentTo(api, reader, { sendAt: '2026-09-14T18:00:00Z' }),
      await sentTo(api, reader, { sendAt: '2027-09-13T16:00:00Z' }),
    ];
    assert.deepEqual(await Promise.all([queued, due, later].map(stateOf)), ['queued', 'scheduled', 'scheduled']);
    await restored();
    assert.deepEqual(await Promise.all([queued, due, later].map(stateOf)), ['unknown', 'unknown', 'scheduled']);
    const { status, statusDetails } = await interactionOf(queued);
    assert.deepEqual([status, statusDetails], ['attempted', 'unknown']);
    assert.equal((await interactionOf(later)).status, 'scheduled');
    const say = (sent: Sent, state: string) => api.put(`/communicator/messages/${sent.messageId}`, { state });
    assert.equal((await say(queued, 'sent')).status, 200);
    assert.equal((await say(due, 'queued')).status, 200);
    assert.deepEqual(await Promise.all([queued, due].map(stateOf)), ['sent', 'queued']);
  });
});
