// Emails that come back, as they are met: reports, complaints, answers in two languages, answers by programs, and bytes that
// are no email at all.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { keyring } from '#platform/crypto/keyring.ts';
import { vault } from '#platform/crypto/vault.ts';
import { seed } from '../../../../tests/support/seed.ts';
import { nameOfMessage } from '../message-address.ts';
import { readEmail } from './read-email.ts';

const own = vault(keyring(Buffer.alloc(32, 1)));
const named = { realm: { mode: 'live', companyId: 'CP-ABCD-EFGH' }, messageId: 'EM-7KQ2-M9XA' } as const;
const name = nameOfMessage(own, named);
const ours = `<EM-7KQ2-M9XA.${name}@example.com>`;

const read = (lines: readonly string[]) => readEmail(own, Buffer.from(lines.join('\r\n')));
const answer = (body: readonly string[], heads: readonly string[] = []) =>
  read([
    'From: Ada <ada@example.org>',
    'Subject: Re: Your statement',
    'Message-ID: <1@example.org>',
    `In-Reply-To: ${ours}`,
    'Content-Type: text/plain; charset=utf-8',
    ...heads,
    '',
    ...body,
  ]);

describe('an answer', () => {
  test('is of its thread, without what it quotes', async () => {
    const quotes = [
      ['On Mon, Nov 2, 2026 at 9:00 AM Acme <loans@example.com> wrote:', '> It is ready.'],
      ['El lun, 2 nov 2026 a las 9:00, Acme (<loans@example.com>) escribió:', '> Está listo.'],
      ['-----Original Message-----', 'From: Acme', 'It is ready.'],
      ['________________________________', 'From: Acme', 'Sent: Monday'],
      ['De: Acme <loans@example.com>', 'Enviado el: lunes', 'Para: Ada'],
      ['> It is ready.'],
      ['-- ', 'Ada Byron'],
      ['Enviado desde mi iPhone'],
    ];
    for (const quote of quotes) {
      const { about, heard } = await answer(['¿Cuándo vence?', '', ...quote]);
      assert.deepEqual(about, named);
      assert.ok(heard?.kind === 'replied', quote[0]);
      assert.deepEqual([heard.text, heard.from, heard.wish], ['¿Cuándo vence?', 'ada@example.org', null], quote[0]);
    }
  });

  test('has the words of its HTML where it has no text', async () => {
    const html = '<style>p{}</style><p>Call me&nbsp;please</p><blockquote>It is ready</blockquote>';
    const { heard } = await answer([html], ['Content-Type: text/html']);
    assert.ok(heard?.kind === 'replied');
    assert.match(heard.text, /Call me/);
  });

  test('by a program is none', async () => {
    for (const head of ['Auto-Submitted: auto-replied', 'Precedence: bulk', 'X-Autoreply: yes']) {
      const { about, heard } = await answer(['I am away.'], [head]);
      assert.deepEqual([about, heard], [named, undefined], head);
    }
    const away = ['From: a@example.org', 'Subject: Respuesta automática: Hola', `References: ${ours}`, '', 'x'];
    assert.equal((await read(away)).heard, undefined);
    const { heard } = await answer(['Hi'], ['Auto-Submitted: no']);
    assert.equal(heard?.kind, 'replied');
  });

  test('that names a message by a name of somebody else is none of ours', async () => {
    const forged = name.slice(0, -1) + (name.endsWith('a') ? 'b' : 'a');
    const { about, heard } = await read(['From: a@example.org', `In-Reply-To: <EM-7KQ2-M9XA.${forged}@x.y>`, '', 'hi']);
    assert.deepEqual([about, heard], [null, undefined]);
  });
});

const multipart = (type: string, parts: readonly (readonly [string, string])[]) => [
  'From: MAILER-DAEMON@mx.test',
  `To: b+${name}@b.example.com`,
  'Message-ID: <report@mx.test>',
  'Auto-Submitted: auto-replied',
  `Content-Type: multipart/report; report-type=${type}; boundary=xyz`,
  'MIME-Version: 1.0',
  '',
  ...parts.flatMap(([kind, text]) => ['--xyz', `Content-Type: ${kind}`, '', text]),
  '--xyz--',
];

describe('a report', () => {
  test('of a mail server is about the message in the address it came to', async () => {
    const status =
      'Reporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822;a@b.c\r\nAction: failed\r\nStatus: 5.1.1\r\n';
    const { id, heard } = await read(
      multipart('delivery-status', [
        ['text/plain', 'Sorry.'],
        ['message/delivery-status', status],
      ]),
    );
    assert.equal(id, '<report@mx.test>');
    const reason = 'It came back: there is no such mailbox (5.1.1).';
    assert.deepEqual(heard, { kind: 'bounced', messageId: named.messageId, isPermanent: true, code: '5.1.1', reason });
  });

  test('of a complaint is one, and that it is no spam is nothing', async () => {
    const about = (type: string) =>
      read(
        multipart('feedback-report', [
          ['text/plain', 'A complaint.'],
          ['message/feedback-report', `Feedback-Type: ${type}\r\nVersion: 1\r\n`],
          ['message/rfc822', `Message-ID: ${ours}\r\nFrom: loans@example.com\r\n\r\nIt is ready.`],
        ]),
      );
    assert.deepEqual((await about('abuse')).heard, { kind: 'complained', messageId: named.messageId });
    assert.equal((await about('opt-out')).heard?.kind, 'optedOut');
    assert.equal((await about('not-spam')).heard, undefined);
  });

  test('without a report is an email that came back for a reason that nobody knows', async () => {
    const { heard } = await read(['From: MAILER-DAEMON@mx.test', `To: b+${name}@b.example.com`, '', 'no such user']);
    assert.ok(heard?.kind === 'bounced');
    assert.deepEqual([heard.isPermanent, heard.code], [false, null]);
  });
});

describe('whatever comes', () => {
  test('is read or refused, never more than that', async () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom('\r\n', '\r\n\r\n', ': ', '--xyz', 'Content-Type: multipart/mixed; boundary=xyz', ours, name),
      fc.constantFrom('message/delivery-status', 'Action: failed', 'Content-Transfer-Encoding: base64', '<style', '>'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const { about, heard } = await readEmail(own, Buffer.from(pieces.join('')));
        assert.ok(about !== null || heard === undefined);
      }),
      { seed, numRuns: 500 },
    );
  });

  test('that nests without end, or opens what it never closes, ends soon', async () => {
    const deep = Array.from({ length: 300 }, (_, i) => [
      `Content-Type: multipart/mixed; boundary=b${i}`,
      '',
      `--b${i}`,
    ]).flat();
    await assert.rejects(read(deep));
    const { heard } = await answer(['<style '.repeat(40_000)], ['Content-Type: text/html']);
    assert.equal(heard?.kind, 'replied');
  });
});
