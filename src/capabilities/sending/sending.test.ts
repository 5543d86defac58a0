// Messages that leave the house, against a real mail server and a real receiver.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { providersOf } from '#app/providers.ts';
import { newWebhookSecret } from '#platform/egress/signature.ts';
import { makeLog } from '#platform/log.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { found } from '../../../tests/support/findings.ts';
import { aHouse, type House, useHouse } from '../../../tests/support/house.ts';
import { useInspected } from '../../../tests/support/inspected.ts';
import { useMailServer } from '../../../tests/support/mail-server.ts';
import { hang, useReceivers } from '../../../tests/support/receiver.ts';
import { scraped } from '../../../tests/support/scraped.ts';
import { send } from '../../../tests/support/send-message.ts';
import { messagesCheck } from './check-messages.ts';
import { restsCheck } from './check-rests.ts';
import { keepRest } from './keep-rest.ts';
import { messageNamedBy } from './message-address.ts';
import type { Providers } from './providers/provider.ts';
import { sendingMessages } from './send-job.ts';

const from = 'Acme <loans@example.com>';

const rowOf = async (house: House, id: string) =>
  (await house.service.database.pools.live.query('select * from messages where id = $1', [id])).rows[0];

const until = (house: House, id: string, state: string) =>
  eventually(`${id} is ${state}`, async () => {
    const row = await rowOf(house, id);
    return row.state === state && row;
  });

describe('an email', () => {
  const mail = useMailServer();
  let house: House;
  before(async () => {
    house = await aHouse({ sending: { email: { smtpUrl: mail.url, from }, webhook: null } });
  });
  after(() => house.close());
  const live = async () => (await house.aCompany()).live.realm;
  const of = (to: string) => mail.letters.filter((letter) => letter.to.includes(to));

  test('is sent once, with our id, and then holds no word of it any more', async () => {
    const id = await send(house, await live(), { to: 'once@example.com', subject: 'Ihr Code, bitte ✓' });
    const row = await until(house, id, 'sent');
    assert.deepEqual([row.content_sealed, row.to_hash, row.due_at, row.tries], [null, null, null, 1]);
    const [letter, ...more] = of('once@example.com');
    assert.deepEqual(more, []);
    assert.equal(letter?.from, 'loans@example.com');
    assert.match(letter?.text ?? '', new RegExp(`Message-ID:\\s+<${id}\\.[a-z2-7.]{37}@example.com>`));
    assert.match(letter?.text ?? '', /From: Acme <loans@example\.com>[\s\S]*Your code is 481516\./);
  });

  test('to an address that the server refuses is refused, and not tried again', async () => {
    mail.treat('nobody@example.com', 550);
    const id = await send(house, await live(), { to: 'nobody@example.com' });
    const row = await until(house, id, 'refused');
    assert.match(row.last_failure, /550/);
    assert.equal(mail.asked('nobody@example.com'), 1);
  });

  test('that the server puts off is sent a little later', async () => {
    mail.treat('grey@example.com', 451, 451);
    const id = await send(house, await live(), { to: 'grey@example.com' });
    const row = await until(house, id, 'sent');
    assert.deepEqual([row.tries, mail.asked('grey@example.com'), of('grey@example.com').length], [3, 3, 1]);
  });

  test('whose connection is lost after its text may have gone out: it is not sent again', async () => {
    mail.treat('lost@example.com', 'hangUp');
    const id = await send(house, await live(), { to: 'lost@example.com' });
    const row = await until(house, id, 'unknown');
    assert.deepEqual([row.due_at, row.content_sealed, of('lost@example.com').length], [null, null, 1]);
  });

  test('that would come too late is not sent', async () => {
    const id = await send(house, await live(), { to: 'late@example.com', usableSeconds: 0 });
    const row = await until(house, id, 'expired');
    assert.deepEqual([row.content_sealed, mail.asked('late@example.com')], [null, 0]);
  });

  test('of test mode never leaves', async () => {
    const { test: api } = await house.aCompany();
    await send(house, api.realm, { to: 'test@example.com' });
    // What comes after it in the queue has been sent.
    await until(house, await send(house, await live(), { to: 'after@example.com' }), 'sent');
    assert.equal(mail.asked('test@example.com'), 0);
    assert.equal((await api.get('/test-mailbox?to=test@example.com')).body.data.length, 1);
  });

  test('to a server that takes nothing waits, loses no try, and goes out by itself', async () => {
    mail.hangUp();
    mail.turnAway(421);
    const id = await send(house, await live(), { to: 'busy@example.com' });
    const waiting = await eventually('it waits again', async () => {
      const row = await rowOf(house, id);
      return row.state === 'queued' && row.last_failure !== null && row;
    });
    assert.deepEqual([waiting.tries, waiting.last_failure], [0, 'the mail server answered 421']);
    assert.equal((await until(house, id, 'sent')).tries, 1);
    assert.equal(of('busy@example.com').length, 1);
  });
});

