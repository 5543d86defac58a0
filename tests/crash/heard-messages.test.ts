// Letters for a printer, what is heard of messages, and attempts to verify a borrower, of two processes of which one dies
// by kill -9: each letter is left once, each report counts once, and no attempt is forgotten.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { machineClock, secondsOf } from '#platform/clock.ts';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import { newWebhookSecret, signer } from '#platform/egress/signature.ts';
import { eventually } from '../support/eventually.ts';
import { anAddress, anEmail, aPerson, aPhone } from '../support/house.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { useMailServer } from '../support/mail-server.ts';
import { liveKey, type Running, startService } from '../support/process.ts';
import { wrongAnswersTo } from '../support/verifiable.ts';
import { killAll, serversBelow } from './embedded-harness.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-heard-'));
const secret = newWebhookSecret();
const letters = 6;
const code = { subject: 'confirmationCode', channel: 'email', context: { code: '123456', minutesValid: 10 } };
const self = { affiliation: 'self', status: 'primary' };

describe('letters, reports and attempts while a process dies', () => {
  const mail = useMailServer();
  const dataDirectory = madeDirectory(join(root, 'data'));
  const lettersDirectory = madeDirectory(join(root, 'letters'));
  const keyed = { 'x-api-key': liveKey };
  const place = {
    dataDirectory,
    environment: {
      SMTP_URL: '',
      MAIL_FROM: 'Acme <loans@example.com>',
      LETTERS_DIR: lettersDirectory,
      MESSAGES_WEBHOOK_SECRET: secret,
    },
  };
  let services: [Running, Running];
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
    const answer = await (services[n] as Running).call(method, path, body, keyed);
    const found = await answer.text();
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${found}`);
    return JSON.parse(found).data;
  }

  async function aBorrower(more: Record<string, unknown> = {}): Promise<string> {
    const { id } = await asked(1, 'POST', '/people', aPerson(more));
    for (const contact of [anEmail(self), aPhone(self), anAddress(self)]) {
      await asked(1, 'POST', `/people/${id}/contacts`, contact);
    }
    return id;
  }

  async function dies(): Promise<void> {
    services[0].child.kill('SIGKILL');
    await services[0].ended();
    await hurry();
  }
  /** What a dead worker had taken is looked at again at once, and not when its lease has ended. */
  async function hurry(): Promise<void> {
    const embedded = await joinEmbedded({ dataDirectory });
    const client = new pg.Client(embedded.server);
    await client.connect();
    await client.query('update live.queued_messages set due_at = 1');
    await client.query('update live.heard_messages set due_at = 1 where due_at is not null');
    await client.end();
    await embedded.leave();
  }
  const comesBack = async () => {
    services = [await startService(place), services[1]];
  };

  const state = async (id: string): Promise<string> => (await asked(1, 'GET', `/communicator/messages/${id}`)).state;

  test('each letter is left once', async () => {
    const people = await Promise.all(Array.from({ length: letters }, () => aBorrower()));
    const body = { subject: 'privacyPolicyNotice', channel: 'mail' };
    const sent = await Promise.all(
      people.map((personId) => asked(0, 'POST', '/communicator/send', { ...body, personId })),
    );
    const left = () =>
      existsSync(lettersDirectory)
        ? readdirSync(lettersDirectory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pdf'))
        : [];
    await eventually('a letter is left', () => left().length > 0);
    await dies();
    await eventually('all are sent', async () => {
      const states = await Promise.all(sent.map(({ messageId }) => state(messageId)));
      return states.every((one) => one === 'sent');
    });
    const ids = left().map((name) => /EM-\w{4}-\w{4}/.exec(name)?.[0] as string);
    assert.deepEqual(ids.toSorted(), sent.map(({ messageId }) => messageId).toSorted());
    await comesBack();
  });

  /** As a provider tells it: the same thing twice, to whichever process. */
  async function report(n: number, id: string, reference: string): Promise<number> {
    const text = JSON.stringify({ notices: [{ id, type: 'unreachable', reference, reason: '5.1.1' }] });
    const signed = signer([secret])(`${id}-${n}`, secondsOf(machineClock), text);
    const headers = { 'content-type': 'application/json', ...signed };
    const url = `${(services[n] as Running).url}/api/communicator/inbound/messages`;
    const answer = await fetch(url, { method: 'POST', headers, body: text }).catch(() => undefined);
    return answer?.status ?? 0;
  }

  test('a bounce that is told twice counts once', async () => {
    const personId = await aBorrower();
    const { messageId, contactId, id } = await asked(1, 'POST', '/communicator/send', { ...code, personId });
    await eventually('it is sent', async () => (await state(messageId)) === 'sent');
    const name = new RegExp(`<${messageId}\\.([a-z0-9.]+)@`);
    const reference = mail.letters.map(({ text }) => name.exec(text)?.[1]).find(Boolean) as string;
    const first = report(0, 'bounce', reference);
    const second = report(1, 'bounce', reference);
    await Promise.race([first, second]);
    await dies();
    assert.equal(await second, 200);
    await eventually('it bounced', async () => (await state(messageId)) === 'failed');
    assert.equal((await asked(1, 'GET', `/people/${personId}/contacts/${contactId}`)).valid, false);
    assert.equal(await report(1, 'bounce', reference), 200);
    const { versions } = await asked(1, 'GET', `/interactions/${id}/versions`);
    const bounced = versions.filter(({ statusDetails }: { statusDetails: string }) => statusDetails === 'emailBounced');
    assert.equal(bounced.length, 1, JSON.stringify(versions));
    await comesBack();
  });

  test('attempts to verify a borrower are counted, whoever dies', async () => {
    const identity = { identityType: 'SSN', value: '123-45-6789', issuingCountry: 'US' };
    const personId = await aBorrower({ dateOfBirth: '1985-12-10', identity });
    const verification = await asked(1, 'POST', `/people/${personId}/verifications`, {});
    const path = `/people/${personId}/verifications/${verification.id}`;
    const body = { answers: wrongAnswersTo(verification) };
    const tries = Array.from({ length: 8 }, async (_, n) =>
      (services[n % 2] as Running).call('POST', `${path}/attempts`, body, keyed).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await Promise.race(tries);
    await dies();
    const answered = (await Promise.all(tries)).filter((status) => status === 200).length;
    const { attempts, maxAttempts } = await asked(1, 'GET', path);
    assert.ok(attempts.length <= maxAttempts, `${attempts.length} of ${maxAttempts}`);
    assert.ok(attempts.length >= answered, `${answered} were answered, and ${attempts.length} are counted`);
  });
});
