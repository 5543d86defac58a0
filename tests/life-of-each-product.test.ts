// A short life of each product, with the day's work, the simulator's money, and the books computed again: what shows
// within a minute that a cluster takes the statements of all of them (scripts/on-cluster.ts).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from './support/a-line.ts';
import { aDraw, shown } from './support/begun-line.ts';
import { booksAgree } from './support/books-agree.ts';
import { eventually } from './support/eventually.ts';
import { type Client, useHouse } from './support/house.ts';
import { anAccount } from './support/instruments.ts';
import { aRoundLoan } from './support/round-loan.ts';
import { moveClock, setClock } from './support/test-clock.ts';

describe('a life', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const pay = (path: string, amount: number, more: object = { isExternal: true }) =>
    api.made(`${path}/transactions?sync=true`, { type: 'oneTime', amount, ...more });

  test('of an installment loan: paid by an account, and by hand to its end', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-02T17:00:00Z');
    const instruments = `/people/${loan.personId}/payment-instruments`;
    const [{ id }] = await api.made(instruments, anAccount({ accountNumber: '900000000011' }));
    assert.equal((await api.put(`${instruments}/${id}`, { status: 'active', verified: true })).status, 200);
    const owed = await loan.owed();
    const ordered = await pay(loan.path, 500, { paymentInstrumentId: id });
    const status = async (): Promise<string> => (await shown(api, `${loan.path}/transactions/${ordered.id}`)).status;
    await eventually('it was accepted', async () => (await status()) === 'pending');
    assert.equal(await loan.owed(), owed - 500);
    await moveClock(api, '2026-02-06T15:00:00Z');
    assert.equal(await status(), 'succeeded');
    await pay(loan.path, await loan.owed());
    assert.equal((await shown(api, loan.path)).status, 'paidOff');
    await booksAgree(house(), api, 0);
  });

  test('of a line of credit: bought, billed and paid', async () => {
    await setClock(api, '2027-01-01T17:00:00Z');
    const { path } = await aLine(api, { interestRates: [{ rate: 0.1825 }], specificDays: [1, 25] });
    const draw = await aDraw(api, path);
    await api.made(`${draw}/purchases`, { amount: 1000 });
    await moveClock(api, '2027-02-02T17:00:00Z');
    const [bill] = (await shown(api, `${path}/obligations`)).obligations;
    assert.ok(bill.obligationAmount > 0);
    await pay(path, bill.obligationAmount);
    assert.equal((await shown(api, `${path}/balances`)).paidBalances.paidTotalAmount, bill.obligationAmount);
    await booksAgree(house(), api, 1);
  });
});