describe('a mail server that cannot be reached', () => {
  const { house, aCompany } = useHouse({
    sending: { email: { smtpUrl: 'smtp://127.0.0.1:1', from }, webhook: null },
  });

  test('leaves the message queued for later, and costs it no try', async () => {
    const id = await send(house(), (await aCompany()).live.realm);
    const row = await eventually('it was tried', async () => {
      const row = await rowOf(house(), id);
      return row.last_failure !== null && row.state === 'queued' && row;
    });
    assert.match(row.last_failure, /no answer of the mail server/);
    assert.equal(row.tries, 0);
    assert.notEqual(row.content_sealed, null);
  });
});

describe('a text message', () => {
  const receivers = useReceivers(4);
  const secret = newWebhookSecret();

  test('is posted to the operator, signed, and again with the same id where it is not known whether it came', async () => {
    const answers = [500, 503, 200];
    const receiver = receivers.take((answer) => answer.writeHead(answers.shift() ?? 200).end());
    const house = await aHouse({ sending: { email: null, webhook: { url: receiver.url, secret } } });
    try {
      const { live } = await house.aCompany();
      const message = { channel: 'text', to: '+13175551212', subject: undefined } as const;
      const id = await send(house, live.realm, message);
      await until(house, id, 'sent');
      assert.equal(receiver.posts.length, 3);
      for (const { headers, body } of receiver.posts) {
        const shown = new Webhook(secret).verify(body, headers as Record<string, string>);
        const { reference, ...said } = shown as { reference: string };
        assert.deepEqual(messageNamedBy(house.service.vault, reference), { realm: live.realm, messageId: id });
        assert.deepEqual(said, {
          id,
          channel: 'text',
          to: '+13175551212',
          text: 'Your code is 481516.',
          purpose: 'oneTimeCode',
          language: 'en',
        });
        assert.equal(headers['webhook-id'], id);
      }
      answers.push(422);
      const refused = await send(house, live.realm, { ...message, channel: 'voice' });
      assert.match((await until(house, refused, 'refused')).last_failure, /422/);
      assert.equal(receiver.posts.length, 4);
    } finally {
      await house.close();
    }
  });
});

describe('a receiver of texts that hangs', () => {
  const mail = useMailServer();
  const receivers = useReceivers(1);

  test('keeps no email waiting', async () => {
    const receiver = receivers.take(hang);
    const webhook = { url: receiver.url, secret: newWebhookSecret() };
    const house = await aHouse({ sending: { email: { smtpUrl: mail.url, from }, webhook } });
    try {
      const { live } = await house.aCompany();
      for (let n = 0; n < 12; n++) await send(house, live.realm, { channel: 'text', to: `+1317555100${n % 10}` });
      await receiver.until(8);
      await until(house, await send(house, live.realm), 'sent');
      assert.equal(receiver.posts.length, 8, 'and no more than eight at once');
    } finally {
      receiver.cut();
      await house.close();
    }
  });
});

