// Money that goes out above what one person may order: it waits for a second one. Over HTTP, on a loan that earns 1.00 a
// day (tests/support/round-loan.ts): 3,682.00 are owed on 2026-02-02.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { type CollectedLoan, nameProvider, verifiedAccount } from '../../../../../tests/support/collected.ts';
import { type Answer, aPhone, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { aKeyByHand, anOverpaidLoan } from '../../../../../tests/support/reimbursed.ts';
import { aUser, type SignedIn, signedIn } from '../../../../../tests/support/signed-in.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';
import { told, typesOf } from '../../../../../tests/support/told.ts';

const refused = ({ status, body }: Answer) => [status, body.errorType, body.data?.reason];

describe('money out above what one person may order', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let ada: SignedIn;
  let grace: SignedIn;
  const people: Record<string, string> = {};

  before(async () => {
    api = (await aCompany()).test;
    await nameProvider(api);
    for (const name of ['ada', 'grace']) people[name] = await aUser(house(), api, { email: `${name}@acme.example` });
    [ada, grace] = await Promise.all([
      signedIn(house(), api, 'ada@acme.example'),
      signedIn(house(), api, 'grace@acme.example'),
    ]);
  });

  type Caller = Pick<Client, 'get' | 'post' | 'put'>;
  const order = (by: Caller, loan: CollectedLoan, reimbursementAmount: number, more = {}): Promise<Answer> =>
    by.post(`${loan.path}/reimburse`, { reimbursementAmount, paymentInstrumentId: loan.instrumentId, ...more });
  const ordered = async (by: Caller, loan: CollectedLoan, amount: number): Promise<Shown> => {
    const { status, body } = await order(by, loan, amount);
    assert.equal(status, 201, JSON.stringify(body));
    return body.data;
  };
  const pathOf = (loan: CollectedLoan, { paymentApprovalId: id }: Shown) =>
    `/people/${loan.personId}/payment-approvals/${id}`;
  const approve = (by: Caller, loan: CollectedLoan, made: Shown, body = {}): Promise<Answer> =>
    by.post(`${pathOf(loan, made)}/approve`, body);
  const attempts = async (loan: CollectedLoan, { id }: Shown): Promise<number> =>
    (await api.get(`${loan.path}/transactions/${id}/attempts`)).body.data.length;
  const aLoan = (credit?: number) => anOverpaidLoan(house(), api, credit);

  test('waits, is listed, and goes out once another one approves it', async () => {
    const loan = await aLoan();
    const made = await ordered(ada, loan, 500.01);
    assert.deepEqual([made.status, made.waitsFor], ['scheduled', 'approval']);
    assert.equal(await attempts(loan, made), 0, 'nobody outside hears of it');
    const waiting = (await api.get('/payment-approvals?status=waiting')).body.data;
    const { id, createdAt: _, expiresAt, ...shown } = waiting[0];
    assert.deepEqual(shown, {
      object: 'paymentApproval',
      companyId: api.realm.companyId,
      personId: loan.personId,
      loanId: loan.id,
      transactionId: made.id,
      kind: 'reimbursement',
      status: 'waiting',
      amount: 500.01,
      paymentInstrumentId: loan.instrumentId,
      merchantId: null,
      orderedByType: 'user',
      orderedById: people.ada,
      decidedByType: null,
      decidedById: null,
      decidedAt: null,
      reason: null,
      updatedAt: null,
    });
    // Ordered on 2026-02-06, at noon in New York.
    assert.deepEqual([id, expiresAt], [made.paymentApprovalId, '2026-02-16T17:00:00.000000+00:00']);
    const answer = await approve(grace, loan, made, { reason: ' asked by telephone ' });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const { status, decidedById, reason } = answer.body.data;
    assert.deepEqual([status, decidedById, reason], ['approved', people.grace, 'asked by telephone']);
    const after = await loan.transaction(made.id);
    assert.deepEqual([after.status, after.waitsFor, await attempts(loan, made)], ['initiated', null, 1]);
    assert.deepEqual((await api.get('/payment-approvals?status=waiting')).body.data, []);
    const types = typesOf(await told(house(), api, `personId=${loan.personId}`));
    const own = types.filter((type: string) => type.startsWith('payment.approval'));
    assert.deepEqual(own.toSorted(), ['payment.approval.approved', 'payment.approval.requested']);
  });

  test('up to the amount one is enough, and who splits it gets no further', async () => {
    const loan = await aLoan();
    assert.equal((await ordered(ada, loan, 300)).status, 'initiated');
    assert.equal((await ordered(ada, loan, 200)).status, 'initiated');
    const more = await ordered(ada, loan, 0.01);
    assert.deepEqual([more.status, more.waitsFor], ['scheduled', 'approval']);
  });

  test('a company sets another amount', async () => {
    const own = (await aCompany()).test;
    await nameProvider(own);
    const set = await own.put('/companies/current', {
      paymentApprovals: { reimbursementsAbove: 10, expireAfterDays: 2 },
    });
    assert.equal(set.status, 200, JSON.stringify(set.body));
    const loan = await anOverpaidLoan(house(), own);
    assert.equal((await ordered(own, loan, 10)).status, 'initiated');
    const { paymentApprovalId: id } = await ordered(own, loan, 0.01);
    const { expiresAt } = (await own.get(`/people/${loan.personId}/payment-approvals/${id}`)).body.data;
    assert.equal(expiresAt, '2026-02-08T17:00:00.000000+00:00');
    for (const expireAfterDays of [0, 31]) {
      refusedAt(
        await own.put('/companies/current', { paymentApprovals: { expireAfterDays } }),
        'paymentApprovals.expireAfterDays',
      );
    }
    refusedAt(
      await own.put('/companies/current', { paymentApprovals: { reimbursementsAbove: -1 } }),
      'paymentApprovals.reimbursementsAbove',
    );
  });

  test('is reserved while it waits', async () => {
    const loan = await aLoan(800);
    await ordered(ada, loan, 700);
    const tooMuch = await order(ada, loan, 100.01);
    refusedAt(tooMuch, 'reimbursementAmount', 'AmountExceedsCredit');
    assert.equal(tooMuch.body.data.expected, 'at most 100.00');
  });

  test('is not approved by whoever ordered it, nor by a key of theirs, nor by somebody they made', async () => {
    const loan = await aLoan();
    const made = await ordered(ada, loan, 600);
    assert.deepEqual(refused(await approve(ada, loan, made)), [403, 'SecondPersonNeeded', 'orderedIt']);
    const keyOf = async (by: SignedIn): Promise<Client> => {
      const { status, body } = await by.post('/keys', { name: 'own' });
      assert.equal(status, 201, JSON.stringify(body));
      return house().client(body.data.key, api.realm);
    };
    const adasKey = await keyOf(ada);
    assert.deepEqual(refused(await approve(adasKey, loan, made)), [403, 'SecondPersonNeeded', 'orderedIt']);
    const keysKey = house().client((await adasKey.made('/keys', { name: 'of a key' })).key, api.realm);
    assert.deepEqual(refused(await approve(keysKey, loan, made)), [403, 'SecondPersonNeeded', 'orderedIt']);
    const [{ id: adasId }] = (await api.get('/keys?sortBy=-createdAt&limit=2')).body.data.slice(1);
    const rotated = await api.made(`/keys/${adasId}/rotate`, {});
    const successor = house().client(rotated.key, api.realm);
    assert.deepEqual(refused(await approve(successor, loan, made)), [403, 'SecondPersonNeeded', 'orderedIt']);
    const asOwner = (await api.get('/roles')).body.data.find(({ name }: Shown) => name.toLowerCase() === 'owner');
    const authType = { email: `straw-${loan.id}@acme.example` };
    const straw = await ada.post('/users', { userType: 'agent', authType, roles: [asOwner.id] });
    await api.put(`/users/${straw.body.data.id}/auth`, { authType, password: 'four words of my own' });
    const man = await signedIn(house(), api, authType.email);
    assert.deepEqual(refused(await approve(man, loan, made)), [403, 'SecondPersonNeeded', 'madeByOrderer']);
    const byKey = await ordered(adasKey, loan, 601);
    assert.deepEqual(refused(await approve(ada, loan, byKey)), [403, 'SecondPersonNeeded', 'orderedIt']);
    assert.equal((await approve(await keyOf(grace), loan, byKey)).status, 200);
  });

  test('is not approved by somebody who changed the account or a contact within ten days', async () => {
    const loan = await aLoan();
    const made = await ordered(ada, loan, 600);
    const contact = await grace.post(`/people/${loan.personId}/contacts`, aPhone());
    assert.equal(contact.status, 201);
    assert.deepEqual(refused(await approve(grace, loan, made)), [403, 'SecondPersonNeeded', 'changedContacts']);
    const other = await aLoan();
    const second = await ordered(ada, other, 600);
    await grace.put(`/people/${other.personId}/payment-instruments/${other.instrumentId}`, { nickname: 'mine' });
    assert.deepEqual(refused(await approve(grace, other, second)), [403, 'SecondPersonNeeded', 'changedInstrument']);
    await other.at('2026-02-16T16:00:00Z');
    assert.equal((await approve(grace, other, second)).status, 403, 'nine days and 23 hours later');
    await other.at('2026-02-16T16:59:00Z');
    const fresh = await ordered(ada, other, 700);
    await other.at('2026-02-16T17:00:01Z');
    assert.equal((await approve(grace, other, fresh)).status, 200);
  });

  test('is approved by a key only with a permission of its own', async () => {
    const loan = await aLoan();
    const made = await ordered(ada, loan, 600);
    const keyWith = async (permissions: string[]): Promise<Client> => {
      const { body } = await grace.post('/keys', { name: 'few', permissions });
      return house().client(body.data.key, api.realm);
    };
    const without = await approve(await keyWith(['payment.approval:approve']), loan, made);
    assert.deepEqual([without.status, without.body.data.permission], [403, 'payment.approval.key:approve']);
    const alone = await approve(await keyWith(['payment.approval.key:approve']), loan, made);
    assert.deepEqual([alone.status, alone.body.data.permission], [403, 'payment.approval:approve']);
    const both = await keyWith(['payment.approval:approve', 'payment.approval.key:approve']);
    assert.equal((await approve(both, loan, made)).status, 200);
  });

  test('is approved once, by however many at once', async () => {
    const loan = await aLoan();
    const made = await ordered(ada, loan, 600);
    const answers = await Promise.all([1, 2, 3].map(() => approve(grace, loan, made)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
    const late = answers.find(({ status }) => status === 409);
    assert.deepEqual([late?.body.errorType, late?.body.data.status], ['ApprovalDecided', 'approved']);
    assert.equal(await attempts(loan, made), 1);
  });

  test('is rejected, also by whoever ordered it, and is there to be paid back again', async () => {
    const loan = await aLoan(700);
    const made = await ordered(ada, loan, 700);
    const { status, body } = await ada.post(`${pathOf(loan, made)}/reject`, { reason: 'a mistake' });
    assert.deepEqual([status, body.data.status, body.data.reason], [200, 'rejected', 'a mistake']);
    const after = await loan.transaction(made.id);
    assert.deepEqual([after.status, after.cancelReason, after.waitsFor], ['canceled', 'rejected', null]);
    assert.deepEqual(refused(await approve(grace, loan, made)).slice(0, 2), [409, 'ApprovalDecided']);
    assert.equal((await ordered(ada, loan, 700)).status, 'scheduled');
  });

  test('that is canceled meanwhile is withdrawn', async () => {
    const loan = await aLoan();
    const made = await ordered(ada, loan, 600);
    const canceled = await ada.post(`${loan.path}/transactions/${made.id}/cancel`, {});
    assert.deepEqual([canceled.status, canceled.body.data.status], [200, 'canceled']);
    assert.equal((await api.get(pathOf(loan, made))).body.data.status, 'withdrawn');
    assert.deepEqual(refused(await approve(grace, loan, made)).slice(0, 2), [409, 'ApprovalDecided']);
  });

  test('is only shown by a preview', async () => {
    const loan = await aLoan();
    const seen = await order(ada, loan, 600, { previewMode: true });
    assert.deepEqual(
      [seen.status, seen.body.data.status, seen.body.data.waitsFor, seen.body.data.paymentApprovalId],
      [201, 'scheduled', 'approval', null],
    );
    assert.equal((await api.get(`${loan.path}/transactions`)).body.total, 1, 'the payment that was too much');
    const made = await ordered(ada, loan, 600);
    for (const [action, status] of [
      ['approve', 'approved'],
      ['reject', 'rejected'],
    ]) {
      const { body } = await grace.post(`${pathOf(loan, made)}/${action}`, { previewMode: true });
      assert.equal(body.data.status, status);
      assert.equal((await api.get(pathOf(loan, made))).body.data.status, 'waiting');
    }
    assert.equal(await attempts(loan, made), 0);
  });

  describe('is asked again when it is approved:', () => {
    test('an account that was deleted, or is not good any more, gets nothing', async () => {
      const loan = await aLoan();
      const account = `/people/${loan.personId}/payment-instruments/${loan.instrumentId}`;
      // Whoever made the two of them would count as having prepared it.
      const other = await aKeyByHand(house(), api);
      const made = await ordered(ada, loan, 600);
      await other.put(account, { verified: false });
      assert.deepEqual(refused(await approve(grace, loan, made)), [409, 'InstrumentCannotBeCharged', 'notVerified']);
      await other.put(account, { verified: true, status: 'inactive' });
      assert.deepEqual(refused(await approve(grace, loan, made)), [409, 'InstrumentCannotBeCharged', 'inactive']);
      await other.delete(account);
      assert.equal((await approve(grace, loan, made)).status, 404);
      assert.equal((await loan.transaction(made.id)).status, 'scheduled');
    });

    test('credit that is gone is not paid out', async () => {
      const loan = await aLoan(700);
      const made = await ordered(ada, loan, 700);
      await api.made(`${loan.path}/reimburse`, { reimbursementAmount: 100, isExternal: true });
      const answer = await approve(grace, loan, made);
      refusedAt(answer, 'reimbursementAmount', 'AmountExceedsCredit');
      assert.equal(answer.body.data.expected, 'at most 600.00');
    });

    test('whoever ordered it must still may, and so must whoever approves', async () => {
      const loan = await aLoan();
      const { body } = await grace.post('/keys', { name: 'orders', permissions: ['loan:reimburse'] });
      const made = await ordered(house().client(body.data.key, api.realm), loan, 600);
      await api.delete(`/keys/${body.data.id}`);
      const gone = await approve(ada, loan, made);
      assert.deepEqual([gone.status, gone.body.errorType], [409, 'OrdererLostRight']);
      const own = await ordered(grace, loan, 600);
      const mailbox = `third-${loan.id}@acme.example`;
      const id = await aUser(house(), api, { email: mailbox });
      const third = await signedIn(house(), api, mailbox);
      assert.equal((await third.get(pathOf(loan, own))).status, 200);
      await api.delete(`/users/${id}`);
      assert.equal((await approve(third, loan, own)).status, 401);
      assert.equal((await api.get(pathOf(loan, own))).body.data.status, 'waiting');
    });

    test('while payments are stopped nothing is approved', async () => {
      const loan = await aLoan();
      const made = await ordered(ada, loan, 600);
      const stop = (at: string | null) =>
        house().service.database.transact(api.realm, async (tx) =>
          tx.write(tx.db.updateTable('money_switches').set({ stopped_at: at as never, reason: 'a test' })),
        );
      await stop('2026-02-06T17:00:00Z');
      assert.deepEqual(refused(await approve(grace, loan, made)).slice(0, 2), [409, 'PaymentsStopped']);
      await stop(null);
      assert.equal((await approve(grace, loan, made)).status, 200);
    });

    test('and the limit of the company for a day counts', async () => {
      const loan = await aLoan();
      const made = await ordered(ada, loan, 600);
      assert.equal((await api.put('/companies/current', { payoutLimits: { reimbursementsPerDay: 599 } })).status, 200);
      refusedAt(await approve(grace, loan, made), 'amount');
      await api.put('/companies/current', { payoutLimits: null });
      assert.equal((await approve(grace, loan, made)).status, 200);
    });
  });

  test('another borrower or company does not find it', async () => {
    const [loan, other] = [await aLoan(), await aLoan()];
    const made = await ordered(ada, loan, 600);
    const path = `/people/${other.personId}/payment-approvals/${made.paymentApprovalId}`;
    assert.equal((await grace.post(`${path}/approve`, {})).status, 404);
    const stranger = (await aCompany()).test;
    assert.equal((await stranger.post(`${pathOf(loan, made)}/approve`, {})).status, 404);
    assert.deepEqual((await stranger.get('/payment-approvals')).body.data, []);
  });
});

describe('what nobody approves', () => {
  const { house, aCompany } = useHouse();

  test('is canceled when its time is over, also of a borrower who was erased', async () => {
    const { test: api } = await aCompany();
    await nameProvider(api);
    await api.put('/companies/current', { refundsCreditsUnasked: false });
    const [loan, erased] = [await anOverpaidLoan(house(), api), await anOverpaidLoan(house(), api)];
    const made = await Promise.all(
      [loan, erased].map((one) =>
        api.made(`${one.path}/reimburse`, { reimbursementAmount: 600, paymentInstrumentId: one.instrumentId }),
      ),
    );
    const gone = await erasePersonByHand(house().service, api.realm, erased.personId, { evenWithOpenLoans: true });
    assert.equal(gone.outcome, 'erased');
    await moveClock(api, '2026-02-16T16:59:00Z');
    assert.equal((await loan.transaction(made[0].id)).status, 'scheduled');
    await moveClock(api, '2026-02-16T17:01:00Z');
    const after = await loan.transaction(made[0].id);
    assert.deepEqual([after.status, after.cancelReason], ['canceled', 'approvalExpired']);
    assert.equal((await erased.transaction(made[1].id)).status, 'canceled');
    const shown = (await api.get('/payment-approvals')).body.data.map(({ status }: Shown) => status);
    assert.deepEqual(shown, ['expired', 'expired']);
  });

  test('and an account that is new gets nothing for three banking days', async () => {
    const { test: api } = await aCompany();
    await nameProvider(api);
    const loan = await anOverpaidLoan(house(), api);
    // Made on Friday 2026-02-06. The banking days after it: Monday, Tuesday, Wednesday.
    const paymentInstrumentId = await verifiedAccount(api, loan.personId);
    const ask = () => api.post(`${loan.path}/reimburse`, { reimbursementAmount: 5, paymentInstrumentId });
    await loan.at('2026-02-11T17:00:00Z');
    const early = await ask();
    assert.deepEqual(refused(early), [409, 'InstrumentCannotBeCharged', 'new']);
    assert.match(early.body.message, /from 2026-02-12 on/);
    await loan.at('2026-02-12T17:00:00Z');
    assert.equal((await ask()).status, 201);
  });
});
