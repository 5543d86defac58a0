// The API page at /docs, for a person with a browser, and the guides beside it. Scalar draws the page from the service's
// own description. Everything it needs is served from here, and the policy below keeps the browser from asking anybody
// else. README.md says why it is Scalar.

import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { lazyAsset, serveAsset } from './assets.ts';
import { guides, htmlOfGuide, htmlOfList, llmsText, markdownOf } from './guides.ts';
import { pageHtml } from './page.ts';

// Scalar writes its styles into the page, hence 'unsafe-inline' for styles and for nothing else. Its validation library
// tries once whether it may compile code from text, is refused, and interprets instead.
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  // The page has links to other sites, which must not learn the address of the service.
  'referrer-policy': 'no-referrer',
  // The browser keeps the files but asks each time whether they changed (304 by ETag), so that an upgrade never mixes
  // versions.
  'cache-control': 'no-cache',
};

/**
 * These are plain routes, so the OpenAPI document does not list them. Files are read from disk when somebody first
 * opens the page.
 */
export function registerDocsPage(app: FastifyInstance, options: { openapiPath: string }): void {
  const html = pageHtml(options.openapiPath);
  const page = (text: string) => (_request: unknown, reply: FastifyReply) =>
    reply.headers(pageHeaders).type('text/html; charset=utf-8').send(text);
  app.get('/docs', page(html));
  app.get('/docs/scalar.js', serveFile('vendor/scalar.js', 'javascript', plainlySaid));
  app.get('/docs/start.js', serveFile('start.js', 'javascript'));
  app.get('/docs/guides.js', serveFile('guides.js', 'javascript'));
  app.get('/docs/pages.css', serveFile('pages.css', 'css'));
  app.get(
    '/docs/guides',
    serveText('html', async () => htmlOfList()),
  );
  app.get(
    '/llms.txt',
    serveText('plain', async () => llmsText()),
  );
  for (const guide of guides) {
    app.get(
      `/docs/${guide.name}`,
      serveText('html', () => htmlOfGuide(guide)),
    );
    app.get(
      `/docs/${guide.name}.md`,
      serveText('markdown', () => markdownOf(guide)),
    );
  }
}

function serveText(type: 'html' | 'markdown' | 'plain', make: () => Promise<string>) {
  const text = lazyAsset(async () => Buffer.from(await make()));
  return serveAsset(() => text, `text/${type}; charset=utf-8`, pageHeaders);
}

function serveFile(path: string, type: 'javascript' | 'css', changed = (content: Buffer): Buffer => content) {
  const file = lazyAsset(async () => changed(await readFile(new URL(path, import.meta.url))));
  return serveAsset(() => file, `text/${type}; charset=utf-8`, pageHeaders);
}

/** What Scalar shows in an empty field for a key: a joke in base64, which readers take for a key. */
export const jokeOfScalar = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT';

const plainlySaid = (script: Buffer): Buffer =>
  Buffer.from(script.toString().replaceAll(jokeOfScalar, 'The key that the first start printed'));
