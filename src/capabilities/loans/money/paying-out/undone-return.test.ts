// Proceeds that came back, and whose return is undone: the money is out after all. 3,650.00 at 10 %: a day costs 1.00.
// Activated on Monday, 2026-03-02 at noon in New York; the credit is there on Tuesday 03-03.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { workIn } from '#capabilities/moving-money/orders/attempts/order-work.ts';
import { receiveReport } from '#capabilities/moving-money/orders/attempts/receive-report.ts';
import type { Carrier } from '#capabilities/moving-money/orders/companies-providers/carrier.ts';
import type { ProviderReport } from '#capabilities/moving-money/orders/providers/provider.ts';
import { movingMoneyTools } from '../../../../../tests/support/ach-tools.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { oldAccount } from '../../../../../tests/support/collected.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { moveClock, setClock } from '../../../../../tests/support/test-clock.ts';

describe('a payout whose return is undone', () => {
  const { house, aCompany } = useHouse();

  interface PaidOut {
    readonly api: Client;
    readonly path: string;
    readonly personId: string;
    readonly instrument: string;
    read(below?: string): Promise<Record<string, unknown> & { status: string }>;
    hears(what: ProviderReport['what'], code: string | null): Promise<string>;
  }

  async function aPaidOutLoan(): Promise<PaidOut> {
    const { test: api } = await aCompany();
    await api.put('/companies/current', { paymentApprovals: { firstAdvancesAbove: 100_000 } });
    await setClock(api, '2026-03-02T17:00:00Z');
    const personId = (await api.made('/people', aPerson())).id as string;
    const { id: loanTypeId } = await api.made('/loan-types', {
      name: 'Paid out',
      payments: { proceedsPaidTo: 'borrower' },
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
      },
    });
    const path = `/people/${personId}/loans/${id}`;
    const paymentInstrumentId = await oldAccount(house(), api, personId, { accountNumber: '900000000077' });
    const read = async (below = '') => (await api.get(`${path}${below}`)).body.data;
    const { body } = await api.post(`${path}/activate`, { paymentInstrumentId });
    const disbursementId = body.data.disbursement.id;
    await eventually('it is pending', async () => (await read('/disbursements'))[0].status === 'pending');
    await moveClock(api, '2026-03-03T15:00:00Z');
    const tools = movingMoneyTools(house());
    let told = 0;
    return {
      api,
      path,
      personId,
      read,
      instrument: `/people/${personId}/payment-instruments/${paymentInstrumentId}`,
      async hears(what, code) {
        const reader = house().service.database.reader(api.realm);
        const carrier = (await tools.carrierById(reader, tools, 'simulator')) as Carrier;
        told += 1;
        const one: ProviderReport = {
          eventId: `U${told}`,
          key: `${disbursementId}.1`,
          id: null,
          amount: cents(365_000),
          what,
          code,
          on: null,
          at: `2026-03-0${4 + told}T15:00:00.000000+00:00` as Instant,
        };
        return receiveReport(workIn(tools, api.realm), carrier, one);
      },
    };
  }

  const disbursement = async ({ read }: PaidOut) =>
    ((await read('/disbursements')) as unknown as { status: string; failureReason: string | null }[])[0];
  const owed = async ({ read }: PaidOut) =>
    ((await read('/balances')).outstandingBalances as { outstandingTotalAmount: number }).outstandingTotalAmount;

  test('is owed again from its own day on', async () => {
    const loan = await aPaidOutLoan();
    assert.equal((await loan.read()).status, 'active');
    await moveClock(loan.api, '2026-03-05T15:00:00Z');
    assert.equal(await owed(loan), 3652, 'two days');
    assert.equal(await loan.hears('returned', 'R03'), 'taken');
    assert.deepEqual([(await loan.read()).status, (await disbursement(loan))?.status], ['originated', 'failed']);
    assert.equal(await loan.hears('disputeWon', null), 'taken');
    assert.deepEqual([(await loan.read()).status, (await disbursement(loan))?.status], ['active', 'succeeded']);
    assert.equal((await disbursement(loan))?.failureReason ?? null, null);
    assert.equal(await owed(loan), 3652);
    await moveClock(loan.api, '2026-03-12T15:00:00Z');
    assert.equal(await owed(loan), 3659, 'nine days from the third on');
    await booksAgree(house(), loan.api, 0);
  });

  test('is for a person where its loan has begun otherwise meanwhile', async () => {
    const loan = await aPaidOutLoan();
    await loan.hears('returned', 'R03');
    assert.equal((await loan.api.post(`${loan.path}/cancel`, {})).status, 201);
    assert.equal(await loan.hears('disputeWon', null), 'taken');
    assert.deepEqual([(await loan.read()).status, (await disbursement(loan))?.status], ['canceled', 'succeeded']);
    const { rows } = await house().service.database.pools.test.query(
      'select detail from payment_breaks where company_id = $1',
      [loan.api.realm.companyId],
    );
    assert.match(rows.map(({ detail }) => detail).join(), /was paid out after all, and its loan does not have it/);
  });

  test('that somebody refused blocks the account for money to it, and for nothing else', async () => {
    const loan = await aPaidOutLoan();
    await loan.hears('returned', 'R23');
    const account = (await loan.api.get(loan.instrument)).body.data;
    assert.deepEqual(
      [account.isBlockedForCredits, account.isBlockedForDebits, account.status, account.failureReason],
      [true, false, 'active', 'creditRefused'],
    );
    const again = await loan.api.post(`${loan.path}/activate`, { paymentInstrumentId: account.id });
    assert.deepEqual([again.status, again.body.data?.reason], [409, 'blocked'], JSON.stringify(again.body));
    assert.equal((await loan.api.put(loan.instrument, { isBlockedForCredits: false })).status, 200);
    assert.equal((await loan.api.post(`${loan.path}/activate`, { paymentInstrumentId: account.id })).status, 201);
  });
});
