// The data of one company in one mode is hidden from all others: checked for every endpoint, as every kind of stranger,
// with the app's list of endpoints, so that none can be forgotten. An id of another realm gets the same answer as an id
// that does not exist.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { shippedRules } from '@tenor/guard/rules/shipped.ts';
import { endpoints as all } from '#app/capabilities.ts';
import { idOfShipped } from '#capabilities/compliance-rules/rules/sets.ts';
import { type Endpoint, pathParams } from '#platform/http/endpoint.ts';
import { isAsked } from './support/asked-endpoints.ts';
import type { Schema } from './support/fuzz/description.ts';
import { isId } from './support/fuzz/known.ts';
import { type Answer, type Client, useHouse } from './support/house.ts';
import { type Digest, digestOf } from './support/isolation/digest.ts';
import { mark, type Owner, ownerAndStranger } from './support/isolation/marked-world.ts';
import { type FieldOfIds, fieldsOfIds, queriesOfIds, withValue } from './support/isolation/places-of-ids.ts';
import { aWorld, bodyOf, headersOf, loanBody, pathOf, readyFor, type World } from './support/world.ts';

/** So many endpoints are asked before it is looked whether one of them has changed something. */
const endpointsOfDigest = 12;

/** Endpoints that a key can call; a key is nobody to the others, or they ask for none. */
const endpoints = all.filter(({ openTo }) => openTo === 'permitted');

type Ids = World['ids'];

interface Asked {
  readonly path: string;
  readonly body?: unknown;
  /** Values that the stranger has sent are no secret. */
  readonly said: readonly string[];
}

const ask = (client: Client, endpoint: Endpoint, { path, body = bodyOf(endpoint) }: Omit<Asked, 'said'>) =>
  client.call(endpoint.method, path, { body, headers: headersOf(endpoint) });

/** Prepares a state in which the endpoint reads all its input: the terms of a loan are read while it is pending. */
async function openTo(endpoint: Endpoint, world: World): Promise<Ids> {
  if (endpoint.name !== 'loans.update') return readyFor(endpoint, world);
  const { id } = await world.company.test.made(`/people/${world.ids.personId}/loans`, {
    ...loanBody,
    status: 'pending',
  });
  return { ...world.ids, loanId: id };
}

/** An id of the same form that does not exist. */
const nobodys = (id: string): string => (id.startsWith('ext-') ? 'ext-nobodys' : `${id.slice(0, 3)}QQQQ-QQQQ`);

const textOf = ({ headers, body }: Answer): string =>
  JSON.stringify(headers) + (typeof body === 'string' ? body : JSON.stringify(body));

const without = (text: string, said: readonly string[]): string =>
  said.reduce((left, word) => left.replaceAll(word, '…').replaceAll(encodeURIComponent(word), '…'), text);

/** A refusal for another reason would prove nothing about the id. */
function mustBeAbout(error: Answer['body'], { name, path }: FieldOfIds): void {
  const isAboutIt = error.status === 404 || String(error.data?.path).includes(name);
  assert.ok(isAboutIt, `${path.join('.')}: ${JSON.stringify(error)}`);
}

const shipped: ReadonlySet<string> = new Set(shippedRules.map(({ id }) => idOfShipped(id)));

/** Permissions and the rules of a release are the same in every company. */
const isOwned = (value: unknown): value is string => isId(value) && !value.startsWith('PM-') && !shipped.has(value);

function* idsIn(value: unknown): Generator<string> {
  if (isOwned(value)) yield value;
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) yield* idsIn(item);
}