describe('a worker that died during an attempt', () => {
  const sending = {
    email: { smtpUrl: 'smtp://127.0.0.1:1', from },
    webhook: { url: 'http://127.0.0.1:1/', secret: newWebhookSecret() },
  };
  const { house, aCompany } = useHouse({ works: false, sending });

  test('leaves an email of which nobody knows, and a text that is sent again through the outbox', async () => {
    const { live } = await aCompany();
    const { database } = house().service;
    const pool = database.pools.live;
    const email = await send(house(), live.realm);
    const text = await send(house(), live.realm, { channel: 'text', to: '+13175551212' });
    await pool.query('delete from outbox');
    await pool.query("update messages set state = 'sending', tries = 1, holder = 'a dead worker', due_at = 1");
    const chore = choreOf(
      house(),
      providersOf({ ...house().service, settings: { webhookDevHosts: new Set(), sending } }, 'live'),
    );
    await chore.run('live');
    const [left, again] = [await rowOf(house(), email), await rowOf(house(), text)];
    assert.deepEqual([left.state, left.due_at, left.content_sealed], ['unknown', null, null]);
    assert.deepEqual([again.state, again.holder, again.tries], ['queued', null, 1]);
    await pool.query("update messages set due_at = 1 where state = 'queued'");
    await chore.run('live');
    const { rows } = await pool.query('select payload from outbox');
    assert.deepEqual(rows, [{ payload: { id: text, channel: 'text' } }]);
  });

  test('before it had begun loses nothing: what waits comes through the outbox again, once', async () => {
    const { live } = await aCompany();
    const pool = house().service.database.pools.live;
    const id = await send(house(), live.realm);
    await pool.query('delete from outbox');
    await pool.query('update messages set due_at = 1 where id = $1', [id]);
    const chore = choreOf(house(), {});
    await chore.run('live');
    await chore.run('live');
    const { rows } = await pool.query('select payload from outbox');
    assert.deepEqual(rows, [{ payload: { id, channel: 'email' } }]);
  });
});

describe('the doctor looks at messages', () => {
  const sending = { email: { smtpUrl: 'smtp://127.0.0.1:1', from }, webhook: null };
  const { house, aCompany, later, look, sql } = useInspected({ sending });
  /** A busy machine leaves out what it does not know within a second. */
  const shows = (metric: RegExp) =>
    eventually(`the metrics show ${metric}`, async () => metric.test(await scraped(house())));

  test('that wait, and that did not go out', async () => {
    const { live, test: api } = await aCompany();
    found(await look(messagesCheck, later(3_600)), 'ok', /No message waits/);
    await send(house(), api.realm);
    const id = await send(house(), live.realm);
    await shows(/^tenor_messages_waiting 1$/m);
    found(await look(messagesCheck), 'ok', /No message waits/);
    found(await look(messagesCheck, later(120)), 'warning', /waited to be sent for 2 minutes/, /mail server/);
    await sql("update live.messages set last_failure = 'the mail server answered 451'");
    found(await look(messagesCheck, later(3_600)), 'error', /sent \(the mail server answered 451\) for 60 minutes/);
    await sql(`update live.messages set state = 'unknown', due_at = null where id = $1`, [id]);
    found(await look(messagesCheck, later(3_600)), 'warning', /^1 message of the last day did not go out/);
    found(await look(messagesCheck, later(25 * 3_600)), 'ok', /No message waits/);
    await shows(/^tenor_messages_waiting 0$/m);
  });

  test('and at channels that rest', async () => {
    found(await look(restsCheck), 'ok', /No channel rests/);
    await shows(/^tenor_channels_rest_seconds 0$/m);
    const { database, clock } = house().service;
    const now = clock.micros();
    const why = 'the mail server answered 421';
    const rests = (at: number, since: number, until: number) =>
      keepRest(database, 'email', { at, resting: { why, since, until } });
    const wakes = (at: number) => keepRest(database, 'email', { at, resting: null });
    await rests(now - 1, now - 90e6, now + 5e6);
    await rests(now, now, now + 10e6);
    await wakes(now - 1);
    found(await look(restsCheck), 'error', /by email for \d+ minutes: the mail server answered 421/, /SMTP_URL/);
    await shows(/^tenor_channels_rest_seconds (9\d|\d{3})/m);
    found(await look(restsCheck, later(600)), 'ok', /No channel rests/);
    await wakes(now + 2);
    await rests(now + 1, now + 1, now + 5e6);
    found(await look(restsCheck), 'ok', /No channel rests/);
    await shows(/^tenor_channels_rest_seconds 0$/m);
    // A process that ended long ago said since when another channel rested.
    await rests(now + 3, now - 3_600e6, now - 600e6);
    await rests(now + 4, now - 60e6, now + 5e6);
    found(await look(restsCheck), 'error', /by email for \d+ minutes/);
    await wakes(now + 5);
    // A clock that was an hour ahead does not have the last word for an hour.
    await rests(now + 3_600e6, now + 3_600e6, now + 3_605e6);
    found(await look(restsCheck), 'error', /by email/);
    await wakes(now + 6);
    found(await look(restsCheck), 'ok', /No channel rests/);
  });
});

function choreOf({ service }: House, providers: Providers) {
  const { database, vault, clock, position } = service;
  const settings = { webhookDevHosts: new Set<string>() };
  return sendingMessages(() => providers).chore({ database, vault, clock, position, settings, log: makeLog('silent') });
}
