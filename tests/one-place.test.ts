// Holds every statement to one place. On a cluster the rows of a person lie on one node, and a statement that does not
// name the person's value in each of their tables asks all nodes. Those that may are in support/asks-all-nodes.ts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dailySteps, endpoints, sealedTables, tables } from '#app/capabilities.ts';
import { erasePersonByHand } from '#app/erase-person.ts';
import { verifyRealms } from '#app/verify-realms.ts';
import { chainAudit } from '#platform/audit/chain-audit.ts';
import { blobStores } from '#platform/blobs/stores.ts';
import { sweepBlobs } from '#platform/blobs/sweep.ts';
import { resealAll } from '#platform/encryption/reseal.ts';
import { forgetUploads } from '#platform/import/forget-uploads.ts';
import { makeLog } from '#platform/log.ts';
import { startDayWorker } from '#platform/work/day/day-worker.ts';
import { asksSome, isAsked } from './support/asked-endpoints.ts';
import { type AsksAllNodes, endpointsThatAskAllNodes, worksThatAskAllNodes } from './support/asks-all-nodes.ts';
import { aPerson, type Company, type House, useHouse } from './support/house.ts';
import { askedOfAllNodes, faultsOf } from './support/places-of-statements.ts';
import { type Recorded, recordedDuring } from './support/recorded-statements.ts';
import { deletesLast, inUsedWorlds, statementsOf } from './support/used-worlds.ts';
import { aWorld, loanBody } from './support/world.ts';

type Sent = ReadonlyMap<string, readonly Recorded[]>;

const faultsIn = (sent: Sent, allowed: Readonly<Record<string, AsksAllNodes>>): string[] =>
  [...sent].flatMap(([name, statements]) => faultsOf(statements, allowed[name]).map((fault) => `${name} ${fault}`));

/** What is allowed and no longer needed. */
const unused = (sent: Sent, allowed: Readonly<Record<string, AsksAllNodes>>): string[] =>
  Object.entries(allowed).flatMap(([name, { tables: named }]) => {
    const asked = askedOfAllNodes(sent.get(name) ?? []);
    return named.filter((table) => !asked.has(table)).map((table) => `${name} ${table}`);
  });

describe('each statement goes to one place of a cluster, or is named among those that ask all nodes', () => {
  const { house } = useHouse({ works: false });

  test('and what is wrong is found, with what would be right', () => {
    for (const [text, said] of wrong)
      assert.match(faultsOf([{ text, values: ['a', 'b', 'c'] }]).join('; '), said, text);
    const right = `select 1 from "loans" as "l" inner join "people" as "p" on "p"."person_id" = "l"."person_id" where "p"."person_id" = $1`;
    assert.deepEqual(faultsOf([{ text: right, values: ['a'] }]), []);
    const ofSeveral = (table: string, list: string) =>
      `select "id" from "${table}" where "person_id" = any(${list}::text[])`;
    const both = `${ofSeveral('loans', '$1')} union all ${ofSeveral('transactions', '$2')}`;
    const allowed = { tables: ['loans', 'transactions'], because: 'all of them are asked' };
    assert.deepEqual(faultsOf([{ text: both, values: [['a'], ['a']] }], allowed), []);
  });

  test('of the work that no request waits for', async () => {
    const sent = new Map<string, Recorded[]>();
    for (const [name, work] of Object.entries(works)) sent.set(name, await sentByWork(house(), work));
    assert.deepEqual(faultsIn(sent, worksThatAskAllNodes), []);
    assert.deepEqual(unused(sent, worksThatAskAllNodes), []);
  });

  test('of every endpoint', async () => {
    const sent = new Map<string, readonly Recorded[]>();
    const asked = inUsedWorlds(house());
    for (const endpoint of deletesLast(endpoints)
      .filter(({ openTo }) => openTo === 'permitted')
      .filter(isAsked)) {
      const { statements } = await asked((world) => statementsOf(world, endpoint));
      sent.set(endpoint.name, statements);
    }
    assert.deepEqual(faultsIn(sent, endpointsThatAskAllNodes), []);
    if (!asksSome) assert.deepEqual(unused(sent, endpointsThatAskAllNodes), []);
  });

  test('and a payment without a key of its own writes rows of its borrower only', async () => {
    const { live: api } = await house().aCompany();
    const person = await api.made('/people', aPerson());
    const loan = await api.made(`/people/${person.id}/loans`, loanBody);
    const path = `/people/${person.id}/loans/${loan.id}`;
    await api.made(`${path}/activate`, {});
    const payment = { type: 'oneTime', isExternal: true, amount: 10 };
    const sent = await recordedDuring(() => api.made(`${path}/transactions?sync=true`, payment));
    const writes = sent.filter(({ text }) => /^(insert|update|delete)/.test(text));
    assert.ok(writes.length > 3);
    for (const { text, values } of writes) {
      const table = /"(\w+)"/.exec(text)?.[1] ?? '';
      assert.equal(tables[table]?.kind, 'subject', text);
      assert.ok(values.includes(person.id), text);
    }
  });
});

