// The page of an upload link on a phone of 360 px: in two languages, over a slow network, with a connection that is lost
// and comes back, and after the page was closed. Needs Debian's chromium and playwright-core; without either it is
// skipped. TENOR_SCREENSHOTS names a folder for pictures of it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { aPerson, type Client, useHouse } from '../support/house.ts';
import { launchChromium, reasonToSkip } from './chromium.ts';

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const MB = 1_048_576;
const fast = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const slow = { offline: false, latency: 300, downloadThroughput: 50_000, uploadThroughput: MB };

describe('the page of an upload link', { skip: reasonToSkip() }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenor-upload-page-'));
  // Before the house closes, which waits for connections.
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });
  const { house, aCompany } = useHouse({ works: false });
  let browser: Browser;
  let service: string;
  let api: Client;
  let personId: string;
  before(async () => {
    service = await house().app.listen({ host: '127.0.0.1', port: 0 });
    browser = await launchChromium();
    api = (await aCompany()).test;
    personId = (await api.made('/people', aPerson())).id;
  });

  function aFile(
    name: string,
    length: number,
    start = '%PDF-1.7\n',
  ): { readonly path: string; readonly sha256: string } {
    const bytes = Buffer.concat([Buffer.from(start), Buffer.alloc(length, 'a pay slip. ')]);
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return { path, sha256: createHash('sha256').update(bytes).digest('hex') };
  }
  const addressOf = async (body: object = {}): Promise<string> => {
    const link = await api.made(`/people/${personId}/document-upload-links`, { documentType: 'evidence', ...body });
    return `${service}/api/document-uploads/${link.key}`;
  };
  async function onPhone(locale = 'en-US'): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
    const context = await browser.newContext({ ...phone, locale });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/ERR_INTERNET|status of 4/.test(message.text()))
        complaints.push(message.text());
    });
    return { context, page, complaints };
  }
  const picture = async (page: Page, name: string): Promise<void> => {
    const { TENOR_SCREENSHOTS: kept } = process.env;
    if (kept !== undefined) await page.screenshot({ path: join(kept, `${name}.png`), fullPage: true });
  };
  const shown = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
  const isWithin = async (page: Page): Promise<boolean> =>
    page.evaluate('document.documentElement.scrollWidth <= innerWidth');
  const network = async (page: Page): Promise<CDPSession> => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    return session;
  };
  const documents = async (): Promise<{ fileName: string; sha256: string }[]> =>
    (await api.get(`/people/${personId}/documents`)).body;

  test('says what is asked in the language of the browser, and in the other one', async () => {
    const { context, page, complaints } = await onPhone('es-MX');
    await page.goto(await addressOf({ maxDocuments: 3 }));
    await shown(page, 'Envíe sus documentos');
    await shown(page, 'Puede enviar 3 documentos más.');
    assert.equal(await page.locator('html').getAttribute('lang'), 'es');
    await picture(page, 'spanish');
    await page.getByText('English').click();
    await shown(page, 'Send your documents');
    await shown(page, /asks you for: supporting document/);
    assert.ok(await isWithin(page), 'nothing is wider than the phone');
    for (const [label, id] of [
      ['Choose files', 'files'],
      ['Take a photo', 'photo'],
    ] as const) {
      assert.equal(await page.getByLabel(label).getAttribute('id'), id);
    }
    assert.equal(await page.getByLabel('Take a photo').getAttribute('capture'), 'environment');
    await picture(page, 'english');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('goes on by itself when a lost connection is back, and sends nothing twice', async () => {
    const { context, page, complaints } = await onPhone();
    const file = aFile('a long pay slip with a name that is longer than a phone is wide.pdf', 9 * MB);
    await page.goto(await addressOf());
    const session = await network(page);
    await session.send('Network.emulateNetworkConditions', slow);
    const offsets: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(new URL(request.url()).searchParams.get('offset') as string);
    });
    await page.getByLabel('Choose files').setInputFiles(file.path);
    await eventually('the second slice is on its way', async () => offsets.includes(String(4 * MB)) || undefined);
    await shown(page, /Sending, \d+ %/);
    await picture(page, 'sending');
    await session.send('Network.emulateNetworkConditions', { ...slow, offline: true });
    await shown(page, /The connection was lost/);
    await picture(page, 'lost');
    await session.send('Network.emulateNetworkConditions', fast);
    await shown(page, 'Received. Thank you.');
    await shown(page, /All documents were sent/);
    await picture(page, 'received');
    assert.ok(await isWithin(page));
    assert.equal(offsets.filter((offset) => offset === '0').length, 1, 'the first slice was not sent again');
    const [sent] = await documents();
    assert.deepEqual([sent?.fileName, sent?.sha256], [file.path.slice(folder.length + 1), file.sha256]);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('goes on after it was closed, once the file is chosen again, although the link is used up', async () => {
    const { context, page } = await onPhone();
    const file = aFile('closed.pdf', 6 * MB);
    const address = await addressOf();
    await page.goto(address);
    const session = await network(page);
    await session.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: 2 * MB });
    const offsets: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(new URL(request.url()).searchParams.get('offset') as string);
    });
    await page.getByLabel('Choose files').setInputFiles(file.path);
    await eventually('the second slice is on its way', async () => offsets.length > 1 || undefined);
    await page.close();
    const again = await context.newPage();
    await again.goto(address);
    await shown(again, /closed.pdf was not sent to its end/);
    await picture(again, 'closed');
    await again.getByLabel('Choose files').setInputFiles(file.path);
    await shown(again, 'Received. Thank you.');
    assert.equal(offsets.filter((offset) => offset === '0').length, 1);
    const [sent, ...others] = await documents();
    assert.equal(sent?.sha256, file.sha256);
    assert.equal(others.filter(({ fileName }) => fileName === 'closed.pdf').length, 0);
    await context.close();
  });

  test('says kindly what is not taken, and does not lose the rest', async () => {
    const { context, page } = await onPhone();
    await page.goto(await addressOf({ maxDocuments: 2, maxContentLength: MB }));
    const choose = (...files: readonly { readonly path: string }[]) =>
      page.getByLabel('Choose files').setInputFiles(files.map(({ path }) => path));
    await choose(aFile('film.zip', 100, 'PK\x03\x04'), aFile('large.pdf', 2 * MB), aFile('right.pdf', 100));
    await shown(page, /This kind of file is not taken/);
    await shown(page, /This file is too large: at most 1 MB/);
    await shown(page, 'Received. Thank you.');
    await shown(page, 'You can send one more document.');
    // Only its bytes tell what it is. Its document is there by then, and takes the next file.
    await choose(aFile('disguised.pdf', 100, 'PK\x03\x04'));
    await eventually('it is refused', async () => (await page.locator('.is-wrong').count()) === 3 || undefined);
    await shown(page, 'You can send one more document.');
    await picture(page, 'refused');
    await page.reload();
    await choose(aFile('second.pdf', 100), aFile('third.pdf', 100));
    await shown(page, 'This link takes no more files than these. The others were not sent.');
    await shown(page, /All documents were sent/);
    assert.deepEqual(
      (await documents()).slice(0, 2).map(({ fileName }) => fileName),
      ['second.pdf', 'right.pdf'],
    );
    await context.close();
  });

  test('of a link that has ended says so, in a page', async () => {
    const { context, page } = await onPhone();
    const link = await api.made(`/people/${personId}/document-upload-links`, { documentType: 'other' });
    await api.delete(`/people/${personId}/document-upload-links/${link.id}`);
    const answer = await page.goto(`${service}/api/document-uploads/${link.key}`);
    assert.equal(answer?.status(), 410);
    await shown(page, /This link was withdrawn/);
    await picture(page, 'withdrawn');
    assert.equal((await page.goto(`${service}/api/document-uploads/x.y`))?.status(), 404);
    await shown(page, /This link is not complete/);
    await context.close();
  });
});

