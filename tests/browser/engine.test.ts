// The engine in a browser, where there is no Node: the same loan, the same account to the last fraction of a cent.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { calculate } from '@tenor/engine/calc/calculate.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Browser } from 'playwright-core';
import { launchChromium, reasonToSkip } from './chromium.ts';

const example = JSON.parse(readFileSync('engine/calc/example.json', 'utf8'));

/** The sources as they are, without their types: no build, no bundler. */
function serveEngine(): FastifyInstance {
  const app = Fastify();
  app.get('/', (_, reply) => reply.type('text/html').send('<!doctype html><title>Engine</title>'));
  app.get('/engine/*', (request, reply) => {
    const path = `engine/${(request.params as { '*': string })['*']}`;
    assert.match(path, /^engine\/[\w/-]+\.ts$/);
    return reply.type('text/javascript').send(stripTypeScriptTypes(readFileSync(path, 'utf8')));
  });
  return app;
}

describe('the engine in a browser', { skip: reasonToSkip() }, () => {
  let app: FastifyInstance;
  let origin: string;
  let browser: Browser;

  before(async () => {
    app = serveEngine();
    origin = await app.listen({ host: '127.0.0.1', port: 0 });
    browser = await launchChromium();
  });

  after(async () => {
    await browser?.close();
    await app?.close();
  });

  test('every report of the example reads as in Node', async () => {
    const questions = ['schedule', 'apr', 'replay', 'payoff', 'explain'] as const;
    const page = await browser.newPage();
    await page.goto(origin);
    const there = await page.evaluate(
      async ([from, whats, input]) => {
        const engine = await import(`${from}/engine/calc/calculate.ts`);
        return whats.map((what) => engine.calculate(what, input, {}).json);
      },
      [origin, questions, example] as const,
    );
    assert.deepEqual(
      there,
      questions.map((what) => calculate(what, example, {}).json),
    );
  });
});
