// The page of the test mailbox, on a phone of 360 px and on a wide screen: a list, an email in a frame that runs nothing, a
// text as a bubble, a letter, and an answer that is given there. Needs Debian's chromium and playwright-core; without either
// it is skipped. TENOR_SCREENSHOTS names a folder for pictures of it.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { providersOf } from '#app/providers.ts';
import { type Outgoing, plainMessage } from '#capabilities/sending/providers/provider.ts';
import { unsubscribeUrl } from '#capabilities/sending/unsubscribe/token.ts';
import { eventually } from '../support/eventually.ts';
import { heardMessages } from '../support/heard-messages.ts';
import { type Company, useHouse } from '../support/house.ts';
import { launchChromium, reasonToSkip } from './chromium.ts';

const sizes = { phone: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } } as const;

const htmlWith = (
  picture: string,
): string => `<body style="margin:0;font-family:sans-serif"><table width="100%" style="background:#0b4f9e;color:#fff"><tr><td style="padding:16px;font-size:20px">Acme Lending</td></tr></table>
<div style="padding:16px"><h1 style="font-size:22px">Your statement is ready</h1><p>Dear Ada,</p><p>Your payment of <b>$171.20</b> is due on March 1.</p>
<script>parent.document.title = 'taken'; document.body.innerHTML = 'taken';</script><img src="${picture}" alt="" onerror="document.title = 'taken'"></div></body>`;

describe('the page of the test mailbox', { skip: reasonToSkip() }, () => {
  after(async () => browser?.close());
  const { house, aCompany } = useHouse({ works: false });
  let browser: Browser;
  let service: string;
  /** The host of a picture in the email. A browser tells of a request that the page's policy then keeps from being sent. */
  const elsewhere = createServer((request, response) => {
    heardElsewhere.push(request.url ?? '');
    response.end();
  });
  const heardElsewhere: string[] = [];
  let picturesAt: string;
  after(() => elsewhere.close());
  let company: Company;
  let key: string;
  before(async () => {
    service = await house().app.listen({ host: '127.0.0.1', port: 0 });
    await new Promise<void>((listens) => elsewhere.listen(0, '127.0.0.1', listens));
    picturesAt = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    browser = await launchChromium();
    company = await aCompany();
    key = (await company.test.made('/keys', { name: 'page' })).key;
    const { database, vault, clock, position } = house().service;
    const tools = { database, vault, clock, position, settings: { webhookDevHosts: new Set<string>() } };
    const keep = (more: Partial<Outgoing>) =>
      providersOf(tools, 'test')[more.channel ?? 'email']?.send({
        ...plainMessage,
        realm: company.test.realm,
        id: 'EM-AAAA-AAAA',
        channel: 'email',
        to: 'ada.byron@example.com',
        subject: null,
        text: 'Your statement is ready.',
        purpose: 'statement',
        ...more,
      });
    await keep({
      id: 'EM-AAAA-AAA1',
      channel: 'mail',
      to: 'Ada Byron\n1 Main St\nSpringfield, IL 62701',
      text: 'A letter',
    });
    await keep({
      id: 'EM-AAAA-AAA2',
      channel: 'text',
      to: '+13175551212',
      text: 'Acme: your payment of $171.20 is due on March 1. Reply STOP to opt out.',
    });
    await keep({
      id: 'EM-AAAA-AAA3',
      subject: 'Your statement is ready',
      html: htmlWith(`${picturesAt}pixel.gif`),
      mayUnsubscribe: true,
      senderName: 'Acme Lending',
    });
  });

  async function open(size: keyof typeof sizes): Promise<{ page: Page; asked: string[]; complaints: string[] }> {
    const page = await browser.newPage({ viewport: sizes[size] });
    const [asked, complaints]: [string[], string[]] = [[], []];
    page.on('request', (request) => void asked.push(request.url()));
    page.on('pageerror', (error) => void complaints.push(error.message));
    await page.goto(`${service}/test-mailbox`);
    await page.getByLabel('API key of test mode').fill(key);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('3 messages').waitFor();
    return { page, asked, complaints };
  }

  const picture = async (page: Page, name: string) => {
    const folder = process.env.TENOR_SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: join(folder, `mailbox-${name}.png`), fullPage: true });
  };
  const fits = async (page: Page) => {
    const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok((inner ?? 0) <= (outer ?? 0), `nothing hangs over: ${inner} of ${outer}`);
  };

  for (const size of ['phone', 'wide'] as const) {
    test(`shows each message as its receiver sees it (${size})`, async () => {
      const { page, asked, complaints } = await open(size);
      await fits(page);
      await picture(page, `${size}-list`);
      await page.getByRole('button', { name: /Your statement is ready/ }).click();
      const frame = page.frameLocator('iframe[title="The email"]');
      await frame.getByRole('heading', { name: 'Your statement is ready' }).waitFor();
      await frame.getByRole('link', { name: 'Unsubscribe' }).waitFor();
      assert.equal(await page.title(), 'Test mailbox', 'nothing in the email has run');
      await fits(page);
      await picture(page, `${size}-email`);
      if (size === 'phone') await page.getByRole('button', { name: 'All messages' }).click();
      await page.getByRole('button', { name: /Reply STOP/ }).click();
      await page.locator('.bubble').getByText('Acme: your payment').waitFor();
      await fits(page);
      await picture(page, `${size}-text`);
      if (size === 'phone') await page.getByRole('button', { name: 'All messages' }).click();
      await page.getByRole('button', { name: /A letter/ }).click();
      await page.locator('.window').getByText('1 Main St').waitFor();
      await picture(page, `${size}-letter`);
      const itsOwn = [service, picturesAt, 'data:', 'about:'];
      assert.deepEqual(
        [asked.filter((url) => !itsOwn.some((start) => url.startsWith(start))), heardElsewhere],
        [[], []],
        'nobody else is asked, not even for a picture',
      );
      assert.deepEqual(complaints, []);
      await page.close();
    });
  }

  test('takes an answer, and says what is wrong with a key', async () => {
    const { page } = await open('wide');
    await page.getByRole('button', { name: /Reply STOP/ }).click();
    await page.getByLabel('Answer as the person who got it').fill('ALTO');
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await page.getByText('The answer was taken.').waitFor();
    await eventually('it was heard', async () =>
      (await heardMessages(house(), company.test.realm)).some((one) => one.kind === 'replied' && one.wish === 'stop'),
    );
    await page.getByLabel('API key of test mode').fill('nonsense');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('#said.wrong').waitFor();
    await page.close();
  });

  test('a link to unsubscribe opens a page for a phone, and its button works without a script', async () => {
    const { vault } = house().service;
    const url = unsubscribeUrl(vault, service, { realm: company.test.realm, id: 'EM-AAAA-AAA3' });
    const context = await browser.newContext({ viewport: sizes.phone, javaScriptEnabled: false, locale: 'es-MX' });
    const page = await context.newPage();
    await page.goto(url);
    await fitsWithoutScript(page);
    await picture(page, 'unsubscribe');
    await page.getByRole('button', { name: 'Darse de baja' }).click();
    await page.getByText('Se ha dado de baja.').waitFor();
    await picture(page, 'unsubscribed');
    await context.close();
  });

  async function fitsWithoutScript(page: Page): Promise<void> {
    const box = await page.locator('main').boundingBox();
    assert.ok((box?.width ?? 0) <= sizes.phone.width);
  }
});
