// The interest of a loan from before military service: bounded, dated back, ended, changed and taken back.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aDraw, aLine } from '../../../../../tests/support/begun-line.ts';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { type Answer, aPerson, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life, ledgerOf, splitOf } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { typesOf } from '../../../../../tests/support/told.ts';

describe('the SCRA cap of a loan', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  /** 4,000.00 at 21.99 % from 15 March on, 250.00 on the 15th of each month. */
  const aLoan = (): Promise<Life> =>
    aLife(company, {
      start: '2026-03-15T15:00:00Z',
      agreed: {
        amountFinanced: 4000,
        interestRates: [{ rate: 0.2199 }],
        duration: null,
        periodicPaymentAmount: 250,
      },
    });
  const aService = (life: Pick<Life, 'api' | 'personId'>, more: object = {}): Promise<Shown> =>
    life.api.made(`/people/${life.personId}/military-services`, { startDate: '2026-03-16', ...more });
  const ask = (life: Life, service: Shown, more: object = {}): Promise<Answer> =>
    life.api.post(`${life.path}/scra-caps`, {
      militaryServiceId: service.id,
      noticeReceivedDate: '2026-04-20',
      ...more,
    });
  const made = async (answering: Promise<Answer>): Promise<Shown> => {
    const { status, body } = await answering;
    assert.ok(status === 201 || status === 200, JSON.stringify(body));
    return body.data;
  };
  const dueOf = async (life: Life, date: string) =>
    (await life.read('/obligations')).obligations.find(({ dueDate }: Shown) => dueDate === date).obligationAmount;
  const principal = async (life: Life): Promise<number> =>
    (await life.read('/balances')).outstandingBalances.outstandingPrincipalAmount;

  test('is dated back to the call: what lies above is forgiven, the payment falls by it, what was paid is applied anew', async () => {
    const life = await aLoan();
    await setClock(life.api, '2026-04-15T15:00:00Z');
    const payment = await life.pay(250);
    // 31 days: 4,000.00 x 0.2199 x 31 / 365 = 74.70 (cut), so 175.30 of the payment is principal.
    assert.deepEqual(splitOf(payment), { principal: 175.3, interest: 74.7, fees: 0, over: 0 });
    await setClock(life.api, '2026-04-20T15:00:00Z');
    const service = await aService(life);
    const preview = await made(ask(life, service, { previewMode: true }));
    assert.equal(preview.id, null);
    // One day at 21.99 % is 2.409863, thirty days at 6 % are 19.726027: 22.13 for 74.70, so the payment falls by 52.57.
    const [obligation] = preview.difference.obligations;
    assert.deepEqual(obligation.obligationAmount, { before: 250, after: 197.43 });
    assert.equal(await principal(life), 3824.7, 'a preview changes nothing');
    const cap = await made(ask(life, service));
    assert.deepEqual(
      [cap.status, cap.annualRate, cap.cappedFrom, cap.endDate, cap.feesInServiceAmount],
      ['active', 0.06, '2026-03-16', null, 0],
    );
    assert.equal(await dueOf(life, '2026-04-15'), 197.43);
    // The 250.00 that were paid are 22.13 of interest now, and 227.87 of principal.
    assert.equal(await principal(life), 3772.13);
    const [anew] = await life.read('/transactions');
    assert.deepEqual(splitOf(anew), { principal: 227.87, interest: 22.13, fees: 0, over: 0 });
    assert.deepEqual(
      (await life.read('/rates'))
        .filter(({ rateType }: Shown) => rateType === 'ceiling')
        .map(({ annualRate }: Shown) => annualRate),
      [0.06],
    );
    await ledgerOf(life);
  });

  test('ends with the service, goes on, and is taken back, each previewed', async () => {
    const life = await aLoan();
    await setClock(life.api, '2026-05-20T15:00:00Z');
    const service = await aService(life);
    const cap = await made(ask(life, service));
    const path = `${life.path}/scra-caps/${cap.id}`;
    // With 16 March as its last day: one day at 6 % is 0.657534, thirty at 21.99 % are 72.295890: 72.95, so 248.25.
    const ended = await made(life.api.put(path, { endDate: '2026-03-16' }));
    assert.deepEqual([ended.status, await dueOf(life, '2026-04-15')], ['ended', 248.25]);
    assert.equal((await made(life.api.put(path, { endDate: null }))).status, 'active');
    assert.equal(await dueOf(life, '2026-04-15'), 197.43);
    // At 3 %: 2.409863 + 9.863013 = 12.27 for 74.70.
    await made(life.api.put(path, { annualRate: 0.03 }));
    assert.equal(await dueOf(life, '2026-04-15'), 187.57);
    assert.equal((await life.api.put(path, { annualRate: 0.03 })).body.errorType, 'NothingToDo');
    const preview = await made(life.api.post(`${path}/cancel`, { previewMode: true }));
    assert.deepEqual(preview.difference.obligations[0].obligationAmount, { before: 187.57, after: 250 });
    await made(life.api.post(`${path}/cancel`, {}));
    assert.equal(await dueOf(life, '2026-04-15'), 250);
    assert.equal((await life.read(`/scra-caps/${cap.id}`)).status, 'canceled');
    assert.equal((await life.api.put(path, { endDate: null })).body.errorType, 'ScraCapStatusForbids');
    const told = await life.api.get(`/people/${life.personId}/events?limit=100`);
    assert.deepEqual(
      typesOf(told.body.data)
        .filter((type) => type.startsWith('loan.scra'))
        .toSorted(),
      ['loan.scra.canceled', 'loan.scra.capped', 'loan.scra.changed', 'loan.scra.changed', 'loan.scra.ended'],
    );
    // Another one may come now; two at once may not.
    await made(ask(life, service));
    assert.equal((await ask(life, service)).body.errorType, 'ScraCapOverlaps');
  });

  test('follows the days of its service, which nobody changes against the law or without the right to', async () => {
    const life = await aLoan();
    const { api } = life;
    await setClock(api, '2026-05-20T15:00:00Z');
    const service = await aService(life);
    const cap = await made(ask(life, service));
    const path = `/people/${life.personId}/military-services/${service.id}`;
    const capNow = () => life.read(`/scra-caps/${cap.id}`);
    await made(api.put(path, { basis: 'nationalGuard' }));
    assert.equal((await capNow()).updatedAt, null);
    // As when the cap itself is given that end: 248.25 instead of 197.43.
    await made(api.put(path, { endDate: '2026-03-16' }));
    assert.deepEqual([(await capNow()).status, (await capNow()).endDate], ['ended', '2026-03-16']);
    assert.equal(await dueOf(life, '2026-04-15'), 248.25);
    await made(api.put(path, { endDate: null }));
    assert.deepEqual([(await capNow()).status, await dueOf(life, '2026-04-15')], ['active', 197.43]);
    // The loan is of 15 March: made in a service that began then.
    const early = await api.put(path, { startDate: '2026-03-15' });
    assert.deepEqual(
      [early.status, early.body.errorType, early.body.data.reason, early.body.data.scraCapId],
      [409, 'ScraDoesNotApply', 'loanMadeInService', cap.id],
    );
    assert.equal((await api.get(path)).body.data.startDate, '2026-03-16');
    // One day later: two days at 21.99 % are 4.819726, twenty-nine at 6 % 19.068493: 23.88 for 74.70, so 199.18.
    await made(api.put(path, { startDate: '2026-03-17' }));
    assert.deepEqual([(await capNow()).startDate, await dueOf(life, '2026-04-15')], ['2026-03-17', 199.18]);
    const deleted = await api.delete(path);
    assert.deepEqual([deleted.status, deleted.body.errorType], [409, 'ScraCapInForce']);
    const { key } = await api.made('/keys', { name: 'records', permissions: ['military.service:update'] });
    const clerk = house().client(key, api.realm);
    assert.equal((await clerk.put(path, { basis: 'activeDuty' })).status, 200);
    const forbidden = await clerk.put(path, { endDate: '2026-03-20' });
    assert.deepEqual([forbidden.status, forbidden.body.data.permission], [403, 'loan.scra:update']);
    await made(api.post(`${life.path}/scra-caps/${cap.id}/cancel`, {}));
    assert.equal((await api.delete(path)).status, 200);
    await ledgerOf(life);
  });

  test('needs a loan from before the service, notice in time and at most 6 %', async () => {
    const life = await aLoan();
    await setClock(life.api, '2026-05-20T15:00:00Z');
    const before = await aService(life, { startDate: '2026-03-15' });
    const refused = await ask(life, before);
    assert.deepEqual(
      [refused.status, refused.body.errorType, refused.body.data.reason, refused.body.data.originatedDate],
      [409, 'ScraDoesNotApply', 'loanMadeInService', '2026-03-15'],
    );
    const service = await aService(life, { endDate: '2026-03-31' });
    refusedAt(await ask(life, service, { noticeReceivedDate: '2026-05-21' }), 'noticeReceivedDate');
    refusedAt(await ask(life, service, { annualRate: 0.061 }), 'annualRate');
    refusedAt(await ask(life, service, { startDate: '2026-03-15' }), 'startDate');
    refusedAt(await ask(life, service, { endDate: '2026-03-15' }), 'endDate');
    refusedAt(await ask(life, service, { endDate: '9999-12-31' }), 'endDate');
    assert.equal((await ask(life, { id: 'MY-AAAA-AAAA' })).status, 404);
    const other = await aLoan();
    assert.equal((await ask(other, service)).status, 404, 'the service of another borrower');
    // The service ended on 31 March; its 180 days are over with 27 September.
    await setClock(life.api, '2026-10-01T15:00:00Z');
    const late = await ask(life, service, { noticeReceivedDate: '2026-09-28' });
    assert.deepEqual([late.body.data.reason, late.body.data.lastNoticeDate], ['noticeTooLate', '2026-09-27']);
    const cap = await made(ask(life, service, { noticeReceivedDate: '2026-09-27' }));
    assert.deepEqual([cap.status, cap.endDate], ['ended', '2026-03-31']);
    assert.equal(cap.feesInServiceAmount, 0);
    const draft = await aLife(company, { activate: false });
    assert.equal(
      (await ask(draft, await aService(draft, { startDate: '2026-02-01' }), { noticeReceivedDate: '2026-01-20' })).body
        .errorType,
      'LoanStatusForbids',
    );
  });

  test('bounds every draw of a line, also later ones', async () => {
    await setClock(company.test, '2026-01-20T15:00:00Z');
    const line = await aLine(company.test);
    const draw = await aDraw(company.test, line);
    const personId = line.split('/')[2] as string;
    const service = await aService({ api: company.test, personId }, { startDate: '2026-01-21' });
    const { status, body } = await company.test.post(`${line}/scra-caps`, {
      militaryServiceId: service.id,
      noticeReceivedDate: '2026-01-20',
    });
    assert.equal(status, 201, JSON.stringify(body));
    await setClock(company.test, '2026-02-01T15:00:00Z');
    const later = await aDraw(company.test, line);
    for (const one of [draw, later]) {
      await company.test.made(`${one}/purchases`, { amount: 365, status: 'settled', merchantName: 'A shop' });
    }
    await setClock(company.test, '2026-02-11T15:00:00Z');
    const { data } = (
      await company.test.get(`${line}/interest?fromEffectiveDate=2026-02-01&toEffectiveDate=2026-02-11`)
    ).body;
    assert.deepEqual([...new Set(data.segments.map(({ rate }: Shown) => rate))], [0.06]);
    assert.ok(data.segments.some(({ rateBeforeDiscount }: Shown) => rateBeforeDiscount > 0.06));
  });

  test('is given for the service of a co-borrower who was on the loan before it, and of nobody else', async () => {
    const life = await aLoan();
    const add = async (loanRelationType: string, more: object = {}) => {
      const { id: personId } = await life.api.made('/people', aPerson());
      await life.api.made(`${life.path}/people`, { personId, loanRelationType, ...more });
      return { api: life.api, personId };
    };
    const [joint, guarantor] = [await add('coBorrower'), await add('guarantor')];
    await setClock(life.api, '2026-04-20T15:00:00Z');
    const late = await add('coBorrower');
    const serviceOf = async (person: typeof joint, more: object = {}) => aService(person, more);
    assert.equal((await ask(life, await serviceOf(guarantor))).status, 404);
    assert.equal((await ask(life, await serviceOf(joint, { servicemember: 'spouse' }))).status, 404);
    const { body } = await ask(life, await serviceOf(late));
    assert.deepEqual([body.errorType, body.data.reason], ['ScraDoesNotApply', 'joinedInService']);
    const given = await made(ask(life, await serviceOf(joint)));
    assert.deepEqual([given.startDate, given.cappedFrom], ['2026-03-16', '2026-03-16']);
    const moved = await made(life.api.put(`${life.path}/scra-caps/${given.id}`, { startDate: '2026-03-20' }));
    assert.equal(moved.cappedFrom, '2026-03-20');
  });
});
