// Messages to borrowers, of two processes of which one dies by kill -9: each borrower gets theirs once, or it is known as
// unknown, and whoever asks the mail server sends it then.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { useMailServer } from '../support/mail-server.ts';
import { liveKey, type Running, startService } from '../support/process.ts';
import { killAll, serversBelow } from './embedded-harness.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-messages-'));
const borrowers = 24;
/** So many are on their way when the process dies, more than one process sends at once. */
const slow = 6;

/** More than a commit of a bulk sending holds. */
const many = 90;

const anOwnEmail = { contactType: 'email', label: 'personal', affiliation: 'self', status: 'primary' };
/** Live mode asks by the real time of day, at which credentials may always go out. */
const message = { subject: 'confirmationCode', channel: 'email', context: { code: '123456', minutesValid: 10 } };
const atOrigination = {
  amountFinanced: 4800,
  interestRates: [{ rate: 0.1499 }],
  paymentFrequency: 'monthly',
  specificDays: [15],
  duration: 12,
};

const emailOf = (n: number) => `ada${n}@example.com`;

describe('messages that are sent while a process dies', () => {
  const mail = useMailServer();
  const dataDirectory = madeDirectory(join(root, 'data'));
  const keyed = { 'x-api-key': liveKey };
  const place = { dataDirectory, environment: { SMTP_URL: '', MAIL_FROM: 'Acme <loans@example.com>' } };
  let services: readonly [Running, Running];
  before(async () => {
    place.environment.SMTP_URL = mail.url;
    services = [await startService(place), await startService(place)];
  });
  after(async () => {
    for (const { child } of services ?? []) child.kill('SIGKILL');
    killAll(serversBelow(root));
    await eventually('the end of all servers', () => serversBelow(root).length === 0);
    rmSync(root, { recursive: true, force: true });
  });

  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
  async function asked(n: number, method: string, path: string, body?: unknown): Promise<any> {
    const answer = await (services[n % 2] as Running).call(method, path, body, keyed);
    const found = await answer.text();
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${found}`);
    return JSON.parse(found).data;
  }

  async function sendOne(n: number): Promise<string> {
    const { id: personId } = await asked(n, 'POST', '/people', { name: { firstName: 'Ada', lastName: `Number ${n}` } });
    const contact = { ...anOwnEmail, value: emailOf(n) };
    await asked(n, 'POST', `/people/${personId}/contacts`, contact);
    return (await asked(n, 'POST', '/communicator/send', { ...message, personId })).messageId;
  }

  /** A bulk sending that a dead worker had taken is looked at as when its lease has ended. */
  async function endLeaseOfBulk(): Promise<void> {
    const embedded = await joinEmbedded({ dataDirectory });
    const client = new pg.Client(embedded.server);
    await client.connect();
    await client.query('update live.bulk_sendings set due_at = 1 where holder is not null');
    await client.end();
    await embedded.leave();
  }

  const lettersTo = (n: number): number => mail.letters.filter(({ to }) => to.includes(emailOf(n))).length;

  test('come once, or are known as unknown and asked for', async () => {
    for (let n = 0; n < slow; n++) mail.treat(emailOf(n), 'silence');
    const ids = await Promise.all(Array.from({ length: borrowers }, (_, n) => sendOne(n)));
    const isOnItsWay = () => Array.from({ length: slow }, (_, n) => n).some((n) => lettersTo(n) > 0);
    await eventually('a message is on its way', isOnItsWay);
    (services[0] as Running).child.kill('SIGKILL');
    await (services[0] as Running).ended();
    // The other one loses its connections, and has free ones for what comes. What it had sent without an answer nobody knows.
    for (let n = 0; n < slow; n++) mail.treat(emailOf(n));
    mail.hangUp();
    const states = async (): Promise<string[]> =>
      Promise.all(ids.map(async (id) => (await asked(1, 'GET', `/communicator/messages/${id}`)).state));
    let seen: string[] = [];
    // The leases of the dead end in their time: to end them here would end those of the living as well.
    const isOver = async () => {
      seen = await states();
      return seen.every((state) => state === 'sent' || state === 'unknown');
    };
    await eventually('each has an outcome', isOver, () => `${seen} ${(services[1] as Running).log().slice(-2_000)}`);
    for (const [n, state] of seen.entries()) {
      assert.ok(lettersTo(n) <= 1, `${emailOf(n)} got ${lettersTo(n)} letters`);
      if (state === 'sent') assert.equal(lettersTo(n), 1, `${emailOf(n)} is sent and got nothing`);
    }
    assert.ok(seen.includes('unknown'), 'of what was on its way nobody knows');
    const listed = await asked(1, 'GET', '/communicator/messages?state=unknown&limit=100');
    assert.equal(listed.length, seen.filter((state) => state === 'unknown').length);
    // The log of the mail server says which of them came.
    for (const [n, id] of ids.entries()) {
      if (seen[n] !== 'unknown') continue;
      await asked(1, 'PUT', `/communicator/messages/${id}`, { state: lettersTo(n) === 1 ? 'sent' : 'queued' });
    }
    await eventually('all are sent', async () => (await states()).every((state) => state === 'sent'));
    assert.deepEqual(
      ids.map((_, n) => lettersTo(n)),
      ids.map(() => 1),
    );
  });

  test('of a bulk sending are made once for each row, also when its worker dies', async () => {
    const supercase = `/supercases/${(await asked(1, 'POST', '/supercases', { name: 'Floods' })).id}`;
    const population = `${supercase}/populations/${(await asked(1, 'POST', `${supercase}/populations`, {})).id}`;
    const loan = { loanTypeId: 'ext-installment', status: 'originated', atOrigination };
    const members = await Promise.all(
      Array.from({ length: many }, async (_, n) => {
        const { id: personId } = await asked(1, 'POST', '/people', {
          name: { firstName: 'Bob', lastName: `Number ${n}` },
        });
        await asked(1, 'POST', `/people/${personId}/contacts`, { ...anOwnEmail, value: `bob${n}@example.com` });
        return { personId, loanId: (await asked(1, 'POST', `/people/${personId}/loans`, loan)).id };
      }),
    );
    await asked(1, 'POST', `${population}/members`, { members });
    await asked(1, 'PUT', population, { isDraft: false });
    const { id } = await asked(1, 'POST', `${supercase}/subcases/send`, message);
    const path = `/communicator/bulk-sendings/${id}`;
    await eventually('some are made', async () => (await asked(1, 'GET', path)).done > 0);
    (services[1] as Running).child.kill('SIGKILL');
    await (services[1] as Running).ended();
    services = [services[0], await startService(place)];
    await endLeaseOfBulk();
    const isOver = async () => (await asked(1, 'GET', path)).state === 'finished';
    await eventually('it is finished', isOver, () => (services[1] as Running).log().slice(-2_000));
    const { done, counts } = await asked(1, 'GET', path);
    assert.deepEqual([done, counts.queued], [many, many]);
    const rows = await asked(1, 'GET', `${path}/rows?limit=100`);
    assert.equal(new Set(rows.map(({ messageId }: { messageId: string }) => messageId)).size, many);
    for (const { personId } of members) {
      const sent = await asked(1, 'GET', `/communicator/messages?personId=${personId}`);
      assert.equal(sent.length, 1, `${personId} has ${sent.length} messages`);
    }
  });
});
