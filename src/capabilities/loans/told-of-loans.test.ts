// The events of a loan that no fact of it is: changed balances, overdue amounts, the interest of a period. And the fields
// of the borrower and of the payment that every event of a loan has.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { payingAccount } from '../../../tests/support/paying-account.ts';
import { aRoundLoan, type RoundLoan } from '../../../tests/support/round-loan.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';
import { type Shown, told, typesOf } from '../../../tests/support/told.ts';
import { loanBody } from '../../../tests/support/world.ts';

describe('of a loan', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let loan: RoundLoan;
  beforeEach(async () => {
    api = (await aCompany()).test;
    loan = await aRoundLoan(api);
  });

  const toldOf = (types: string, more = ''): Promise<Shown[]> =>
    told(house(), api, `loanId=${loan.id}&events=${types}${more}`);
  const days = (events: Shown[]): string[] => events.map(({ effectiveAt }) => effectiveAt.slice(0, 10));

  test('a changed balance is told once for each change of the books, and not for each day or cause', async () => {
    const count = async () => (await toldOf('loan.balance.changed')).length;
    assert.equal(await count(), 1, 'of the activation');
    await moveClock(api, '2026-01-31T17:00:00Z');
    assert.equal(await count(), 1, 'interest that accrues is booked on the due date');
    // The due date, the overdue turn and the late fee come in one change.
    await loan.at('2026-02-20');
    await loan.pay(10);
    assert.equal(await count(), 2);
    await api.made(`${loan.path}/refresh`, {});
    assert.equal(await count(), 2, 'nothing moved');
    await api.put(loan.path, { nickname: 'Kitchen' });
    await api.made(`${loan.path}/freeze`, {});
    assert.equal(await count(), 2, 'the books stay');
    const [first] = await toldOf('loan.balance.changed');
    assert.deepEqual([first.loanId, first.status, first.eventClass], [loan.id, 'active', 'LoanBalanceChangedEvent']);
  });

  test('what is overdue is told when it becomes another amount, not when it begins or ends', async () => {
    await moveClock(api, '2026-02-03T17:00:00Z');
    assert.deepEqual(await toldOf('loan.overdue.update'), [], 'loan.overdue tells the beginning');
    // The late fee is due with the next instalment.
    await moveClock(api, '2026-03-03T17:00:00Z');
    await loan.pay(100);
    const before = (await loan.read('/balances')).overdueBalances.overdueTotalAmount;
    const updates = await toldOf('loan.overdue.update');
    assert.deepEqual(
      updates.map(({ amount }) => amount),
      [before + 100, before],
    );
    assert.equal(updates[1].currency, 'USD');
    await loan.pay(before);
    assert.equal((await toldOf('loan.overdue.update')).length, 2);
    assert.equal((await toldOf('loan.current')).length, 1);
  });

  test('an acceleration and a charge-off are initiated before they are processed, and taken back with them', async () => {
    await loan.at('2026-01-10');
    await api.made(`${loan.path}/charge-off`, { chargedOffReason: 'bankruptcy' });
    const both = 'loan.acceleration.*,loan.chargeoff.*';
    assert.deepEqual(typesOf(await toldOf(both)), [
      'loan.acceleration.initiated',
      'loan.acceleration.processed',
      'loan.chargeoff.initiated',
      'loan.chargeoff.processed',
    ]);
    await api.made(`${loan.path}/reverse-charge-off`, {});
    assert.deepEqual(typesOf(await toldOf(both, '&includeDeleted=false')), ['loan.chargeoff.reversed']);
    assert.equal((await toldOf(both)).length, 5);
  });

  test('the interest of a period is told when it is booked, taken back and told anew when the past changes', async () => {
    await moveClock(api, '2026-03-05T17:00:00Z');
    const shown = (events: Shown[]) =>
      events.map(({ accrualDate, amount, currency, deletedAt }) => [accrualDate, amount, currency, deletedAt !== null]);
    const type = 'loan.interestaccrued.min';
    const events = await toldOf(type);
    assert.deepEqual(shown(events), [
      ['2026-01-31', 31, 'USD', false],
      ['2026-02-28', 28, 'USD', false],
    ]);
    assert.deepEqual(days(events), ['2026-02-01', '2026-03-01']);
    const { obligations } = await loan.read('/obligations');
    assert.equal(events[0].periodId, obligations[0].periodId);
    // 15.00 of it pay the interest of 15 days, and 1,810.00 principal: 1,840.00 are left for 16 days.
    await loan.pay(1825, { effectiveDate: '2026-01-16' });
    const now = await toldOf(type, '&includeDeleted=false');
    const earned = async (from: string, to: string) =>
      (await loan.read(`/interest?fromEffectiveDate=${from}&toEffectiveDate=${to}`)).interestAmount;
    assert.deepEqual(shown(now), [
      ['2026-01-31', 23.06, 'USD', false],
      ['2026-02-28', await earned('2026-02-01', '2026-03-01'), 'USD', false],
    ]);
    assert.equal(await earned('2026-01-01', '2026-02-01'), 23.06, '15 days of a dollar, and 16 of 1,840.00 at 10 %');
    assert.equal((await toldOf(type)).length, 4, 'what no longer holds stays, marked');
  });

  test('payment.applied tells all that the other events of the payment tell', async () => {
    const instrument = await payingAccount(loan, { externalId: 'acct-1' });
    await loan.at('2026-02-10');
    const paid = { paymentInstrumentId: instrument, externalId: 'pay-1' };
    const { id } = await loan.pay(500, paid);
    const [succeeded, applied] = await told(
      house(),
      api,
      `transactionId=${id}&events=payment.succeeded,payment.applied`,
    );
    const own = ['id', 'eventType', 'eventClass', 'status', 'personExternalId'];
    const fields = (event: Shown) => Object.fromEntries(Object.entries(event).filter(([name]) => !own.includes(name)));
    assert.deepEqual(fields(applied), fields(succeeded));
    assert.deepEqual(
      [applied.transactionExternalId, applied.paymentInstrumentId, applied.paymentInstrumentExternalId],
      ['pay-1', instrument, 'acct-1'],
    );
    assert.deepEqual(
      [applied.amount, applied.currency, applied.isExternal, applied.transactionStatus, applied.status],
      [500, 'USD', true, 'succeeded', 'active'],
    );
  });

  test('a payment that is applied later, by the day, is told with the same fields', async () => {
    const instrument = await payingAccount(loan, { externalId: 'acct-2' });
    const type = { cutOffTime: '12:00:00' };
    const { id: loanTypeId } = await api.made('/loan-types', { name: 'Early', ...type });
    const path = `/people/${loan.personId}/loans`;
    const other = await api.made(path, { ...loanBody, loanTypeId });
    await api.made(`${path}/${other.id}/activate`, {});
    await setClock(api, '2026-01-05T23:00:00Z');
    const body = { type: 'oneTime', amount: 50, paymentInstrumentId: instrument, externalId: 'late-1' };
    const payment = await api.made(`${path}/${other.id}/transactions`, body);
    assert.equal(payment.timestamps.appliedAt, null, 'it counts tomorrow');
    await moveClock(api, '2026-01-06T23:00:00Z');
    const [applied, ...more] = await told(house(), api, `transactionId=${payment.id}&events=payment.applied`);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [applied.transactionExternalId, applied.paymentInstrumentExternalId, applied.amount, applied.requestId],
      ['late-1', 'acct-2', 50, null],
    );
  });

  test('each event tells the external id that the borrower had', async () => {
    const { id: personId } = await api.made('/people', aPerson({ externalId: 'first' }));
    const { id } = await api.made(`/people/${personId}/loans`, loanBody);
    await api.made(`/people/${personId}/loans/${id}/activate`, {});
    await moveClock(api, '2026-02-16T17:00:00Z');
    const ofDays = await told(house(), api, `loanId=${id}`);
    assert.ok(
      ofDays.some(({ requestId }) => requestId === null),
      'some were told by the day',
    );
    assert.deepEqual([...new Set(ofDays.map(({ personExternalId }) => personExternalId))], ['first']);
    await api.put(`/people/${personId}`, { externalId: 'second' });
    await api.made(`/people/${personId}/loans/${id}/freeze`, {});
    const [frozen] = await told(house(), api, `loanId=${id}&events=loan.frozen`);
    assert.equal(frozen.personExternalId, 'second');
    const [updated] = await told(house(), api, `personId=${personId}&events=person.updated`);
    assert.equal(updated.personExternalId, 'second');
  });
});
