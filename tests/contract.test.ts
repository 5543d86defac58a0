// Rules for every endpoint, checked for every endpoint: the list is the app's own, so that none can be forgotten.
// Callers without rights, and objects of other companies: isolation.test.ts.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { endpoints } from '#app/capabilities.ts';
import { recordedAnswers } from '#app/server.ts';
import { answerShown } from '#platform/description/examples.ts';
import { type Endpoint, isRead, pathParams } from '#platform/http/endpoint.ts';
import { answerSchema, errorKindsOf } from '#platform/http/openapi.ts';
import { compileInput } from '#platform/input/compile-input.ts';
import { isAsked } from './support/asked-endpoints.ts';
import { type Answer, type Client, useHouse } from './support/house.ts';
import { refusedAt } from './support/refusals.ts';
import { aWorld, bodyOf, headersOf, pathOf, readyFor, type World } from './support/world.ts';

const call = (client: Client, endpoint: Endpoint, path: string, headers = {}): Promise<Answer> =>
  client.call(endpoint.method, path, { body: bodyOf(endpoint), headers: { ...headersOf(endpoint), ...headers } });

/** Endpoints that a key can call. */
const withKey = endpoints.filter(({ openTo }) => openTo === 'permitted');

const withoutSession = endpoints.filter(({ openTo }) => openTo !== 'signedIn');

/** Answers are JSON, which leaves out undefined. */
const onTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const recorded = recordedAnswers();

/** Its example, if it has one of its own; of lines each. */
function answersShown(endpoint: Endpoint): readonly unknown[] {
  const shown = answerShown(endpoint, recorded);
  if (shown === undefined || endpoint.shape === 'stream') return [];
  return endpoint.shape === 'lines' ? linesOf(shown as string) : [shown];
}

const linesOf = (text: string): readonly unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

function mustFit(schema: TSchema, value: unknown, what: string): void {
  const check = Compile(Type.Unsafe<unknown>(schema));
  const [first] = check.Errors(value);
  assert.equal(first && `${first.instancePath} ${first.message}`, undefined, what);
}

const holds = (schema: TSchema | undefined, field: string): boolean =>
  Object.hasOwn((schema as { properties?: object } | undefined)?.properties ?? {}, field);

/** The names of all fields of a schema, however deep. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldsOf)];
}

/** The interface calls the issuer's id of an account a token: whoever has it can do nothing with it here. */
const namesAnAccount = ({ name }: Endpoint): boolean =>
  ['cards.create', 'loans.create', 'loans.changeLimit'].includes(name);

/** The token of a vendor is shown by a mask. */
const masksIt = ({ name }: Endpoint): boolean =>
  ['accountLinks.replace', 'paymentInstruments.create', 'paymentInstruments.verify'].includes(name);

/** The `key` of an item of a workflow is its name in conditions. */
const namesAnItem = ({ name }: Endpoint): boolean => name.startsWith('workflow');

const isSecret = (field: string): boolean =>
  /^key$|secret|password|privateKey|token$|recoveryCodes$|fileContent$/i.test(field);

const json = { 'content-type': 'application/json' };

type Unreadable = readonly [string, Readonly<Record<string, string>>, number];

/** Refused by what an endpoint declares. */
const unreadable: readonly Unreadable[] = [
  ['{"a":', json, 400],
  ['[1,2]', json, 400],
];

