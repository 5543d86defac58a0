// Amounts, rates, dates and instants over HTTP: exact from the text of the request to the text of the answer. The test
// adds an endpoint that echoes them.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { rememberAnswers } from '#platform/answers/remembered.ts';
import { makeApp } from '#platform/http/app.ts';
import { ownCounts } from '#platform/http/common-counts.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { Amount, DateOnly, DateTime, MetaData, Nullable, Rate } from '#platform/input/schemas.ts';
import { makeLog } from '#platform/log.ts';
import { makeMetrics } from '#platform/metrics.ts';
import { useHouse } from './support/house.ts';

const Values = Type.Object({
  amount: Type.Optional(Nullable(Amount)),
  parts: Type.Optional(Type.Array(Type.Object({ amount: Amount }))),
  rate: Type.Optional(Rate),
  date: Type.Optional(DateOnly),
  at: Type.Optional(DateTime),
  metaData: Type.Optional(MetaData),
});

const echo = endpoint({
  name: 'echo.values',
  method: 'POST',
  path: '/echo',
  summary: 'Give back what came',
  permission: 'company:read',
  shape: 'single',
  body: Values,
  answer: Values,
  example: { body: {}, answer: {} },
  command: async (_ctx, _tx, { body }) => body,
});

describe('values over HTTP', () => {
  const { house, aCompany } = useHouse();
  let app: FastifyInstance;
  let key: string;
  before(async () => {
    const { service } = house();
    const options = {
      publicUrl: () => '',
      syncTimeoutMs: 1000,
      trustProxy: false,
      limitsPerMinute: { key: 0, company: 0, address: 0 },
      countGuess: async () => {},
      waitFor: (_: unknown, ask: () => Promise<never>) => ask(),
      namesOfUsers: async () => new Map(),
      counts: ownCounts(service.clock),
      processes: 1,
      versionSteps: [],
      answers: rememberAnswers(0, service.clock),
      release: 'test',
    };
    app = makeApp({
      ...service,
      ...options,
      endpoints: [echo],
      log: makeLog('silent'),
      metrics: makeMetrics(),
      origins: { allows: async () => false, anyAllows: async () => false },
    });
    key = (await aCompany()).test.key;
  });

  async function echoed(body: string, type = 'application/json'): Promise<{ status: number; text: string }> {
    const headers = { 'content-type': type, 'x-api-key': key };
    const answer = await app.inject({ method: 'POST', url: '/api/echo', headers, payload: body });
    return { status: answer.statusCode, text: answer.body.replace(/^\{"status":200,"data":(.*)\}$/, '$1') };
  }

  test('an amount has exactly two decimals on its way out, however it was written', async () => {
    for (const [source, shown] of [
      ['1e2', '100.00'],
      ['12.5', '12.50'],
      ['"12.5"', '12.50'],
      ['75.50', '75.50'],
      ['0', '0.00'],
      ['-0.05', '-0.05'],
      ['0.1', '0.10'],
      ['999999999999.99', '999999999999.99'],
      ['null', 'null'],
    ]) {
      assert.deepEqual(await echoed(`{"amount":${source}}`), { status: 200, text: `{"amount":${shown}}` });
    }
    assert.equal(
      (await echoed('{"parts":[{"amount":1},{"amount":2.5}]}')).text,
      '{"parts":[{"amount":1.00},{"amount":2.50}]}',
    );
  });

  test('what is not an amount is refused, and the field named', async () => {
    for (const source of [
      '0.30000000000000004',
      '12.345',
      '1e400',
      '1000000000000',
      '"1,000.00"',
      'true',
      '[1]',
      '"NaN"',
    ]) {
      const { status, text } = await echoed(`{"amount":${source}}`);
      assert.equal(status, 400, source);
      assert.equal(JSON.parse(text).data.path, 'amount');
    }
  });

  test('every amount comes back as it went in, from JSON and from a form', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n }), async (cents) => {
        const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
        const text = `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        assert.equal((await echoed(`{"amount":${text}}`)).text, `{"amount":${text}}`);
        assert.equal((await echoed(`amount=${text}`, 'application/x-www-form-urlencoded')).text, `{"amount":${text}}`);
      }),
      { numRuns: 100 },
    );
  });

  test('rates are exact, dates and moments are canonical, metadata keeps its digits', async () => {
    const sent =
      '{"rate":7.25e-2,"date":"2026-02-28T23:00:00Z","at":"2026-03-01T10:00:00.5+02:00","metaData":{"n":12.500000000000000001}}';
    const shown =
      '{"rate":0.0725,"date":"2026-02-28","at":"2026-03-01T08:00:00.500000+00:00","metaData":{"n":12.500000000000000001}}';
    assert.equal((await echoed(sent)).text, shown);
    assert.equal((await echoed('{"date":"2026-02-29"}')).status, 400);
    assert.equal((await echoed('{"at":"yesterday"}')).status, 400);
  });
});
