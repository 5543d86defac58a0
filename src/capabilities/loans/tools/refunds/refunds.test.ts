// Refunds on installment loans: previewed, made, shown, canceled; who bears what was paid; how much may be given back.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/begun-line.ts';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aCentMoreIsFound, mustBeSound } from '../../../../../tests/support/loan-is-sound.ts';
import { aLife, type Life, ledgerOf } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../../tests/support/test-clock.ts';
import { typesOf } from '../../../../../tests/support/told.ts';

/** 1,200.00 without interest: a hundred each month, from February 15th on. */
const free = { amountFinanced: 1200, interestRates: [{ rate: 0 }] };

/** By textbook: 2,200.00 at 9.9 %, six payments; 18.49 of the first 377.41 are interest, 1,841.08 principal is left. */
const textbook = { amountFinanced: 2200, interestRates: [{ rate: 0.099 }], specificDays: [20], duration: 6 };

describe('refunds', () => {
  const { aCompany, house } = useHouse();
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const at = (life: Life, date: string) => setClock(life.api, `${date}T15:00:00Z`);
  const aFreeLoan = async (agreed: object = {}): Promise<Life> =>
    aLife(await aCompany(), { type: {}, agreed: { ...free, ...agreed } });
  const refund = (life: Life, refundAmount: number, more: object = {}): Promise<Answer> =>
    life.api.post(`${life.path}/refunds-v2`, { refundAmount, atFaultParty: 'other', ...more });
  const done = async (life: Life, refundAmount: number, more: object = {}): Promise<Shown> => {
    const answer = await refund(life, refundAmount, more);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const cancel = (life: Life, { id }: Shown, body: object = {}): Promise<Answer> =>
    life.api.post(`${life.path}/refunds/${id}/cancel`, body);
  const owed = async (life: Life): Promise<number> => (await life.standing()).outstanding;
  const divided = (one: Shown) => [
    ...[one.principalAmount, one.interestAmount, one.feesAmount, one.reimbursementAmount, one.serviceCreditAmount],
  ];
  const listed = async (life: Life) => {
    const { body } = await life.api.call('GET', `${life.path}/refunds`, { headers: { 'api-version': '2025-03-26' } });
    return { refunds: body.data as Shown[], remaining: body.remainingEligibleRefundAmount };
  };

  describe('by who is at fault', () => {
    const onJulyFirst = async (): Promise<Life> => {
      const life = await aLife(await aCompany(), { type: {}, agreed: textbook, start: '2026-05-20T15:00:00Z' });
      await life.moveTo('2026-06-20');
      const { paidInterestAmount } = await life.pay(377.41);
      assert.equal(paidInterestAmount, 18.49);
      await life.moveTo('2026-07-01');
      return life;
    };

    // 18.49 × 500.00 / 2,200.00 = 4.2022…; of the 5.49 that have accrued it takes 4.20. 1,341.08 + 1.29 are left.
    for (const atFaultParty of ['loanOwner', 'loanServicer', 'merchant']) {
      test(`${atFaultParty}: the share of the interest that was paid is given back`, async () => {
        const life = await onJulyFirst();
        assert.deepEqual(divided(await done(life, 500, { atFaultParty })), [500, 0, 0, 0, 4.2]);
        assert.equal(await owed(life), 1342.37);
      });
    }

    // 1,341.08 + 5.49.
    for (const atFaultParty of ['borrower', 'other']) {
      test(`${atFaultParty}: nothing is given back besides`, async () => {
        const life = await onJulyFirst();
        assert.deepEqual(divided(await done(life, 500, { atFaultParty })), [500, 0, 0, 0, 0]);
        assert.equal(await owed(life), 1346.57);
      });
    }

    test('fees that were paid count too: 30.00 of them, and a quarter of the loan: 7.50', async () => {
      const life = await aFreeLoan();
      await life.act('fees', { apiName: 'lateFee', amount: 30 });
      await at(life, '2026-02-15');
      await life.pay(130);
      // The 7.50 are applied like a payment: 1,100 - 300 - 7.50.
      assert.deepEqual(divided(await done(life, 300, { atFaultParty: 'merchant' })), [300, 0, 0, 0, 7.5]);
      assert.equal(await owed(life), 792.5);
      const accounts = (await ledgerOf(life)).filter(({ cause }) => cause.startsWith('faultShare'));
      assert.deepEqual(
        accounts.map(({ account, amount }) => [account, amount]).toSorted(),
        [
          ['principal.notDue', -7.5],
          ['serviceCredits', 7.5],
        ].toSorted(),
      );
    });

    test('solved again, the payment is lower; else it stays and the loan ends earlier', async () => {
      const life = await onJulyFirst();
      const payment = async () => (await life.read()).current.periodicPayment;
      const kept = await done(life, 500);
      assert.equal(await payment(), 377.41);
      await cancel(life, kept);
      // 1,341.08 over five payments, by textbook.
      const { id, reamortize } = await done(life, 500, { reamortize: true });
      assert.deepEqual([reamortize, await payment()], [true, 275.22]);
      await aCentMoreIsFound(house(), life, 'loan_refunds', id);
    });
  });

  test('together are at most what was financed, in either version; a canceled one leaves its room', async () => {
    const life = await aFreeLoan({ amountFinanced: 2200 });
    await done(life, 300);
    const mistaken = await done(life, 150);
    assert.equal((await cancel(life, mistaken)).body.data.remainingEligibleRefundAmount, 1900);
    assert.equal((await done(life, 450)).remainingEligibleRefundAmount, 1450);
    refusedAt(await refund(life, 1450.01), 'refundAmount');
    const first = (refundAmount: number) =>
      life.api.post(`${life.path}/refunds`, { refundAmount, atFaultParty: 'other' });
    refusedAt(await first(2200), 'refundAmount');
    const { body } = await first(1450);
    assert.deepEqual([body.data.refundVersion, body.data.remainingEligibleRefundAmount], [1, 0]);
    refusedAt(await refund(life, 0.01), 'refundAmount');
    const { refunds, remaining } = await listed(life);
    assert.equal(remaining, 0);
    assert.deepEqual(
      refunds.map(({ refundAmount, refundVersion, status }) => [refundAmount, refundVersion, status]),
      [
        [1450, 1, 'succeeded'],
        [450, 2, 'succeeded'],
        [150, 2, 'canceled'],
        [300, 2, 'succeeded'],
      ],
    );
    assert.equal((await life.standing()).status, 'paidOff');
  });

  test('by fifty at once are never more than was financed', async () => {
    const life = await aFreeLoan();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund(life, 100)));
    const made = answers.filter(({ status }) => status === 201).length;
    assert.ok(made > 0 && made <= 12, `${made} of 50`);
    const others = new Set(answers.map(({ status }) => status));
    for (const status of others) assert.ok([201, 400, 423].includes(status), String(status));
    assert.equal((await listed(life)).remaining, 1200 - made * 100);
    assert.equal(await owed(life), 1200 - made * 100);
  });

  test('dated back, count from their day; the preview says the same and keeps nothing', async () => {
    const life = await aFreeLoan({ interestRates: [{ rate: 0.365 }], duration: 2 });
    await at(life, '2026-03-01');
    const accrued = async () => (await life.read('/balances')).interestAndFeesAmounts.interestAccruedTotalAmount;
    // Forty days of 1,200.00 at a tenth of a percent a day.
    assert.equal(await accrued(), 48);
    const before = await owed(life);
    const sent = { refundDate: '2026-01-25' };
    const preview = await done(life, 600, { ...sent, previewMode: true });
    assert.deepEqual([preview.id, (await listed(life)).refunds, await owed(life)], [null, [], before]);
    const made = await done(life, 600, sent);
    assert.deepEqual(divided(made), divided(preview));
    assert.deepEqual(preview.difference.outstandingAmount, { before, after: await owed(life) });
    assert.equal(made.refundDate, '2026-01-25');
    // Five days of 1,200.00 and 35 of 600.00: 6.00 + 21.00.
    assert.equal(await accrued(), 27);
    refusedAt(await refund(life, 1, { refundDate: '2026-01-19' }), 'refundDate');
    refusedAt(await refund(life, 1, { refundDate: '2026-03-02' }), 'refundDate');
    await mustBeSound(house(), life);
    const canceled = await cancel(life, made);
    assert.deepEqual([canceled.body.data.status, await owed(life)], ['canceled', before]);
  });

  test('of the first version count today, whatever day is sent, on a loan that began here', async () => {
    const life = await aFreeLoan();
    await at(life, '2026-02-01');
    const sent = { refundAmount: 10, atFaultParty: 'other', refundDate: '2026-01-25' };
    assert.equal((await life.act('refunds', sent)).refundDate, '2026-02-01');
  });

  test('above what is owed are credit of the borrower, and are not canceled once that is paid back', async () => {
    const life = await aFreeLoan();
    await at(life, '2026-02-15');
    await life.pay(900);
    // 300.00 are owed.
    const made = await done(life, 500);
    assert.deepEqual(divided(made), [300, 0, 0, 200, 0]);
    assert.equal((await life.standing()).status, 'paidOff');
    assert.equal((await cancel(life, made, { previewMode: true })).status, 201);
    await life.act('reimburse', { reimbursementAmount: 150, isExternal: true });
    const refused = await cancel(life, made);
    assert.deepEqual(
      [refused.status, refused.body.errorType, refused.body.data.missingAmount],
      [409, 'RefundPaidOut', 150],
    );
    assert.deepEqual([await owed(life), (await listed(life)).remaining], [0, 700]);
    await ledgerOf(life);
    const other = await done(life, 40);
    assert.deepEqual(divided(other), [0, 0, 0, 40, 0]);
    assert.equal((await cancel(life, other)).status, 201);
    await mustBeSound(house(), life);
    assert.deepEqual((await cancel(life, other)).body.errorType, 'RefundStatusForbids');
  });

  test('canceled, leave the loan as it was, active again', async () => {
    const life = await aFreeLoan();
    const made = await done(life, 1200);
    assert.equal((await life.standing()).status, 'paidOff');
    const preview = await cancel(life, made, { previewMode: true });
    assert.deepEqual(preview.body.data.difference.status, { before: 'paidOff', after: 'active' });
    assert.equal((await life.standing()).status, 'paidOff');
    const { status, body } = await cancel(life, made);
    assert.deepEqual([status, body.data.status, body.data.principalAmount], [201, 'canceled', 0]);
    assert.deepEqual((await life.standing()).status, 'active');
    assert.equal(await owed(life), 1200);
    const told = await life.api.get(`/people/${life.personId}/events?limit=100`);
    const types = typesOf(told.body.data);
    assert.ok(types.includes('loan.refund.created') && types.includes('loan.refund.canceled'));
  });

  test('on a charged-off loan lower what was charged off', async () => {
    const life = await aFreeLoan();
    await life.act('charge-off', { chargedOffReason: 'age' });
    assert.deepEqual(divided(await done(life, 200)), [200, 0, 0, 0, 0]);
    assert.equal((await life.read('/balances')).chargedOffBalances.chargedOffPrincipalAmount, 1000);
  });

  test('are listed with the fields of the version that is asked for, below the company too', async () => {
    const life = await aFreeLoan();
    const { id } = await done(life, 10);
    const names = async (path: string, version?: string): Promise<string[]> => {
      const headers = version === undefined ? {} : { 'api-version': version };
      const { body } = await life.api.call('GET', path, { headers });
      assert.equal(body.data[0].id, id);
      return Object.keys(body.data[0]);
    };
    const below = `/companies/current${life.path}/refunds`;
    for (const path of [`${life.path}/refunds`, below]) {
      const newer = await names(path, '2025-03-26');
      assert.ok(newer.includes('refundVersion') && newer.includes('serviceCreditAmount'));
      const older = await names(path);
      assert.ok(older.includes('refundAmount') && !older.includes('refundVersion') && !older.includes('canceledAt'));
    }
    assert.equal((await life.api.get(below.replace('current', company.id))).status, 404);
  });

  test('are not for lines, drafts and wrong fields', async () => {
    const line = await aLine(company.test);
    const sent = { refundAmount: 5, atFaultParty: 'merchant' };
    for (const path of ['refunds', 'refunds-v2']) {
      const answer = await company.test.post(`${line}/${path}`, sent);
      assert.deepEqual([answer.status, answer.body.errorType], [409, 'NotForLines']);
    }
    assert.equal((await company.test.get(`${line}/refunds`)).body.errorType, 'NotForLines');
    const waiting = await aLife(company, { activate: false });
    assert.equal((await refund(waiting, 5)).body.errorType, 'LoanStatusForbids');
    assert.equal((await listed(waiting)).remaining, 4800);
    const life = await aFreeLoan();
    for (const refundAmount of [0, -5, 1200.01]) refusedAt(await refund(life, refundAmount), 'refundAmount');
    refusedAt(await refund(life, 5, { atFaultParty: 'nobody' }), 'atFaultParty');
    refusedAt(await life.api.post(`${life.path}/refunds-v2`, { refundAmount: 5 }), 'atFaultParty');
    assert.equal((await cancel(life, { id: 'RF-AAAA-AAAA' })).status, 404);
    const other = await done(await aFreeLoan(), 5);
    assert.equal((await cancel(life, other)).status, 404);
  });

  test('keep through the days that follow', async () => {
    const life = await aFreeLoan({ duration: 3 });
    await done(life, 300);
    await moveClock(life.api, '2026-05-01T15:00:00Z');
    // 1,200 in three payments of 400; 300 less: the third asks for 100.
    const { obligations } = await life.read('/obligations?isOpen=false');
    assert.deepEqual(
      obligations.map(({ obligationAmount }: Shown) => obligationAmount),
      [400, 400, 100],
    );
  });
});