type Work = (house: House, company: Company) => Promise<() => Promise<unknown>>;

async function sentByWork(house: House, prepare: Work): Promise<Recorded[]> {
  const { company } = await aWorld(house, { works: false });
  const work = await prepare(house, company);
  return recordedDuring(work);
}

/** Statements as they must not be, each with what is said of it. */
const wrong: readonly (readonly [string, RegExp])[] = [
  [
    `select (select max("number") from "loan_facts" where "loan_facts"."person_id" = "loans"."person_id") from "loans" where "loans"."person_id" = $1`,
    /^does not name loan_facts.person_id/,
  ],
  [`select "id" from "loans" where "person_id" = $1 or "id" = $2`, /^does not name loans.person_id/],
  [`select "id" from "loans" where "person_id" = any($1::text[]) for update`, /^locks rows of loans/],
  [`update "loans" set "person_id" = $1 where "person_id" = $1 and "id" = $2`, /^sets loans.person_id/],
  [
    `select 1 from "test_clocks" inner join "import_chunks" on "import_chunks"."upload_id" = "test_clocks"."operation_id" where "test_clocks"."company_id" = $1`,
    /^does not name import_chunks.upload_id[\s\S]*joins test_clocks, import_chunks/,
  ],
  [`update "import_chunks" set "body" = to_jsonb($1) where "upload_id" = $2`, /^computes in an update/],
  [
    `insert into "contacts" ("id", "person_id") values ($1, $2), ($3, $1)`,
    /^names several values of contacts.person_id/,
  ],
  [
    `select 1 from "loans" inner join "transactions" as "t" on "t"."loan_id" = "loans"."id" where "loans"."company_id" = $1`,
    /joins loans with transactions without loans.person_id on both sides/,
  ],
  [
    `select 1 from unnest($1) as w(id) inner join lateral (select 1 from "loans" where "person_id" = $2 limit $3) as "x" on true`,
    /^has a limit in a lateral join/,
  ],
];

/** Puts the operation to work that was asked for last. */
function doing({ service }: House, { test: api }: Company, operationId: string, kind: string) {
  const job = { mode: api.realm.mode, companyId: api.realm.companyId, payload: { operationId, kind } };
  return () => service.operations.doHere(job);
}

const importing =
  (of: 'people' | 'loans', line: object): Work =>
  async (house, company) => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const lines = `${JSON.stringify(line)}\n${JSON.stringify(line)}\n`;
    const { body } = await company.test.call('POST', `/${of}/import`, { body: lines, headers });
    return doing(house, company, body.data.id, `${of}.import`);
  };

/** Each prepares what it needs, and returns what is recorded. */
const works: Readonly<Record<string, Work>> = {
  'the import of people': importing('people', { person: aPerson({ externalId: 'line-1' }) }),
  'the import of loans': importing('loans', { person: aPerson({ externalId: 'line-2' }), loan: loanBody }),
  'a moved clock': async (house, company) => {
    const now = (await company.test.get('/test-clock')).body.data.now as string;
    const to = new Date(Date.parse(now) + 70 * 86_400_000).toISOString();
    await company.test.put('/companies/current/general-ledger/accounts', {});
    const { id } = await company.test.made('/test-clock/advance', { to });
    return doing(house, company, id, 'testClock.advance');
  },
  'the day': async ({ service }) => {
    const tools = { ...service, steps: dailySteps, log: makeLog('silent'), proof: { firstMs: 0, everyMs: 1_000 } };
    return async () => {
      const worker = startDayWorker({ ...tools, pace: { restMs: () => 0, worked: () => {} } });
      await sleep(300);
      await worker.stop();
    };
  },
  'an erased borrower': async ({ service }, { test: api }) => {
    const { id } = await api.made('/people', aPerson());
    return () => erasePersonByHand(service, api.realm, id, { evenWithOpenLoans: true });
  },
  'a changed encryption key': async ({ service: { database, vault } }) => {
    const tools = { database, vault, generation: 99, tables: sealedTables, progress: () => {} };
    return () => resealAll(tools);
  },
  'the check of all loans': async ({ service }, { test: api }) => {
    return () => verifyRealms(service, { realms: [api.realm] });
  },
  'the chain of the audit': async ({ service }) => {
    return () => chainAudit(service.database, 'test');
  },
  chores: async ({ service }) => {
    return async () => {
      await service.operations.chore.run('test');
      await forgetUploads(service.database, service.clock).run('test');
      const stores = blobStores(service.database, undefined);
      await sweepBlobs({ ...service, log: makeLog('silent') }, stores).run('test');
    };
  },
};
