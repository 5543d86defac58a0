// Proceeds that the service pays out: 3,650.00 at 10 %, so that a day costs 1.00 of interest. Activated on Monday,
// 2026-03-02 at noon in New York; the credit is there on Tuesday 03-03, and the loan owes from that day on.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { oldAccount } from '../../../../../tests/support/collected.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type Answer, aPerson, type Client, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../../tests/support/test-clock.ts';
import { told, typesOf } from '../../../../../tests/support/told.ts';

const refused = ({ status, body }: Answer) => [status, body.errorType];

describe('proceeds that the service pays out', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  let api: Client;
  before(async () => {
    company = await aCompany();
    api = company.test;
    await api.put('/companies/current', {
      paymentApprovals: { firstAdvancesAbove: 100_000, oneOrdererAbove: 1_000_000 },
    });
  });

  /** An originated loan on a Monday, and an account of the simulator with these digits. */
  async function aLoan(account = '900000000', more: { readonly type?: object; readonly agreed?: object } = {}) {
    await setClock(api, '2026-03-02T17:00:00Z');
    const personId = (await api.made('/people', aPerson())).id as string;
    const { id: loanTypeId } = await api.made('/loan-types', {
      name: 'Paid out',
      payments: { proceedsPaidTo: 'borrower' },
      ...more.type,
    });
    const { id } = await api.made(`/people/${personId}/loans`, {
      loanTypeId,
      status: 'originated',
      atOrigination: {
        amountFinanced: 3650,
        interestRates: [{ rate: 0.1 }],
        paymentFrequency: 'monthly',
        specificDays: [1],
        periodicPaymentAmount: 500,
        ...more.agreed,
      },
    });
    const path = `/people/${personId}/loans/${id}`;
    drawn += 1;
    const accountNumber = account + String(drawn).padStart(12 - account.length, '0');
    const paymentInstrumentId = await oldAccount(house(), api, personId, { accountNumber });
    const read = async (below = '') => (await api.get(`${path}${below}`)).body.data;
    return {
      path,
      personId,
      paymentInstrumentId,
      read,
      activate: (body: object = {}) => api.post(`${path}/activate`, { paymentInstrumentId, ...body }),
      status: async () => (await read()).status,
      owed: async () => (await read('/balances')).outstandingBalances.outstandingTotalAmount,
      disbursements: async () => read('/disbursements'),
      becomes: (status: string) =>
        eventually(`it is ${status}`, async () => (await read('/disbursements'))[0].status === status),
    };
  }
  let drawn = 0;

  test('activate the loan on the day on which they are there', async () => {
    const loan = await aLoan();
    const { status, body } = await loan.activate();
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(
      [body.data.disbursement.status, body.data.disbursement.amount, body.data.disbursement.receiver],
      ['initiated', 3650, 'borrower'],
    );
    assert.equal(body.data.schedule[0].date, '2026-04-01');
    await loan.becomes('pending');
    assert.equal(await loan.status(), 'originated', 'nothing accrues before the money is there');
    assert.deepEqual(refused(await loan.activate()), [409, 'DisbursementUnderWay']);
    assert.deepEqual(refused(await api.post(`${loan.path}/cancel`, {})), [409, 'DisbursementUnderWay']);
    await moveClock(api, '2026-03-03T15:00:00Z');
    assert.equal(await loan.status(), 'active');
    const [pending] = await loan.disbursements();
    assert.deepEqual([pending.isOnBooks, pending.timestamps.effectiveDate], [true, '2026-03-03']);
    assert.equal((await loan.read()).timestamps.activatedAt, '2026-03-03T05:00:00.000000+00:00');
    await moveClock(api, '2026-03-13T15:00:00Z');
    // Ten days since 03-03.
    assert.equal(await loan.owed(), 3660);
    assert.equal((await loan.disbursements())[0].status, 'succeeded');
    const types = typesOf(await told(house(), api, `loanId=${loan.path.split('/')[4]}`));
    const own = types.filter((type) => type.startsWith('disbursement') || type === 'loan.activated');
    assert.deepEqual(own, [
      'disbursement.initiated',
      'disbursement.pending',
      'loan.activated',
      'disbursement.succeeded',
    ]);
    await booksAgree(house(), api, 0);
  });

  test('are less what is kept back of them', async () => {
    const loan = await aLoan('900000000', {
      type: { fees: { origination: { charged: 'deducted' } }, payments: { proceedsPaidTo: 'borrower' } },
      agreed: { fees: { originationFeeAmount: 50 } },
    });
    assert.equal((await loan.activate()).body.data.disbursement.amount, 3600);
  });

  test('that are refused leave the loan as it was, and it may be activated again', async () => {
    const loan = await aLoan('9214');
    await loan.activate();
    await loan.becomes('failed');
    assert.equal(await loan.status(), 'originated');
    const [failed] = await loan.disbursements();
    assert.deepEqual([failed.failureReason, failed.isOnBooks], ['accountInvalid', false]);
    const other = await oldAccount(house(), api, loan.personId);
    assert.equal((await loan.activate({ paymentInstrumentId: other })).status, 201);
    await loan.becomes('pending');
    await moveClock(api, '2026-03-04T15:00:00Z');
    assert.equal(await loan.status(), 'active');
  });

  test('that come back are undone from their day, with the interest, and told', async () => {
    // R02 two banking days after 03-03.
    const loan = await aLoan('9102002');
    await loan.activate();
    await loan.becomes('pending');
    await moveClock(api, '2026-03-04T15:00:00Z');
    assert.deepEqual([await loan.status(), await loan.owed()], ['active', 3651]);
    await moveClock(api, '2026-03-06T15:00:00Z');
    assert.equal(await loan.status(), 'originated');
    const [failed] = await loan.disbursements();
    assert.deepEqual([failed.status, failed.achReturnCode, failed.isOnBooks], ['failed', 'R02', false]);
    const { activatedAt, startedAt } = (await loan.read()).timestamps;
    assert.deepEqual([activatedAt, startedAt], [null, null]);
    assert.equal((await loan.read('/balances')).outstandingBalances.outstandingTotalAmount, 0);
    const postings: { amount: number }[] = (await api.get(`${loan.path}/ledger?limit=100`)).body.data;
    assert.equal(
      postings.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0),
      0,
    );
    const events = await told(house(), api, `loanId=${loan.path.split('/')[4]}`);
    assert.ok(typesOf(events).includes('disbursement.failed'));
    const [last] = events.filter(({ eventType }) => eventType === 'loan.statuschanged').toReversed();
    assert.deepEqual([last.previousStatus, last.status], ['active', 'originated']);
    await booksAgree(house(), api, 0);

    // The account was given up; to another one they go, and the loan begins anew.
    assert.deepEqual(refused(await loan.activate()), [409, 'InstrumentCannotBeCharged']);
    await setClock(api, '2026-03-09T16:00:00Z');
    const other = await oldAccount(house(), api, loan.personId);
    assert.equal((await loan.activate({ paymentInstrumentId: other })).status, 201);
    await loan.becomes('pending');
    await moveClock(api, '2026-03-12T15:00:00Z');
    // Since 03-10.
    assert.deepEqual([await loan.status(), await loan.owed()], ['active', 3652]);
    await booksAgree(house(), api, 0);
    const { rows } = await house().service.database.pools.test.query(
      "select amount_cents::int as cents from cash_balances where company_id = $1 and account = 'LC'",
      [company.id],
    );
    assert.ok(rows[0].cents > 0, 'LC mirrors what was lent');
  });

  test('of a loan on which money has come in since stay on its books, and say so', async () => {
    const loan = await aLoan('9102002');
    await loan.activate();
    await loan.becomes('pending');
    await moveClock(api, '2026-03-04T15:00:00Z');
    await api.made(`${loan.path}/transactions`, { type: 'oneTime', isExternal: true, amount: 10 });
    await moveClock(api, '2026-03-06T15:00:00Z');
    const [failed] = await loan.disbursements();
    assert.deepEqual([failed.status, failed.isOnBooks, await loan.status()], ['failed', true, 'active']);
  });

  test('are taken back while nobody has heard of them', async () => {
    const loan = await aLoan();
    await house().service.database.pools.test.query(
      "update money_switches set stopped_at = now(), reason = 'a test' where company_id = $1",
      [company.id],
    );
    const { id } = (await loan.activate()).body.data.disbursement;
    const canceled = await api.post(`${loan.path}/disbursements/${id}/cancel`, {});
    await house().service.database.pools.test.query(
      'update money_switches set stopped_at = null, reason = null where company_id = $1',
      [company.id],
    );
    assert.deepEqual([canceled.status, canceled.body.data.status], [201, 'canceled'], JSON.stringify(canceled.body));
    assert.deepEqual(refused(await api.post(`${loan.path}/disbursements/${id}/cancel`, {})), [
      409,
      'DisbursementStatusForbids',
    ]);
    assert.equal((await api.post(`${loan.path}/cancel`, {})).status, 201);
  });

  test('need an account of the borrower that is known to be theirs', async () => {
    const loan = await aLoan();
    refusedAt(await loan.activate({ paymentInstrumentId: null }), 'paymentInstrumentId');
    assert.deepEqual(refused(await loan.activate({ paymentInstrumentId: 'PT-AAAA-AAAA' })), [404, 'NotFound']);
    const [unknown] = await api.made(`/people/${loan.personId}/payment-instruments`, {
      instrumentType: 'bankAccount',
      accountNumber: '900000777777',
      routingNumber: '110000013',
      accountType: 'checking',
      accountHolderType: 'personal',
      accountHolderName: 'Ada Lovelace',
      status: 'active',
    });
    const answer = await loan.activate({ paymentInstrumentId: unknown.id });
    assert.deepEqual(refused(answer), [409, 'InstrumentCannotBeCharged']);
    const preview = await loan.activate({ previewMode: true });
    assert.deepEqual([preview.status, preview.body.data.disbursement], [201, undefined]);
    assert.deepEqual(await loan.disbursements(), []);
    const lenders = await aLoan('900000000', { type: { payments: {} } });
    refusedAt(await lenders.activate(), 'paymentInstrumentId');
    assert.equal((await lenders.activate({ paymentInstrumentId: null })).status, 201);
    assert.equal(await lenders.status(), 'active');
  });
});
