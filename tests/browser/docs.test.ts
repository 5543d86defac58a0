// The API page in a real browser, where alone it can be seen that it draws the description and asks nobody outside.
// Needs Debian's chromium and playwright-core; without either it is skipped and says so.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { registerDocsPage } from '#app/docs-page/index.ts';
import { aDescription } from './a-description.ts';
import { launchChromium, reasonToSkip } from './chromium.ts';

const description = aDescription();
const operations = Object.values(description.paths).flatMap((path) => Object.values(path));

describe('the API page in a browser', { skip: reasonToSkip() }, () => {
  let app: FastifyInstance;
  let origin: string;
  let browser: Browser;

  before(async () => {
    app = aService();
    origin = await app.listen({ host: '127.0.0.1', port: 0 });
    browser = await launchChromium();
  });

  after(async () => {
    await browser?.close();
    await app?.close();
  });

  test('it shows the title and every operation, and asks nobody but the service', async () => {
    const { page, seen } = await openDocs(browser, origin);
    assert.ok(operations.length >= 10);
    await openEveryTag(page);
    for (const { summary } of operations) {
      await page.getByRole('link', { name: summary }).first().click();
      await page.getByRole('heading', { name: summary }).first().waitFor();
    }
    await search(page, 'payment', 'Record a payment');
    await page.waitForLoadState('networkidle');

    assert.deepEqual(new Set(seen.requests.map((url) => new URL(url).origin)), new Set([origin]));
    // Scalar's validation library tries once whether it may compile code from text, and interprets when refused.
    assert.deepEqual(seen.refusals, ['script-src eval']);
    assert.deepEqual(seen.errors, []);
  });

  test('there is a heading at once, long before the script has drawn, and one heading in the end', async () => {
    const page = await browser.newPage();
    await page.route('**/docs/scalar.js', () => {}); // It never comes.
    await page.goto(`${origin}/docs`, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { page: drawn } = await openDocs(browser, origin);
    assert.equal(await drawn.getByRole('heading', { level: 1 }).count(), 1);
  });

  test('a test request carries the key and goes to the address the reader came by', async () => {
    // The description names another address (its public one); the reader came by `localhost`.
    const here = origin.replace('127.0.0.1', 'localhost');
    const { page, seen } = await openDocs(browser, here);
    await page.getByRole('textbox', { name: 'Bearer Token' }).first().fill('a-test-key');
    await page.getByRole('button', { name: /Test Request.*get \/people\)/ }).click();
    const sent = page.waitForResponse((response) => response.url().startsWith(`${here}/api/people?`));
    await page.getByRole('button', { name: /^Send/ }).first().click();
    const answer = (await (await sent).json()) as { authorization: string };
    assert.equal(answer.authorization, 'Bearer a-test-key');
    assert.deepEqual(seen.errors, []);

    await page.reload();
    await drawnHeading(page);
    assert.doesNotMatch(await storedText(page), /a-test-key/);
  });
});

// The console does not always say what the policy refused; the browser's own event does. (Text, because our types know
// no browser.)
const tellRefusals = `document.addEventListener('securitypolicyviolation', (event) => {
  console.log('refused: ' + event.effectiveDirective + ' ' + event.blockedURI);
});`;

interface Seen {
  readonly requests: string[];
  readonly errors: string[];
  /** What the browser refused by the page's policy, as `directive what`. */
  readonly refusals: string[];
}

async function openDocs(browser: Browser, origin: string): Promise<{ page: Page; seen: Seen }> {
  const seen: Seen = { requests: [], errors: [], refusals: [] };
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.on('request', (request) => seen.requests.push(request.url()));
  page.on('pageerror', (error) => seen.errors.push(String(error)));
  page.on('console', (message) => {
    if (message.text().startsWith('refused: ')) seen.refusals.push(message.text().slice('refused: '.length));
    else if (message.type() === 'error') seen.errors.push(message.text());
  });
  await page.addInitScript({ content: tellRefusals });
  await page.goto(`${origin}/docs`);
  await drawnHeading(page);
  return { page, seen };
}

const drawnHeading = (page: Page): Promise<void> =>
  page.locator('#app').getByRole('heading', { name: description.info.title, level: 1 }).waitFor();

/** The description, and an API that answers with the key it was called with. */
function aService(): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  registerDocsPage(app, { openapiPath: '/openapi.json' });
  app.get('/openapi.json', () => description);
  app.get('/api/people', ({ headers }) => ({ authorization: headers.authorization }));
  return app;
}

/** The page opens only its first tag by itself. */
async function openEveryTag(page: Page): Promise<void> {
  for (const { name } of description.tags) {
    const toggle = page.getByRole('button', { name: `Open Group - ${name}` });
    if (await toggle.isVisible()) await toggle.click();
  }
}

async function search(page: Page, words: string, found: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(words);
  await page.getByRole('option', { name: found }).first().waitFor();
  await page.keyboard.press('Escape');
}

async function storedText(page: Page): Promise<string> {
  return page.evaluate(
    'JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])',
  );
}
