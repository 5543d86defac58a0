// Credit that somebody has recorded by hand, and orders that the service gives by itself: whoever recorded the money, or made
// the account that it goes to, is their first person, and above a bound nothing leaves before a second one has confirmed it.
// On a loan that earns 1.00 a day (tests/support/round-loan.ts): 3,686.00 are owed on 2026-02-06.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { aDraw } from '../../../../../tests/support/begun-line.ts';
import { nameProvider } from '../../../../../tests/support/collected.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { anOwnAccount, goodNumber } from '../../../../../tests/support/overpaid.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { aKeyByHand } from '../../../../../tests/support/reimbursed.ts';
import { aRoundLoan, type RoundLoan } from '../../../../../tests/support/round-loan.ts';
import { aUser, type SignedIn, signedIn } from '../../../../../tests/support/signed-in.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';
import { type Shown, told } from '../../../../../tests/support/told.ts';

type Caller = Pick<Client, 'get' | 'post' | 'put'>;

const refused = ({ status, body }: Answer) => [status, body.errorType, body.data?.reason];
const money = { type: 'oneTime', isExternal: true, allowOverpayment: true };

describe('credit that was recorded by hand', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let ada: SignedIn;
  let grace: SignedIn;
  let adaId: string;

  before(async () => {
    api = (await aCompany()).test;
    adaId = await aUser(house(), api, { email: 'ada@acme.example' });
    await aUser(house(), api, { email: 'grace@acme.example' });
    [ada, grace] = await Promise.all([
      signedIn(house(), api, 'ada@acme.example'),
      signedIn(house(), api, 'grace@acme.example'),
    ]);
  });

  const done = async (by: Caller, path: string, body: object): Promise<Shown> => {
    const { status, body: answer } = await by.post(path, body);
    assert.ok(status < 300, JSON.stringify(answer));
    return answer.data;
  };
  /** With an account that is old enough on 2026-02-06. */
  async function aLoan(by: Caller = api): Promise<RoundLoan & { readonly account: string }> {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-01T17:00:00Z');
    const account = await anOwnAccount(
      { ...api, ...by, made: (path, body) => done(by, path, body as object) },
      loan,
      goodNumber,
    );
    await loan.at('2026-02-06T17:00:00Z');
    return { ...loan, account };
  }
  const back = async ({ path }: RoundLoan): Promise<Shown[]> => {
    const all: Shown[] = (await api.get(`${path}/transactions?limit=100`)).body.data;
    return all.filter(({ paymentDetails }) => paymentDetails.reason === 'reimbursement');
  };
  const reimburse = (by: Caller, loan: RoundLoan & { readonly account: string }, reimbursementAmount: number) =>
    by.post(`${loan.path}/reimburse`, { reimbursementAmount, paymentInstrumentId: loan.account });
  const recorded = async ({ path }: Pick<RoundLoan, 'path'>): Promise<Shown[]> =>
    (await api.get(`${path}/recorded-credits`)).body.data;
  const confirm = (by: Caller, { path }: Pick<RoundLoan, 'path'>, id: string, body = {}) =>
    by.post(`${path}/recorded-credits/${id}/confirm`, body);

  test('above the bound leaves once a second person confirms it, and is approved by nobody who recorded it', async () => {
    const loan = await aLoan();
    const paid = await done(ada, `${loan.path}/transactions`, { ...money, amount: 26_000 });
    await moveClock(api, '2026-02-20T17:00:00Z');
    assert.deepEqual(await back(loan), [], 'two weeks later the service has ordered nothing');
    const needed = (await told(house(), api, `loanId=${loan.id}`)).filter(
      ({ eventType }) => eventType === 'loan.credit.refund.needed',
    );
    assert.deepEqual(
      needed.map(({ reason }) => reason),
      ['notConfirmed'],
    );
    refusedAt(await reimburse(grace, loan, 1), 'reimbursementAmount', 'AmountExceedsCredit');
    const [one, ...more] = await recorded(loan);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [one?.id, one?.kind, one?.amount, one?.creditAmount, one?.recordedById, one?.confirmedById],
      [paid.id, 'transaction', 26_000, 22_314, adaId, null],
    );
    assert.deepEqual(refused(await confirm(ada, loan, paid.id)), [403, 'SecondPersonNeeded', 'orderedIt']);
    assert.equal((await confirm(grace, loan, paid.id, { previewMode: true })).status, 200);
    assert.equal((await confirm(grace, loan, paid.id)).status, 200);
    const again = await confirm(grace, loan, paid.id);
    assert.deepEqual([again.status, again.body.errorType], [409, 'NothingToDo']);
    assert.equal((await confirm(grace, loan, 'TX-AAAA-AAAA')).status, 404);
    await moveClock(api, '2026-02-24T17:00:00Z');
    const [order] = await back(loan);
    assert.deepEqual([order?.actualAmount, order?.waitsFor], [22_314, 'approval']);
    const approval = `/people/${loan.personId}/payment-approvals/${order?.paymentApprovalId}/approve`;
    assert.deepEqual(refused(await ada.post(approval, {})), [403, 'SecondPersonNeeded', 'recordedCredit']);
    const { key } = await done(ada, '/keys', { name: 'own', permissions: null });
    const own = house().client(key, api.realm);
    assert.deepEqual(refused(await own.post(approval, {})), [403, 'SecondPersonNeeded', 'recordedCredit']);
    assert.equal((await grace.post(approval, {})).status, 200);
  });

  test('is counted together: who splits it gets no further', async () => {
    const loan = await aLoan();
    const owed = await loan.owed();
    await done(ada, `${loan.path}/transactions`, { ...money, amount: owed + 900 });
    assert.equal((await reimburse(grace, loan, 10)).status, 201, 'up to 1,000.00 nothing waits');
    const second = await done(ada, `${loan.path}/transactions`, { ...money, amount: 100.01 });
    refusedAt(await reimburse(grace, loan, 10), 'reimbursementAmount', 'AmountExceedsCredit');
    assert.equal((await confirm(grace, loan, second.id)).status, 200);
    assert.equal((await reimburse(grace, loan, 10)).status, 201);
  });

  test('is nothing of what pays the debt', async () => {
    const loan = await aLoan();
    await done(ada, `${loan.path}/transactions`, { ...money, amount: await loan.owed() });
    assert.deepEqual(await recorded(loan), []);
  });

  test('is a refund of a line without an original', async () => {
    await loan0();
    const { path, personId } = await aLine(api, { creditLimitAmount: 9000 });
    const draw = await aDraw(api, path);
    await done(api, `${draw}/purchases`, { amount: 100 });
    const { id } = await done(ada, `${draw}/purchases`, { amount: 5_000, type: 'refund' });
    const [one] = await recorded({ path });
    assert.deepEqual([one?.id, one?.kind, one?.creditAmount, one?.recordedById], [id, 'purchase', 4_900, adaId]);
    assert.deepEqual(refused(await confirm(ada, { path }, id)), [403, 'SecondPersonNeeded', 'orderedIt']);
    assert.equal((await confirm(grace, { path }, id)).status, 200);
    const more = await ada.put(`${draw}/purchases/${id}`, { amount: 6_000 });
    assert.equal(more.status, 200, JSON.stringify(more.body));
    assert.equal((await recorded({ path }))[0]?.confirmedAt, null, 'what was changed to more is not confirmed');
    assert.ok(personId);
  });

  /** The clock stands where lines begin. */
  const loan0 = async (): Promise<void> => {
    api = (await aCompany()).test;
    const names = [`ada-${++companies}@acme.example`, `grace-${companies}@acme.example`] as const;
    adaId = await aUser(house(), api, { email: names[0] });
    await aUser(house(), api, { email: names[1] });
    [ada, grace] = (await Promise.all(names.map((name) => signedIn(house(), api, name)))) as [SignedIn, SignedIn];
  };
  let companies = 0;

  test('goes to an account with a first person of its own: whoever made or verified it', async () => {
    await loan0();
    const loan = await aLoan(ada);
    const owed = await loan.owed();
    // In test mode what a key has recorded does not count, unless the company says so.
    await done(api, `${loan.path}/transactions`, { ...money, amount: owed + 2_000 });
    await moveClock(api, '2026-02-20T17:00:00Z');
    const [order] = await back(loan);
    assert.deepEqual([order?.actualAmount, order?.waitsFor], [2_000, 'approval']);
    const approval = `/people/${loan.personId}/payment-approvals/${order?.paymentApprovalId}/approve`;
    assert.deepEqual(refused(await ada.post(approval, {})), [403, 'SecondPersonNeeded', 'madeAccount']);
    const set = await api.put('/companies/current', { creditApprovals: { recordedAbove: 2_000 } });
    assert.equal(set.status, 200, JSON.stringify(set.body));
    assert.deepEqual(refused(await api.post(approval, {})), [403, 'SecondPersonNeeded', 'madeAccount'], 'it made her');
    // Grace was made by the key that recorded it.
    assert.deepEqual(refused(await grace.post(approval, {})), [403, 'SecondPersonNeeded', 'recordedCredit']);
    assert.equal((await (await aKeyByHand(house(), api)).post(approval, {})).status, 200);
    refusedAt(
      await api.put('/companies/current', { creditApprovals: { recordedAbove: -1 } }),
      'creditApprovals.recordedAbove',
    );
  });

  test('counts in live mode by whomever it was recorded', async () => {
    const { live } = await aCompany();
    await nameProvider(live);
    const { id: personId } = await live.made('/people', aPerson());
    const agreed = { amountFinanced: 1000, interestRates: [{ rate: 0 }], paymentFrequency: 'monthly', duration: 12 };
    const { id } = await live.made(`/people/${personId}/loans`, {
      loanTypeId: 'ext-installment',
      status: 'originated',
      atOrigination: { ...agreed, specificDays: [15] },
    });
    const path = `/people/${personId}/loans/${id}`;
    await live.made(`${path}/activate`, {});
    const { id: paid } = await live.made(`${path}/transactions`, { ...money, amount: 2000.01 });
    const account = await anOwnAccount(live, { personId } as RoundLoan, goodNumber);
    const { pools } = house().service.database;
    await pools.live.query(
      "update payment_instruments set created_at = (created_at at time zone 'UTC' - interval '30 days') at time zone 'UTC' where id = $1",
      [account],
    );
    const ask = (by: Client) => by.post(`${path}/reimburse`, { reimbursementAmount: 10, paymentInstrumentId: account });
    refusedAt(await ask(live), 'reimbursementAmount', 'AmountExceedsCredit');
    const other = await aKeyByHand(house(), live);
    assert.deepEqual(refused(await confirm(live, { path }, paid)), [403, 'SecondPersonNeeded', 'orderedIt']);
    assert.equal((await confirm(other, { path }, paid)).status, 200);
    assert.equal((await ask(live)).status, 201);
  });
});
