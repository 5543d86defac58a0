// Cash that the service pays out on a draw at 36.5 %, so that 1,000.00 cost 1.00 a day. Asked for on Monday, 2026-03-02,
// at noon in New York; the money is there on 03-03. The limit of the line is 5,000.00.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { aDraw } from '../../../../../tests/support/begun-line.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { oldAccount } from '../../../../../tests/support/collected.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type Answer, aPerson, type Client, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../../tests/support/test-clock.ts';
import { told } from '../../../../../tests/support/told.ts';

const refused = ({ status, body }: Answer) => [status, body.errorType];

describe('cash that the service pays out on a draw', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  let api: Client;
  before(async () => {
    company = await aCompany();
    api = company.test;
    await api.put('/companies/current', { paymentApprovals: { firstAdvancesAbove: 100_000 } });
  });
  let drawn = 0;

  async function aCashDraw(account = '900000000', purpose = 'cashAdvance') {
    await setClock(api, '2026-03-02T17:00:00Z');
    const { id: personId } = await api.made('/people', aPerson());
    const { path } = await aLine(api, { interestRates: [{ rate: 0.365 }] }, { personId });
    const draw = await aDraw(api, path, { atOrigination: { purpose } });
    drawn += 1;
    const accountNumber = account + String(drawn).padStart(12 - account.length, '0');
    const paymentInstrumentId = await oldAccount(house(), api, personId, { accountNumber });
    const balances = async () => (await api.get(`${path}/balances`)).body.data;
    return {
      path,
      draw,
      ask: (amount: number, more: object = {}) =>
        api.post(`${draw}/purchases`, { amount, paymentInstrumentId, ...more }),
      read: async (id: string) => (await api.get(`${draw}/purchases/${id}`)).body.data,
      principal: async () => (await balances()).outstandingBalances.outstandingPrincipalAmount,
      available: async () => (await balances()).availableCreditAmount,
      disbursement: async () => (await api.get(`${path}/disbursements`)).body.data[0],
      becomes: (status: string) =>
        eventually(
          `it is ${status}`,
          async () => (await api.get(`${path}/disbursements`)).body.data[0].status === status,
        ),
    };
  }

  test('uses the limit at once, is owed from the day on which it is there, and settled once it is safe', async () => {
    const line = await aCashDraw();
    const { status, body } = await line.ask(1000);
    assert.equal(status, 201, JSON.stringify(body));
    const { id, disbursementId } = body.data;
    assert.equal(body.data.status, 'authorized');
    assert.deepEqual([await line.principal(), await line.available()], [0, 4000]);
    await line.becomes('pending');
    assert.equal((await line.read(id)).status, 'authorized');
    await moveClock(api, '2026-03-03T15:00:00Z');
    const there = await line.read(id);
    assert.deepEqual([there.status, there.timestamps.effectiveAt], ['pending', '2026-03-03T05:00:00.000000+00:00']);
    assert.deepEqual([await line.principal(), await line.available()], [1000, 4000]);
    await moveClock(api, '2026-03-08T15:00:00Z');
    const { status: settled, timestamps } = await line.read(id);
    assert.deepEqual([settled, timestamps.effectiveAt], ['settled', '2026-03-03T05:00:00.000000+00:00']);
    const { id: paid, status: safe, purchaseId, isOnBooks } = await line.disbursement();
    assert.deepEqual([paid, safe, purchaseId, isOnBooks], [disbursementId, 'succeeded', id, true]);
    // Five days, 03-03 to 03-07: the last day that is named has none yet.
    const interest = (await api.get(`${line.path}/interest?fromEffectiveDate=2026-03-02&toEffectiveDate=2026-03-08`))
      .body.data;
    assert.equal(interest.interestAmount, 5);
    const moves = (await told(house(), api, `loanId=${line.path.split('/')[4]}`)).filter(
      ({ eventType }) => eventType === 'purchase.statuschanged',
    );
    assert.deepEqual(
      moves.map(({ previousStatus, purchaseStatus }) => [previousStatus, purchaseStatus]),
      [
        ['authorized', 'pending'],
        ['pending', 'settled'],
      ],
    );
    await booksAgree(house(), api, 0);
  });

  test('that is refused frees the limit', async () => {
    const line = await aCashDraw('9214');
    const { id } = (await line.ask(1000)).body.data;
    await line.becomes('failed');
    assert.deepEqual([(await line.read(id)).status, await line.available()], ['canceled', 5000]);
    await booksAgree(house(), api, 0);
  });

  test('that comes back was never lent: no principal, no interest', async () => {
    const line = await aCashDraw('9102002');
    const { id } = (await line.ask(1000)).body.data;
    await line.becomes('pending');
    await moveClock(api, '2026-03-04T15:00:00Z');
    assert.equal(await line.principal(), 1000);
    await moveClock(api, '2026-03-09T15:00:00Z');
    assert.deepEqual([(await line.read(id)).status, (await line.disbursement()).achReturnCode], ['canceled', 'R02']);
    const interest = (await api.get(`${line.path}/interest?fromEffectiveDate=2026-03-02&toEffectiveDate=2026-03-08`))
      .body.data;
    assert.deepEqual([await line.principal(), await line.available(), interest.interestAmount], [0, 5000, 0]);
    await booksAgree(house(), api, 0);
  });

  test('follows from the money alone', async () => {
    const line = await aCashDraw();
    const { id } = (await line.ask(500)).body.data;
    for (const change of [{ status: 'settled' }, { status: 'canceled' }, { amount: 400 }]) {
      assert.deepEqual(refused(await api.put(`${line.draw}/purchases/${id}`, change)), [409, 'PurchasePaidOut']);
    }
    const replacing = { amount: 500, status: 'settled', authorizationPurchaseId: id };
    assert.deepEqual(refused(await api.post(`${line.draw}/purchases`, replacing)), [409, 'PurchasePaidOut']);
    const said = await api.put(`${line.draw}/purchases/${id}`, { purchaseDetails: { description: 'Cash' } });
    assert.deepEqual([said.status, said.body.data.purchaseDetails.description], [200, 'Cash']);
    assert.ok((await line.read(id)).disbursementId, 'it is kept');
  });

  test('is refused above the limit, on draws that lend none, and with what follows from the money', async () => {
    const line = await aCashDraw('900000000', 'balanceTransfer');
    refusedAt(await line.ask(5000.01), 'amount', 'AmountExceedsCreditLimit');
    refusedAt(await line.ask(10, { status: 'settled' }), 'status');
    refusedAt(await line.ask(10, { type: 'refund' }), 'type');
    refusedAt(await line.ask(10, { purchaseDate: '2026-03-02' }), 'purchaseDate');
    assert.deepEqual(refused(await line.ask(10, { paymentInstrumentId: 'PT-AAAA-AAAA' })), [404, 'NotFound']);
    assert.equal((await line.ask(10, { previewMode: true })).body.data.id, null);
    assert.equal(await line.disbursement(), undefined, 'nothing was ordered');
    assert.equal((await line.ask(10, { status: 'pending' })).status, 201);
    const plain = await aCashDraw('900000000', 'regular');
    refusedAt(await plain.ask(10), 'paymentInstrumentId');
  });

  test('stands in the cash book as the loan has it', async () => {
    const { id: companyId, test: own } = await aCompany();
    api = own;
    await api.put('/companies/current', { paymentApprovals: { firstAdvancesAbove: 100_000 } });
    const line = await aCashDraw();
    await line.ask(1000);
    await line.becomes('pending');
    await moveClock(own, '2026-03-08T15:00:00Z');
    const { rows } = await house().service.database.pools.test.query(
      "select account, amount_cents::int as cents from cash_balances where company_id = $1 and amount_cents <> 0 and account in ('LC', 'DT')",
      [companyId],
    );
    assert.deepEqual(rows, [{ account: 'LC', cents: 100_000 }]);
    api = company.test;
  });
});
