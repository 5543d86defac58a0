// An email that is written at once is byte for byte the one that the library writes through its streams. In texts above
// 64 KB a line may be broken elsewhere, which a reader does not see.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import MailComposer from 'nodemailer/lib/mail-composer';
import { textsAtOnce } from './texts-at-once.ts';

const html = `<html><body>${'<p>Your payment of 150.00 = é is due.</p>'.repeat(40)}</body></html>`;

describe('an email of texts alone', () => {
  for (const [name, texts] of Object.entries({
    'a short line': { text: 'It is ready.' },
    'nothing at all': { text: '' },
    'lines that end in a line feed alone': { text: 'It is\nready.\n', html: '<p>It is\nready.</p>\n' },
    'lines that end in white space': { text: 'one  \ntwo \t\nthree \n\n', html: '<p>x</p>' },
    'a carriage return alone': { text: 'one\rtwo\r\nthree\n\n\n' },
    'a carriage return at its end': { text: 'one\r' },
    'signs that are written as others': { text: 'a =20 b\n'.repeat(100) },
    'long lines': { text: 'x'.repeat(3_000), html: html.repeat(20) },
    'a language with accents': { text: 'Año nuevo: ñandú — '.repeat(30), html },
    'a language without Latin letters': { text: '你好，世界。'.repeat(50), html: '<p>你好</p>' },
  })) {
    test(`with ${name}`, async () => {
      const email = new MailComposer({
        from: { name: 'Acme, "Préstamos"', address: 'loans@example.com' },
        to: { name: '', address: 'ada@example.org' },
        subject: 'Your payment, señora',
        headers: { 'List-Unsubscribe': { prepared: true, value: '<https://example.com/unsubscribe/abc>' } },
        newline: 'win',
        ...texts,
      }).compile();
      assert.equal((await textsAtOnce(email)).toString(), (await email.build()).toString());
    });
  }
});
