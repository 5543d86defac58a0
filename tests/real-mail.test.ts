// The whole way of an email in live mode, over a real mail server and a real mailbox: it goes out, comes back, is read, marks
// the contact, and the next one goes to the second address, where it arrives. An answer stops further ones.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aReader, sentTo } from './support/a-reader.ts';
import { movableClock } from './support/clock.ts';
import { eventually } from './support/eventually.ts';
import { type Answer, aHouse, anEmail, type Client, type House } from './support/house.ts';
import { bounceDomain, noRealMail, type RealMail, receivers, startRealMail } from './support/real-mail.ts';

const daySeconds = 86_400;

describe('an email in live mode', { skip: noRealMail }, () => {
  let mail: RealMail;
  let house: House;
  let api: Client;
  before(async () => {
    mail = await startRealMail();
    const email = { smtpUrl: mail.smtpUrl, from: 'Acme <loans@example.com>', bounceDomain, bouncesUrl: mail.imapUrl };
    const clock = movableClock();
    // Noon in the borrower's zone: at night the message would wait.
    const second = Math.floor(clock.micros() / 1e6) % daySeconds;
    clock.moveOn(((17 * 3_600 - second + daySeconds) % daySeconds) + 1);
    house = await aHouse({ clock, sending: { email, webhook: null, publicUrl: 'https://loans.example.com' } });
    api = (await house.aCompany()).live;
  });
  after(async () => {
    await house?.close();
    await mail?.stop();
  });

  test('comes back, and the next one goes to the second address, from where an answer returns', async () => {
    const reader = await aReader(api);
    const contacts = `${reader.path}/contacts`;
    await api.put(`${contacts}/${reader.emailId}`, { value: receivers.gone });
    const second = { affiliation: 'self', status: 'secondary', value: receivers.there };
    const { id: secondId } = await api.made(contacts, anEmail(second));

    const first = await sentTo(api, reader);
    const interaction = async (id: string): Promise<Answer['body']> => (await api.get(`/interactions/${id}`)).body.data;
    const failed = await eventually(
      'it came back',
      async () => {
        const found = await interaction(first.id);
        return found.status === 'failed' && found;
      },
      () => JSON.stringify(first),
    );
    assert.deepEqual([failed.statusDetails, failed.undeliverable], ['emailBounced', true]);
    assert.equal((await api.get(`${contacts}/${reader.emailId}`)).body.data.valid, false);

    const next = await sentTo(api, reader);
    assert.equal(next.contactId, secondId);
    const [letter] = await eventually('it arrived', () => mail.arrived().length > 0 && mail.arrived());
    assert.match(letter as string, /^Envelope-to: who@there\.test/im);
    const [, messageId] = /^Message-ID:\s*(<[^>]+>)/im.exec(letter as string) ?? [];
    const heads = [`From: ${receivers.there}`, 'Subject: Re: Hello', 'Message-ID: <answer@there.test>'];
    mail.drop(`${heads.join('\n')}\nIn-Reply-To: ${messageId}\n\nI paid yesterday.\n`);
    const [answered] = await eventually('the answer is in its thread', async () => {
      const { data } = (await api.get(`${reader.path}/interactions?direction=inbound`)).body;
      return data.length > 0 && data;
    });
    assert.deepEqual([answered.channel, answered.contactId], ['email', secondId]);
  });
});
