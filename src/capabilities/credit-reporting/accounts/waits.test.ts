// Nothing negative is said before the borrower was told that it may be; and of a debt that was overdue when it was taken
// over nothing at all, before the borrower was told of it.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  type Agency,
  anAgency,
  aReportedLife,
  giveNotice,
  identify,
  says,
} from '../../../../tests/support/credit-life.ts';
import { anEmail, aPerson, type Client, type Company, useHouse } from '../../../../tests/support/house.ts';
import type { Life } from '../../../../tests/support/loan-life.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';
import { canBeWrittenTo, mailOf, writtenTo } from '../../../../tests/support/written-to.ts';

/** The id of the address to which the firm wants emails. */
async function anAttorneyOf(api: Client, personId: string): Promise<string> {
  const attorney = { representativeType: 'attorney', firmName: 'A firm', status: 'active' };
  const { id: legalRepresentativeId } = await api.made(`/people/${personId}/legal-representatives`, attorney);
  const firm = anEmail({ affiliation: 'attorney', legalRepresentativeId, value: 'firm@example.com' });
  return (await api.made(`/people/${personId}/contacts`, firm)).id;
}

describe('what may be told', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  let agency: Agency;
  let life: Life;
  before(async () => {
    company = await aCompany();
    life = await aReportedLife(company);
    agency = await anAgency(company.test);
  });
  const month = async (asOf: string, made: string) => {
    await setClock(company.test, `${made}T16:00:00Z`);
    return agency.month(asOf);
  };

  test('waits for the notice where it is negative for the first time, and not again', async () => {
    assert.equal((await month('2026-02-28', '2026-03-01')).of(life).base.status, '11');
    const without = await month('2026-03-31', '2026-04-01');
    assert.deepEqual(without.file.leftOutLoans, [{ loanId: life.id, reason: 'waitsForNotice' }]);
    const { data } = (await company.test.get(`${life.path}/credit-reporting/${agency.id}/preview`)).body;
    assert.deepEqual([data.isReported, data.notReportedBecause], [false, 'waitsForNotice']);
    await giveNotice(life);
    // 75 days late; two months have passed since it was said to be current, so two steps may be said.
    const april = (await month('2026-04-30', '2026-05-01')).of(life);
    assert.deepEqual(says(april, 'status', 'profile'), ['78', `D0${'B'.repeat(22)}`]);
  });

  test('waits for two weeks after a message, where the loan was overdue when it was taken over', async () => {
    const debt = await aReportedLife(company, { start: '2026-01-20T15:00:00Z' });
    const { pools } = house().service.database;
    await pools.test.query('update loans set defaulted_at_boarding = true where id = $1', [debt.id]);
    await setClock(company.test, '2026-02-02T16:00:00Z');
    const other = await anAgency(company.test);
    const untold = await other.file('2026-01-31');
    assert.ok(
      untold.leftOutLoans.some(
        ({ loanId, reason }: { loanId: string; reason: string }) => loanId === debt.id && reason === 'waitsForContact',
      ),
    );
    await giveNotice(debt);
    const early = await anAgency(company.test);
    assert.equal((await early.file('2026-01-31')).leftOut.waitsForContact, 1);
    await setClock(company.test, '2026-02-17T16:00:00Z');
    const late = await anAgency(company.test);
    assert.ok((await late.month('2026-01-31')).of(debt));
  });

  test('waits for no message of which the agency has heard already, whatever is new of it', async () => {
    const own = await aCompany();
    const debt = await aReportedLife(own);
    const one = await anAgency(own.test);
    const monthOf = async (asOf: string, made: string) => {
      await setClock(own.test, `${made}T16:00:00Z`);
      return one.month(asOf);
    };
    assert.equal((await monthOf('2026-02-28', '2026-03-01')).of(debt).base.status, '11');
    const { pools } = house().service.database;
    await pools.test.query('update loans set defaulted_at_boarding = true where id = $1', [debt.id]);
    await setClock(own.test, '2026-03-30T16:00:00Z');
    await giveNotice(debt);
    // The notice has gone two days before, and a message that may come back would need fourteen.
    assert.equal((await monthOf('2026-03-31', '2026-04-01')).of(debt).base.status, '71');
  });

  test('is what a correction says of a month that was negative already, also where the notice has come back since', async () => {
    const own = await aCompany();
    const late = await aReportedLife(own);
    const one = await anAgency(own.test);
    await setClock(own.test, '2026-03-01T16:00:00Z');
    await one.month('2026-02-28');
    const { id } = await giveNotice(late);
    await setClock(own.test, '2026-04-01T16:00:00Z');
    assert.equal((await one.month('2026-03-31')).of(late).base.balance, 1200);
    const { pools } = house().service.database;
    await pools.test.query('update interactions set undeliverable = true where id = $1', [id]);
    await late.pay(20, { effectiveDate: '2026-03-31' });
    const corrected = await one.month('2026-03-31', { isCorrection: true });
    assert.deepEqual(says(corrected.of(late), 'status', 'balance'), ['71', 1180]);
  });

  test('has no end for a notice: one that went years ago holds for what is said of the loan now', async () => {
    const own = await aCompany();
    const old = await aReportedLife(own);
    await setClock(own.test, '2026-03-01T16:00:00Z');
    await giveNotice(old);
    await setClock(own.test, '2030-02-02T16:00:00Z');
    const one = await anAgency(own.test);
    assert.equal((await one.month('2030-01-31')).of(old).base.status, '84');
  });

  test('waits for the notice where a borrower is insolvent, though nothing is late (15 USC 1681s-2(a)(7)(G)(ii))', async () => {
    const own = await aCompany();
    const insolvent = await aReportedLife(own);
    await setClock(own.test, '2026-02-01T16:00:00Z');
    const one = await anAgency(own.test);
    const fields = { courtCaseChapter: 'chapter7', courtCaseFiledDate: '2026-01-25', courtCaseLastStatus: 'filed' };
    await own.test.made(`/people/${insolvent.personId}/cases`, { caseType: 'bankruptcy', fields });
    const { leftOutLoans } = await one.file('2026-01-31');
    assert.deepEqual(leftOutLoans, [{ loanId: insolvent.id, reason: 'waitsForNotice' }]);
    await giveNotice(insolvent);
    const other = await anAgency(own.test);
    const told = (await other.month('2026-01-31')).of(insolvent);
    assert.deepEqual(says(told, 'status', 'indicator'), ['11', 'A']);
  });

  test('is told by itself to whoever may be written to: the attorney of who is insolvent, and who borrowed with them', async () => {
    const own = await aCompany();
    const shared = await aReportedLife(own);
    await canBeWrittenTo(own.test, shared.personId);
    const firm = await anAttorneyOf(own.test, shared.personId);
    const { id: other } = await own.test.made('/people', aPerson({ name: { firstName: 'Ana', lastName: 'Mill' } }));
    await identify(own.test, other);
    await canBeWrittenTo(own.test, other);
    await own.test.made(`${shared.path}/people`, { personId: other, loanRelationType: 'coBorrower' });
    await setClock(own.test, '2026-02-01T16:00:00Z');
    const fields = { courtCaseChapter: 'chapter7', courtCaseFiledDate: '2026-01-25', courtCaseLastStatus: 'filed' };
    await own.test.made(`/people/${shared.personId}/cases`, { caseType: 'bankruptcy', fields });
    const agencies = [await anAgency(own.test), await anAgency(own.test, { agencyName: 'equifax' })];
    for (const one of agencies) {
      const { leftOutLoans } = await one.file('2026-01-31');
      assert.deepEqual(leftOutLoans, [{ loanId: shared.id, reason: 'waitsForNotice' }]);
    }
    const subject = 'creditNegativeInfoMayBeReported';
    const [toFirm] = await mailOf(own.test, shared.personId, subject);
    const [toOther] = await mailOf(own.test, other, subject);
    assert.deepEqual([toFirm.contactId, toFirm.loanIds, toOther.loanIds], [firm, [shared.id], [shared.id]]);
    await setClock(own.test, '2026-03-01T16:00:00Z');
    const [one] = agencies as [Agency, Agency];
    const told = (await one.month('2026-02-28')).of(shared);
    assert.deepEqual([told.base.indicator, told.j1.length + told.j2.length], ['A', 1]);
    for (const personId of [shared.personId, other])
      assert.equal((await writtenTo(own.test, personId, subject)).length, 1, 'once for all agencies');
  });

  test('is not asked for again while it waits to go out, also when the month ends', async () => {
    const own = await aCompany();
    const [asked, waiting] = [await aReportedLife(own), await aReportedLife(own)];
    const fields = { courtCaseChapter: 'chapter7', courtCaseFiledDate: '2026-01-25', courtCaseLastStatus: 'filed' };
    await setClock(own.test, '2026-01-31T16:00:00Z');
    for (const { personId } of [asked, waiting]) {
      await canBeWrittenTo(own.test, personId);
      await anAttorneyOf(own.test, personId);
      await own.test.made(`/people/${personId}/cases`, { caseType: 'bankruptcy', fields });
    }
    const subject = 'creditNegativeInfoMayBeReported';
    await own.test.made(`/people/${waiting.personId}/interactions`, {
      channel: 'mail',
      direction: 'outbound',
      status: 'scheduled',
      scheduledAtFrom: '2026-02-20T16:00:00Z',
      subject,
      loanIds: [waiting.id],
    });
    await setClock(own.test, '2026-02-01T16:00:00Z');
    assert.equal((await (await anAgency(own.test)).file('2026-01-31')).leftOut.waitsForNotice, 2);
    // Both would be asked for together, so this one shows that the other one was not.
    await mailOf(own.test, asked.personId, subject);
    const pending = await house().service.database.pools.test.query(
      'select once_key from pending_notices where person_id = $1',
      [waiting.personId],
    );
    const written = await writtenTo(own.test, waiting.personId, subject);
    assert.deepEqual([pending.rows, written.map(({ status }) => status)], [[], ['scheduled']]);
  });

  test('is told to nobody where the company has switched the notice off', async () => {
    const own = await aCompany();
    const insolvent = await aReportedLife(own);
    await canBeWrittenTo(own.test, insolvent.personId);
    const off = await own.test.put('/system-notices/creditNegativeInfoMayBeReported', { isEnabled: false });
    assert.equal(off.status, 200);
    await setClock(own.test, '2026-04-01T16:00:00Z');
    const one = await anAgency(own.test);
    assert.equal((await one.file('2026-03-31')).leftOut.waitsForNotice, 1);
    // What waits to be sent is sent on the way.
    await moveClock(own.test, '2026-04-02T16:00:00Z');
    assert.deepEqual(await writtenTo(own.test, insolvent.personId, 'creditNegativeInfoMayBeReported'), []);
  });

  test('waits for nobody where a user of the account who owes nothing is insolvent', async () => {
    const own = await aCompany();
    const shared = await aReportedLife(own);
    const { id: personId } = await own.test.made('/people', aPerson({ name: { firstName: 'Ana', lastName: 'Mill' } }));
    await identify(own.test, personId);
    await own.test.made(`${shared.path}/people`, { personId, loanRelationType: 'authorizedUser' });
    await setClock(own.test, '2026-02-01T16:00:00Z');
    const fields = { courtCaseChapter: 'chapter7', courtCaseFiledDate: '2026-01-25', courtCaseLastStatus: 'filed' };
    await own.test.made(`/people/${personId}/cases`, { caseType: 'bankruptcy', fields });
    const one = await anAgency(own.test);
    const { base, j1 } = (await one.month('2026-01-31')).of(shared);
    assert.deepEqual([base.indicator, j1.map(({ ecoa, indicator }) => [ecoa, indicator])], ['', [['3', 'A']]]);
  });
});
