// Files for credit agencies: one for each month, from the books, checked before they count.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { checkFile } from '@tenor/metro2/check/check-file.ts';
import { loansToReport } from '#capabilities/loans/index.ts';
import { aCreditAgency } from '../../../../tests/support/credit-agency.ts';
import { type Agency, anAgency, aReportedLife, says } from '../../../../tests/support/credit-life.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Company, useHouse } from '../../../../tests/support/house.ts';
import type { Life } from '../../../../tests/support/loan-life.ts';
import { refused, refusedAt } from '../../../../tests/support/refusals.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';

const agencies = '/companies/current/credit-agencies';

describe('a file for a credit agency', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  let [life, unnamed, silent]: Life[] = [];
  let agency: Agency;
  before(async () => {
    company = await aCompany();
    life = await aReportedLife(company);
    unnamed = await aReportedLife(company, { agreed: { skipCreditReporting: true } });
    silent = await aReportedLife(company);
    const { personId } = silent;
    const { data } = (await company.test.get(`/people/${personId}/contacts`)).body;
    await company.test.delete(`/people/${personId}/contacts/${data[0].id}`);
    await setClock(company.test, '2026-03-02T15:00:00Z');
    agency = await anAgency(company.test);
  });

  test('tells of each loan as its books were on the last day of the month, and names what it leaves out', async () => {
    const january = await agency.month('2026-01-31');
    const { file } = january;
    assert.deepEqual([file.numAccounts, file.numLeftOut], [1, 2]);
    assert.deepEqual(
      file.leftOutLoans.toSorted((a: { reason: string }, b: { reason: string }) => (a.reason < b.reason ? -1 : 1)),
      [
        { loanId: silent?.id, reason: 'noAddress' },
        { loanId: unnamed?.id, reason: 'skipCreditReporting' },
      ],
    );
    const account = january.of(life as Life);
    assert.deepEqual(
      says(account, 'status', 'balance', 'highestCredit', 'scheduledPayment', 'termsDuration', 'dateOpened', 'profile'),
      ['11', 1200, 1200, 100, '012', '2026-01-20', 'B'.repeat(24)],
    );
    assert.deepEqual(says(account, 'surname', 'firstName', 'birthDate', 'zip', 'ecoa'), [
      'LOVELACE',
      'ADA',
      '1980-02-29',
      '62701',
      '1',
    ]);
    assert.deepEqual((await checkFile([Buffer.from(january.text, 'latin1')])).findings, []);
    assert.match(file.fileName, /^TENORDEMOLOANSCP[A-Z0-9]{8}EQUIFAX20260131\.txt$/);
  });

  test('comes once for a month, in the order of months, and of no month that is not over', async () => {
    const api = company.test;
    const files = `${agency.path}/files`;
    refused(await api.post(files, { asOf: '2026-01-31' }), 409, 'CreditFileThere', 'asOf');
    refused(await api.post(files, { asOf: '2025-12-31' }), 409, 'CreditFileThere', 'asOf');
    refusedAt(await api.post(files, { asOf: '2026-02-27' }), 'asOf');
    refusedAt(await api.post(files, { asOf: '2026-03-31' }), 'asOf');
    refusedAt(await api.post(files, { asOf: '2025-12-31', isCorrection: true }), 'asOf');
    const idle = await anAgency(api, { isActive: false });
    assert.equal((await api.post(`${idle.path}/files`, {})).body.errorType, 'CreditAgencyInactive');
  });

  test('of the same books has the same bytes for another agency, but for the numbers of the agency', async () => {
    const [one, other] = [await anAgency(company.test), await anAgency(company.test)];
    const [first, second] = [await one.month('2026-01-31'), await other.month('2026-01-31')];
    assert.equal(first.text, second.text);
    assert.equal(first.file.knownAt, second.file.knownAt);
  });

  test('has loans of the types alone that the agency is told of', async () => {
    const { id } = await company.test.made('/loan-types', { name: 'Another type' });
    const some = await anAgency(company.test, { loanTypeIds: [id] });
    assert.equal((await some.month('2026-01-31')).accounts.length, 0);
    const preview = `${(life as Life).path}/credit-reporting/${some.id}/preview?asOf=2026-01-31`;
    const { isReported, notReportedBecause, sentences } = (await company.test.get(preview)).body.data;
    assert.deepEqual([isReported, notReportedBecause, sentences], [false, 'otherLoanType', []]);
    const strange = await company.test.post(agencies, { ...aCreditAgency, loanTypeIds: ['LT-AAAA-AAAA'] });
    refused(strange, 404, 'NotFound', 'loanTypeIds[0]');
  });

  test('goes on from the month before: a payment is told, and the history begins', async () => {
    await (life as Life).pay(100, { effectiveDate: '2026-02-15' });
    const february = await agency.month('2026-02-28');
    assert.deepEqual(says(february.of(life as Life), 'balance', 'actualPayment', 'lastPayment', 'profile'), [
      1100,
      100,
      '2026-02-15',
      `0${'B'.repeat(23)}`,
    ]);
  });

  test('is made page by page: no loan is left between two pages', async () => {
    const reader = house().service.database.reader(company.test.realm);
    const asked = { asOf: '2026-01-31' as CivilDate, loanTypeIds: [] };
    const all = await loansToReport(reader, { ...asked, after: undefined, limit: 100 });
    const byOne: typeof all = [];
    for (let after: (typeof all)[number] | undefined; byOne.length <= all.length; ) {
      const [one] = await loansToReport(reader, { ...asked, after, limit: 1 });
      if (one === undefined) break;
      byOne.push(one);
      after = one;
    }
    assert.ok(all.length > 2);
    assert.deepEqual(byOne, all);
  });

  test('has a number that stays once the agency has heard of accounts by it', async () => {
    refusedAt(await company.test.put(agency.path, { identificationNumber: 'OTHER01' }), 'identificationNumber');
    refusedAt(await company.test.put(agency.path, { agencyName: 'innovis' }), 'agencyName');
    assert.equal((await company.test.put(agency.path, { reporterName: 'Tenor Demo Loans' })).status, 200);
  });

  test('is made by itself on its day', async () => {
    const { companyId } = company.test.realm;
    const own = await aCompany();
    const one = await aReportedLife(own);
    const due = await anAgency(own.test, { reportsOnDay: 3 });
    assert.equal(
      (await own.test.get(due.path)).body.data.nextFileAt,
      '2026-02-03T10:00:00.000000+00:00',
      'five in the morning in New York',
    );
    await one.moveTo('2026-02-04');
    const { data } = (await own.test.get(`${due.path}/files`)).body;
    assert.deepEqual([data.length, data[0].asOf, data[0].isScheduled], [1, '2026-01-31', true]);
    assert.notEqual(companyId, own.test.realm.companyId);
  });

  test('holds nothing of a person but in its content: neither events nor what is kept of a report has names', async () => {
    const { pools } = house().service.database;
    const { rows } = await pools.test.query(
      'select encode(said_sealed, $1) as sealed from credit_reports where company_id = $2',
      ['escape', company.test.realm.companyId],
    );
    assert.ok(rows.length > 0);
    for (const { sealed } of rows) assert.doesNotMatch(sealed, /LOVELACE|"status"/);
    const told = await eventually('the event is told', async () => {
      const { data } = (await company.test.get(`/events?loanId=${life?.id}`)).body;
      const found = data.filter(({ eventType }: { eventType: string }) => eventType === 'loan.creditreporting.created');
      return found.length > 0 && found;
    });
    assert.doesNotMatch(JSON.stringify(told), /Lovelace/i);
  });

  test('is not begun by an agency without its numbers', async () => {
    const { programIdentifier: _, ...without } = aCreditAgency;
    refusedAt(await company.test.post(agencies, without), 'programIdentifier');
    refusedAt(
      await company.test.post(agencies, { ...aCreditAgency, identificationNumber: 'A-1 B' }),
      'identificationNumber',
    );
    const experian = { ...aCreditAgency, agencyName: 'experian' };
    refusedAt(await company.test.post(agencies, { ...experian, fileNamePrefix: 'ACME' }), 'programIdentifier');
    refusedAt(await company.test.post(agencies, { ...experian, programIdentifier: 'EXP01' }), 'fileNamePrefix');
    refusedAt(
      await company.test.post(agencies, { ...aCreditAgency, installmentAccountType: '15' }),
      'installmentAccountType',
    );
  });
});

describe('a file that is being made', () => {
  // A correction may follow one that has ended, so none ends by itself here.
  const { house, aCompany } = useHouse({ works: false });

  test('is begun once by two people at a time, and once by one who asks again; so is a correction', async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2026-03-02T15:00:00Z');
    const one = await anAgency(api);
    const files = `${one.path}/files`;
    const beginTwice = async (body: object): Promise<void> => {
      const both = await Promise.all([api.post(files, body), api.post(files, body)]);
      assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409]);
      const made = `update credit_files set state = 'made' where agency_id = $1`;
      await house().service.database.pools.test.query(made, [one.id]);
    };
    await beginTwice({ asOf: '2026-01-31' });
    await beginTwice({ asOf: '2026-01-31', isCorrection: true });
    const again = { asOf: '2026-01-31', isCorrection: true };
    const headers = { 'idempotency-key': 'a-correction-once' };
    const [first, second] = [await api.post(files, again, headers), await api.post(files, again, headers)];
    assert.deepEqual([first.status, second.body.data.id], [201, first.body.data.id]);
    assert.equal((await api.get(files)).body.data.length, 3);
  });
});
