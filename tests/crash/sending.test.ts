// Messages while processes die by kill -9: a code that was asked for goes out, and what became of it is known.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import { newWebhookSecret } from '#platform/egress/signature.ts';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { useMailServer } from '../support/mail-server.ts';
import { liveKey, type Running, startService } from '../support/process.ts';
import { hang, ok, useReceivers } from '../support/receiver.ts';
import { killAll, serversBelow } from './embedded-harness.ts';

const from = 'Acme <loans@example.com>';
const root = mkdtempSync(join(tmpdir(), 'tenor-sending-'));
let running: Running | undefined;
after(async () => {
  running?.child.kill('SIGKILL');
  killAll(serversBelow(root));
  await eventually('the end of all servers', () => serversBelow(root).length === 0);
  rmSync(root, { recursive: true, force: true });
});

describe('codes that were asked for while processes die', () => {
  const mail = useMailServer();
  const receivers = useReceivers(1);
  const dataDirectory = madeDirectory(join(root, 'data'));
  const keyed = { 'x-api-key': liveKey };

  async function start(smsUrl: string, secret: string): Promise<Running> {
    const environment = {
      SMTP_URL: mail.url,
      MAIL_FROM: from,
      MESSAGES_WEBHOOK_URL: smsUrl,
      MESSAGES_WEBHOOK_SECRET: secret,
    };
    running = await startService({ dataDirectory, environment });
    return running;
  }

  const phoneOf = (n: number) => `+1317555${String(1000 + n)}`;
  const emailOf = (n: number) => `ada${n}@example.com`;

  async function users(service: Running, count: number): Promise<string> {
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
    const get = async (path: string): Promise<any> =>
      ((await (await service.call('GET', path, undefined, keyed)).json()) as { data: unknown }).data;
    const roles: { id: string; name: string }[] = await get('/roles');
    const role = roles.find(({ name }) => name === 'Read only')?.id;
    for (let n = 0; n < count; n++) {
      const authType = { email: emailOf(n), phone: phoneOf(n) };
      const made = await service.call('POST', '/users', { userType: 'agent', authType, roles: [role] }, keyed);
      assert.equal(made.status, 201, await made.text());
    }
    return (await get('/companies/current')).id;
  }

  /** Whether it was acknowledged. */
  const ask = async (service: Running, companyId: string, username: string, channel: string): Promise<boolean> => {
    const path = `/companies/${companyId}/auth/send-one-time-code?mode=live`;
    const answer = await service.call('POST', path, { username, channel }).catch(() => undefined);
    return answer?.status === 200;
  };

  async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const embedded = await joinEmbedded({ dataDirectory });
    const client = new pg.Client(embedded.server);
    await client.connect();
    return work(client).finally(async () => {
      await client.end();
      await embedded.leave();
    });
  }

  const states = () =>
    withDatabase(async (client) => {
      const { rows } = await client.query('select channel, state, count(*)::int as n from live.messages group by 1, 2');
      return rows as { channel: string; state: string; n: number }[];
    });

  test('go out: texts once at least with one id each, emails once at most; each has an outcome', async () => {
    const hanging = [0, 1, 2].map(phoneOf);
    const receiver = receivers.take((answer, post) =>
      (hanging.some((phone) => post.body.includes(phone)) ? hang : ok)(answer, post),
    );
    const secret = newWebhookSecret();
    let service = await start(receiver.url, secret);
    const count = 12;
    const companyId = await users(service, count);
    mail.treat(emailOf(0), 'silence');
    const acknowledged = { text: new Set<string>(), email: new Set<string>() };
    const asking = Promise.all(
      Array.from({ length: count }, async (_, n) => {
        if (await ask(service, companyId, phoneOf(n), 'text')) acknowledged.text.add(phoneOf(n));
        if (await ask(service, companyId, emailOf(n), 'email')) acknowledged.email.add(emailOf(n));
      }),
    );
    const isHanging = () => receiver.posts.some(({ body }) => hanging.some((phone) => body.includes(phone)));
    await eventually('a text is on its way', isHanging);
    const isMailed = () => mail.letters.some(({ to }) => to.includes(emailOf(0)));
    const told = () => `${[...acknowledged.text, ...acknowledged.email]} ${service.log().slice(-3_000)}`;
    await eventually('an email is on its way', isMailed, told);
    // A message may be on its way before its answer has reached the one who asked for it.
    const isAcknowledged = () => acknowledged.text.size > 2 && acknowledged.email.size > 0;
    await eventually('some who asked have their answers', isAcknowledged, told);
    service.child.kill('SIGKILL');
    await Promise.all([asking, service.ended()]);

    receiver.behave(ok);
    service = await start(receiver.url, secret);
    // What a dead worker had taken is looked at again when its lease has ended.
    await withDatabase((client) => client.query("update live.messages set due_at = 1 where state = 'sending'"));
    let seen: Awaited<ReturnType<typeof states>> = [];
    const isOver = async () => {
      seen = await states();
      return seen.every(({ state }) => !['queued', 'sending'].includes(state));
    };
    await eventually('each message has an outcome', isOver, () => JSON.stringify(seen));

    const posted = Map.groupBy(receiver.posts, ({ body }) => JSON.parse(body).to as string);
    for (const to of acknowledged.text) {
      const posts = posted.get(to) ?? [];
      assert.ok(posts.length > 0, `${to} was acknowledged and never sent`);
      assert.equal(
        new Set(posts.map(({ id, body }) => id + body)).size,
        1,
        'a repeat has the same id and says the same',
      );
    }
    assert.ok(receiver.posts.length > posted.size, 'some were sent again, as nobody knew of them');
    const lettersTo = (to: string) => mail.letters.filter((letter) => letter.to.includes(to)).length;
    for (const to of acknowledged.email) assert.ok(lettersTo(to) <= 1, `${to} got ${lettersTo(to)} letters`);
    const summary = await states();
    assert.deepEqual(
      summary.filter(({ channel }) => channel === 'text').map(({ state }) => state),
      ['sent'],
    );
    const emails = new Map(summary.flatMap(({ channel, state, n }) => (channel === 'email' ? [[state, n]] : [])));
    assert.deepEqual(
      [...emails.keys()].filter((state) => !['sent', 'unknown'].includes(state)),
      [],
    );
    const letters = new Set(mail.letters.flatMap(({ to }) => to)).size;
    const [gone = 0, unknown = 0] = [emails.get('sent'), emails.get('unknown')];
    assert.ok(gone <= letters && letters <= gone + unknown, `${letters} letters, ${gone} sent, ${unknown} unknown`);
    assert.ok(unknown >= 1, 'of the email that was on its way nobody knows');

    const to = phoneOf(5);
    const before = receiver.posts.length;
    assert.ok(await ask(service, companyId, to, 'text'));
    await receiver.until(before + 1);
    const code = /\d{6}/.exec(JSON.parse(receiver.posts.at(-1)?.body as string).text)?.[0];
    const path = `/auth/token?companyId=${companyId}&mode=live`;
    assert.equal((await service.call('POST', path, { username: to, code })).status, 200, 'and it lets in');
    service.child.kill('SIGTERM');
    assert.equal(await service.ended(), 0);
  });
});
