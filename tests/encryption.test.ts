// All sealed values of a database are declared. A change of the encryption key seals all of them again while the
// service runs, and running services find and use the new key.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import pg from 'pg';
import { sealedTables } from '#app/capabilities.ts';
import { openService, type Service } from '#app/service.ts';
import { findBlob, keepBlob } from '#platform/blobs/keep-blobs.ts';
import { givenKeys } from '#platform/crypto/key-source.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { DatabaseRefused } from '#platform/db/prepare.ts';
import { RotationRefused, type RotationWaits, rotateKeys } from '#platform/encryption/rotate-keys.ts';
import { makeLog } from '#platform/log.ts';
import { anAddress, anEmail, aPerson, type Client, useHouse } from './support/house.ts';
import { anAccount } from './support/instruments.ts';
import { testKey, testServer } from './support/server.ts';
import { aCompanyWorkflow, aWorkflowType, itemNamed, looked, pathOfItem } from './support/workflow.ts';

const newKey = randomBytes(32);
const waits: RotationWaits = { steadyMs: 150, settleMs: 200, processesMs: 1_000 };
const log = makeLog('silent');

async function ask(database: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...testServer().admin, database });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** The chain of the audit, and states of loans: they have numbers, days and ids, packed because they are long. */
const plainBytes = new Set([
  ...['audit.hash', 'audit_days.last_hash', 'audit_heads.last_hash'],
  ...['loan_checkpoints.state', 'loan_standing.state', 'loan_tails.state', 'loans.base', 'loan_standing.other_amounts'],
]);

