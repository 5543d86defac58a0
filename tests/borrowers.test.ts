// What a borrower who has signed in reaches, tried at every endpoint: their own rows, single loans that others share with
// them, and nothing else. The list of endpoints is the app's own, so that a new one is in it by itself.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endpoints } from '#app/capabilities.ts';
import type { OfBorrower } from '#platform/db/reach.ts';
import { ScopeViolation } from '#platform/db/scope-violation.ts';
import { type Endpoint, pathParams } from '#platform/http/endpoint.ts';
import { answerSchema } from '#platform/http/openapi.ts';
import { aBorrower } from './support/a-borrower.ts';
import { anAddress, anEmail, aPerson, aPhone, type Client, useHouse } from './support/house.ts';
import { aWorld, bodyOfBorrower, headersOf, loanBody, pathOf, readyForBorrower, type World } from './support/world.ts';

const ask = (client: Client, endpoint: Endpoint, path: string) =>
  client.call(endpoint.method, path, { body: bodyOfBorrower(endpoint), headers: headersOf(endpoint) });

const permitted = endpoints.filter(({ openTo }) => openTo === 'permitted');
const reached = permitted.filter(({ borrowers }) => borrowers !== undefined);

/** The paths of fields that are for staff, as text. */
function* staffFields(schema: unknown, path = ''): Generator<string> {
  const node = schema as { 'x-for-staff'?: boolean; properties?: object; items?: object; anyOf?: object[] };
  if (node['x-for-staff'] === true) yield path;
  for (const [name, field] of Object.entries(node.properties ?? {})) yield* staffFields(field, `${path}.${name}`);
  if (node.items) yield* staffFields(node.items, `${path}[]`);
  for (const branch of node.anyOf ?? []) yield* staffFields(branch, path);
}

/** The paths of all fields of an answer. */
function* fieldsOf(value: unknown, path = ''): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* fieldsOf(item, `${path}[]`);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      yield `${path}.${name}`;
      yield* fieldsOf(field, `${path}.${name}`);
    }
  }
}

