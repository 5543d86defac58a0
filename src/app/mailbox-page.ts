// The page /test-mailbox, for a person with a browser: what would have been sent, as its receiver sees it. Like the docs it
// is a plain route; what it shows it asks the service for, with the key that is typed into it.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { lazyAsset, serveAsset } from './docs-page/assets.ts';

/** Emails bring styles of their own, which the frame that shows them may use; neither scripts nor anybody else's files. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data: blob:',
  "connect-src 'self'",
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

const folder = new URL('../capabilities/sending/mailbox-page/', import.meta.url);

export function registerMailboxPage(app: FastifyInstance): void {
  const serve = (path: string, file: string, type: string) => {
    const asset = lazyAsset(() => readFile(new URL(file, folder)));
    app.get(
      path,
      serveAsset(() => asset, `${type}; charset=utf-8`, headers),
    );
  };
  serve('/test-mailbox', 'page.html', 'text/html');
  serve('/test-mailbox/page.css', 'page.css', 'text/css');
  serve('/test-mailbox/page.js', 'page.js', 'text/javascript');
}