describe('the page of an upload link with a scanner', { skip: reasonToSkip() }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenor-upload-scanned-'));
  const program = join(folder, 'scan.sh');
  writeFileSync(program, '#!/bin/sh\nif /usr/bin/grep -q HARMFUL; then echo "stdin: Harm FOUND"; exit 1; fi\n', {
    mode: 0o755,
  });
  let browser: Browser | undefined;
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });
  const { house, aCompany } = useHouse({ scanner: { kind: 'command', command: [program] } });

  test('says that a virus was found, and takes another file in its place', async () => {
    const service = await house().app.listen({ host: '127.0.0.1', port: 0 });
    browser = await launchChromium();
    const { test: api } = await aCompany();
    const { id } = await api.made('/people', aPerson());
    const link = await api.made(`/people/${id}/document-upload-links`, { documentType: 'evidence' });
    const page = await (await browser.newContext({ ...phone, locale: 'en-US' })).newPage();
    await page.goto(`${service}/api/document-uploads/${link.key}`);
    const send = async (name: string, text: string): Promise<void> => {
      writeFileSync(join(folder, name), `%PDF-1.7 ${text}`);
      await page.getByLabel('Choose files').setInputFiles(join(folder, name));
    };
    await send('harmful.pdf', 'HARMFUL');
    await page
      .locator('.is-wrong')
      .getByText(/A virus was found in this file/)
      .waitFor();
    await page.getByText('You can send one more document.').waitFor();
    await send('clean.pdf', 'a pay slip');
    await page.locator('.is-done').getByText('Received. Thank you.').waitFor();
    const documents: { fileName: string; scanStatus: string }[] = (await api.get(`/people/${id}/documents`)).body;
    assert.deepEqual(
      documents.map(({ fileName }) => fileName),
      ['clean.pdf'],
    );
  });
});
