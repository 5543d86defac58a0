// What is lent on a running loan: agreed with it or added later; previewed, made, shown, undone, forgotten.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/begun-line.ts';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { type Answer, useHouse } from '../../../../../tests/support/house.ts';
import { aCentMoreIsFound, mustBeSound } from '../../../../../tests/support/loan-is-sound.ts';
import { aLife, type Life, type LifeOptions, ledgerOf } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

/** 6,000.00 at 12 % in twelve payments of 532.95, by textbook. */
const textbook = { amountFinanced: 6000, interestRates: [{ rate: 0.12 }], specificDays: [10], duration: 12 };
/** 600.00 without interest, a hundred each month. */
const free = { amountFinanced: 600, interestRates: [{ rate: 0 }], specificDays: [10], duration: 6 };
const several = { payments: { multipleAdvances: true } };

describe('advances', () => {
  const { aCompany, house } = useHouse();

  const at = (life: Life, date: string) => setClock(life.api, `${date}T15:00:00Z`);
  const aLoan = async (agreed: object = textbook, more: LifeOptions = {}): Promise<Life> =>
    aLife(await aCompany(), { type: several, agreed, start: '2027-01-10T15:00:00Z', ...more });
  const lend = (life: Life, amount: number, more: object = {}): Promise<Answer> =>
    life.api.post(`${life.path}/advances`, { amount, ...more });
  const lent = async (life: Life, amount: number, more: object = {}): Promise<Shown> =>
    life.act('advances', { amount, ...more });
  const put = (life: Life, { id }: Shown, body: object): Promise<Answer> =>
    life.api.put(`${life.path}/advances/${id}`, body);
  const payment = async (life: Life): Promise<number> => (await life.read()).current.periodicPayment;
  const principal = async (life: Life): Promise<number> =>
    (await life.read('/balances')).outstandingBalances.outstandingPrincipalAmount;
  const owed = async (life: Life): Promise<number> => (await life.standing()).outstanding;
  const refused = ({ status, body }: Answer) => [status, body.errorType];
  const withThreePayments = async (life: Life, amount: number) => {
    for (const date of ['2027-02-10', '2027-03-10', '2027-04-10']) {
      await at(life, date);
      await life.pay(amount);
    }
    await at(life, '2027-04-25');
  };

  test('added later, are owed from their date on, and the payment is solved again', async () => {
    const life = await aLoan();
    await withThreePayments(life, 532.95);
    const preview = await lent(life, 3000, { previewMode: true });
    assert.deepEqual([preview.id, await life.read('/advances'), await payment(life)], [null, [], 532.95]);
    const advance = await lent(life, 3000, { externalId: 'second-half', advanceDetails: { description: 'The roof' } });
    // By textbook: 7,564.60 in nine payments of 881.52, the last 881.43.
    assert.deepEqual([await principal(life), await payment(life)], [7564.6, 881.52]);
    assert.deepEqual(preview.difference.periodicPaymentAmount, { before: 532.95, after: 881.52 });
    assert.deepEqual(
      [advance.status, advance.amount, advance.originalAmount, advance.advanceDate, advance.isPlanned],
      ['settled', 3000, 3000, '2027-04-25', false],
    );
    const { difference: _, ...shown } = advance;
    assert.deepEqual(await life.read('/advances/ext-second-half'), shown);
    assert.equal((await lend(life, 1, { externalId: 'second-half' })).body.errorType, 'DuplicateExternalId');
    const { status, body } = await put(life, advance, { status: 'canceled' });
    assert.deepEqual([status, body.data.status, await payment(life)], [200, 'canceled', 532.95]);
    assert.equal(await principal(life), 4564.6);
    await ledgerOf(life);
    await mustBeSound(house(), life);
  });

  test('dated back, are owed since then', async () => {
    const life = await aLoan(free);
    await at(life, '2027-03-20');
    await lent(life, 60, { advanceDate: '2027-01-20', status: 'pending' });
    // 660.00 in six: the due dates since ask for 110.00.
    const { obligations } = await life.read('/obligations?isOpen=false');
    assert.deepEqual(
      obligations.map(({ obligationAmount }: Shown) => obligationAmount),
      [110, 110],
    );
    assert.equal(await owed(life), 660);
    const [advance] = await life.read('/advances');
    assert.equal(advance.status, 'pending');
    assert.equal((await put(life, advance, { status: 'settled' })).body.data.status, 'settled');
    assert.equal(await owed(life), 660);
    await aCentMoreIsFound(house(), life, 'loan_advances', advance.id);
  });

  describe('agreed with the loan', () => {
    const agreed = { ...textbook, advanceSchedule: [{ advanceDate: '2027-04-25', amount: 3000 }] };

    test('are counted on by the schedule, and lent as agreed change nothing of it', async () => {
      const life = await aLoan(agreed);
      const [planned] = await life.read('/advances');
      assert.deepEqual([planned.status, planned.isPlanned, planned.advanceDate], ['scheduled', true, '2027-04-25']);
      // By textbook: one level payment over both.
      assert.equal(await payment(life), 790.44);
      await withThreePayments(life, 790.44);
      assert.equal(await principal(life), 3784.49);
      const { body } = await put(life, planned, { status: 'settled' });
      assert.equal(body.data.status, 'settled', JSON.stringify(body));
      assert.deepEqual([await principal(life), await payment(life)], [6784.49, 790.44]);
      await life.moveTo('2027-04-27');
      const [kept] = await life.read('/advances');
      assert.deepEqual([kept.status, kept.isPlanned, await payment(life)], ['settled', false, 790.44]);
      // Money that came back: what is left is spread over the nine payments to come.
      await put(life, planned, { status: 'canceled' });
      await mustBeSpread(life, 3784.49);
    });

    test('and never lent, cancel themselves the day after, and what is left is spread anew', async () => {
      const life = await aLoan(agreed);
      await withThreePayments(life, 790.44);
      assert.equal((await life.read('/advances'))[0].status, 'scheduled');
      await life.moveTo('2027-04-26');
      const [gone] = await life.read('/advances');
      assert.deepEqual([gone.status, gone.cancelReason, gone.isPlanned], ['canceled', 'notPaidOut', false]);
      await mustBeSpread(life, 3784.49);
    });

    test('and lent otherwise, are spread anew once their day is over', async () => {
      const life = await aLoan(agreed);
      await withThreePayments(life, 790.44);
      const [planned] = await life.read('/advances');
      const { body } = await put(life, planned, { status: 'settled', amount: 1000 });
      assert.deepEqual([body.data.amount, body.data.originalAmount], [1000, 3000], JSON.stringify(body));
      await life.moveTo('2027-04-27');
      await mustBeSpread(life, 4784.49);
    });

    /** Nine payments to come: eight alike, the last not larger, and together the principal. */
    async function mustBeSpread(life: Life, whole: number) {
      const { expectedPayments: items } = (await life.read('/expected-payments')) as Shown;
      const toCome = (items as Shown[]).filter(({ status }) => status !== 'processed');
      const level = await payment(life);
      assert.equal(toCome.length, 9);
      assert.deepEqual(
        toCome.slice(0, -1).map(({ amount }) => amount),
        Array.from({ length: 8 }, () => level),
      );
      assert.ok(toCome.at(-1).amount <= level && toCome.at(-1).amount > level - 1);
      const sum = toCome.reduce((cents, { principalAmount }) => cents + Math.round(principalAmount * 100), 0);
      assert.equal(sum, Math.round(whole * 100));
      await mustBeSound(house(), life);
    }

    test('are refused by their date, or by the loan type', async () => {
      const { api, personId } = await aLoan();
      const { id: loanTypeId } = await api.made('/loan-types', { name: 'Several', ...several });
      const board = (advanceDate: string, type = loanTypeId) =>
        api.post(`/people/${personId}/loans`, {
          loanTypeId: type,
          status: 'originated',
          atOrigination: { ...free, paymentFrequency: 'monthly', advanceSchedule: [{ advanceDate, amount: 5 }] },
        });
      for (const date of ['2027-01-10', '2026-12-01', '2027-07-10', '2028-01-01']) {
        refusedAt(await board(date), 'atOrigination.advanceSchedule[0].advanceDate');
      }
      refusedAt(await board('2027-03-01', 'ext-installment'), 'atOrigination.advanceSchedule');
      assert.equal((await board('2027-07-09')).status, 201);
    });

    test('whose day has come before the activation are canceled at once, and say why', async () => {
      const life = await aLoan(
        { ...free, advanceSchedule: ['2027-01-15', '2027-02-20'].map((advanceDate) => ({ advanceDate, amount: 60 })) },
        { activate: false },
      );
      assert.deepEqual(await life.read('/advances'), []);
      assert.deepEqual(refused(await lend(life, 5)), [409, 'LoanStatusForbids']);
      await at(life, '2027-01-20');
      await life.act('activate');
      const advances = await life.read('/advances?sortBy=advanceDate');
      assert.deepEqual(
        advances.map(({ status, cancelReason }: Shown) => [status, cancelReason]),
        [
          ['canceled', 'beforeActivation'],
          ['scheduled', null],
        ],
      );
    });
  });

  test('that are scheduled may be moved, and are canceled the day after their date', async () => {
    const life = await aLoan(free);
    const one = await lent(life, 60, { status: 'scheduled', advanceDate: '2027-01-12' });
    const other = await lent(life, 30, { status: 'scheduled', advanceDate: '2027-01-12' });
    assert.equal(await owed(life), 600);
    const moved = await put(life, one, { advanceDate: '2027-01-14', amount: 66 });
    assert.deepEqual([moved.body.data.amount, moved.body.data.originalAmount], [66, 60], JSON.stringify(moved.body));
    refusedAt(await put(life, one, { status: 'settled' }), 'advanceDate');
    await life.moveTo('2027-01-13');
    const statusOf = async ({ id }: Shown) => (await life.read(`/advances/${id}`)).status;
    assert.deepEqual([await statusOf(one), await statusOf(other)], ['scheduled', 'canceled']);
    await life.moveTo('2027-01-14');
    assert.equal((await put(life, one, { status: 'settled' })).status, 200);
    // 666.00 in six.
    assert.deepEqual([await owed(life), await payment(life)], [666, 111]);
    await life.moveTo('2027-01-16');
    assert.equal(await statusOf(one), 'settled');
    assert.deepEqual(refused(await put(life, one, { amount: 5 })), [409, 'AdvanceStatusForbids']);
    assert.equal((await put(life, one, { metadata: { a: 1 }, amount: 66 })).body.data.metadata.a, 1);
  });

  test('are refused by date, amount, status, loan type and product', async () => {
    const life = await aLoan(free);
    for (const amount of [0, -1, 100_000_000.01]) refusedAt(await lend(life, amount), 'amount');
    for (const advanceDate of ['2027-01-09', '2027-01-11'])
      refusedAt(await lend(life, 5, { advanceDate }), 'advanceDate');
    for (const advanceDate of ['2027-01-09', '2027-07-10', '2047-01-01']) {
      refusedAt(await lend(life, 5, { status: 'scheduled', advanceDate }), 'advanceDate');
    }
    refusedAt(await lend(life, 5, { status: 'canceled' }), 'status');
    assert.deepEqual(refused(await lend(life, 5, { advanceDetails: { merchantId: 'MR-AAAA-AAAA' } })), [
      404,
      'NotFound',
    ]);
    // On its last due date, nothing is to come that would pay it back.
    await at(life, '2027-07-10');
    refusedAt(await lend(life, 5), 'advanceDate');
    await life.pay(600);
    await life.act('close');
    assert.deepEqual(refused(await lend(life, 5)), [409, 'NothingToDo']);
    const plain = await aLife(await aCompany());
    assert.deepEqual(refused(await lend(plain, 5)), [409, 'LoanTakesNoAdvances']);
    const line = await aLine(plain.api);
    for (const answer of [
      await plain.api.get(`${line}/advances`),
      await plain.api.post(`${line}/advances`, { amount: 5 }),
    ])
      assert.deepEqual(refused(answer), [409, 'NotForLines']);
    const lost = await aLoan(free);
    await lost.act('charge-off', { chargedOffReason: 'age' });
    assert.deepEqual(refused(await lend(lost, 5)), [409, 'LoanStatusForbids']);
  });

  test('on a loan that is paid off make it owe again', async () => {
    const life = await aLoan(free);
    await life.pay(600);
    assert.equal((await life.standing()).status, 'paidOff');
    await lent(life, 50);
    assert.deepEqual([(await life.standing()).status, await owed(life)], ['active', 50]);
  });
});
