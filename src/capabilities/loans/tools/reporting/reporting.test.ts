// What a loan would be told to credit agencies: from its books, day by day, and as somebody has said.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aDraw, aLine } from '../../../../../tests/support/begun-line.ts';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

describe('the reporting status of a loan', () => {
  const { aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  /** 1,200.00 without interest in twelve payments of 100.00, due on the 15th from February on. */
  const aLoan = (agreed: object = {}): Promise<Life> =>
    aLife(company, { agreed: { amountFinanced: 1200, interestRates: [{ rate: 0 }], ...agreed } });
  const day = (life: Life, date: string) => setClock(life.api, `${date}T16:00:00Z`);
  const status = (life: Life, query = ''): Promise<Shown> => life.read(`/reporting-status${query}`);
  async function said(life: Life, query = ''): Promise<unknown[]> {
    const one = await status(life, query);
    return [one.accountStatus, one.daysPastDue, one.dateOfFirstDelinquency, one.amountPastDue, one.currentBalance];
  }

  test('follows the days past due; the first missed payment is that since it was last current', async () => {
    const life = await aLoan();
    await day(life, '2026-02-15');
    await life.pay(100);
    // 15 March is missed: 29 days on 13 April, 30 on the 14th.
    await day(life, '2026-04-13');
    assert.deepEqual(await said(life), ['11', 29, null, 0, 1100]);
    await day(life, '2026-04-14');
    assert.deepEqual(await said(life), ['71', 30, '2026-03-15', 100, 1100]);
    assert.equal((await status(life)).thirtyDaysLateDate, '2026-04-14');
    // 66 days; April's payment is 35 days late, May's five.
    await day(life, '2026-05-20');
    assert.deepEqual(await said(life), ['78', 66, '2026-03-15', 200, 1100]);
    // March is paid now, April is not: 35 days, and the loan has not been current.
    await life.pay(100);
    assert.deepEqual(await said(life), ['71', 35, '2026-03-15', 100, 1000]);
    await day(life, '2026-05-21');
    await life.pay(200);
    assert.deepEqual(await said(life), ['11', 0, null, 0, 800]);
    // Missed anew.
    await day(life, '2026-07-16');
    assert.deepEqual(await said(life), ['71', 31, '2026-06-15', 100, 800]);
    const { scheduledPayment, highCredit, dateOfLastPayment } = await status(life);
    assert.deepEqual([scheduledPayment, highCredit, dateOfLastPayment], [100, 1200, '2026-05-21']);
    assert.deepEqual(await said(life, '?date=2026-05-19'), ['78', 65, '2026-03-15', 200, 1100], 'as of an earlier day');
    refusedAt(await life.api.get(`${life.path}/reporting-status?date=2026-07-17`), 'date');
  });

  test('is a charge-off with all that is owed, then paid after one; the date of the first missed payment stays', async () => {
    const life = await aLoan();
    await day(life, '2026-03-20');
    await life.act('charge-off', { chargedOffReason: 'age' });
    assert.deepEqual(await said(life), ['97', 0, '2026-02-15', 1200, 1200]);
    await life.pay(300);
    assert.deepEqual(await said(life), ['97', 0, '2026-02-15', 900, 900]);
    assert.deepEqual([(await status(life)).originalChargeOffAmount, (await status(life)).scheduledPayment], [1200, 0]);
    await day(life, '2026-04-01');
    await life.pay(900);
    assert.deepEqual(await said(life), ['64', 0, '2026-02-15', 0, 0]);
    assert.equal((await status(life)).dateClosed, '2026-04-01');
    assert.deepEqual(await said(life, '?date=2026-03-19'), ['71', 32, '2026-02-15', 100, 1200]);
  });

  test('is paid with a rating of the day before, or from a collection agency, or by a settlement', async () => {
    const [prompt, late, sold, settled] = [await aLoan(), await aLoan(), await aLoan(), await aLoan()];
    await day(prompt, '2026-02-10');
    await prompt.pay(1200);
    const { id } = await company.test.made('/companies/current/collection-agencies', { legalName: 'An agency' });
    await sold.act('collection-agency', { collectionAgencyId: id });
    await day(late, '2026-03-20');
    assert.equal((await status(sold)).accountStatus, '93');
    for (const life of [late, sold]) await life.pay(1200);
    const offer = await settled.act('settlements', { amount: 700, lastDate: '2026-03-20', acceptBy: '2026-03-20' });
    await settled.act(`settlements/${offer.id}/accept`);
    await settled.pay(700);
    const of = async (life: Life) => {
      const { accountStatus, paymentRating, dateOfFirstDelinquency, specialComment, currentBalance } =
        await status(life);
      return [accountStatus, paymentRating, dateOfFirstDelinquency, specialComment, currentBalance];
    };
    assert.deepEqual(await of(prompt), ['13', '0', null, null, 0]);
    // On 19 March the payment of 15 February was 32 days late.
    assert.deepEqual(await of(late), ['13', '1', '2026-02-15', null, 0]);
    assert.deepEqual(await of(sold), ['62', null, '2026-02-15', null, 0]);
    assert.deepEqual(await of(settled), ['13', '1', '2026-02-15', 'AU', 0]);
  });

  test('has the codes that somebody set, each until its last day or the next of its kind', async () => {
    const life = await aLoan();
    await day(life, '2026-02-01');
    const set = (kind: string, code: string, more: object = {}) => life.act('reporting-marks', { kind, code, ...more });
    const dispute = await set('complianceConditionCode', 'XB');
    await set('complianceConditionCode', 'XH', { startDate: '2026-02-10', endDate: '2026-02-12' });
    await set('specialComment', 'AW');
    const codes = async (date: string) => {
      await day(life, date);
      const { complianceConditionCode, specialComment, isReported, notReportedBecause } = await status(life);
      return [complianceConditionCode, specialComment, isReported, notReportedBecause];
    };
    assert.deepEqual(await codes('2026-02-09'), ['XB', 'AW', true, null]);
    assert.deepEqual(await codes('2026-02-12'), ['XH', 'AW', true, null]);
    await set('suppression', 'identityTheft');
    assert.deepEqual(await codes('2026-02-13'), [null, 'AW', false, 'suppressed'], 'what came before is over');
    const [stolen] = (await life.api.get(`${life.path}/reporting-marks`)).body.data;
    await life.api.put(`${life.path}/reporting-marks/${stolen.id}`, { endDate: '2026-02-13' });
    assert.deepEqual(await codes('2026-02-14'), [null, 'AW', true, null]);
    const early = await life.api.put(`${life.path}/reporting-marks/${dispute.id}`, { endDate: '2026-01-31' });
    refusedAt(early, 'endDate');
    const strange = { kind: 'complianceConditionCode', code: 'AW' };
    refusedAt(await life.api.post(`${life.path}/reporting-marks`, strange), 'code');
  });

  test('says why a loan is not reported', async () => {
    const why = async (life: Life) => (await status(life)).notReportedBecause;
    assert.equal(await why(await aLoan({ skipCreditReporting: true })), 'skipCreditReporting');
    const waiting = await aLife(company, { activate: false });
    assert.deepEqual([await why(waiting), (await status(waiting)).accountStatus], ['notActivated', null]);
    await waiting.act('cancel');
    assert.equal(await why(waiting), 'canceled');
  });

  test('of a line has the most that was ever owed on it', async () => {
    const path = await aLine(company.test);
    const draw = await aDraw(company.test, path);
    await company.test.made(`${draw}/purchases`, { amount: 70 });
    await company.test.made(`${draw}/purchases`, { amount: 30 });
    await company.test.made(`${path}/transactions`, { type: 'oneTime', isExternal: true, amount: 40 });
    const { accountStatus, highCredit, currentBalance } = (await company.test.get(`${path}/reporting-status`)).body
      .data;
    // All in one day: 100.00 less 40.00 at its end.
    assert.deepEqual([accountStatus, highCredit, currentBalance], ['11', 60, 60]);
  });
});