describe('a stranger', () => {
  const { house } = useHouse({ works: false });
  let owner: Owner;
  let stranger: World;
  let ids: ReadonlySet<string>;
  let narrow: { readonly [permission: string]: Client };
  let digest: Digest;

  before(async () => {
    ({ owner, stranger } = await ownerAndStranger(house()));
    ids = await everythingOf(owner);
    narrow = await narrowKeys();
    digest = await digestOf(house(), owner.company.test.realm);
  });

  /** All values that the owner is shown by any endpoint. */
  async function everythingOf({ company, ids: own }: World): Promise<ReadonlySet<string>> {
    const found = new Set(Object.values(own));
    for (const endpoint of endpoints.filter(({ method, shape }) => method === 'GET' && shape !== 'stream')) {
      const { body } = await company.test.get(pathOf(endpoint, own));
      for (const id of idsIn(body)) found.add(id);
    }
    for (const id of await idsOf(stranger.company.test)) found.delete(id);
    return found;
  }

  const idsOf = async (client: Client): Promise<string[]> => [...idsIn((await client.get('/companies/current')).body)];

  /** Two keys of the owner; each lacks the permission of the other. */
  async function narrowKeys() {
    const made = async (permission: string): Promise<Client> => {
      const { key } = await owner.company.test.made('/keys', { name: `narrow ${mark}`, permissions: [permission] });
      return house().client(key, owner.company.test.realm);
    };
    return { 'key:list': await made('key:list'), 'company:read': await made('company:read') };
  }

  function mustShowNothing(answer: Answer, said: readonly string[]): void {
    const text = without(textOf(answer), said);
    assert.ok(!text.toLowerCase().includes(mark), `a word of the owner is shown: ${text.slice(0, 600)}`);
    for (const [id] of text.matchAll(/[A-Z][A-Z0-9]-[A-Z1-9]{4}-[A-Z1-9]{4}/g)) {
      assert.ok(!ids.has(id), `${id} of the owner is shown: ${text.slice(0, 600)}`);
    }
  }

  /** Reading all that there is takes longer than what is asked of an endpoint, so it is read once for several. */
  async function mustBeUntouched(): Promise<void> {
    const was = digest;
    digest = await digestOf(house(), owner.company.test.realm);
    assert.deepEqual(digest, was, 'something of the owner has changed');
  }

  /** The answer must be the same as for an id that does not exist. */
  async function mustBeNobodys(client: Client, endpoint: Endpoint, value: string, asking: (value: string) => Asked) {
    const none = asking(nobodys(value));
    const unknown = await ask(client, endpoint, none);
    const one = asking(value);
    const answer = await ask(client, endpoint, one);
    mustShowNothing(answer, one.said);
    const what = `${endpoint.method} ${one.path} ${JSON.stringify(one.body ?? null).slice(0, 300)}`;
    // Fields that take any text as an id refuse none, and find nothing.
    if (unknown.status < 300 && answer.status < 300) return answer;
    const told = (given: Answer, said: readonly string[]) => ({
      status: given.status,
      body: without(JSON.stringify(given.body), said),
    });
    assert.deepEqual(told(answer, one.said), told(unknown, none.said), what);
    assert.ok(answer.status === 404 || answer.status === 400 || answer.status === 409, `${what}: ${answer.status}`);
    return answer;
  }

  /** New strangers each time, because an endpoint may change its caller's own realm. */
  async function strangers(): Promise<[string, Client][]> {
    const { test: other, live } = await house().aCompany();
    return [
      ['another company', other],
      ['another company, live', live],
      ['the other mode', owner.company.live],
    ];
  }

  /** A company exists in both modes with one id: in the other mode it is no stranger. */
  const strange = (client: Client, param: string): boolean =>
    param !== 'companyId' || client.realm.companyId !== owner.company.id;

  const idFor = ({ name, prefix }: FieldOfIds): string | undefined => {
    const byName = owner.ids[name.replace(/s$/, '')];
    return byName ?? [...ids].find((id) => id.slice(0, 2) === prefix);
  };

  const externalIdFor = ({ name, prefix }: FieldOfIds): string | undefined =>
    owner.externalIds[name] ??
    Object.entries(owner.externalIds).find(([param]) => owner.ids[param]?.slice(0, 2) === prefix)?.[1];

  const asked = endpoints.filter(isAsked);
  for (const [i, endpoint] of asked.entries()) {
    const title = `${endpoint.method} ${endpoint.path}`;
    const params = pathParams(endpoint.path).filter(isOfSomebody);

    test(`${title}: 401 without a key, and with one that is unknown, expired or revoked`, async () => {
      const { expired, revoked } = owner.keys;
      for (const key of [undefined, 'tenor_test_0123456789012345678901234567890123456789', expired, revoked]) {
        const path = pathOf(endpoint, owner.ids);
        const options = { body: bodyOf(endpoint), headers: headersOf(endpoint) };
        const answer = await house().call(key, endpoint.method, path, options);
        assert.equal(answer.status, 401);
        assert.equal(answer.headers['www-authenticate'], 'Bearer');
        assert.equal(answer.body.errorType, 'Unauthorized');
        mustShowNothing(answer, Object.values(owner.ids));
      }
    });

    test(`${title}: 403 without the permission, which is named`, async () => {
      const key = endpoint.permission === 'key:list' ? 'company:read' : 'key:list';
      const answer = await ask(narrow[key] as Client, endpoint, { path: pathOf(endpoint, owner.ids) });
      assert.equal(answer.status, 403);
      assert.equal(answer.body.errorType, 'Forbidden');
      assert.deepEqual(answer.body.data, { permission: endpoint.permission });
      mustShowNothing(answer, Object.values(owner.ids));
    });

    test(`${title}: another company and the other mode see and change nothing`, async () => {
      for (const [who, client] of await strangers()) {
        const said = [client.realm.companyId, ...params.map((param) => owner.ids[param] as string)];
        const answer = await ask(client, endpoint, { path: pathOf(endpoint, owner.ids) });
        mustShowNothing(answer, said);
        const isStrange = params.some((param) => strange(client, param));
        const allowed = isStrange ? [404] : [200, 201, 202, 400, 403, 404, 409];
        assert.ok(allowed.includes(answer.status), `${who}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
    });

    if (params.length > 0) {
      test(`${title}: each id of its path alone is nobody's, the external ones too`, async () => {
        const own: Ids = await readyFor(endpoint, stranger);
        for (const param of params) {
          const asking = (value: string): Asked => ({
            path: pathOf(endpoint, { ...own, [param]: value }),
            said: [value],
          });
          for (const value of [owner.ids[param], owner.externalIds[param]]) {
            if (value === undefined) continue;
            const { status } = await mustBeNobodys(stranger.company.test, endpoint, value, asking);
            assert.equal(status, 404, param);
          }
        }
      });
    }

    const queries = queriesOfIds(endpoint);
    if (queries.length > 0) {
      test(`${title}: the ids and cursors of its query are nobody's`, async () => {
        const own: Ids = await readyFor(endpoint, stranger);
        const listed = await owner.company.test.get(pathOf(endpoint, owner.ids));
        for (const query of queries) {
          const isCursor = ['startingAfter', 'endingBefore'].includes(query.name);
          const values = isCursor ? [listed.body.data?.[0]?.id].filter(isOwned) : [idFor(query), externalIdFor(query)];
          for (const value of values.filter((one) => one !== undefined)) {
            const asking = (said: string): Asked => ({
              path: `${pathOf(endpoint, own)}?${query.name}=${encodeURIComponent(said)}`,
              said: [said],
            });
            const { status } = await mustBeNobodys(stranger.company.test, endpoint, value, asking);
            if (isCursor) assert.equal(status, 400, query.name);
          }
        }
      });
    }

    const fields = fieldsOfIds(endpoint).filter(isOfAnyLoan);
    if (endpoint.body !== undefined && fields.length > 0) {
      test(`${title}: the ids of its body are nobody's`, async () => {
        for (const field of fields) {
          for (const value of [idFor(field), externalIdFor(field)]) {
            if (value === undefined) continue;
            const own: Ids = await openTo(endpoint, stranger);
            const asking = (said: string): Asked => ({
              path: pathOf(endpoint, own),
              body: withValue(endpoint.body as Schema, bodyOf(endpoint), field.path, said),
              said: [said],
            });
            const { body } = await mustBeNobodys(stranger.company.test, endpoint, value, asking);
            mustBeAbout(body, field);
          }
        }
      });
    }

    if ((i + 1) % endpointsOfDigest === 0 || endpoint === asked.at(-1)) {
      test(`${title}, and those before it: none of it has changed anything of the owner`, mustBeUntouched);
    }
  }

  test('would have been shown something: nearly every list of the owner has something in it', async () => {
    const bare: string[] = [];
    for (const endpoint of endpoints.filter((one) => one.shape === 'list').filter(isAsked)) {
      const { name, path } = endpoint;
      const search = path.endsWith('/search') ? '?fullName=Anna' : '';
      const ids = await readyFor(endpoint, owner);
      const { body } = await owner.company.test.get(pathOf(endpoint, ids) + search);
      if (!(body.data?.length > 0)) bare.push(name);
    }
    // This test's world has no fees, its import is one of loans, and nobody works in it who would make cases, send in bulk, close days or make tax forms.
    const known = [
      'feeTypes.list',
      'loanFees.list',
      'subcases.list',
      'monitorHits.list',
      'monitorActions.list',
      'bulkSendingRows.list',
      'generalLedgerEntries.list',
      'taxForms.list',
      'people.importResults',
      'consents.importResults',
      'contactPreferences.importResults',
      'doNotInteracts.importResults',
      'interactions.importResults',
      'bulkFees.importResults',
      'bulkDeferrals.importResults',
      'bulkAgencies.importResults',
      'bulkAgencyReturns.importResults',
    ];
    assert.deepEqual(
      bare.filter((name) => !known.includes(name)),
      [],
    );
  });
});

/** Every company has the same kinds of instruments, monitors and notices, and a ZIP code is nobody's. */
function isOfSomebody(param: string): boolean {
  return !['instrumentType', 'monitorId', 'systemNoticeId', 'postalCode'].includes(param);
}

/**
 * The ids in an authorization are of the lender's own papers. Loans of these examples have no draws, purchases, cards or
 * advances; boarding/line-migration asks for the draws of others on a line, boarding/past-purchases for their draws and
 * purchases, lifecycle/agreed-cards for their card issuers, tests/clients for the merchants of their advances.
 */
function isOfAnyLoan({ path }: { readonly path: readonly (string | number)[] }): boolean {
  return !['authorization', 'draws', 'pastPurchases', 'card', 'cards', 'advanceSchedule'].some((part) =>
    path.includes(part),
  );
}

describe('a line of an import', () => {
  const { house } = useHouse();

  for (const endpoint of endpoints.filter(({ line }) => line !== undefined).filter(isAsked)) {
    test(`${endpoint.path}: the ids that it names are nobody's`, async () => {
      const [owner, stranger] = [await aWorld(house()), await aWorld(house())];
      const api = stranger.company.test;
      const last = String(endpoint.example.body).trimEnd().split('\n').at(-1) as string;
      const line = JSON.parse(last, (name, value) => (value !== 'ext-installment' && stranger.ids[name]) || value);
      let lines = 0;
      for (const field of fieldsOfIds(endpoint).filter(isOfAnyLoan)) {
        const value = owner.ids[field.name];
        // The line of a loan names a person who is there, so it takes no contacts.
        if (value === undefined || (field.path[0] === 'contacts' && endpoint.path === '/loans/import')) continue;
        const asked = [nobodys(value), value].map((said) => withValue(endpoint.line as Schema, line, field.path, said));
        const numbered = asked.map((one) => JSON.stringify(one).replace(/("externalId":"[^"]+)/g, `$1-${++lines}`));
        const { data: operation } = (
          await ask(api, endpoint, { path: `${endpoint.path}?sync=true`, body: numbered.join('\n') })
        ).body;
        assert.equal(operation.state, 'succeeded', JSON.stringify(operation));
        const { data: results } = (await api.get(`${endpoint.path}/${operation.id}/results?sortBy=line`)).body;
        const told = results.map((one: { outcome: string; error: object }, i: number) => [
          one.outcome,
          without(JSON.stringify(one.error), [i === 0 ? nobodys(value) : value]),
        ]);
        assert.equal(told[0][0], 'failed', `${field.path.join('.')} ${numbered[0]}`);
        assert.deepEqual(told[1], told[0], field.path.join('.'));
        mustBeAbout(results[0].error, field);
      }
    });
  }
});
