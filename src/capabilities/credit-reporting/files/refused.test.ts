// Files that do not leave: one that breaks a rule says which loan and which rule, and has said nothing; one whose maker may
// not make it any more has failed.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aCreditAgency } from '../../../../tests/support/credit-agency.ts';
import { type Agency, anAgency, aReportedLife } from '../../../../tests/support/credit-life.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, type Company, type House, useHouse } from '../../../../tests/support/house.ts';
import type { Life } from '../../../../tests/support/loan-life.ts';
import { refused, refusedAt } from '../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';

/** How much is kept of what a file says of loans. */
async function reportsKept({ service }: House, fileId: string): Promise<number> {
  const { rows } = await service.database.pools.test.query('select loan_id from credit_reports where file_id = $1', [
    fileId,
  ]);
  return rows.length;
}

describe('a file that breaks a rule', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  let agency: Agency;
  let life: Life;
  before(async () => {
    company = await aCompany();
    life = await aReportedLife(company);
    agency = await anAgency(company.test);
    await setClock(company.test, '2026-02-02T16:00:00Z');
    await agency.month('2026-01-31');
  });

  test('stays here, names the loan and the rule, and counts as nothing that was said', async () => {
    const api = company.test;
    await setClock(api, '2026-03-02T16:00:00Z');
    await api.put(agency.path, { installmentAccountType: '02' });
    const broken = await agency.file('2026-02-28');
    assert.equal(broken.state, 'refused');
    assert.deepEqual(
      broken.findings.map(({ loanId, rule }: { loanId: string; rule: string }) => [loanId, rule]),
      [[life.id, 'type-stays']],
    );
    assert.equal(broken.leftAt, null);
    assert.equal(await reportsKept(house(), broken.id), 0, 'what it has not said is not kept');
    await api.put(agency.path, { installmentAccountType: '01' });
    const february = await agency.month('2026-02-28');
    assert.equal(february.of(life).base.profile, `0${'B'.repeat(23)}`);
    assert.equal(await reportsKept(house(), february.file.id), 1);
  });
});

describe('a month whose file breaks a rule', () => {
  const { aCompany } = useHouse();

  test('is not passed over: later ones are begun by themselves once it was made', async () => {
    const { test: api } = await aCompany();
    await aReportedLife({ test: api });
    await setClock(api, '2026-02-02T16:00:00Z');
    const agency = await anAgency(api, { reportsOnDay: 3 });
    await agency.month('2026-01-31');
    await api.put(agency.path, { installmentAccountType: '02' });
    const files = async (): Promise<[string, string][]> =>
      (await api.get(`${agency.path}/files`)).body.data.map((file: { asOf: string; state: string }) => [
        file.asOf,
        file.state,
      ]);
    await moveClock(api, '2026-03-04T16:00:00Z');
    await eventually('it is refused', async () => (await files())[0]?.[1] === 'refused');
    await moveClock(api, '2026-04-04T16:00:00Z');
    assert.deepEqual(await files(), [
      ['2026-02-28', 'refused'],
      ['2026-01-31', 'made'],
    ]);
    await api.put(agency.path, { installmentAccountType: '01' });
    await agency.month('2026-02-28');
    await eventually('March is made by itself', async () => {
      const [newest] = await files();
      return newest?.[0] === '2026-03-31' && newest[1] === 'made';
    });
  });
});

