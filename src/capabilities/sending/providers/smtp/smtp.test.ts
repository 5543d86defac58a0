// Mail servers that ask for encryption and a login.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keyring } from '#platform/crypto/keyring.ts';
import { vault } from '#platform/crypto/vault.ts';
import { mailCertificate } from '../../../../../tests/support/mail-certificate.ts';
import { type Manner, useMailServer } from '../../../../../tests/support/mail-server.ts';
import { plainMessage } from '../provider.ts';
import { bySmtp } from './smtp.ts';

const from = 'Acme <loans@example.com>';
const limits = { connectMs: 10_000, silenceMs: 10_000, idleMs: 1_000 };
const writing = { vault: vault(keyring(Buffer.alloc(32, 1))), publicUrl: null };

const message = (to: string) => ({
  ...plainMessage,
  realm: { mode: 'live', companyId: 'CP-AAAA-AAAA' } as const,
  id: 'MG-7KQ2-M9XA',
  channel: 'email' as const,
  to,
  subject: 'Your code',
  text: 'Your code is 481516.',
  purpose: 'oneTimeCode',
});

describe('a mail server', () => {
  const login = { user: 'tenor@example.com', password: 'p/a:ss@wörd' };
  const encrypted = useMailServer({ tls: 'atOnce', login });
  const asked = useMailServer({ tls: 'asked', login });
  const plain = useMailServer();

  const as = ({ user, password } = login) => `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const sent = (smtpUrl: string, to: string) =>
    bySmtp({ ...writing, settings: { smtpUrl, from } }, { ...limits, trusts: mailCertificate.cert }).send(message(to));

  test('that is encrypted from the first byte gets the letter after the login', async () => {
    const { kind } = await sent(`smtps://${as()}@localhost:${encrypted.port}`, 'a@example.com');
    assert.equal(kind, 'done');
    assert.deepEqual(
      encrypted.letters.map(({ to }) => to),
      [['a@example.com']],
    );
  });

  test('whose login is refused gets no letter, which waits', async () => {
    const wrong = as({ ...login, password: 'another' });
    const outcome = await sent(`smtps://${wrong}@localhost:${encrypted.port}`, 'b@example.com');
    const reason = 'the mail server and we do not agree (EAUTH)';
    assert.deepEqual(outcome, { kind: 'later', reason, concerns: 'all' });
    assert.equal((await sent(`smtps://localhost:${encrypted.port}`, 'b@example.com')).kind !== 'done', true);
    assert.equal(encrypted.asked('b@example.com'), 0);
  });

  test('beyond this machine is asked for encryption, and gets nothing without it', async () => {
    // The same machine, written as no address of it is known to be.
    const beyond = '[::ffff:127.0.0.1]';
    assert.equal((await sent(`smtp://${as()}@${beyond}:${asked.port}`, 'c@example.com')).kind, 'done');
    assert.equal(asked.letters.length, 1);
    const outcome = await sent(`smtp://${beyond}:${plain.port}`, 'd@example.com');
    const reason = 'the mail server and we do not agree (ETLS)';
    assert.deepEqual(outcome, { kind: 'later', reason, concerns: 'all' });
    assert.equal(plain.asked('d@example.com'), 0);
  });

  test('whose certificate nobody vouches for, or is of another name, gets neither login nor letter', async () => {
    const byNobody = bySmtp({ ...writing, settings: { smtpUrl: `smtps://${as()}@localhost:${encrypted.port}`, from } });
    assert.equal((await byNobody.send(message('e@example.com'))).kind, 'later');
    const elsewhere = `smtps://${as()}@127.0.0.1:${encrypted.port}`;
    assert.equal((await sent(elsewhere, 'e@example.com')).kind, 'later');
    assert.equal(encrypted.asked('e@example.com'), 0);
  });
});

describe('many emails', () => {
  const server = useMailServer();

  test('go by at most four connections, each once, and a kept connection that was closed is replaced', async () => {
    const provider = bySmtp({ ...writing, settings: { smtpUrl: server.url, from } }, limits);
    const emails = Array.from({ length: 40 }, (_, i) => message(`m${i}@example.com`));
    const outcomes = await Promise.all(emails.map((one) => provider.send(one)));
    assert.deepEqual(new Set(outcomes.map(({ kind }) => kind)), new Set(['done']));
    assert.equal(server.letters.length, 40);
    assert.ok(server.connectionsMax <= 4, `${server.connectionsMax} connections at once`);
    assert.ok(server.connections < 40, 'they were kept');
    server.hangUp();
    assert.equal((await provider.send(message('again@example.com'))).kind, 'done');
    assert.equal(server.asked('again@example.com'), 1);
  });

  test('one whose claim ended while it waited for a connection does not leave', async () => {
    const provider = bySmtp({ ...writing, settings: { smtpUrl: server.url, from } }, limits);
    const outcome = await provider.send(message('late@example.com'), () => false);
    const reason = 'the claim ended before a connection was free';
    assert.deepEqual(outcome, { kind: 'later', reason, concerns: undefined });
    assert.equal((await provider.send(message('next@example.com'), () => true)).kind, 'done');
    assert.equal(server.asked('late@example.com'), 0);
  });

  test('one that is refused holds up none behind it', async () => {
    const provider = bySmtp({ ...writing, settings: { smtpUrl: server.url, from } }, limits);
    server.treat('no@example.com', 550);
    assert.equal((await provider.send(message('no@example.com'))).kind, 'refused');
    assert.equal((await provider.send(message('yes@example.com'))).kind, 'done');
  });

  test('that are not taken say whether that is for the letter', async () => {
    const provider = bySmtp({ ...writing, settings: { smtpUrl: server.url, from } }, limits);
    const nobody = bySmtp({ ...writing, settings: { smtpUrl: 'smtp://127.0.0.1:1', from } }, limits);
    const met = async (...manners: Manner[]) => {
      server.hangUp();
      server.treat('code@example.com', ...manners);
      const { kind, concerns } = await provider.send(message('code@example.com'));
      return [kind, concerns];
    };
    server.turnAway(421);
    assert.deepEqual(await met(), ['later', 'all']);
    assert.deepEqual(await met(421), ['later', 'perhapsAll']);
    assert.deepEqual(await met('421 after the text'), ['later', 'perhapsAll']);
    assert.deepEqual(await met(451), ['later', 'one']);
    assert.deepEqual(await met(550), ['refused', 'perhapsAll']);
    const { kind, concerns } = await nobody.send(message('code@example.com'));
    assert.deepEqual([kind, concerns], ['later', 'all']);
    assert.deepEqual((await provider.send(message('code@example.com'))).concerns, 'one');
  });

  test('that may be refused wait until there is an address for the link', async () => {
    const provider = bySmtp({ ...writing, settings: { smtpUrl: server.url, from } }, limits);
    const outcome = await provider.send({ ...message('z@example.com'), mayUnsubscribe: true });
    const reason = 'PUBLIC_URL is not set, so nobody could unsubscribe';
    assert.deepEqual(outcome, { kind: 'later', reason, concerns: undefined });
  });
});
