// What would have been sent in test mode, over HTTP; and what is refused in live mode where nothing is set up.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { whole } from '#app/capabilities.ts';
import { mailboxByHand } from '#app/cli-mailbox.ts';
import { erasePersonByHand } from '#app/erase-person.ts';
import { Refusal } from '#platform/errors.ts';
import { deletingExpired } from '#platform/expired-rows.ts';
import { aPerson, useHouse } from '../../../tests/support/house.ts';
import { send } from '../../../tests/support/send-message.ts';
import { forgetContents } from './erase-messages.ts';

describe('the test mailbox', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('shows what would have been sent, the newest first, by address and by channel, in pages', async () => {
    const { test: api } = await aCompany();
    const first = await send(house(), api.realm);
    const second = await send(house(), api.realm, { to: 'Bea@Example.com' });
    const third = await send(house(), api.realm, { channel: 'text', to: '+13175551212', subject: undefined });
    const all = (await api.get('/test-mailbox')).body.data;
    assert.deepEqual(
      all.map(({ id }: { id: string }) => id),
      [third, second, first],
    );
    const { createdAt, ...shown } = all[2];
    assert.match(createdAt, /^\d{4}-/);
    assert.deepEqual(shown, {
      id: first,
      object: 'message',
      channel: 'email',
      to: 'ada@example.com',
      subject: 'Your code',
      text: 'Your code is 481516.',
      purpose: 'oneTimeCode',
      language: 'en',
      from: null,
      replyTo: null,
      mayUnsubscribe: false,
      attachments: [],
      userId: null,
      personId: null,
    });
    const idsOf = async (query: string): Promise<string[]> =>
      (await api.get(`/test-mailbox?${query}`)).body.data.map(({ id }: { id: string }) => id);
    assert.deepEqual(await idsOf('to=bea@example.com'), [second]);
    assert.deepEqual(await idsOf('to=%2B13175551212'), [third]);
    assert.deepEqual(await idsOf('channel=email'), [second, first]);
    assert.deepEqual(await idsOf(`limit=1&startingAfter=${third}`), [second]);
  });

  test('is empty for another company, and refused in live mode and without its permission', async () => {
    const [{ test: api, live }, { test: other }] = [await aCompany(), await aCompany()];
    await send(house(), api.realm);
    assert.deepEqual((await other.get('/test-mailbox')).body.data, []);
    const refused = await live.get('/test-mailbox');
    assert.deepEqual([refused.status, refused.body.errorType], [403, 'TestModeOnly']);
    const narrow = await api.made('/keys', { name: 'narrow', permissions: ['person:read'] });
    const { status, body } = await house().call(narrow.key, 'GET', '/test-mailbox');
    assert.equal(status, 403);
    assert.match(JSON.stringify(body), /test\.mailbox:list/);
  });

  test('loses what a message said after seven days, and with the borrower it was about', async () => {
    const { test: api } = await aCompany();
    const { id: personId } = await api.made('/people', aPerson());
    const about = await send(house(), api.realm, { personId });
    const old = await send(house(), api.realm);
    const young = await send(house(), api.realm);
    const { database, clock } = house().service;
    await database.pools.test.query(
      'update messages set recorded_at = recorded_at - 8 * 86400 * 1000000::bigint where id = $1',
      [old],
    );
    await forgetContents(database, clock).run('test');
    const shown = async () => (await api.get('/test-mailbox')).body.data.map(({ id }: { id: string }) => id);
    assert.deepEqual(await shown(), [young, about]);
    await erasePersonByHand(house().service, api.realm, personId, { evenWithOpenLoans: false });
    assert.deepEqual(await shown(), [young]);
    const { rows } = await database.pools.test.query('select content_sealed, to_hash from messages where id = $1', [
      old,
    ]);
    assert.deepEqual(rows, [{ content_sealed: null, to_hash: null }]);
  });

  test('keeps a row for ninety days, and no longer', async () => {
    const { test: api } = await aCompany();
    const ids = [await send(house(), api.realm), await send(house(), api.realm)];
    const { database, clock } = house().service;
    const aged = `update messages
      set created_at = (created_at at time zone 'UTC' - $2 * interval '1 minute') at time zone 'UTC' where id = $1`;
    for (const [i, minutes] of [90 * 24 * 60 + 5, 90 * 24 * 60 - 5].entries()) {
      await database.pools.test.query(aged, [ids[i], minutes]);
    }
    await deletingExpired(database, clock, whole.expiring).run('test');
    const { rows } = await database.pools.test.query('select id from messages where id = any($1)', [ids]);
    assert.deepEqual(rows, [{ id: ids[1] }]);
  });

  test('is printed by the command line, without what would steer a terminal', async () => {
    const { test: api } = await aCompany();
    const { service } = house();
    assert.equal(await mailboxByHand(service, api.realm), 'The mailbox is empty.');
    await send(house(), api.realm, { text: 'red \u001b[31m text\nsecond line' });
    const id = await send(house(), api.realm, { channel: 'text', to: '+13175551212', subject: undefined });
    assert.match(
      await mailboxByHand(service, api.realm),
      /email to ada@example\.com\nYour code\nred {2}\[31m text\nsecond line$/,
    );
    const one = await mailboxByHand(service, api.realm, '+13175551212');
    assert.match(one, new RegExp(`^${id} .* text to \\+13175551212\nYour code is 481516\\.$`));
  });

  test('holds what was said sealed', async () => {
    const { test: api } = await aCompany();
    await send(house(), api.realm, { to: 'telltale@example.org', text: 'telltale text' });
    const { rows } = await house().service.database.pools.test.query('select messages::text as whole from messages');
    assert.ok(rows.length > 0);
    for (const { whole } of rows) assert.doesNotMatch(whole, /telltale|74656c6c74616c65/i);
  });
});

describe('a live company without a way out', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('is told what to set up', async () => {
    const { live } = await aCompany();
    const messages = [
      [{ channel: 'email' }, /SMTP_URL and MAIL_FROM/],
      [{ channel: 'text', to: '+13175551212' }, /MESSAGES_WEBHOOK_URL/],
      [{ channel: 'voice', to: '+13175551212' }, /MESSAGES_WEBHOOK_URL/],
      [{ channel: 'mail', to: 'Ada Byron\n1 Main St' }, /LETTERS_DIR/],
    ] as const;
    for (const [message, named] of messages) {
      await assert.rejects(send(house(), live.realm, message), (error) => {
        assert.ok(error instanceof Refusal);
        assert.deepEqual([error.kind.status, named.test(error.message)], [409, true]);
        return true;
      });
    }
    const { rows } = await house().service.database.pools.live.query('select id from messages');
    assert.deepEqual(rows, []);
  });
});

describe('an address', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('that would end a line, or is none, is never taken', async () => {
    const { test: api } = await aCompany();
    const wrong = [
      'a@b.com\r\nBcc: x@y.com',
      'a@b.com\nX: y',
      'a b@c.com',
      '<a@b.com>',
      'a@b.com, c@d.com',
      '@b',
      'a@',
    ];
    for (const to of wrong) await assert.rejects(send(house(), api.realm, { to }), /cannot go to/, to);
    for (const to of ['0317', '+1 317', '+1317555\r\n1212', 'a@b.com']) {
      await assert.rejects(send(house(), api.realm, { channel: 'text', to }), /cannot go to/, to);
    }
    for (const subject of ['a\r\nBcc: x@y.com', 'a\nb']) {
      await assert.rejects(send(house(), api.realm, { subject }), /one line/);
    }
    assert.deepEqual((await api.get('/test-mailbox')).body.data, []);
  });
});
