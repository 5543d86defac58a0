// A borrower signs in, adds an account, agrees to autopay, pays once, and takes everything back: on both products, by the
// real way through worker and simulator. The lender's key only moves the clock.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aBorrower } from './support/a-borrower.ts';
import { aLine } from './support/a-line.ts';
import { aDraw } from './support/begun-line.ts';
import type { Shown } from './support/begun-loan.ts';
import { eventually } from './support/eventually.ts';
import { aPerson, type Client, useHouse } from './support/house.ts';
import { anAccount } from './support/instruments.ts';
import { eventsOf, inShort, transactionsOf } from './support/payer.ts';
import { aRoundLoan } from './support/round-loan.ts';
import { moveClock, setClock } from './support/test-clock.ts';
import { goodAccount } from './support/trial-deposits.ts';
import { loanBody } from './support/world.ts';

const textHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Adds an account and names its two trial deposits, which test mode sends as 0.11 and 0.32. */
async function ownAccount(borrower: Client, api: Client, personId: string, arrivedAt: string): Promise<string> {
  const instruments = `/people/${personId}/payment-instruments`;
  const [account] = await borrower.made(instruments, anAccount({ accountNumber: goodAccount() }));
  assert.deepEqual([account.status, account.verified], ['pending', false]);
  await moveClock(api, arrivedAt);
  const { status, body } = await borrower.post(`${instruments}/${account.id}/verify`, { deposit1: 11, deposit2: 32 });
  assert.deepEqual([status, body.data.status, body.data.verified], [200, 'active', true]);
  return account.id;
}

async function revokeAll(borrower: Client, personId: string): Promise<number> {
  const authorizations = `/people/${personId}/payment-authorizations`;
  const all = (await borrower.get(authorizations)).body.data as Shown[];
  for (const { id } of all) assert.equal((await borrower.post(`${authorizations}/${id}/revoke`, {})).status, 200);
  return all.length;
}

