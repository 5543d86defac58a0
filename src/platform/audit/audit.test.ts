// The audit through HTTP: what it tells of changes, of refusals and of reads; and that nobody changes it unnoticed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { aPerson, aPhone, type Client, type Company, type House, useHouse } from '../../../tests/support/house.ts';
import { chainAudit, type Head } from './chain-audit.ts';
import { recordHeads } from './chores.ts';
import { saidColumns } from './tables.ts';
import { verifyAudit } from './verify-audit.ts';

const listing =
  (house: () => House) =>
  async (api: Client, query = '') => {
    await chainAudit(house().service.database, api.realm.mode);
    const { status, body } = await api.get(`/audit?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };

describe('the audit', () => {
  const { house, aCompany } = useHouse({ works: false });
  const audit = listing(house);

  test('a change is in it with who, what, when, from where, its request and the fields', async () => {
    const { test: api } = await aCompany();
    const person = await api.made('/people', aPerson({ externalId: 'crm-7' }));
    const contact = await api.made(`/people/${person.id}/contacts`, aPhone());
    const path = `/people/ext-crm-7/contacts/${contact.id}`;
    const changed = await api.put(path, { label: 'work', status: contact.status, value: '+13175559876' });
    assert.equal(changed.status, 200);
    const [row, ...before] = await audit(api);
    const [key] = (await api.get('/keys')).body.data;
    const { id, hash, createdAt, number, ...told } = row;
    assert.match(id, /^AU-/);
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000, createdAt);
    assert.deepEqual(told, {
      object: 'auditRow',
      outcome: 'done',
      action: 'contacts.update',
      actorType: 'key',
      actorId: key.id,
      sessionId: null,
      address: '127.0.0.1',
      requestId: changed.headers['request-id'],
      personId: person.id,
      objectId: contact.id,
      fields: ['label', 'value'],
      errorType: null,
      permission: null,
      userType: null,
      method: null,
      reason: null,
      unknownName: null,
      sha256: null,
      count: 1,
    });
    const made = before.map(({ action, objectId, fields }: typeof row) => ({ action, objectId, fields }));
    assert.deepEqual(made, [
      { action: 'contacts.create', objectId: contact.id, fields: null },
      { action: 'people.create', objectId: person.id, fields: null },
    ]);
    const texts = JSON.stringify([row, ...before]);
    for (const personal of ['Lovelace', '3175559876', 'crm-7']) assert.ok(!texts.includes(personal), personal);
  });

  test('what is repeated, only shown before or refused is no change', async () => {
    const { test: api } = await aCompany();
    const repeated = { 'idempotency-key': 'once' };
    for (let i = 0; i < 2; i++) await api.made('/people', aPerson(), repeated);
    assert.equal((await api.post('/people', { name: 7 })).status, 400);
    assert.equal((await audit(api, 'outcome=done')).length, 1);
  });

  test('each filter finds what it names, and no other company sees it', async () => {
    const { test: api, live } = await aCompany();
    const person = await api.made('/people', aPerson());
    const contact = await api.made(`/people/${person.id}/contacts`, aPhone());
    const own = await api.made('/keys', { name: 'own' });
    const other = house().client(own.key, api.realm);
    await other.made('/people', aPerson());
    const actions = async (query: string) => (await audit(api, query)).map(({ action }: { action: string }) => action);
    assert.deepEqual(await actions(`actorId=${own.id}`), ['people.create']);
    assert.deepEqual(await actions(`apiKeyId=${own.id}`), ['people.create']);
    assert.deepEqual(await actions('userId=UR-AAAA-AAAA'), []);
    assert.deepEqual(await actions('sessionId=SN-AAAA-AAAA'), []);
    assert.deepEqual(await actions(`personId=${person.id}`), ['contacts.create', 'people.create']);
    assert.deepEqual(await actions(`objectId=${contact.id}`), ['contacts.create']);
    assert.deepEqual(await actions('action=keys.create'), ['keys.create']);
    assert.deepEqual(await actions('outcome=refused'), []);
    assert.deepEqual(await actions('createdAtFrom=2999-01-01T00:00:00Z'), []);
    assert.equal((await actions('createdAtTo=2999-01-01T00:00:00Z')).length, 4);
    const firstPage = await api.get('/audit?limit=3');
    assert.deepEqual([firstPage.body.total, firstPage.body.count], [4, 3]);
    const [last] = (await api.get(firstPage.body.nextUrl)).body.data;
    assert.equal(last.objectId, person.id);
    assert.deepEqual([await audit(live), await audit((await aCompany()).test)], [[], []]);
  });
});

describe('verifying the audit', () => {
  const { house, aCompany } = useHouse({ works: false });
  const audit = listing(house);

  const verified = async (api: Client, kept?: Head) =>
    (await verifyAudit(house().service.database.reader(api.realm), kept)).finding;

  async function five(): Promise<Company> {
    const company = await aCompany();
    for (let i = 0; i < 5; i++) await company.test.made('/people', aPerson());
    await chainAudit(house().service.database, 'test');
    return company;
  }

  /** Past the service, as whoever has the database can. */
  async function byHand(statement: string, { id }: Company): Promise<void> {
    const client = new pg.Client(house().service.database.server);
    await client.connect();
    await client.query(`${statement} and company_id = '${id}'`).finally(() => client.end());
  }
  const record = () => recordHeads(house().service.database, 'test', house().service.clock, { info() {} });

  test('finds nothing in one that nobody touched, also when rows come meanwhile', async () => {
    const company = await five();
    assert.equal(await verified(company.test), null);
    await company.test.made('/people', aPerson());
    assert.equal(await verified(company.test), null);
    await chainAudit(house().service.database, 'test');
    assert.equal(await verified(company.test), null);
  });

  test('finds a row of which any column was altered, by the id that the list shows', async () => {
    const company = await five();
    const { id } = (await audit(company.test)).at(-3);
    const alter = (column: string, value: string) =>
      byHand(`update test.audit set ${column} = ${value} where number = 3`, company);
    const later = (sign: string) => `(created_at at time zone 'UTC' ${sign} interval '1 second') at time zone 'UTC'`;
    for (const column of saidColumns) {
      const isTime = column === 'created_at';
      await alter(column, isTime ? later('+') : `coalesce(${column}, '') || '1'`);
      assert.equal(await verified(company.test), `Row 3 (${id}) was altered.`, column);
      await alter(column, isTime ? later('-') : `nullif(left(${column}, -1), '')`);
      assert.equal(await verified(company.test), null, column);
    }
    await alter('hash', `sha256(hash)`);
    assert.equal(await verified(company.test), `Row 3 (${id}) was altered.`);
  });

  test('finds a removed row', async () => {
    const company = await five();
    await byHand('delete from test.audit where number = 2', company);
    assert.equal(await verified(company.test), 'Row 2 was removed.');
  });

  test('finds a tail that was cut off, also when the last row was set back with it', async () => {
    const company = await five();
    await record();
    await byHand('delete from test.audit where number > 3', company);
    assert.match(String(await verified(company.test)), /^The rows from 4 on were cut off/);
    await byHand(
      `update test.audit_heads set last_number = 3, last_hash = (select hash from test.audit a where number = 3 and a.company_id = audit_heads.company_id) where true`,
      company,
    );
    assert.match(String(await verified(company.test)), /^The rows from 4 on were cut off: row 5 was recorded on/);
  });

  test('finds a chain that was made anew, by what was recorded on a day or kept elsewhere', async () => {
    const company = await five();
    const [newest] = await audit(company.test);
    const kept = { last_number: newest.number, last_hash: Buffer.from(newest.hash, 'hex') };
    assert.equal(await verified(company.test, kept), null);
    await record();
    await byHand('delete from test.audit where number = 5', company);
    await byHand(
      `update test.audit_heads set last_number = 4, last_hash = (select hash from test.audit a where number = 4 and a.company_id = audit_heads.company_id) where true`,
      company,
    );
    await company.test.made('/people', aPerson());
    await chainAudit(house().service.database, 'test');
    assert.match(String(await verified(company.test)), /^Row 5 .* is not the one that was recorded on/);
    await byHand('delete from test.audit_days where true', company);
    assert.equal(await verified(company.test), null);
    assert.match(String(await verified(company.test, kept)), /is not the one that was kept elsewhere/);
  });
});
