// Stories of loans as a credit agency hears of them, month after month; each file is checked beside the month before.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import {
  type Agency,
  anAgency,
  aReportedLife,
  giveNotice,
  identify,
  type ReportedMonth,
  says,
} from '../../../../tests/support/credit-life.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { aPerson, type Client, type Company, useHouse } from '../../../../tests/support/house.ts';
import type { Life } from '../../../../tests/support/loan-life.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';

const isOfReporting = (type: string): boolean => type.startsWith('loan.creditreporting.');

describe('an agency hears', () => {
  const { house, aCompany } = useHouse({ works: true });
  let company: Company;
  let api: Client;
  let agency: Agency;
  let life: Life;
  /** 1,200.00 in twelve payments of 100.00, due on the 15th from February on; the borrower was told what may be reported. */
  beforeEach(async () => {
    company = await aCompany();
    api = company.test;
    life = await aReportedLife(company);
    agency = await anAgency(api, { loanTypeIds: [] });
    await giveNotice(life);
  });

  const onDay = (date: string) => setClock(api, `${date}T16:00:00Z`);
  /** The file of a month, made on the day after it. */
  async function month(asOf: string, made: string, more: object = {}): Promise<ReportedMonth> {
    await onDay(made);
    return agency.month(asOf, more);
  }
  async function close(path: string, more: object): Promise<void> {
    for (const move of [{ status: 'processing' }, { status: 'completed', outcome: 'resolved', ...more }]) {
      const put = await api.put(path, move);
      assert.equal(put.status, 200, JSON.stringify(put.body));
    }
  }
  const preview = async (asOf: string) =>
    (await api.get(`${life.path}/credit-reporting/${agency.id}/preview?asOf=${asOf}`)).body.data;
  /** The same as somebody sees it who may not read cases. */
  async function previewWithoutCases(asOf: string) {
    const permissions = ['loan.credit.reporting:read.preview'];
    const { key } = await api.made('/keys', { name: 'Sees no cases', permissions });
    const path = `${life.path}/credit-reporting/${agency.id}/preview?asOf=${asOf}`;
    const answer = await house().client(key, api.realm).get(path);
    assert.equal(answer.status, 200);
    return answer.body.data;
  }

  test('that it is late, later and cured; the first delinquency stays until then', async () => {
    await month('2026-02-28', '2026-03-01');
    // 15 February is missed: 44 days at the end of March, 74 at the end of April.
    const march = (await month('2026-03-31', '2026-04-01')).of(life);
    assert.deepEqual(says(march, 'status', 'pastDue', 'balance', 'firstDelinquency', 'profile'), [
      '71',
      100,
      1200,
      '2026-03-17',
      `0${'B'.repeat(23)}`,
    ]);
    const told = await preview('2026-04-01');
    assert.equal(told.isReported, true);
    assert.match(told.sentences[0], /30 to 59 days past due \(71\)/);
    const april = (await month('2026-04-30', '2026-05-01')).of(life);
    assert.deepEqual(says(april, 'status', 'pastDue', 'firstDelinquency'), ['78', 200, '2026-03-17']);
    await life.pay(300);
    const shown = await preview('2026-05-01');
    const status = shown.changes.find(({ field }: { field: string }) => field === 'account status');
    assert.deepEqual([status.before, status.now], ['78', '11']);
    const may = (await month('2026-05-31', '2026-06-01')).of(life);
    assert.deepEqual(says(may, 'status', 'pastDue', 'firstDelinquency', 'actualPayment'), ['11', 0, null, 300]);
    assert.equal(String(may.base.profile).slice(0, 4), '210B');
  });

  test('of a charge-off that is sold: the loss, then that nothing is owed here, and then no more', async () => {
    await month('2026-02-28', '2026-03-01');
    await month('2026-03-31', '2026-04-01');
    await onDay('2026-04-20');
    await life.act('charge-off', { chargedOffReason: 'age' });
    const lost = (await month('2026-04-30', '2026-05-01')).of(life);
    assert.deepEqual(says(lost, 'status', 'balance', 'pastDue', 'chargeOff', 'firstDelinquency'), [
      '97',
      1200,
      1200,
      1200,
      '2026-03-17',
    ]);
    await onDay('2026-05-20');
    const sale = { ending: 'sold', endedOn: '2026-05-20', soldTo: 'Second Hand Debts LLC' };
    assert.equal((await api.put(`${life.path}/credit-reporting`, sale)).status, 200);
    const sold = (await month('2026-05-31', '2026-06-01')).of(life);
    assert.deepEqual(says(sold, 'status', 'comment', 'balance', 'pastDue', 'chargeOff'), ['97', 'AH', 0, 0, 1200]);
    assert.equal(sold.k2?.name, 'SECOND HAND DEBTS LLC');
    assert.ok(
      (await month('2026-06-30', '2026-07-01')).accounts.every(({ base }) => base.account !== sold.base.account),
    );
    const types = await eventually('it is told that it has stopped', async () => {
      const { data } = (await api.get(`/events?loanId=${life.id}&limit=100`)).body;
      const found = data
        .map(({ eventType }: { eventType: string }) => eventType)
        .filter(isOfReporting)
        .sort();
      return found.length === 3 && found;
    });
    assert.deepEqual(types, [
      'loan.creditreporting.created',
      'loan.creditreporting.stopped',
      'loan.creditreporting.updated',
    ]);
  });

  test('of a settlement: paid for less than was owed', async () => {
    await month('2026-02-28', '2026-03-01');
    await onDay('2026-03-05');
    const offer = await life.act('settlements', { amount: 700, lastDate: '2026-03-20', acceptBy: '2026-03-20' });
    await life.act(`settlements/${offer.id}/accept`);
    await life.pay(700);
    const settled = (await month('2026-03-31', '2026-04-01')).of(life);
    assert.deepEqual(says(settled, 'status', 'comment', 'balance', 'dateClosed', 'rating'), [
      '13',
      'AU',
      0,
      '2026-03-05',
      '0',
    ]);
  });

  test('of a bankruptcy of one of two: the indicator of that one, and once both are discharged no more', async () => {
    const { id: personId } = await api.made('/people', aPerson({ name: { firstName: 'Ana', lastName: 'Lovelace' } }));
    await identify(api, personId);
    await api.made(`${life.path}/people`, { personId, loanRelationType: 'coBorrower' });
    await giveNotice({ api, personId });
    const first = (await month('2026-01-31', '2026-02-01')).of(life);
    assert.deepEqual(
      [first.base.ecoa, first.j1.map(({ ecoa, firstName }) => [ecoa, firstName])],
      ['2', [['2', 'ANA']]],
    );
    await onDay('2026-02-10');
    const filed = { courtCaseChapter: 'chapter7', courtCaseFiledDate: '2026-02-10', courtCaseLastStatus: 'filed' };
    const one = await api.made(`/people/${life.personId}/cases`, { caseType: 'bankruptcy', fields: filed });
    const alone = (await month('2026-02-28', '2026-03-01')).of(life);
    assert.deepEqual(
      [alone.base.indicator, alone.j1[0]?.indicator, alone.base.firstDelinquency],
      ['A', '', '2026-02-10'],
    );
    assert.match(JSON.stringify((await preview('2026-03-01')).sentences), /2026-02-10.*petition/i);
    const hidden = await previewWithoutCases('2026-03-01');
    assert.deepEqual([hidden.isWithoutCases, hidden.isReported], [true, true]);
    assert.doesNotMatch(JSON.stringify(hidden), /2026-02-10|petition|bankruptcy/i);
    const other = await api.made(`/people/${personId}/cases`, { caseType: 'bankruptcy', fields: filed });
    const both = (await month('2026-03-31', '2026-04-01')).of(life);
    // It is late by now, and a petition of all who owe holds the status where it was.
    assert.deepEqual([both.base.status, both.base.indicator, both.j1[0]?.indicator], ['11', 'A', 'A']);
    const discharged = { courtCaseDebtorDisposition: 'discharged', courtCaseDebtorDispositionDate: '2026-04-20' };
    await onDay('2026-04-21');
    for (const [person, { id }] of [
      [life.personId, one],
      [personId, other],
    ] as const) {
      const put = await api.put(`/people/${person}/cases/${id}`, { fields: { ...filed, ...discharged } });
      assert.equal(put.status, 200, JSON.stringify(put.body));
    }
    const over = (await month('2026-04-30', '2026-05-01')).of(life);
    assert.deepEqual([over.base.indicator, over.j1[0]?.indicator, over.base.balance], ['E', 'E', 0]);
    const after = await month('2026-05-31', '2026-06-01');
    assert.ok(after.accounts.every(({ base }) => base.account !== over.base.account));
  });

  test('of a dispute while it is open, of its end, and then that the code is removed', async () => {
    await onDay('2026-02-10');
    const { id } = await api.made(`/people/${life.personId}/cases`, {
      caseType: 'creditBureauDispute',
      loanIds: [life.id],
    });
    assert.equal((await month('2026-02-28', '2026-03-01')).of(life).base.compliance, 'XB');
    assert.match(JSON.stringify((await preview('2026-03-01')).sentences), /disputed under the FCRA/);
    assert.doesNotMatch(JSON.stringify(await previewWithoutCases('2026-03-01')), /disputed/);
    await onDay('2026-03-05');
    await close(`/people/${life.personId}/cases/${id}`, {});
    assert.equal((await month('2026-03-31', '2026-04-01')).of(life).base.compliance, 'XH');
    assert.equal((await month('2026-04-30', '2026-05-01')).of(life).base.compliance, 'XR');
    assert.equal((await month('2026-05-31', '2026-06-01')).of(life).base.compliance, '');
  });

  test('of a dispute of a co-borrower, and nothing while one of them is the victim of a theft', async () => {
    const { id: personId } = await api.made('/people', aPerson({ name: { firstName: 'Ana', lastName: 'Lovelace' } }));
    await identify(api, personId);
    await api.made(`${life.path}/people`, { personId, loanRelationType: 'coBorrower' });
    await giveNotice({ api, personId });
    await onDay('2026-01-20');
    const person = `/people/${personId}/cases`;
    const dispute = await api.made(person, { caseType: 'creditBureauDispute' });
    const disputed = (await month('2026-01-31', '2026-02-01')).of(life);
    assert.deepEqual([disputed.base.compliance, disputed.j1.length], ['XB', 1]);
    await close(`${person}/${dispute.id}`, {});
    const theft = await api.made(person, { caseType: 'identityTheft' });
    const waiting = await month('2026-02-28', '2026-03-01');
    assert.deepEqual(waiting.file.leftOutLoans, [{ loanId: life.id, reason: 'identityTheft' }]);
    await close(`${person}/${theft.id}`, { fields: { theftExtent: 'wholeAccount', decidedDate: '2026-03-01' } });
    const without = (await month('2026-03-31', '2026-04-01')).of(life);
    assert.deepEqual([without.base.status === 'DF', without.j1], [false, []]);
  });

  test('of military duty; whoever may not read cases sees it only where a service tells of it, too', async () => {
    await onDay('2026-02-10');
    const duty = { dutyBeginDate: '2026-02-10', serviceComponent: 'AC' };
    await api.made(`/people/${life.personId}/cases`, { caseType: 'militaryDuty', fields: duty });
    assert.equal((await month('2026-02-28', '2026-03-01')).of(life).base.comment, 'AI');
    assert.match(JSON.stringify((await preview('2026-03-01')).sentences), /active military duty/);
    const hidden = await previewWithoutCases('2026-03-01');
    assert.deepEqual([hidden.isReported, hidden.lastSaidAsOf], [true, '2026-02-28']);
    assert.doesNotMatch(JSON.stringify(hidden), /"AI"|military/);
    await api.made(`/people/${life.personId}/military-services`, { startDate: '2026-02-10' });
    const both = await previewWithoutCases('2026-03-01');
    assert.match(JSON.stringify(both.sentences), /active military duty/);
    assert.doesNotMatch(JSON.stringify(both.changes), /"AI"|military/);
    const mark = { kind: 'specialComment', code: 'AW', startDate: '2026-03-01' };
    await api.made(`${life.path}/reporting-marks`, mark);
    const marked = await previewWithoutCases('2026-03-01');
    assert.match(JSON.stringify(marked.sentences), /\(AW\)/);
    assert.doesNotMatch(JSON.stringify(marked.changes), /comment/i, 'what stood before is hidden, and was not nothing');
    assert.match(JSON.stringify((await preview('2026-03-01')).changes), /"before":"AI","now":"AW"/);
  });

  test('of a death once it is verified, and not while it is a mere report', async () => {
    await onDay('2026-01-25');
    const cases = `/people/${life.personId}/cases`;
    const fields = { dateOfDeath: '2026-01-24', deathSource: 'family' };
    const { id } = await api.made(cases, { caseType: 'deceased', fields });
    assert.equal((await month('2026-01-31', '2026-02-01')).of(life).base.ecoa, '1', 'nobody has said how sure it is');
    const say = async (proofLevel: string): Promise<void> => {
      const put = await api.put(`${cases}/${id}`, { fields: { ...fields, proofLevel } });
      assert.equal(put.status, 200, JSON.stringify(put.body));
    };
    await say('reported');
    assert.equal((await month('2026-02-28', '2026-03-01')).of(life).base.ecoa, '1');
    await say('verified');
    assert.equal((await month('2026-03-31', '2026-04-01')).of(life).base.ecoa, 'X');
  });

  test('of a deferral in a disaster: the comment, and no late month', async () => {
    await month('2026-01-31', '2026-02-01');
    await life.act('defer', { dueDates: ['2026-02-15', '2026-03-15'], disasterNumber: 'DR-4999-IL' });
    const february = (await month('2026-02-28', '2026-03-01')).of(life);
    assert.deepEqual(says(february, 'status', 'comment', 'pastDue'), ['11', 'AW', 0]);
  });

  test('of a deferral: since when payments are due again, until they are', async () => {
    await onDay('2026-01-25');
    await life.act('defer', { dueDates: ['2026-02-15', '2026-03-15', '2026-05-15'] });
    const january = (await month('2026-01-31', '2026-02-01')).of(life);
    const resumes = (date: string) => ({ indicator: '02', deferredStart: date, balloonDate: null, balloonAmount: 0 });
    assert.deepEqual([january.base.comment, january.k4], ['CP', resumes('2026-04-15')]);
    // The payment that comes next is due as agreed.
    const march = (await month('2026-03-31', '2026-04-01')).of(life);
    assert.deepEqual([march.base.comment, march.k4], ['CP', null]);
    await onDay('2026-04-15');
    await life.pay(100);
    const april = (await month('2026-04-30', '2026-05-01')).of(life);
    assert.deepEqual(april.k4, resumes('2026-06-15'));
    const may = (await month('2026-05-31', '2026-06-01')).of(life);
    assert.deepEqual([may.base.comment, may.base.status, may.k4], ['', '11', null]);
  });

  test('of several deferrals at once: since when payments are due again, whichever was agreed first', async () => {
    const other = await aReportedLife(company);
    for (const [one, first, second] of [
      [life, '2026-04-15', '2026-02-15'],
      [other, '2026-02-15', '2026-04-15'],
    ] as const) {
      await one.act('defer', { dueDates: [first] });
      await one.act('defer', { dueDates: [second] });
    }
    const { of } = await month('2026-01-31', '2026-02-01');
    const resumes = { indicator: '02', deferredStart: '2026-03-15', balloonDate: null, balloonAmount: 0 };
    for (const one of [life, other]) assert.deepEqual(of(one).k4, resumes);
  });

  test('that last month was another: a payment that came back is a correction, of that loan alone', async () => {
    const beside = await aReportedLife(company);
    await onDay('2026-03-16');
    await life.pay(200);
    await beside.pay(200);
    await onDay('2026-03-17');
    const second = await life.pay(100);
    await month('2026-03-31', '2026-04-01');
    await onDay('2026-04-20');
    const reversal = await api.put(`${life.path}/transactions/${second.id}`, {
      status: 'failed',
      failureReason: 'R01',
    });
    assert.equal(reversal.status, 200, JSON.stringify(reversal.body));
    const corrected = await agency.month('2026-03-31', { isCorrection: true });
    assert.equal(corrected.accounts.length, 1);
    assert.deepEqual(says(corrected.of(life), 'correction', 'balance', 'actualPayment'), ['1', 1000, 200]);
    assert.match(corrected.file.fileName, /\.MF[A-Z0-9]{8}\.txt$/);
    const again = await agency.month('2026-03-31', { isCorrection: true });
    assert.equal(again.accounts.length, 0, 'what was corrected is said');
  });

  test('that it is to be deleted; of an identity theft nothing until it is decided, and then the same', async () => {
    await month('2026-01-31', '2026-02-01');
    const mistake = { ending: 'deletedForMistake', endedOn: '2026-02-01' };
    assert.equal((await api.put(`${life.path}/credit-reporting`, mistake)).status, 200);
    assert.equal((await month('2026-02-28', '2026-03-01')).of(life).base.status, 'DA');
    const theft = await aReportedLife(company);
    const other = await anAgency(api);
    await onDay('2026-02-02');
    assert.ok((await other.month('2026-01-31')).of(theft));
    const person = `/people/${theft.personId}/cases`;
    const { id } = await api.made(person, { caseType: 'identityTheft' });
    await onDay('2026-03-02');
    const waiting = await other.month('2026-02-28');
    assert.deepEqual(waiting.file.leftOutLoans, [{ loanId: theft.id, reason: 'identityTheft' }]);
    const fields = { theftExtent: 'wholeAccount', decidedDate: '2026-03-02' };
    await close(`${person}/${id}`, { fields });
    await onDay('2026-04-01');
    assert.equal((await other.month('2026-03-31')).of(theft).base.status, 'DF');
  });
});
