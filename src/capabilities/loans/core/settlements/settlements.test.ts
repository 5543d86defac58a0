// Settlements: offered, accepted, paid in parts, kept; broken; corrected afterwards; of a loan that was written off, and of
// a line.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { verifyLoans } from '#capabilities/loans/verifying.ts';
import { aBorrower } from '../../../../../tests/support/a-borrower.ts';
import { aDraw, aLine, shown } from '../../../../../tests/support/begun-line.ts';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life, ledgerOf } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { told } from '../../../../../tests/support/told.ts';

/** 1,200.00 without interest: a hundred each month, from February 15th on; 15.00 for a payment that is late. */
const free = { amountFinanced: 1200, interestRates: [{ rate: 0 }] };
const start = '2026-01-20T15:00:00Z';

describe('settlements', () => {
  const { aCompany, house } = useHouse();
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const aLoan = async (more: object = {}): Promise<Life> => {
    await setClock(company.test, start);
    return aLife(company, { start, agreed: free, ...more });
  };
  const offer = (life: Life, body: object): Promise<Answer> => life.api.post(`${life.path}/settlements`, body);
  const accepted = async (life: Life, body: object): Promise<string> => {
    const { id } = await life.act('settlements', body);
    await life.act(`settlements/${id}/accept`);
    return id;
  };
  const seen = (life: Life, id: string): Promise<Shown> => life.read(`/settlements/${id}`);
  const statusOf = async (life: Life, id: string) => [(await seen(life, id)).status, (await life.read()).status];
  const fail = async ({ api, path }: Life, { id }: Shown): Promise<void> => {
    const answer = await api.put(`${path}/transactions/${id}`, { status: 'failed', failureReason: 'R01' });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };

  /** What is stored of the loan is what its facts give. */
  const mustBeSound = async ({ api, personId, id: loanId }: Life): Promise<void> => {
    const [verdict] = await verifyLoans(house().service.database.reader(api.realm), [{ personId, loanId }]);
    assert.deepEqual(verdict?.findings, []);
  };

  test('are offered, accepted, paid in parts and kept: the rest is given up', async () => {
    const life = await aLoan();
    const schedule = [
      { dueDate: '2026-02-01', amount: 300 },
      { dueDate: '2026-03-01', amount: 200 },
    ];
    const preview = await offer(life, { schedule, previewMode: true });
    assert.deepEqual([preview.status, preview.body.data.id, await life.read('/settlements')], [201, null, []]);
    const offered = await life.act('settlements', { schedule });
    assert.deepEqual(
      [offered.status, offered.amount, offered.owedAmount, offered.acceptBy, offered.lastDate],
      ['offered', 500, 1200, '2026-02-01', '2026-03-01'],
    );
    assert.equal((await offer(life, { amount: 10 })).body.data.settlementId, offered.id);
    // What is paid before it is accepted does not count.
    await life.pay(50);
    const accept = `settlements/${offered.id}/accept`;
    const { difference } = await life.act(accept, { previewMode: true });
    assert.deepEqual(difference.outstandingAmount, { before: 1150, after: 1150 });
    assert.equal((await seen(life, offered.id)).status, 'offered');
    assert.equal((await life.act(accept)).status, 'accepted');
    await life.moveTo('2026-02-02');
    await life.pay(120);
    const half = await seen(life, offered.id);
    assert.deepEqual([half.status, half.paidAmount], ['accepted', 120]);
    assert.deepEqual(half.schedule, [
      { dueDate: '2026-02-01', amount: 300, paidAmount: 120, isOverdue: true },
      { dueDate: '2026-03-01', amount: 200, paidAmount: 0, isOverdue: false },
    ]);
    await life.moveTo('2026-02-28');
    // 1,200.00 - 50.00 - 120.00 - 380.00 = 650.00 of principal. Of the 100.00 due on 02-15 nothing is open.
    const last = await life.pay(380);
    const kept = await seen(life, offered.id);
    assert.deepEqual([kept.status, kept.paidAmount, (await life.standing()).outstanding], ['kept', 500, 0]);
    assert.equal((await life.read()).status, 'paidOff');
    assert.deepEqual(kept.cancellationOfDebt, {
      identifiableEventDate: '2026-02-28',
      identifiableEventCode: 'F',
      principalAmount: 650,
      interestAmount: 0,
      feesAmount: 0,
      totalAmount: 650,
      isReportable: true,
    });
    const written = (await ledgerOf(life)).filter(({ account }) => account.startsWith('settled'));
    assert.deepEqual(
      written.map(({ amount }) => amount),
      [650],
    );
    await mustBeSound(life);
    // A payment that comes back before the last day opens it again, and one after it breaks it.
    await fail(life, last);
    assert.deepEqual(await statusOf(life, offered.id), ['accepted', 'active']);
    const again = await life.pay(380);
    assert.deepEqual(await statusOf(life, offered.id), ['kept', 'paidOff']);
    await life.moveTo('2026-03-10');
    await fail(life, again);
    const broken = await seen(life, offered.id);
    assert.deepEqual(await statusOf(life, offered.id), ['broken', 'active']);
    assert.deepEqual([broken.paidAmount, broken.cancellationOfDebt], [120, null]);
    // Money that came in time, and was recorded late, keeps it.
    await life.pay(380, { effectiveDate: '2026-03-01' });
    assert.deepEqual(await statusOf(life, offered.id), ['kept', 'paidOff']);
    await mustBeSound(life);
    const events = await told(house(), life.api, `events=loan.settlement.statuschanged&personId=${life.personId}`);
    assert.deepEqual(
      events.map(({ settlementStatus }) => settlementStatus),
      ['offered', 'accepted', 'kept', 'accepted', 'kept', 'broken', 'kept'],
    );
  });

  test('that were kept are not canceled while credit that they left is paid back', async () => {
    const life = await aLoan();
    const id = await accepted(life, { amount: 500, lastDate: '2026-03-01' });
    await life.pay(500);
    await life.pay(20, { allowOverpayment: true });
    const back = await life.act('reimburse', { reimbursementAmount: 15, isExternal: true, status: 'succeeded' });
    // Without the settlement the 20.00 pay the debt: the 15.00 that went out were nobody's credit.
    const path = `${life.path}/settlements/${id}/cancel`;
    const refused = await life.api.post(path, {});
    assert.deepEqual(
      [refused.status, refused.body.errorType, refused.body.data.amount],
      [409, 'SettlementCreditPaidOut', 15],
    );
    assert.deepEqual(await statusOf(life, id), ['kept', 'paidOff']);
    await fail(life, back);
    assert.equal((await life.api.post(path, {})).status, 201);
    assert.deepEqual(await statusOf(life, id), ['canceled', 'active']);
    assert.equal((await life.standing()).outstanding, 680);
    await mustBeSound(life);
  });

  test('that are not paid by the last day are broken, and nothing else happens', async () => {
    const life = await aLoan();
    const id = await accepted(life, { amount: 400, lastDate: '2026-02-10' });
    await life.pay(399.99);
    await life.moveTo('2026-02-11');
    assert.deepEqual(await statusOf(life, id), ['broken', 'active']);
    await life.pay(10);
    assert.deepEqual(await statusOf(life, id), ['broken', 'active']);
    const other = await accepted(life, { amount: 300 });
    assert.deepEqual(
      (await life.api.get('/settlements?status=accepted')).body.data.map((one: Shown) => one.id),
      [other],
    );
  });

  test('expire as offers, and are taken back once they were kept', async () => {
    const life = await aLoan();
    const { id: first } = await life.act('settlements', { amount: 400, acceptBy: '2026-01-22' });
    await life.moveTo('2026-01-23');
    assert.equal((await seen(life, first)).status, 'expired');
    const id = await accepted(life, { amount: 400 });
    await life.pay(400);
    const cancel = `settlements/${id}/cancel`;
    const { difference } = await life.act(cancel, { previewMode: true });
    assert.deepEqual(difference.outstandingAmount, { before: 0, after: 800 });
    const canceled = await life.act(cancel, { cancelReason: 'fraud' });
    assert.deepEqual([canceled.status, canceled.cancellationOfDebt], ['canceled', null]);
    assert.deepEqual([(await seen(life, id)).cancelReason, (await life.standing()).outstanding], ['fraud', 800]);
    await mustBeSound(life);
  });

  test('end as canceled where the loan is paid off in another way', async () => {
    const life = await aLoan();
    const id = await accepted(life, { amount: 400 });
    await life.act('transactions', { type: 'serviceCredit', amount: 1200 });
    const { status, cancelReason } = await seen(life, id);
    assert.deepEqual([status, cancelReason], ['canceled', 'paidOff']);
  });

  test('of a loan that was charged off: what was written off then is what is given up', async () => {
    const life = await aLoan({ type: { delinquency: { paymentAllowedWhenChargedOff: true } } });
    await life.act('charge-off', { chargedOffReason: 'fraud' });
    const id = await accepted(life, { amount: 700 });
    await life.pay(700);
    // 1,200.00 - 700.00: below what must be reported.
    const { status, cancellationOfDebt } = await seen(life, id);
    assert.deepEqual(
      [status, cancellationOfDebt.principalAmount, cancellationOfDebt.isReportable],
      ['kept', 500, false],
    );
    assert.equal((await life.read()).status, 'paidOff');
    await mustBeSound(life);
  });

  test('of a line close it with its draws', async () => {
    const { test: api } = company;
    await setClock(api, start);
    const line = await aLine(api);
    await api.made(`${await aDraw(api, line)}/purchases`, { amount: 1000 });
    const { loanTypeId } = await shown(api, line);
    const types = await shown(api, `/loan-types/${loanTypeId}/fee-types?includeUncharged=true`);
    const feeTypeId = types.find(({ feeType }: Shown) => feeType === 'lateFee').id;
    await api.made(`${line}/fees`, { feeTypeId, amount: 12 });
    const { id } = await api.made(`${line}/settlements`, { amount: 300 });
    await api.made(`${line}/settlements/${id}/accept`, {});
    await api.made(`${line}/transactions`, { type: 'oneTime', isExternal: true, amount: 300 });
    const kept = await shown(api, `${line}/settlements/${id}`);
    assert.deepEqual([kept.status, kept.cancellationOfDebt.principalAmount], ['kept', 700]);
    assert.equal((await shown(api, line)).status, 'paidOff');
    const { data: ledger } = (await api.get(`${line}/ledger?limit=100`)).body;
    const written = ledger.filter(({ account }: Shown) => account.startsWith('settled'));
    assert.deepEqual(Object.fromEntries(written.map(({ account, amount }: Shown) => [account, amount])), {
      'settled.principal': 700,
      'settled.fees': 12,
    });
  });

  test('are refused by field, and shown to their borrower', async () => {
    const life = await aLoan();
    refusedAt(await offer(life, { amount: 1200 }), 'amount');
    refusedAt(await offer(life, {}), 'amount');
    refusedAt(await offer(life, { amount: 5, lastDate: '2026-01-19' }), 'lastDate');
    refusedAt(await offer(life, { amount: 5, acceptBy: '2026-01-19' }), 'acceptBy');
    const part = { dueDate: '2026-02-01', amount: 5 };
    refusedAt(await offer(life, { schedule: [part], amount: 5 }), 'amount');
    refusedAt(await offer(life, { schedule: [part, part] }), 'schedule[1].dueDate');
    refusedAt(await offer(life, { schedule: [{ ...part, amount: 0 }] }), 'schedule[0].amount');
    const { id } = await life.act('settlements', { amount: 400 });
    await life.pay(800);
    const late = await life.api.post(`${life.path}/settlements/${id}/accept`, {});
    assert.deepEqual(
      [late.status, late.body.errorType, late.body.data.owedAmount],
      [409, 'SettlementNotBelowOwed', 400],
    );
    const borrower = await aBorrower(house(), life.api, life.personId);
    assert.equal((await borrower.get(`${life.path}/settlements/${id}`)).body.data.status, 'offered');
    assert.equal((await borrower.post(`${life.path}/settlements/${id}/accept`, {})).status, 403);
  });
});