describe('what is sealed', () => {
  const { house } = useHouse({ works: false });

  test('is declared: every column of bytes, and every token, in every table', async () => {
    const found = await ask(
      house().database,
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'live' and (data_type = 'bytea' or column_name ~ '(^|_)tokens?$') order by 1`,
    );
    const bytes = found.map(({ name }) => String(name)).filter((name) => !plainBytes.has(name));
    const declared = sealedTables.flatMap(({ table, dataKey, byPerson = [], byCompany, tokens, hashes = {} }) =>
      [
        ...(dataKey === undefined ? [] : [dataKey]),
        ...byPerson,
        ...Object.keys(byCompany?.columns ?? {}),
        ...(tokens?.columns ?? []),
        ...Object.keys(hashes),
      ].map((column) => `${table}.${column}`),
    );
    assert.deepEqual(
      bytes,
      [...new Set(declared)].sort(),
      'a column that holds sealed values or tokens stands in the `sealed.ts` of its capability',
    );
  });

  test('lies in tables whose key is the one that is declared', async () => {
    for (const { table, key } of sealedTables) {
      const rows = await ask(
        house().database,
        `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
         where i.indrelid = 'live.${table}'::regclass and i.indisprimary and a.attname <> 'company_id'`,
      );
      assert.deepEqual(rows.map(({ name }) => name).sort(), key.toSorted(), table);
    }
  });
});

/** Makes one of everything that is sealed. */
async function fill(api: Client): Promise<{ id: string; merchantId: string; webhookId: string }> {
  const { id } = await api.made('/people', {
    ...aPerson({ name: { firstName: 'Augusta', lastName: 'Lovelace' } }),
    dateOfBirth: '1990-12-10',
    identity: { identityType: 'SSN', value: '123-45-6789' },
  });
  await api.made(`/people/${id}/contacts`, anEmail({ value: 'augusta@example.com' }));
  await api.made(`/people/${id}/contacts`, anAddress());
  await api.made(`/people/${id}/payment-instruments`, anAccount());
  const merchant = await api.made('/companies/current/merchants', {
    businessName: 'A merchant',
    primaryContactName: 'Charles',
  });
  const webhook = await api.made('/webhooks', {
    webhookType: 'direct',
    eventTypes: ['company.*', 'person.*'],
    webhookDirectDetails: { webhookUrl: 'https://receiver.invalid/' },
  });
  return { id, merchantId: merchant.id, webhookId: webhook.id };
}

async function mustBeFound(api: Client, id: string): Promise<void> {
  for (const query of ['lastName=lovel', 'email=augusta@example.com', 'taxId=123456789', 'city=indianapolis']) {
    const { body } = await api.get(`/people/search?${query}`);
    assert.deepEqual(
      body.data?.map((one: { id: string }) => one.id),
      [id],
      query,
    );
  }
  const again = await api.post(`/people/${id}/payment-instruments`, anAccount());
  assert.equal(again.body.errorType, 'DuplicatePaymentInstrument');
  const shown = await api.get(`/people/${id}?includeIdentity=true`);
  assert.equal(shown.body.data.name.firstName, 'Augusta');
  assert.equal(shown.body.data.identities[0].value, '123-45-6789');
}

/** A content of a borrower, and one of the company. The result reads both. */
async function fillContents({ blobs, database, vault }: Service, api: Client, personId: string) {
  const { realm } = api;
  const path = `/people/${personId}/documents`;
  const { id } = (await api.post(path, { type: 'other' })).body;
  await api.post(`${path}/${id}/content`, 'A letter', { 'content-type': 'text/plain' });
  const body = Readable.from([Buffer.from('A logo')], { objectMode: false });
  const arrived = await blobs.put(realm, realm.companyId, body, { bytesMax: 100 });
  const sealer = vault.companySealer(realm.companyId);
  await database.transact(realm, (tx) => keepBlob(tx, sealer, arrived));
  return async (): Promise<[string, string]> => {
    const logo = await findBlob(database.reader(realm), sealer, realm.companyId, arrived.id);
    assert.ok(logo);
    return [(await api.get(`${path}/${id}/content`)).body, await text(blobs.open(realm, logo))];
  };
}

/** What somebody has said in a workflow of the company. The result reads it. */
async function fillWorkflow(api: Client): Promise<() => Promise<string>> {
  const workflow = await aCompanyWorkflow(api, await aWorkflowType(api, [{ items: [{ key: 'look' }] }]));
  const item = pathOfItem(await itemNamed(api, workflow, 'look'));
  assert.equal((await api.post(`${item}/complete`, { ...looked, comment: 'A comment' })).status, 200);
  return async () => (await api.get(item)).body.data.done.comment;
}

const toolsOf = (service: Service) => ({
  server: service.database.server,
  database: service.database,
  keys: service.keys,
  vault: service.vault,
  tables: sealedTables,
  say: () => {},
  progress: () => {},
  waits,
});

const bothKeys = [newKey, testKey].map(keyring);
const configOf = { lockWaitMs: 2000, webhookDevHosts: new Set<string>() };

describe('a change of the encryption key', () => {
  // Like the files of the embedded server: the next key exists as soon as it was made.
  let kept = [keyring(testKey)];
  const source = { ...givenKeys([]), keys: async () => kept };
  const { house, aCompany } = useHouse({ ownLogins: true, encryptionKey: source });
  const opened = (keys: readonly Buffer[]): Promise<Service> =>
    openService({
      config: configOf,
      server: house().service.database.server,
      encryptionKey: givenKeys(keys.map(keyring)),
      log,
    });

  test('seals everything anew while it is used, and gives up the old key', async () => {
    const { test: api, live } = await aCompany();
    const idempotent = { 'idempotency-key': 'the same one' };
    const once = aPerson({ name: { firstName: 'Once', lastName: 'Only' } });
    const first = await api.post('/people', once, idempotent);
    const { id, merchantId, webhookId } = await fill(api);
    const other = await fill(live);
    const readContents = await fillContents(house().service, api, id);
    const readWorkflow = await fillWorkflow(api);
    const before = await ask(house().database, 'select data_key from test.people');
    const passwords = await logins();

    let isOver = false;
    const use = (async () => {
      for (let i = 0; !isOver; i++) {
        await mustBeFound(api, id);
        const made = await api.made('/people', aPerson({ name: { firstName: 'Grace', lastName: `Hopper${i}` } }));
        const { body } = await api.get(`/people/search?lastName=hopper${i}`);
        assert.equal(body.data[0]?.id, made.id, 'who was just made is found');
        const twice = await api.post(`/people/${id}/contacts`, anEmail({ value: 'augusta@example.com' }));
        assert.equal(twice.body.message, 'collision detected', 'what must be unique stays so');
      }
    })();
    const steps: number[] = [];
    const draw = async (): Promise<void> => {
      kept = bothKeys;
    };
    const progress = (done: number, total: number): unknown => steps.push(done, total);
    const rotated = await rotateKeys({ ...toolsOf(house().service), draw, progress });
    isOver = true;
    await use;

    assert.equal(rotated.retired, keyring(testKey).fingerprint);
    assert.equal(steps.at(-2), steps.at(-1), 'the bar ends at its end');
    const after = await ask(house().database, 'select data_key, search_tokens from test.people');
    assert.ok(after.every(({ data_key }) => (data_key as Buffer)[0] === 2));
    assert.ok(
      before.every(({ data_key }) => !after.some((row) => (row.data_key as Buffer).equals(data_key as Buffer))),
    );
    await nothingIsOfGeneration(1);
    if (passwords.length > 0) {
      const now = await logins();
      assert.ok(now.length === 3 && now.every((one) => !passwords.includes(one)), 'logins have other passwords');
    }

    const onlyNew = await opened([newKey]);
    await onlyNew.close();
    await assert.rejects(opened([testKey]), retired);
    await mustBeFound(api, id);
    await mustBeFound(live, other.id);
    assert.equal((await api.get(`/companies/current/merchants/${merchantId}`)).body.data.primaryContactName, 'Charles');
    const { webhookDirectDetails } = (await api.get(`/webhooks/${webhookId}`)).body.data;
    assert.equal(webhookDirectDetails.webhookUrl, 'https://receiver.invalid/');
    assert.deepEqual(await readContents(), ['A letter', 'A logo']);
    assert.equal(await readWorkflow(), 'A comment');
    const repeated = await api.post('/people', once, idempotent);
    assert.equal(repeated.headers['idempotent-replayed'], 'true', 'a repeat is still the same request');
    assert.equal(repeated.body.data.id, first.body.data.id);
  });

  /** The embedded server lets us see the stored password hashes. */
  async function logins(): Promise<string[]> {
    if (testServer().directory === null) return [];
    const rows = await ask(
      'postgres',
      `select rolpassword from pg_authid where rolname like '${house().database}\\_%' and rolcanlogin`,
    );
    return rows.map(({ rolpassword }) => String(rolpassword));
  }

  async function nothingIsOfGeneration(generation: number): Promise<void> {
    for (const { table, dataKey, byCompany } of sealedTables) {
      const columns = [...(dataKey === undefined ? [] : [dataKey]), ...Object.keys(byCompany?.columns ?? {})];
      for (const column of columns) {
        const lane = byCompany?.where === undefined ? '' : `and ${byCompany.where} = company_id`;
        const text = `select count(*)::int as n from test.${table} where get_byte(${column}, 0) = ${generation} ${lane}`;
        assert.deepEqual(await ask(house().database, text), [{ n: 0 }], `${table}.${column}`);
      }
    }
  }
});

const retired = (error: unknown): boolean => {
  assert.ok(error instanceof DatabaseRefused);
  assert.match(error.message, /a rotation has retired it. Set the key that came after it/);
  return true;
};

describe('a change of the encryption key that cannot be made', () => {
  const { house } = useHouse({ ownLogins: true });

  test('is refused as long as a service does not know the new key, and nothing is changed', async () => {
    const server = house().service.database.server;
    const operator = await openService({ config: configOf, server, encryptionKey: givenKeys(bothKeys), log });
    try {
      await assert.rejects(rotateKeys(toolsOf(operator)), (error) => {
        assert.ok(error instanceof RotationRefused);
        assert.match(error.message, /^One service or worker does not know the new key. Nothing was changed. Restart/);
        return true;
      });
      const settings = await ask(house().database, "select name from tenor.settings where name like '%encryption%'");
      assert.deepEqual(settings, [{ name: 'encryption_key' }]);
    } finally {
      await operator.close();
    }
  });

  test('is refused without another key, with the way to get one', async () => {
    await assert.rejects(rotateKeys(toolsOf(house().service)), /ENCRYPTION_KEY is the key in use. Make a new one with/);
  });
});

describe('a change of the encryption key that was interrupted', () => {
  // No worker: the service of this suite has only the old key, and a rotation waits for a process that listens with it.
  const { house, aCompany } = useHouse({ ownLogins: true, works: false });

  test('goes on where it was killed, needs both keys meanwhile, and names what does not open', async () => {
    const { test: api } = await aCompany();
    const { id } = await fill(api);
    const altered = await api.made('/people', aPerson());
    await ask(
      house().database,
      `update test.people set data_key = set_byte(data_key, 20, get_byte(data_key, 20) # 1) where person_id = '${altered.id}'`,
    );
    const server = house().service.database.server;
    const open = (keys: readonly Buffer[]) =>
      openService({ config: configOf, server, encryptionKey: givenKeys(keys.map(keyring)), log });
    const operator = await open([newKey, testKey]);
    try {
      await assert.rejects(rotateKeys(toolsOf(operator)), (error) => {
        assert.ok(error instanceof RotationRefused);
        assert.match(error.message, new RegExp(`^1 rows do not open with either key: people ${altered.id}.`));
        return true;
      });
      for (const keys of [[testKey], [newKey]]) {
        await assert.rejects(open(keys), /The encryption key is being changed. Set ENCRYPTION_KEY to the new key and/);
      }
      await ask(house().database, `delete from test.people where person_id = '${altered.id}'`);
      const { sealed } = await rotateKeys(toolsOf(operator));
      assert.equal(sealed, 0, 'the rest was done the first time');
    } finally {
      await operator.close();
    }
    const rows = await ask(
      house().database,
      `select get_byte(data_key, 0) as generation from test.people where person_id = '${id}'`,
    );
    assert.deepEqual(rows, [{ generation: 2 }]);
  });
});