describe('a borrower', () => {
  const { house } = useHouse();
  let world: World;
  let other: World;
  let own: Client;
  let strangers: Readonly<Record<string, Client>>;
  before(async () => {
    world = await aWorld(house());
    other = await aWorld(house());
    const { company } = world;
    own = await aBorrower(house(), company.test, world.ids.personId as string);
    const [person, live] = [
      await company.test.made('/people', aPerson()),
      await company.live.made('/people', aPerson()),
    ];
    strangers = {
      'another borrower': await aBorrower(house(), company.test, person.id),
      'of another company': await aBorrower(house(), other.company.test, other.ids.personId as string),
      'in the other mode': await aBorrower(house(), company.live, live.id),
    };
  });

  for (const endpoint of permitted) {
    const title = `${endpoint.method} ${endpoint.path}`;
    if (endpoint.borrowers === undefined) {
      test(`${title}: is not reached`, async () => {
        // Refused before anything is looked for: what only some endpoints need may be missing in the world.
        const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => world.ids[name] ?? 'XX-AAAA-AAAA');
        const answer = await ask(own, endpoint, path);
        assert.deepEqual([answer.status, answer.body.errorType], [403, 'Forbidden']);
      });
      continue;
    }

    test(`${title}: shows what is theirs, without what is for staff`, async () => {
      const ids = await readyForBorrower(endpoint, world);
      const answer = await ask(own, endpoint, pathOf(endpoint, ids));
      assert.equal(answer.status, endpoint.status, JSON.stringify(answer.body));
      const hidden = new Set(staffFields(answerSchema(endpoint)));
      assert.deepEqual(
        [...fieldsOf(answer.body)].filter((field) => hidden.has(field)),
        [],
      );
    });

    test(`${title}: what is not theirs is answered as what nobody has`, async () => {
      for (const [who, client] of Object.entries(strangers)) {
        const ids = await readyForBorrower(endpoint, world);
        const path = pathOf(endpoint, ids);
        const nobodys = { ...ids, personId: 'BO-QQQQ-QQQQ' };
        const [foreign, unknown] = [
          await ask(client, endpoint, path),
          await ask(client, endpoint, pathOf(endpoint, nobodys)),
        ];
        assert.equal(foreign.status, 404, who);
        const text = (answer: typeof foreign) =>
          JSON.stringify(answer.body).replaceAll(/BO-[A-Z1-9]{4}-[A-Z1-9]{4}/g, '…');
        assert.equal(text(foreign), text(unknown), who);
      }
      // Below the own person, an object of somebody else's.
      const theirs = await readyForBorrower(endpoint, other);
      for (const param of pathParams(endpoint.path).filter((name) => name !== 'personId')) {
        const ids = { ...(await readyForBorrower(endpoint, world)), [param]: theirs[param] as string };
        assert.equal((await ask(own, endpoint, pathOf(endpoint, ids))).status, 404, param);
      }
    });
  }

  test('reaches what lies below a person; and of commands these alone, each a number of times in a day', () => {
    assert.ok(reached.length > 15);
    for (const { path } of reached) assert.match(path, /^\/people\/\{personId\}/);
    const commands = reached.filter(({ method }) => method !== 'GET');
    assert.deepEqual(
      commands.map(({ name }) => name),
      [
        'paymentInstruments.create',
        'paymentInstruments.update',
        'paymentInstruments.delete',
        'paymentAuthorizations.revoke',
        'paymentInstruments.verify',
        'transactions.create',
        'transactions.cancel',
        'autopay.create',
        'autopay.cancel',
        'documents.create',
        'documents.update',
        'documents.upload',
        'contacts.confirm',
      ],
    );
    for (const { name, borrowers } of commands) assert.ok((borrowers?.perDay ?? 0) > 0, name);
  });

  test('is shown the contacts that the interface names', async () => {
    const { company } = world;
    const { id } = await company.test.made('/people', aPerson());
    const shown = [
      anEmail(),
      aPhone(),
      aPhone({ label: 'home', status: 'secondary', value: '+13175550009' }),
      anAddress(),
    ];
    const hidden = [
      anEmail({ value: 'second@example.com', status: 'additional' }),
      anEmail({ value: 'friend@example.com', affiliation: 'friend' }),
      aPhone({ label: 'work', value: '+13175550008', status: 'additional' }),
    ];
    for (const contact of [...shown, ...hidden]) await company.test.made(`/people/${id}/contacts`, contact);
    const borrower = await aBorrower(house(), company.test, id);
    const { body } = await borrower.get(`/people/${id}/contacts`);
    assert.equal(body.total, 4, JSON.stringify(body.data.map((one: object) => Object.values(one))));
    const all = (await company.test.get(`/people/${id}/contacts`)).body.data;
    assert.equal(all.length, 7);
    for (const contact of all) {
      const isShown = body.data.some((one: { id: string }) => one.id === contact.id);
      assert.equal((await borrower.get(`/people/${id}/contacts/${contact.id}`)).status, isShown ? 200 : 404);
    }
  });

  describe('of a shared loan', () => {
    test('sees that loan, and nothing else of its main borrower', async () => {
      const { company, ids } = world;
      const { personId } = ids;
      const co = await company.test.made('/people', aPerson());
      const additionalPeople = [{ personId: co.id, loanRelationType: 'coBorrower' }];
      const shared = await company.test.made(`/people/${personId}/loans`, { ...loanBody, additionalPeople });
      await company.test.made(`/people/${personId}/loans/${shared.id}/activate`, {});
      const alone = ids.loanId as string;
      const client = await aBorrower(house(), company.test, co.id);
      const below = (loanId: string) =>
        ['', '/periods', '/obligations', '/balances', '/transactions', '/fees', '/payoff', '/expected-payments'].map(
          (path) => `/people/${personId}/loans/${loanId}${path}`,
        );
      for (const path of below(shared.id)) {
        const answer = await client.get(path);
        assert.equal(answer.status, 200, `${path} ${JSON.stringify(answer.body)}`);
      }
      for (const path of below(alone)) assert.equal((await client.get(path)).status, 404, path);
      for (const path of ['', '/contacts', '/identities', '/payment-instruments', '/loans']) {
        assert.equal((await client.get(`/people/${personId}${path}`)).status, 404, path);
      }
      const { body } = await client.get(`/people/${co.id}/loans?includeAdditionalBorrowers=true`);
      assert.deepEqual(
        body.data.map(({ id }: { id: string }) => id),
        [shared.id],
      );
    });
  });

  test('reads no table that the endpoint does not name, changes nothing, and shares no handle with the company', async () => {
    const { realm } = world.company.test;
    const { database } = house().service;
    const borrower: OfBorrower = { personId: world.ids.personId as string, sharedLoans: [], tables: [], writes: [] };
    const reader = database.reader(realm, borrower);
    for (const table of [
      'api_keys',
      'companies',
      'loan_types',
      'events',
      'outbox',
      'webhooks',
      'idempotency',
    ] as const) {
      assert.throws(
        () =>
          reader.db
            .selectFrom(table as 'outbox')
            .selectAll()
            .compile(),
        ScopeViolation,
        table,
      );
    }
    assert.throws(() => reader.db.updateTable('people').set({ status: 'inactive' }).compile(), ScopeViolation);
    assert.throws(() => reader.db.deleteFrom('contacts').compile(), ScopeViolation);
    const named = database.reader(realm, { ...borrower, tables: ['loan_types'] });
    assert.ok((await named.rows(named.db.selectFrom('loan_types').select('id'))).length > 0);
    const people = await reader.rows(reader.db.selectFrom('people').select('person_id'));
    assert.deepEqual(people, [{ person_id: borrower.personId }]);
    const ofCompany = database.reader(realm);
    await assert.rejects(reader.rows(ofCompany.db.selectFrom('people').select('person_id')), ScopeViolation);
    await assert.rejects(ofCompany.rows(reader.db.selectFrom('people').select('person_id')), ScopeViolation);
  });
});