/** Refused before anybody knows which endpoint is asked: the parsers are the same for all that take a content type. */
const refusedByParsers: readonly Unreadable[] = [
  ['"text"', json, 400],
  ['{"__proto__":{"a":1}}', json, 400],
  ['{"a":"\\u0000"}', json, 400],
  ['{"a":"\\ud800"}', json, 400],
  [`${'['.repeat(200)}${']'.repeat(200)}`, json, 400],
  ['a=%zz', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
  ['<a/>', { 'content-type': 'application/xml' }, 415],
  [`{"a":"${'x'.repeat(1_100_000)}"}`, json, 413],
];

/** One for each method, and for each way in which a body is read. */
const firstsOfTheirKind: ReadonlySet<Endpoint> = new Set(
  Map.groupBy(
    endpoints.filter(({ body }) => body !== undefined),
    ({ method, previews, openTo, body }) => `${method} ${previews} ${openTo} ${holds(body, 'metaData')}`,
  )
    .values()
    .map(([first]) => first as Endpoint),
);

/** What a finder gets to see. */
const oddIds = ['%00', 'ext-nobody'];

/** Refused before an object is looked for, or by the finder of all endpoints with the parameter. */
const idsThatNobodyReads = [
  '%ff',
  '%',
  "'; drop table people; --",
  'ext-',
  'a'.repeat(4000),
  '%F0%9F%98%80',
  '..%2f..',
];

const firstsWithParam: ReadonlyMap<string, Endpoint> = new Map(
  withoutSession.toReversed().flatMap((one) => pathParams(one.path).map((param) => [param, one] as const)),
);

const declaredStatuses = (endpoint: Endpoint): Set<number> =>
  new Set([
    endpoint.status,
    ...(endpoint.mayBeNothing ? [204] : []),
    ...errorKindsOf(endpoint).map((kind) => kind.status),
  ]);

describe('every endpoint', () => {
  const { house } = useHouse();
  let world: World;
  before(async () => {
    world = await aWorld(house());
  });

  test('has a name, a path and a permission of the usual form, and no other has its name', () => {
    assert.equal(new Set(endpoints.map(({ name }) => name)).size, endpoints.length);
    assert.equal(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size, endpoints.length);
    for (const { name, permission, openTo } of endpoints) {
      assert.match(name, /^[a-z][A-Za-z]*\.[a-zA-Z]+$/);
      if (openTo === 'permitted') assert.match(permission ?? '', /^[a-z.]+:[a-z.]+$/, name);
      else assert.equal(permission, undefined, `${name}: either a permission, or to whom it is open`);
    }
  });

  test('says so where its answer shows a secret, so that it is never kept', () => {
    const showing = endpoints.filter(
      (endpoint) =>
        endpoint.method === 'POST' &&
        endpoint.open === undefined &&
        !namesAnAccount(endpoint) &&
        !masksIt(endpoint) &&
        !namesAnItem(endpoint) &&
        fieldsOf(answerSchema(endpoint)).some(isSecret),
    );
    const declared = endpoints.filter(({ showsSecret }) => showsSecret);
    const names = (some: Endpoint[]) => some.map(({ name }) => name).sort();
    assert.deepEqual(names(showing), names(declared));
    assert.deepEqual(names(declared), [
      'achFileUploads.download',
      'auth.exchange',
      'auth.shortLived',
      'documentUploadLinks.create',
      'keys.create',
      'keys.rotate',
      'secondFactors.beginTotp',
      'secondFactors.newRecoveryCodes',
      'webhooks.create',
      'webhooks.rotateSecret',
    ]);
  });

  for (const endpoint of withoutSession.filter(isAsked)) {
    const title = `${endpoint.method} ${endpoint.path}`;

    test(`${title}: its examples are what it takes and answers`, () => {
      // A page and a content are no JSON: their bytes are shown, if they are text.
      const shows = ['page', 'content'].includes(endpoint.shape) ? [] : answersShown(endpoint);
      for (const shown of shows) mustFit(answerSchema(endpoint), onTheWire(shown), 'its answer');
      if (endpoint.body) compileInput(endpoint.body).decode(endpoint.example.body, 'json');
    });

    test(`${title}: an unknown version is a 400 that names the known ones`, async () => {
      const answer = await call(world.company.test, endpoint, pathOf(endpoint, world.ids), {
        'api-version': '1999-01-01',
      });
      assert.equal(answer.status, 400);
      assert.ok(answer.body.data.known.includes('2023-11-29'));
    });

    if (endpoint.body) {
      test(`${title}: a body that cannot be read is refused with a 4xx that says what would be right`, async () => {
        const path = pathOf(endpoint, world.ids);
        const isFirst = firstsOfTheirKind.has(endpoint);
        for (const [body, headers, status] of isFirst ? [...unreadable, ...refusedByParsers] : unreadable) {
          const answer = await world.company.test.call(endpoint.method, path, { body, headers });
          assert.equal(answer.status, status, `${body.slice(0, 30)}: ${JSON.stringify(answer.body).slice(0, 300)}`);
          assert.equal(answer.body.statusCode, status);
          assert.ok(answer.body.detail.length > 10, 'says what to do');
        }
      });

      if (holds(endpoint.body, 'metaData')) {
        test(`${title}: metadata over a limit is refused as its description says`, async () => {
          const body = { ...(bodyOf(endpoint) as object), metaData: { note: 'x'.repeat(501) } };
          const answer = await world.company.test.call(endpoint.method, pathOf(endpoint, world.ids), { body });
          assert.equal(answer.body.errorType, 'InvalidMetaData');
          // Six endpoints once answered with this error without declaring it.
          assert.ok(errorKindsOf(endpoint).some(({ errorType }) => errorType === 'InvalidMetaData'));
        });
      }

      test(`${title}: an unknown field is ignored and named`, async () => {
        const body = { ...(bodyOf(endpoint) as object), notAField: 1 };
        const answer = await world.company.live.call(endpoint.method, pathOf(endpoint, world.ids), { body });
        assert.equal(answer.headers['ignored-fields'], 'notAField');
      });
    }

    if (endpoint.query?.limit && endpoint.query.startingAfter) {
      test(`${title}: bad paging is refused by name`, async () => {
        const list = pathOf(endpoint, await readyFor(endpoint, world));
        // Without criteria nobody is found, and no cursor is looked for.
        const searched = endpoint.query?.firstName === undefined ? '' : '&firstName=a';
        for (const [query, path] of [
          ['limit=0', 'limit'],
          ['limit=101', 'limit'],
          ['limit=1.5', 'limit'],
          ['limit=', 'limit'],
          ['sortBy=nonsense', 'sortBy'],
          ['total=some', 'total'],
        ]) {
          if (path === 'sortBy' && endpoint.query?.sortBy === undefined) continue;
          const answer = await world.company.test.get(`${list}?${query}`);
          assert.equal(answer.status, 400, query);
          assert.equal(answer.body.data.path, path);
        }
        const unknown = await world.company.test.get(`${list}?startingAfter=XX-AAAA-AAAA${searched}`);
        assert.equal(unknown.body.errorType, 'UnknownCursor');
      });
    }

    if (endpoint.method === 'GET' && endpoint.shape !== 'page') {
      test(`${title}: an unknown filter is refused by name, so that nobody is shown everything`, async () => {
        const path = pathOf(endpoint, world.ids);
        const answer = await world.company.test.get(`${path}${path.includes('?') ? '&' : '?'}notAFilter=1`);
        refusedAt(answer, 'notAFilter');
      });
    }

    if (endpoint.stream) {
      test(`${title}: begins with its head, and refuses a place that it does not know before it begins`, async () => {
        const path = pathOf(endpoint, world.ids);
        const { status, headers } = await world.company.test.get(path);
        assert.equal(status, endpoint.status);
        assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8');
        assert.equal(headers['cache-control'], 'no-store');
        assert.ok(headers['request-id'] && headers['api-version'], 'what every answer has');
        const byQuery = await world.company.test.get(`${path}?lastEventId=XX-AAAA-AAAA`);
        const byHeader = await call(world.company.test, endpoint, path, { 'last-event-id': 'XX-AAAA-AAAA' });
        refusedAt(byQuery, 'lastEventId', 'UnknownCursor');
        refusedAt(byHeader, 'Last-Event-ID', 'UnknownCursor');
      });
    }

    if (pathParams(endpoint.path).length > 0) {
      test(`${title}: odd ids in the path are a 4xx, never a 5xx`, async () => {
        const ids = await readyFor(endpoint, world);
        for (const param of pathParams(endpoint.path)) {
          const isFirst = firstsWithParam.get(param) === endpoint;
          for (const id of isFirst ? [...oddIds, ...idsThatNobodyReads] : oddIds) {
            const path = pathOf(endpoint, { ...ids, [param]: id });
            const answer = await call(world.company.test, endpoint, path);
            // Where nobody signs in, what is not signed by a party that is known is 401.
            const refusals = endpoint.openTo === 'everybody' ? [400, 401, 404, 414] : [400, 404, 414];
            assert.ok(refusals.includes(answer.status), `${param}=${id.slice(0, 20)}: ${answer.status}`);
            assert.ok(answer.body.errorType, 'the error has our form');
          }
        }
      });
    }
  }

  test('answers only with what its description allows, on the way of its example', async () => {
    // Reads first, deletes last, so that each finds its object; then the clock, which changes the time for all.
    const rank = ({ method, name }: Endpoint) =>
      method === 'POST' && name.startsWith('testClock.') ? 4 : ['GET', 'PUT', 'POST', 'DELETE'].indexOf(method);
    const own = await aWorld(house());
    for (const endpoint of withKey.filter(isAsked).toSorted((a, b) => rank(a) - rank(b))) {
      const path = pathOf(endpoint, await readyFor(endpoint, own));
      const answer = await call(own.company.test, endpoint, path, { 'api-version': '2026-08-04' });
      const what = `${endpoint.name} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 400)}`;
      assert.ok(declaredStatuses(endpoint).has(answer.status), what);
      if (endpoint.stream) {
        assert.equal(answer.headers['content-type'], 'text/event-stream; charset=utf-8', what);
      } else if (endpoint.lines) {
        assert.equal(answer.headers['content-type'], 'application/x-ndjson; charset=utf-8', what);
        for (const line of answer.body.split('\n').slice(0, -1))
          mustFit(answerSchema(endpoint), JSON.parse(line), what);
      } else if (endpoint.content) {
        assert.match(answer.headers['content-disposition'] ?? '', /^attachment; /, what);
      } else if (endpoint.shape === 'page' && answer.status < 300) {
        assert.match(answer.headers['content-type'] ?? '', /^(text\/|image\/svg|application\/(pdf|json))/, what);
      } else if (answer.status < 300) {
        if (endpoint.shape !== 'bare') assert.equal(answer.body.status, answer.status, what);
        mustFit(answerSchema(endpoint), answer.body, what);
      }
    }
  });

  test('with a method that it does not know: 405, and Allow says which it does', async () => {
    for (const path of new Set(withKey.map((endpoint) => pathOf(endpoint, world.ids)))) {
      const answer = await world.company.test.call('PATCH', path);
      assert.equal(answer.status, 405, path);
      assert.match(answer.headers.allow ?? '', /GET|POST|PUT|DELETE/);
    }
    assert.equal((await world.company.test.get('/nothing-here')).body.errorType, 'RouteNotFound');
  });

  test('with an Idempotency-Key: a repeated write answers the same and happens once', async () => {
    let own = await aWorld(house());
    // Deletes come last, so that each finds its object.
    const writes = withKey.filter((one) => !isRead(one)).filter(isAsked);
    for (const endpoint of writes.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))) {
      const headers = { 'idempotency-key': `one two ${endpoint.name}` };
      const tried = async () => {
        const path = pathOf(endpoint, await readyFor(endpoint, own));
        return { path, first: await call(own.company.test, endpoint, path, headers) };
      };
      let { path, first } = await tried();
      if (first.status >= 300) {
        // An earlier endpoint has changed this world for good.
        own = await aWorld(house());
        ({ path, first } = await tried());
      }
      const second = await call(own.company.test, endpoint, path, headers);
      assert.ok(first.status < 300, `${endpoint.name}: ${JSON.stringify(first.body)}`);
      if (endpoint.showsSecret) {
        assert.deepEqual([second.status, second.body.errorType], [409, 'SecretShownOnce'], endpoint.name);
        assert.deepEqual(second.body.data, { id: (first.body.data ?? first.body).id });
      } else {
        assert.deepEqual(second.body, first.body, endpoint.name);
        assert.equal(second.status, first.status);
        assert.equal(second.headers['idempotent-replayed'], 'true');
      }
      const other =
        endpoint.line || endpoint.takes ? `${bodyOf(endpoint)}\n` : { ...(bodyOf(endpoint) as object), more: 1 };
      const otherBody = { body: other, headers: { ...headersOf(endpoint), ...headers } };
      const reused = await own.company.test.call(endpoint.method, path, otherBody);
      assert.deepEqual([reused.status, reused.body.errorType], [409, 'IdempotencyKeyReused'], endpoint.name);
    }
  });
});