describe('as many agencies as a company may have', () => {
  const { house, aCompany } = useHouse();

  test('wait for a month that was not made without being looked at again and again; each goes on by itself', async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2026-01-20T16:00:00Z');
    const agency = await anAgency(api, { reportsOnDay: 3 });
    const file = await agency.file('2025-12-31');
    const { pools } = house().service.database;
    const unmade = `update credit_files set state = 'failed' where id = $1`;
    await pools.test.query(unmade, [file.id]);
    const another = (table: string, id: string, more: string) =>
      `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object('id', '${id}-' || n${more}))).*
       from ${table} as one, generate_series(1, 99) as n where id = $1`;
    await pools.test.query(another('credit_agencies', 'CA', ''), [agency.id]);
    await pools.test.query(another('credit_files', 'MF', `, 'agency_id', 'CA-' || n`), [file.id]);
    await moveClock(api, '2026-02-04T16:00:00Z');
    const { companyId } = api.realm;
    const standing = async () =>
      (
        await pools.test.query(
          `select count(*)::integer as agencies, count(look_at)::integer as looked,
             count(*) filter (where next_file_at < '2026-02-04')::integer as due
           from credit_agencies where company_id = $1`,
          [companyId],
        )
      ).rows[0];
    assert.deepEqual(await standing(), { agencies: 100, looked: 0, due: 100 });
    await agency.month('2025-12-31');
    await eventually('January is made by itself', async () => {
      const [newest] = (await api.get(`${agency.path}/files`)).body.data;
      return newest.asOf === '2026-01-31' && newest.state === 'made';
    });
    assert.deepEqual(await standing(), { agencies: 100, looked: 1, due: 99 });
  });
});

describe('a file whose maker may not make it any more', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('or download it: then none is left at a host, whoever names the host, changes the agency, or begins the file', async () => {
    const { test: api } = await aCompany();
    const agencies = '/companies/current/credit-agencies';
    const place = {
      kind: 'sftp',
      host: 'sftp.agency.example.com',
      username: 'tenor',
      folder: 'in',
      hostKey: `SHA256:${'A'.repeat(43)}`,
      credentials: { password: 'secret' },
    };
    const permissions = ['credit.agency:create', 'credit.agency:update', 'credit.file:create'];
    const { key } = await api.made('/keys', { name: 'no downloads', permissions });
    const few = house().client(key, api.realm);
    const mustLack = ({ status, body }: Answer) =>
      assert.deepEqual([status, body.data?.permission], [403, 'credit.file:download.sensitive'], JSON.stringify(body));
    mustLack(await few.post(agencies, { ...aCreditAgency, place }));
    const { id } = await few.made(agencies, aCreditAgency);
    mustLack(await few.put(`${agencies}/${id}`, { place }));
    assert.equal((await api.put(`${agencies}/${id}`, { place })).status, 200);
    mustLack(await few.put(`${agencies}/${id}`, { reportsOnDay: 3 }));
    mustLack(await few.post(`${agencies}/${id}/files`, {}));
  });

  test('has failed, and another one of the month may be made', async () => {
    const { test: api } = await aCompany();
    const { id: agencyId } = await api.made('/companies/current/credit-agencies', aCreditAgency);
    const files = `/companies/current/credit-agencies/${agencyId}/files`;
    const file = await api.made(files, {});
    refused(await api.post(files, {}), 409, 'CreditFileThere', 'asOf');
    // The file that is being made has the number already.
    const other = { identificationNumber: 'OTHER01' };
    refusedAt(await api.put(`/companies/current/credit-agencies/${agencyId}`, other), 'identificationNumber');
    const { pools } = house().service.database;
    // An earlier try has left it.
    await pools.test.query(
      `insert into credit_reports values ($1, 'LN-AAAA-AAAA', $2, $3, 'BP-AAAA-AAAA', '2026-01-31', true, false, '', now())`,
      [file.id, api.realm.companyId, agencyId],
    );
    // Somebody whom nobody knows has no rights.
    await pools.test.query(
      `update operations set input = jsonb_set(input, '{actor}', '{"type": "key", "id": "AK-AAAA-AAAA"}') where id = $1`,
      [file.operationId],
    );
    await house().service.startWork();
    const failed = await eventually('the file has ended', async () => {
      const { data } = (await api.get(`${files}/${file.id}`)).body;
      return data.state === 'failed' && data;
    });
    assert.ok(failed.errorMessage !== null && failed.finishedAt !== null);
    assert.equal(await reportsKept(house(), file.id), 0);
    // It has said nothing, so the agency may have another number.
    const put = await api.put(`/companies/current/credit-agencies/${agencyId}`, other);
    assert.equal(put.status, 200, JSON.stringify(put.body));
    assert.equal((await api.post(files, {})).status, 201);
  });
});
