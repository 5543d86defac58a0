// The API page at /docs, for a person with a browser. Scalar draws it from the service's own description. Everything it
// needs is served from here, and the policy below keeps the browser from asking anybody else. README.md says why it is
// Scalar.

import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { lazyAsset, serveAsset } from './assets.ts';
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
  app.get('/docs', (_request, reply) => reply.headers(pageHeaders).type('text/html; charset=utf-8').send(html));
  app.get('/docs/scalar.js', serveScript('vendor/scalar.js'));
  app.get('/docs/start.js', serveScript('start.js'));
}

function serveScript(path: string) {
  const script = lazyAsset(() => readFile(new URL(path, import.meta.url)));
  return serveAsset(() => script, 'text/javascript; charset=utf-8', pageHeaders);
}
