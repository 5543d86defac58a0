// Many small orders of money out are one big one: bounds count by the account, whoever has it, and by whoever orders.
// Over HTTP, on loans that were overpaid by 2,000.00 (tests/support/round-loan.ts).
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { nameProvider, oldAccount, verifiedAccount } from '../../../../../tests/support/collected.ts';
import { type Answer, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { aRoundLoan, type RoundLoan } from '../../../../../tests/support/round-loan.ts';
import { aUser, type SignedIn, signedIn } from '../../../../../tests/support/signed-in.ts';
import { moveClock, setClock } from '../../../../../tests/support/test-clock.ts';

const friday = '2026-02-06T17:00:00Z';
const days = (count: number): string => new Date(Date.parse(friday) + count * 86_400_000).toISOString();

let drawn = 0;
const aNumber = (): string => String(880_000_000 + ++drawn);

describe('bounds of money out', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let mallory: SignedIn;
  let grace: SignedIn;
  type Caller = Pick<Client, 'post'>;

  beforeEach(async () => {
    api = (await aCompany()).test;
    await nameProvider(api);
    for (const name of ['mallory', 'grace']) await aUser(house(), api, { email: `${name}@acme.example` });
    mallory = await signedIn(house(), api, 'mallory@acme.example');
    grace = await signedIn(house(), api, 'grace@acme.example');
  });

  const set = async (paymentApprovals: object): Promise<void> => {
    assert.equal((await api.put('/companies/current', { paymentApprovals })).status, 200);
  };
  const account = (personId: string, more: object = {}): Promise<string> => oldAccount(house(), api, personId, more);
  /** Makes an overpaid loan with a borrower of its own. */
  async function anOverpaid(credit = 2_000): Promise<RoundLoan> {
    const loan = await aRoundLoan(api);
    await setClock(api, friday);
    await loan.pay((await loan.owed()) + credit, { allowOverpayment: true });
    return loan;
  }
  async function borrowersOf(count: number, numbers: readonly object[]) {
    const loans = [];
    for (let i = 0; i < count; i += 1) {
      const loan = await anOverpaid();
      loans.push({ ...loan, instrument: await account(loan.personId, numbers[i % numbers.length]) });
    }
    return loans;
  }
  const order = (by: Caller, loan: Pick<RoundLoan, 'path'>, instrument: string, amount: number): Promise<Answer> =>
    by.post(`${loan.path}/reimburse`, { reimbursementAmount: amount, paymentInstrumentId: instrument });
  async function ordered(by: Caller, loan: Pick<RoundLoan, 'path'>, instrument: string, amount: number) {
    const { status, body } = await order(by, loan, instrument, amount);
    assert.equal(status, 201, JSON.stringify(body));
    return body.data;
  }
  const statusOf = async (...order: Parameters<typeof ordered>): Promise<string> => (await ordered(...order)).status;
  const goes = 'initiated';
  const waits = 'scheduled';

  test('twelve borrowers with one account get 500.00 by one word, and the others wait', async () => {
    const loans = await borrowersOf(12, [{ accountNumber: aNumber() }]);
    const statuses = [];
    for (const loan of loans) statuses.push(await statusOf(mallory, loan, loan.instrument, 500));
    assert.deepEqual(statuses, [goes, ...Array.from({ length: 11 }, () => waits)]);
    const { body } = await api.get('/payment-approvals?status=waiting');
    assert.equal(body.data.length, 11);
  });

  test('however its number is written, and by whichever number of its bank', async () => {
    const accountNumber = aNumber();
    const loans = await borrowersOf(4, [
      { accountNumber },
      { accountNumber: `000${accountNumber}` },
      { accountNumber: `${accountNumber.slice(0, 4)}-${accountNumber.slice(4)}` },
      { accountNumber, routingNumber: '110000013' },
    ]);
    const statuses = [];
    for (const loan of loans) statuses.push(await statusOf(mallory, loan, loan.instrument, 500));
    assert.deepEqual(statuses, [goes, waits, waits, waits]);
  });

  test('also of two persons who order, of two loans, and of an instrument that was deleted and made anew', async () => {
    const accountNumber = aNumber();
    const [loan, other] = await borrowersOf(2, [{ accountNumber }]);
    assert.ok(loan && other);
    assert.equal(await statusOf(mallory, loan, loan.instrument, 300), goes);
    assert.equal(await statusOf(grace, other, other.instrument, 200), goes);
    assert.equal(await statusOf(grace, other, other.instrument, 0.01), waits);
    const third = await anOverpaid();
    const first = await account(third.personId, { accountNumber });
    await api.delete(`/people/${third.personId}/payment-instruments/${first}`);
    assert.equal(await statusOf(mallory, third, await account(third.personId, { accountNumber }), 0.01), waits);
  });

  test('also at one moment: what several see as room is given once', async () => {
    const loans = await borrowersOf(6, [{ accountNumber: aNumber() }]);
    const statuses = await Promise.all(loans.map((loan) => statusOf(mallory, loan, loan.instrument, 300)));
    assert.equal(statuses.filter((status) => status === goes).length, 1, statuses.join());
  });

  test('and ten days later there is room again, but not in the meantime', async () => {
    const [loan, other] = await borrowersOf(2, [{ accountNumber: aNumber() }]);
    assert.ok(loan && other);
    assert.equal(await statusOf(mallory, loan, loan.instrument, 500), goes);
    await setClock(api, days(9));
    assert.equal(await statusOf(mallory, other, other.instrument, 1), waits);
    await setClock(api, days(11));
    assert.equal(await statusOf(mallory, other, other.instrument, 500), goes);
  });

  test('what a second person has approved, and what was canceled, takes no room', async () => {
    const loans = await borrowersOf(3, [{ accountNumber: aNumber() }]);
    const [one, two, three] = loans;
    assert.ok(one && two && three);
    const big = await ordered(mallory, one, one.instrument, 600);
    assert.equal(big.status, waits);
    const approval = `/people/${one.personId}/payment-approvals/${big.paymentApprovalId}/approve`;
    assert.equal((await grace.post(approval, {})).status, 200);
    const second = await ordered(mallory, two, two.instrument, 400);
    assert.equal(second.status, goes);
    const [{ id }] = (await api.get(`${two.path}/transactions/${second.id}/attempts`)).body.data;
    await house().service.database.pools.test.query("update payment_attempts set state = 'refused' where id = $1", [
      id,
    ]);
    assert.equal(await statusOf(mallory, three, three.instrument, 500), goes);
  });

  describe('of one person who orders', () => {
    test('count over borrowers and accounts, with all keys of that person, and are over after a day', async () => {
      await set({ oneOrdererAbove: 1_000 });
      const keyOf = async (by: Pick<Client, 'post'>): Promise<Client> => {
        const { status, body } = await by.post('/keys', { name: 'mine' });
        assert.equal(status, 201, JSON.stringify(body));
        return house().client(body.data.key, api.realm);
      };
      const own = await keyOf(mallory);
      const callers = [mallory, own, await keyOf(mallory), await keyOf(own), grace];
      const loans = await borrowersOf(
        callers.length,
        callers.map(() => ({ accountNumber: aNumber() })),
      );
      const statuses = [];
      for (const [i, loan] of loans.entries()) {
        statuses.push(await statusOf(callers[i] as Caller, loan, loan.instrument, 500));
      }
      assert.deepEqual(statuses, [goes, goes, waits, waits, goes]);
      await setClock(api, days(1.01));
      const fresh = await anOverpaid();
      await setClock(api, days(1.01));
      assert.equal(await statusOf(own, fresh, await account(fresh.personId), 500), goes);
    });

    test('have a number where the company has set none: 10,000.00', async () => {
      await set({ reimbursementsAbove: 9_000 });
      const [one, two] = [await anOverpaid(9_000), await anOverpaid(9_000)];
      assert.equal(await statusOf(mallory, one, await account(one.personId), 9_000), goes);
      const instrument = await account(two.personId);
      assert.equal(await statusOf(mallory, two, instrument, 1_000.01), waits);
      assert.equal(await statusOf(mallory, two, instrument, 1_000), goes);
    });

    test('hold for what is ordered at one moment', async () => {
      await set({ oneOrdererAbove: 1_000 });
      const loans = await borrowersOf(
        6,
        Array.from({ length: 6 }, () => ({ accountNumber: aNumber() })),
      );
      const statuses = await Promise.all(loans.map((loan) => statusOf(mallory, loan, loan.instrument, 300)));
      assert.equal(statuses.filter((status) => status === goes).length, 3, statuses.join());
    });
  });

  describe('of the company in a day', () => {
    test('are there where it has set none, and count what two persons have said', async () => {
      const loan = await anOverpaid(60_000);
      const instrument = await account(loan.personId);
      const approve = async (amount: number): Promise<Answer> => {
        const { paymentApprovalId: id } = await ordered(mallory, loan, instrument, amount);
        return grace.post(`/people/${loan.personId}/payment-approvals/${id}/approve`, {});
      };
      assert.equal((await approve(49_900)).status, 200);
      const tooMuch = await approve(600);
      refusedAt(tooMuch, 'amount');
      assert.equal(tooMuch.body.data.expected, 'at most 100.00');
    });

    test('are those that it has set', async () => {
      await api.put('/companies/current', { payoutLimits: { reimbursementsPerDay: 100 } });
      const loan = await anOverpaid();
      const instrument = await account(loan.personId);
      assert.equal(await statusOf(mallory, loan, instrument, 100), goes);
      refusedAt(await order(mallory, loan, instrument, 0.01), 'amount');
    });
  });
});

describe('bounds of what the service pays back by itself', () => {
  const { aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  test('count by the account as well: what is over waits, although nobody has ordered it', async () => {
    const accountNumber = '900000777001';
    const loans = [];
    for (let i = 0; i < 4; i += 1) {
      const loan = await aRoundLoan(api);
      await setClock(api, friday);
      await verifiedAccount(api, loan.personId, { accountNumber, routingNumber: '110000013' });
      await loan.pay((await loan.owed()) + 400, { allowOverpayment: true });
      loans.push(loan);
    }
    await moveClock(api, days(20));
    const back = await Promise.all(
      loans.map(async ({ path }) => {
        const all = (await api.get(`${path}/transactions`)).body.data;
        return (all as Shown[]).filter(({ paymentDetails }: Shown) => paymentDetails.reason === 'reimbursement');
      }),
    );
    // One each; nobody has approved the three within ten days.
    const statuses = back.map((all) => all.map(({ status, cancelReason }) => cancelReason ?? status).join());
    assert.deepEqual(statuses.toSorted(), ['approvalExpired', 'approvalExpired', 'approvalExpired', 'succeeded']);
  });
});
