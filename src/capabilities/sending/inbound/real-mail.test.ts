// A full circle over real mail servers: an email goes out, a report of it comes back into a real mailbox, is read there, and
// is kept once. Exim writes "5.0.0" whatever has happened.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Worker } from '#platform/capability.ts';
import type { Realm } from '#platform/db/realm.ts';
import { newId } from '#platform/ids.ts';
import { makeLog } from '#platform/log.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { heardMessages } from '../../../../tests/support/heard-messages.ts';
import { useHouse } from '../../../../tests/support/house.ts';
import {
  bounceDomain,
  noRealMail,
  type RealMail,
  receivers,
  startRealMail,
} from '../../../../tests/support/real-mail.ts';
import { type Provider, plainMessage } from '../providers/provider.ts';
import { bySmtp } from '../providers/smtp/smtp.ts';
import { mailboxReader } from './mailbox-reader.ts';

describe('a real mail server and a real mailbox', { skip: noRealMail }, () => {
  const { house, aCompany } = useHouse({ works: false });
  let mail: RealMail;
  let provider: Provider;
  const readers: Worker[] = [];
  before(async () => {
    mail = await startRealMail();
    const email = { smtpUrl: mail.smtpUrl, from: 'Acme <loans@example.com>', bounceDomain, bouncesUrl: mail.imapUrl };
    const { database, vault, clock, position } = house().service;
    provider = bySmtp({ settings: email, vault, publicUrl: null });
    const settings = { webhookDevHosts: new Set<string>(), sending: { email, webhook: null } };
    const tools = { database, vault, clock, position, settings, log: makeLog('silent') };
    // Two processes read: one has the lease.
    readers.push(mailboxReader.start(tools), mailboxReader.start(tools));
  });
  after(async () => {
    await Promise.all(readers.map((reader) => reader.stop()));
    await mail?.stop();
  });

  async function sent(realm: Realm, to: string): Promise<string> {
    const id = newId('EM');
    const text = 'Your statement is ready.';
    const message = { ...plainMessage, realm, id, channel: 'email', to, subject: 'Hello', text, purpose: 'x' } as const;
    assert.equal((await provider.send(message)).kind, 'done');
    return id;
  }

  const heard = (realm: Realm) => heardMessages(house(), realm);

  test('what cannot be delivered comes back, is kept once, and moved away', async () => {
    const { realm } = (await aCompany()).live;
    const id = await sent(realm, receivers.gone);
    await eventually('the report was moved', () => mail.countIn('Tenor') === 1 && mail.countIn('INBOX') === 0);
    const [bounced, ...more] = await heard(realm);
    assert.deepEqual(more, []);
    assert.deepEqual(bounced, {
      kind: 'bounced',
      messageId: id,
      isPermanent: true,
      code: '5.0.0',
      reason: 'It came back: the server refused it (5.0.0).',
    });
  });

  test('a full mailbox says nothing of the address, though the server states 5.0.0', async () => {
    const { realm } = (await aCompany()).live;
    const id = await sent(realm, receivers.full);
    const [bounced] = await eventually('the report was read', async () => {
      const all = await heard(realm);
      return all.length > 0 && all;
    });
    const reason = 'It came back: the mailbox is full (4.2.2).';
    assert.deepEqual(bounced, { kind: 'bounced', messageId: id, isPermanent: false, code: '4.2.2', reason });
  });

  test('an answer is one of its thread, and what is none of ours lies aside', async () => {
    const { realm } = (await aCompany()).live;
    const id = await sent(realm, receivers.there);
    const [letter] = await eventually('it arrived', () => {
      const letters = mail.arrived().filter((text) => text.includes(id));
      return letters.length > 0 && letters;
    });
    const [, messageId] = /^Message-ID:\s*(<[^>]+>)/im.exec(letter as string) ?? [];
    assert.match(letter as string, new RegExp(`^Return-path: <b\\+[a-z2-7.]{37}@${bounceDomain}>`, 'im'));
    mail.drop('From: spam@example.org\nSubject: Win\nMessage-ID: <1@example.org>\n\nBuy now\n');
    const answer = ['From: Ada <ada@example.com>', 'Subject: Re: Hello', 'Message-ID: <2@example.com>'];
    mail.drop(
      `${[...answer, `In-Reply-To: ${messageId}`].join('\n')}\n\nBaja\n\nEl lun, Acme escribió:\n> Your statement\n`,
    );
    await eventually('both were read', () => mail.countIn('Tenor-Other') === 1 && mail.countIn('INBOX') === 0);
    assert.deepEqual(await heard(realm), [
      {
        kind: 'replied',
        messageId: id,
        channel: 'email',
        from: 'ada@example.com',
        subject: 'Re: Hello',
        text: 'Baja',
        wish: 'stop',
      },
    ]);
  });
});