describe('a borrower who has signed in', () => {
  const { house, aCompany } = useHouse();

  test('adds an account, agrees to autopay, pays once, revokes; and nothing that was scheduled is taken', async () => {
    const api = (await aCompany()).test;
    const loan = await aRoundLoan(api);
    const { personId, path } = loan;
    const borrower = await aBorrower(house(), api, personId);
    const paymentInstrumentId = await ownAccount(borrower, api, personId, '2026-01-12T15:00:00Z');

    const agreed = { amountType: 'dueAmount', paymentInstrumentId, authorization: { textHash, textVersion: '3' } };
    const preview = (await borrower.made(`${path}/autopay`, { ...agreed, previewMode: true })) as Shown;
    const plan = await borrower.made(`${path}/autopay`, agreed);
    assert.deepEqual(preview.schedule.length, plan.schedule.length);
    // The borrower pays 300.00 of the 500.00 that are due on February 1st before, by hand.
    const once = { type: 'oneTime', amount: 300, paymentInstrumentId, enablePrepayments: true };
    const paid = await borrower.made(`${path}/transactions?sync=true`, {
      ...once,
      authorization: { textHash, language: 'en-US' },
    });
    assert.equal(paid.status, 'pending');
    const later = { type: 'oneTime', amount: 40, paymentInstrumentId, scheduledDate: '2026-02-20' };
    assert.equal((await borrower.made(`${path}/transactions`, later)).status, 'scheduled');
    await moveClock(api, '2026-02-10T15:00:00Z');
    assert.deepEqual(await inShort(api, loan), [
      '2026-01-12 300.00 succeeded',
      '2026-02-20 40.00 scheduled',
      '2026-02-01 200.00 succeeded',
    ]);

    const authorizations = (await api.get(`/people/${personId}/payment-authorizations?sortBy=createdAt`)).body.data;
    const single = authorizations.find((one: Shown) => one.terms.amountMax === 300);
    const { channel, secCode, kind, authenticatedBy, givenByType, ipAddress, givenAt } = single;
    assert.deepEqual(
      [channel, secCode, kind, authenticatedBy, givenByType, ipAddress, single.textHash, givenAt],
      ['web', 'WEB', 'single', 'session', 'user', '127.0.0.1', textHash, single.createdAt],
    );
    assert.match(single.givenById, /^UR-/);
    const [initiated] = await eventsOf(house(), api, loan, 'payment.initiated');
    assert.equal(initiated.userId, single.givenById);
    await eventually('the audit names the borrower', async () => {
      const { data } = (await api.get(`/audit?actorId=${single.givenById}`)).body;
      return data.some((one: Shown) => one.action === 'transactions.create' && one.outcome === 'done');
    });

    assert.equal(await revokeAll(borrower, personId), 3);
    await moveClock(api, '2026-04-10T15:00:00Z');
    assert.deepEqual(await inShort(api, loan), [
      '2026-01-12 300.00 succeeded',
      '2026-02-20 40.00 canceled',
      '2026-02-01 200.00 succeeded',
    ]);
    assert.equal((await borrower.get(`${path}/autopay`)).status, 404);
    const [ended] = await eventsOf(house(), api, loan, 'autopay.schedule.cancel');
    assert.equal(ended.reason, 'authorizationRevoked');
    const maker = async () => (await api.get(`${path}/transactions/${paid.id}`)).body.data.createdBy;
    assert.deepEqual(await maker(), { id: single.givenById, name: `${personId.toLowerCase()}@example.com` });
    await erasePersonByHand(house().service, api.realm, personId, { evenWithOpenLoans: true });
    assert.deepEqual(await maker(), { id: single.givenById, name: null });
  });

  test('pays a loan that they share by an account of their own, and has autopay on it until they revoke it', async () => {
    const api = (await aCompany()).test;
    await setClock(api, '2026-01-01T17:00:00Z');
    const main = await api.made('/people', aPerson({ externalId: 'main-1' }));
    const own = await api.made('/people', aPerson());
    const additionalPeople = [{ personId: own.id, loanRelationType: 'coBorrower' }];
    const { id } = await api.made(`/people/${main.id}/loans`, { ...loanBody, additionalPeople });
    const path = `/people/${main.id}/loans/${id}`;
    await api.made(`${path}/activate`, {});
    const borrower = await aBorrower(house(), api, own.id);
    const paymentInstrumentId = await ownAccount(borrower, api, own.id, '2026-01-07T15:00:00Z');
    const once = { type: 'oneTime', amount: 50, paymentInstrumentId };
    assert.equal((await borrower.made(`${path}/transactions?sync=true`, once)).status, 'pending');
    // The loan is the main borrower's: so are its events.
    const [initiated] = await eventsOf(house(), api, { personId: main.id }, 'payment.initiated');
    assert.deepEqual([initiated.personId, initiated.personExternalId], [main.id, 'main-1']);
    const { status, schedule } = await borrower.made(`${path}/autopay`, {
      amountType: 'dueAmount',
      paymentInstrumentId,
    });
    assert.equal(status, 'active');
    // Monday the 19th is a bank holiday: the second banking day after it ends on the 20th.
    await moveClock(api, '2026-01-22T15:00:00Z');
    assert.deepEqual(await inShort(api, { path }), [
      '2026-01-07 50.00 succeeded',
      `2026-01-15 ${schedule[0].amount.toFixed(2)} succeeded`,
    ]);
    assert.equal(await revokeAll(borrower, own.id), 2);
    await moveClock(api, '2026-02-20T15:00:00Z');
    assert.equal((await inShort(api, { path })).length, 2);
    assert.equal((await api.get(`${path}/autopay`)).status, 404);
  });

  test('does the same on a line, and cancels what they have scheduled themselves', async () => {
    const api = (await aCompany()).test;
    await setClock(api, '2026-02-10T15:00:00Z');
    const { path, personId } = await aLine(api, {}, {});
    const draw = await aDraw(api, path);
    await api.made(`${draw}/purchases?sync=true`, { amount: 1_000, status: 'settled' });
    const borrower = await aBorrower(house(), api, personId);
    const paymentInstrumentId = await ownAccount(borrower, api, personId, '2026-02-16T15:00:00Z');

    const agreed = { amountType: 'statementMinimumAmount', paymentInstrumentId };
    assert.equal((await borrower.made(`${path}/autopay`, agreed)).status, 'active');
    const drawId = draw.split('/').at(-1);
    const once = { type: 'oneTime', amount: 60, paymentInstrumentId, drawId };
    assert.equal((await borrower.made(`${path}/transactions`, once)).drawId, drawId);
    const later = { type: 'oneTime', amount: 25, paymentInstrumentId, scheduledDate: '2026-02-25' };
    const scheduled = await borrower.made(`${path}/transactions`, later);
    const canceled = await borrower.post(`${path}/transactions/${scheduled.id}/cancel`, {});
    assert.deepEqual([canceled.status, canceled.body.data.status], [200, 'canceled'], JSON.stringify(canceled.body));
    const { body } = await borrower.delete(`${path}/autopay`);
    assert.deepEqual([body.data.status, body.data.cancelReason], ['canceled', 'canceledByUser']);
    await moveClock(api, '2026-04-10T15:00:00Z');
    const taken = (await transactionsOf(api, { path })).map((one) => [one.actualAmount, one.status]);
    assert.deepEqual(taken, [
      [60, 'succeeded'],
      [25, 'canceled'],
    ]);
  });
});
