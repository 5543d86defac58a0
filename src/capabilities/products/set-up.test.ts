// What companies have from the start: new companies, and companies that are older than products.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import pg from 'pg';
import { migrationFolders } from '#app/capabilities.ts';
import { openService } from '#app/service.ts';
import { createCompany } from '#capabilities/access/index.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import type { Server } from '#platform/db/connection.ts';
import { readMigrations } from '#platform/db/migrate.ts';
import { prepareDatabase } from '#platform/db/prepare.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { makeLog } from '#platform/log.ts';
import { useHouse } from '../../../tests/support/house.ts';
import { dropDatabase, testKey, testServer, withAdmin } from '../../../tests/support/server.ts';
import { told, typesOf } from '../../../tests/support/told.ts';
import { defaultInvestor, feeTypesOf, findLoanType, loanTypeVersion } from './index.ts';
import { listLoanTypes } from './loan-type.ts';

describe('a company', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('is born in both modes with a loan type of each product and an investor of its name, and nobody is told', async () => {
    const company = await aCompany();
    const born: string[] = [];
    for (const api of [company.live, company.test]) {
      const { data, total } = (await api.get('/loan-types')).body;
      assert.equal(total, 3);
      const types = [
        { type: 'installment', externalId: 'installment', name: 'Installment loan' },
        { type: 'lineOfCredit', externalId: 'line-of-credit', name: 'Line of credit' },
        { type: 'lineOfCredit', externalId: 'credit-card', name: 'Credit card', regulation: 'card' },
      ];
      for (const { type, externalId, name, ...more } of types) {
        const given = (await api.get(`/loan-types/ext-${externalId}`)).body.data;
        assert.deepEqual([given.type, given.externalId, given.name, given.status], [type, externalId, name, 'active']);
        const plain = await api.made('/loan-types', { type, name, ...more });
        const ofItsOwn = { id: 0, externalId: 0, createdAt: 0 };
        assert.deepEqual({ ...given, ...ofItsOwn }, { ...plain, ...ofItsOwn }, 'all settings are the defaults');
      }
      const investors = (await api.get(`/companies/${company.id}/investors`)).body;
      assert.equal(investors.total, 1);
      assert.deepEqual([investors.data[0].name, investors.data[0].isDefault], ['A company', true]);
      assert.deepEqual(typesOf(await told(house(), api)), [
        ...['key.created', 'loantype.created', 'loantype.created', 'loantype.created'],
      ]);
      born.push(...data.map(({ id }: { id: string }) => id), investors.data[0].id);
    }
    assert.equal(new Set(born).size, 8, 'each mode has its own');
  });

  test('that was there before gets the same by the migration', async () => {
    const server = testServer();
    const database = `${server.template}_b_${randomBytes(4).toString('hex')}`;
    await withAdmin(server, (admin) =>
      admin.query(`create database ${database} owner ${server.owner.user} template template0 encoding 'UTF8'`),
    );
    const there = { ...server.owner, database };
    try {
      await mustBeGiven(there);
    } finally {
      await withAdmin(server, async (admin) => {
        await dropDatabase(admin, database);
        for (const login of ['live', 'test', 'jobs']) await admin.query(`drop role if exists ${database}_${login}`);
      });
    }
  });

  /** A company that calls a loan type of its own `line-of-credit` before it is given one. */
  const otherNames = 'CP-CCCC-CCCC';

  async function mustKeepItsName(reader: Reader): Promise<void> {
    assert.equal((await findLoanType(reader, 'ext-line-of-credit')).type, 'installment');
    const { items } = await listLoanTypes(reader, {});
    assert.deepEqual(items.map(({ type, externalId }) => [type, externalId]).toSorted(), [
      ['installment', 'line-of-credit'],
      ['lineOfCredit', null],
      ['lineOfCredit', 'credit-card'],
    ]);
  }

  /** Companies from before products, then the other migrations, then a further company. */
  async function mustBeGiven(server: Server): Promise<void> {
    const migrations = await readMigrations(migrationFolders);
    const migrateTo = (end: string) =>
      prepareDatabase(
        server,
        keyring(testKey),
        migrations.filter(({ name }) => name < end),
      );
    await migrateTo('0006');
    await withClient(server, async (client) => {
      for (const schema of ['live', 'test']) {
        for (const [i, id] of ['CP-AAAA-AAAA', 'CP-BBBB-BBBB', otherNames].entries()) {
          await client.query(
            `insert into ${schema}.companies (company_id, position, name, timezone, created_at)
             values ($1, $2, $3, 'America/New_York', '2026-01-01T00:00:00Z')`,
            [id, 1000 + i, `Company ${i}`],
          );
        }
      }
    });
    await migrateTo('0042');
    await withClient(server, async (client) => {
      for (const table of ['loan_types', 'external_ids']) {
        await client.query(
          `update live.${table} set external_id = 'line-of-credit'
           where external_id = 'installment' and company_id = $1`,
          [otherNames],
        );
      }
    });
    const log = makeLog('silent');
    const config = { lockWaitMs: 2000, webhookDevHosts: new Set<string>() };
    const service = await openService({ config, server, encryptionKey: testKey, log });
    try {
      const { companyId } = await createCompany(service, { name: 'Company 2', timezone: 'America/New_York' });
      const drawn: string[] = [];
      for (const mode of ['live', 'test'] as const) {
        const given = (id: string) => givenTo(service.database.reader({ mode, companyId: id }));
        const born = await given(companyId);
        assert.equal(born.shown.investor.name, 'Company 2');
        for (const [i, id] of ['CP-AAAA-AAAA', 'CP-BBBB-BBBB'].entries()) {
          const found = await given(id);
          assert.deepEqual(found.shown, {
            ...born.shown,
            investor: { ...born.shown.investor, name: `Company ${i}` },
          });
          drawn.push(...found.drawn);
        }
      }
      await mustKeepItsName(service.database.reader({ mode: 'live', companyId: otherNames }));
      assert.equal(drawn.length, 4 * 19);
      assert.equal(new Set(drawn).size, drawn.length, 'each is drawn by itself');
      for (const id of drawn) assert.match(id, /^(LT|FT|IR)-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    } finally {
      await service.close();
    }
  }

  async function withClient(server: Server, work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = new pg.Client(server);
    await client.connect();
    await work(client).finally(() => client.end());
  }

  /** Leaves out the ids and what differs from company to company. */
  async function givenTo(reader: Reader & { readonly realm: Realm }) {
    const own = { id: '', companyId: '', createdAt: '' };
    const investor = await defaultInvestor(reader);
    const given = [];
    for (const reference of ['ext-installment', 'ext-line-of-credit', 'ext-credit-card']) {
      const type = await findLoanType(reader, reference);
      const version = await loanTypeVersion(reader, type.id, 1);
      assert.equal(version.id, `${type.id}.1`);
      given.push({ type, version, fees: await feeTypesOf(reader, type.id) });
    }
    return {
      drawn: [investor.id, ...given.flatMap(({ type, fees }) => [type.id, ...fees.map(({ id }) => id)])],
      shown: {
        types: given.map(({ type, version, fees }) => ({
          type: { ...type, ...own },
          settings: version.settings,
          fees: fees.map((row) => [row.fee_type, row.api_name, row.display_name, row.amount]),
        })),
        investor: { ...investor, ...own },
      },
    };
  }
});
