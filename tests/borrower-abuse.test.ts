// What a borrower who has signed in may try with money, and gets no further by. None of it leaves a transaction.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, beforeEach, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aBorrower } from './support/a-borrower.ts';
import { verifiedAccount } from './support/collected.ts';
import { eventually } from './support/eventually.ts';
import { type Answer, aPerson, type Client, type Company, useHouse } from './support/house.ts';
import { aCard, aLink, aNetwork, anAccount, anExternal } from './support/instruments.ts';
import { refusedAt } from './support/refusals.ts';
import { aWaitingReimbursement } from './support/reimbursed.ts';
import { setClock } from './support/test-clock.ts';
import { loanBody } from './support/world.ts';

const start = '2026-02-02T17:00:00Z';

describe('a borrower cannot', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  let api: Client;
  /** A loan of `main`, which `co` shares. */
  let path: string;
  let main: Somebody;
  let co: Somebody;
  let stranger: Somebody;

  interface Somebody {
    readonly id: string;
    readonly client: Client;
    /** Verified, and good for debits. */
    readonly account: string;
    readonly instruments: string;
  }

  async function somebody(person: Record<string, unknown> = {}): Promise<Somebody> {
    const { id } = await api.made('/people', aPerson(person));
    const account = await verifiedAccount(api, id);
    return { id, client: await aBorrower(house(), api, id), account, instruments: `/people/${id}/payment-instruments` };
  }
  async function aLoan(personId: string, more: object = {}): Promise<string> {
    const { id } = await api.made(`/people/${personId}/loans`, { ...loanBody, ...more });
    await api.made(`/people/${personId}/loans/${id}/activate`, {});
    return `/people/${personId}/loans/${id}`;
  }

  before(async () => {
    company = await aCompany();
    api = company.test;
    await setClock(api, start);
    main = await somebody();
    co = await somebody();
    stranger = await somebody();
  });
  beforeEach(async () => {
    path = await aLoan(main.id, { additionalPeople: [{ personId: co.id, loanRelationType: 'coBorrower' }] });
    // A session that is remembered learns of the loan within a second.
    await eventually('the co-borrower sees it', async () => (await co.client.get(path)).status === 200);
  });

  const pay = ({ client, account }: Pick<Somebody, 'client' | 'account'>, more: object = {}): Promise<Answer> =>
    client.post(`${path}/transactions`, { type: 'oneTime', amount: 10, paymentInstrumentId: account, ...more });
  const agree = ({ client, account }: Pick<Somebody, 'client' | 'account'>, more: object = {}): Promise<Answer> =>
    client.post(`${path}/autopay`, { amountType: 'dueAmount', paymentInstrumentId: account, ...more });
  const later = { scheduledDate: '2026-02-20' };
  const count = async (): Promise<number> => (await api.get(`${path}/transactions`)).body.total;
  const said = ({ status, body }: Answer) => [status, body.errorType];
  const forbidden = [403, 'Forbidden'];

  test('say what is for staff: another channel, a day that has passed, a status, money from outside, an id', async () => {
    const ofPayments: [path: string, more: object][] = [
      ['isExternal', { isExternal: true }],
      ['status', { status: 'succeeded' }],
      ['failureReason', { failureReason: 'none' }],
      ['effectiveDate', { effectiveDate: '2026-02-02' }],
      ['allowOverpayment', { allowOverpayment: true }],
      ['externalId', { externalId: 'taken' }],
      ['metaData', { metaData: { a: 'b' } }],
      ['caseId', { caseId: 'CS-AAAA-AAAA' }],
      ['achSameDay', { achSameDay: true }],
      ['paymentDetails', { paymentDetails: { type: 'cash' } }],
      ['component', { component: 'fees' }],
      ['serviceCreditsDetails', { serviceCreditsDetails: { reason: 'kindness' } }],
      ['type', { type: 'serviceCredit', paymentInstrumentId: undefined }],
      ['type', { type: 'downPayment' }],
      ['authorization.channel', { authorization: { channel: 'written' } }],
      ['authorization.givenAt', { authorization: { givenAt: '2026-01-01T00:00:00Z' } }],
      ['authorization.authenticatedBy', { authorization: { authenticatedBy: 'signature' } }],
      ['authorization.ipAddress', { authorization: { ipAddress: '203.0.113.7' } }],
      ['authorization.recordingId', { authorization: { recordingId: 'call-1' } }],
      ['scheduledDate', { scheduledDate: '2026-02-01' }],
      ['amount', { amount: -5 }],
    ];
    for (const [field, more] of ofPayments) refusedAt(await pay(main, more), field);
    const channel = { authorization: { channel: 'phone' } };
    refusedAt(await agree(main, channel), 'authorization.channel');
    assert.equal(await count(), 0);

    const ofInstruments: [path: string, body: object][] = [
      ['isExternal', anExternal()],
      ['externalId', anAccount({ externalId: 'taken' })],
      ['status', anAccount({ status: 'active' })],
      ['accessToken', aLink()],
      ['paymentNetworkName', aNetwork()],
      ['instrumentType', { instrumentType: 'check' }],
    ];
    for (const [field, body] of ofInstruments) refusedAt(await main.client.post(main.instruments, body), field);
    const account = `${main.instruments}/${main.account}`;
    const { id } = await api.made('/people', aPerson());
    for (const [field, body] of [
      ['status', { status: 'active' }],
      ['verified', { verified: true }],
      ['isBlockedForDebits', { isBlockedForDebits: false }],
      ['externalId', { externalId: null }],
      ['accountHolderName', { accountHolderName: 'Somebody Else' }],
      ['accountHolderType', { accountHolderType: 'business' }],
      ['inactiveReason', { inactiveReason: 'sold' }],
    ] as const) {
      refusedAt(await main.client.put(account, body), field);
    }
    refusedAt(await main.client.post(`${main.instruments}?force=true`, anAccount()), 'force');
    refusedAt(await main.client.post(`${main.instruments}?allowDuplicates=true`, anAccount()), 'allowDuplicates');
    assert.equal((await main.client.post(`/people/${id}/payment-instruments`, anAccount())).status, 404);
  });

  test('pay by the account of a stranger, or of somebody who shares the loan: it is one that nobody has', async () => {
    const unknown = await pay({ ...main, account: 'PT-QQQQ-QQQQ' });
    assert.equal(unknown.status, 404);
    const text = ({ body }: Answer) => JSON.stringify(body).replaceAll(/PT-[A-Z1-9]{4}-[A-Z1-9]{4}/g, '…');
    for (const [payer, holder] of [
      [main, stranger],
      [main, co],
      [co, main],
      [co, stranger],
    ] as const) {
      for (const ask of [pay, agree]) {
        const answer = await ask({ client: payer.client, account: holder.account });
        assert.equal(answer.status, 404);
        assert.equal(text(answer), text(unknown));
      }
    }
    assert.equal((await pay(stranger)).status, 404, 'a stranger sees no loan');
    assert.equal(await count(), 0);
    // Each of the two pays by what is theirs, and signs for it.
    for (const one of [main, co]) {
      const { status, body } = await pay(one);
      assert.equal(status, 201, JSON.stringify(body));
      const [given] = (await one.client.get(`/people/${one.id}/payment-authorizations`)).body.data;
      assert.deepEqual([given.personId, given.paymentInstrumentId], [one.id, one.account]);
    }
  });

  test('record a payment that nobody has seen, by an account that is external, not verified, or given up', async () => {
    const [external] = await api.made(`${main.instruments}?allowDuplicates=true`, anExternal());
    const pending = (await api.made(main.instruments, anAccount({ accountNumber: '000123450001' })))[0];
    const gone = await verifiedAccount(api, main.id);
    assert.equal((await main.client.put(`${main.instruments}/${gone}`, { status: 'inactive' })).status, 200);
    for (const id of [external.id, pending.id, gone]) {
      assert.deepEqual(said(await pay({ ...main, account: id })), [409, 'InstrumentCannotBeCharged']);
      assert.deepEqual(said(await agree({ ...main, account: id })), [409, 'InstrumentCannotBeCharged']);
    }
    assert.equal(await count(), 0);
    refusedAt(await main.client.put(`${main.instruments}/${gone}`, { status: 'active' }), 'status');
  });

  test('get round a block by making the account anew', async () => {
    const accountNumber = '900000000777';
    const id = await verifiedAccount(api, main.id, { accountNumber });
    await api.put(`${main.instruments}/${id}`, { isBlockedForDebits: true });
    assert.equal((await main.client.delete(`${main.instruments}/${id}`)).status, 200);
    const again = await main.client.post(main.instruments, anAccount({ accountNumber }));
    assert.deepEqual(said(again), [409, 'PaymentInstrumentBlocked']);
    assert.equal((await api.post(main.instruments, anAccount({ accountNumber }))).status, 201, 'the lender may');
  });

  test('learn that another borrower has the account whose number they try', async () => {
    const accountNumber = '000123459999';
    await api.made(stranger.instruments, anAccount({ accountNumber }));
    const one = await somebody();
    const same = await one.client.post(one.instruments, anAccount({ accountNumber }));
    const other = await one.client.post(one.instruments, anAccount({ accountNumber: '000123459998' }));
    assert.deepEqual([same.status, other.status], [201, 201]);
    assert.deepEqual(Object.keys(same.body.data[0]), Object.keys(other.body.data[0]));
  });

  test('stop what is taken from the account of the other, or what the lender sends them', async () => {
    const { body: ofMain } = await pay(main, later);
    const cancel = (who: Somebody, id: string) => who.client.post(`${path}/transactions/${id}/cancel`, {});
    assert.deepEqual(said(await cancel(co, ofMain.data.id)), forbidden);
    assert.equal((await agree(main)).status, 201);
    assert.deepEqual(said(await co.client.delete(`${path}/autopay`)), forbidden);
    assert.deepEqual(said(await agree(co)), [400, 'AutopayExists']);
    const { id } = (await main.client.get(`/people/${main.id}/payment-authorizations`)).body.data[0];
    for (const personId of [main.id, co.id]) {
      const foreign = await co.client.post(`/people/${personId}/payment-authorizations/${id}/revoke`, {});
      assert.equal(foreign.status, 404);
    }
    assert.equal((await cancel(main, ofMain.data.id)).status, 200);
    assert.equal((await main.client.delete(`${path}/autopay`)).status, 200);
    const waiting = await aWaitingReimbursement(house(), api, { path, personId: main.id });
    assert.equal(waiting.status, 'scheduled');
    assert.deepEqual(said(await cancel(main, waiting.id)), forbidden);
    for (const action of ['reimburse', 'transactions/TX-AAAA-AAAA/reverse', 'transactions/TX-AAAA-AAAA/backdate']) {
      assert.deepEqual(said(await main.client.post(`${path}/${action}`, {})), forbidden);
    }
  });

  test('do more in a day than a borrower may, one after the other or at once', async () => {
    const one = await somebody();
    path = await aLoan(one.id);
    const accounts = await Promise.all(
      Array.from({ length: 9 }, (_, i) =>
        one.client.post(one.instruments, anAccount({ accountNumber: `00098765000${i}` })),
      ),
    );
    assert.equal(accounts.filter(({ status }) => status === 201).length, 3);
    assert.ok(accounts.every(({ status }) => [201, 429, 423].includes(status)));
    for (let amount = 1; amount <= 20; amount++) assert.equal((await pay(one, { ...later, amount })).status, 201);
    const over = await pay(one, { ...later, amount: 21 });
    assert.deepEqual(said(over), [429, 'DailyLimitReached']);
    assert.equal(over.body.data.perDay, 20);
    assert.equal(await count(), 20);
    assert.equal((await pay({ client: api, account: one.account }, { ...later, amount: 21 })).status, 201);
    await setClock(api, '2026-02-03T17:00:00Z');
    assert.equal((await pay(one, { ...later, amount: 22 })).status, 201);
    await setClock(api, start);
  });

  test('move more than the company lets move, of which others have moved a part', async () => {
    await api.put('/companies/current', { paymentLimits: { perDay: 2_000 } });
    path = await aLoan(stranger.id);
    assert.equal((await pay({ client: api, account: stranger.account }, { amount: 1_850 })).status, 201);
    path = await aLoan(main.id);
    refusedAt(await pay(main, { amount: 155 }), 'amount');
    await api.put('/companies/current', { paymentLimits: null });
    assert.equal((await pay(main, { amount: 155 })).status, 201);
  });

  test('pay twice by repeating a request, nor get the answer of somebody else', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { type: 'oneTime', amount: 12, paymentInstrumentId: main.account };
    const once = await main.client.post(`${path}/transactions`, body, headers);
    const again = await main.client.post(`${path}/transactions`, body, headers);
    assert.deepEqual([once.status, again.status, again.headers['idempotent-replayed']], [201, 201, 'true']);
    assert.equal(once.body.data.id, again.body.data.id);
    assert.equal((await co.client.post(`${path}/transactions`, body, headers)).status, 404);
    assert.deepEqual(said(await main.client.post(`${path}/transactions`, body)), [409, 'TwinPayment']);
    assert.equal(await count(), 1);
  });

  test('agree to anything while inactive or under age, but may stop it', async () => {
    for (const [reason, person] of [
      ['inactive', { status: 'inactive' }],
      // Eighteen on the next day.
      ['minor', { dateOfBirth: '2008-02-03' }],
    ] as const) {
      const one = await somebody(person);
      path = await aLoan(one.id);
      const scheduled = await pay({ client: api, account: one.account }, later);
      assert.equal(scheduled.status, 201);
      for (const answer of [
        await pay(one),
        await agree(one),
        await one.client.post(one.instruments, anAccount({ accountNumber: '000123456001' })),
      ]) {
        assert.deepEqual([...said(answer), answer.body.data.reason], [403, 'BorrowerMayNotAgree', reason]);
      }
      const { id } = scheduled.body.data;
      assert.equal((await one.client.post(`${path}/transactions/${id}/cancel`, {})).status, 200);
    }
    const grown = await somebody({ dateOfBirth: '2008-02-02' });
    path = await aLoan(grown.id);
    assert.equal((await pay(grown)).status, 201);
  });

  test('pay on a loan from which they were struck, but they revoke what they gave for it', async () => {
    const one = await somebody();
    path = await aLoan(main.id, { additionalPeople: [{ personId: one.id, loanRelationType: 'coBorrower' }] });
    assert.equal((await pay(one, later)).status, 201);
    assert.equal((await agree(one)).status, 201);
    await house().service.database.pools.test.query(
      `with touched as (update loan_standing set version = version + 1 where loan_id = $1)
       update loans set additional_people = '[]' where id = $1`,
      [path.split('/').at(-1)],
    );
    // The caller's session may be remembered for a second: the command itself looks at the people of the loan.
    assert.equal((await pay(one, { amount: 11 })).status, 404);
    const given = (await one.client.get(`/people/${one.id}/payment-authorizations`)).body.data;
    assert.equal(given.length, 2);
    for (const { id } of given) {
      const revoked = await one.client.post(`/people/${one.id}/payment-authorizations/${id}/revoke`, {});
      assert.equal(revoked.status, 200);
    }
  });

  test('do anything once erased, or with a token that was asked for less', async () => {
    const one = await somebody();
    path = await aLoan(one.id);
    const asked = await one.client.post('/auth/token/short-lived', { permissions: ['transaction:list'] });
    const token = { ...one, client: withToken(asked.body.token) };
    assert.deepEqual(said(await pay(token)), forbidden);
    await erasePersonByHand(house().service, api.realm, one.id, { evenWithOpenLoans: true });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    assert.equal((await pay(one)).status, 401);
  });
  const withToken = (token: string): Client => ({
    ...api,
    post: (where, body, headers = {}) =>
      house().call(undefined, 'POST', where, { body, headers: { ...headers, authorization: `Bearer ${token}` } }),
  });

  test('have a card charged that nobody has confirmed, or send the number of one in live mode', async () => {
    const [card] = await main.client.made(main.instruments, aCard());
    assert.equal(card.status, 'pending');
    assert.deepEqual(said(await pay({ ...main, account: card.id })), [409, 'InstrumentCannotBeCharged']);
    const { id } = await company.live.made('/people', aPerson());
    const live = await aBorrower(house(), company.live, id);
    refusedAt(await live.post(`/people/${id}/payment-instruments`, aCard()), 'cardNumber', 'CardNumberNotAccepted');
  });

  test('lose sight of a loan because its rate is variable: it is read and paid like any other', async () => {
    const { id: loanTypeId } = await api.made('/loan-types', { name: 'Follows' });
    await api.made(`/loan-types/${loanTypeId}/index-rates`, { rate: 0.05, effectiveDate: '2026-01-01' });
    const interestRates = [{ rate: 0.0999, interestType: 'spread' }];
    path = await aLoan(main.id, { loanTypeId, atOrigination: { ...loanBody.atOrigination, interestRates } });
    for (const below of [
      '',
      '/balances',
      '/obligations',
      '/payoff',
      '/expected-payments',
      '/rates',
      '/periods',
      '/fees',
      '/transactions',
    ]) {
      const { status, body } = await main.client.get(`${path}${below}`);
      assert.equal(status, 200, `${below} ${JSON.stringify(body)}`);
    }
    assert.equal((await pay(main)).status, 201);
    assert.equal((await agree(main)).status, 201);
  });
});
