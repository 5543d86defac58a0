// Files that do not leave: one that breaks a rule says which loan and which rule, and has said nothing; one whose maker may
// not make it any more has failed.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aCreditAgency } from '../../../../tests/support/credit-agency.ts';
import { type Agency, anAgency, aReportedLife } from '../../../../tests/support/credit-life.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Company, useHouse } from '../../../../tests/support/house.ts';
import type { Life } from '../../../../tests/support/loan-life.ts';
import { refused } from '../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';

describe('a file that breaks a rule', () => {
  const { aCompany } = useHouse();
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
    await api.put(agency.path, { installmentAccountType: '01' });
    const february = await agency.month('2026-02-28');
    assert.equal(february.of(life).base.profile, `0${'B'.repeat(23)}`);
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

describe('a file whose maker may not make it any more', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('has failed, and another one of the month may be made', async () => {
    const { test: api } = await aCompany();
    const { id: agencyId } = await api.made('/companies/current/credit-agencies', aCreditAgency);
    const files = `/companies/current/credit-agencies/${agencyId}/files`;
    const file = await api.made(files, {});
    refused(await api.post(files, {}), 409, 'CreditFileThere', 'asOf');
    const { pools } = house().service.database;
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
    assert.equal((await api.post(files, {})).status, 201);
  });
});
