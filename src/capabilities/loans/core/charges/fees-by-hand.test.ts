// Fees that an agent charges, changes and cancels: previewed, done, shown, undone.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aDraw, aLine } from '../../../../../tests/support/begun-line.ts';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { type Answer, type Client, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life, type LifeOptions } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { typesOf } from '../../../../../tests/support/told.ts';

/** 1,200.00 without interest: a hundred each month, from February 15th on. */
const free = { amountFinanced: 1200, interestRates: [{ rate: 0 }] };

describe('fees by hand', () => {
  const { aCompany, house } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const at = (life: Life, date: string) => setClock(life.api, `${date}T15:00:00Z`);
  const aFreeLife = async (options: LifeOptions = {}) =>
    aLife(await aCompany(), { ...options, type: options.type ?? {}, agreed: { ...free, ...options.agreed } });
  const aFeeType = async (api: Client, loanTypeId: string, apiName: string, more: object = {}): Promise<string> =>
    (
      await api.made(`/loan-types/${loanTypeId}/fee-types`, {
        feeType: 'adHoc',
        name: { displayName: apiName, apiName },
        ...more,
      })
    ).id;
  const typeOf = async (life: Life, apiName: string, more: object = {}): Promise<string> =>
    aFeeType(life.api, (await life.read()).loanTypeId, apiName, more);
  const settled = async (life: Life, kind: string): Promise<string> => {
    const { loanTypeId } = await life.read();
    const types = (await life.api.get(`/loan-types/${loanTypeId}/fee-types?includeUncharged=true`)).body.data;
    return types.find(({ feeType }: Shown) => feeType === kind).id;
  };
  const brief = ({ amount, openAmount, paidAmount, waivedAmount, status }: Shown) => [
    ...[amount, openAmount, paidAmount, waivedAmount, status],
  ];
  const due = async (life: Life, date: string): Promise<number> =>
    (await life.read(`/obligations?dueDate=${date}`)).obligations[0].obligationAmount;
  const owed = async (life: Life): Promise<number> => (await life.standing()).outstanding;
  const changed = (life: Life, { id }: Shown, body: object): Promise<Answer> =>
    life.api.put(`${life.path}/fees/${id}`, body);

  test('are due with the next due date, with the amount of their fee type if none is sent', async () => {
    const life = await aFreeLife();
    await typeOf(life, 'another', { amount: 9 });
    const feeTypeId = await typeOf(life, 'documentCopy', { amount: 5 });
    const fee = await life.act('fees', { feeTypeId });
    assert.deepEqual(brief(fee), [5, 5, 0, 0, 'open']);
    assert.deepEqual(
      [fee.feeTypeId, fee.apiName, fee.chargeDate, fee.drawId, fee.warnings, fee.difference],
      [feeTypeId, 'documentCopy', '2026-01-20', null, [], null],
    );
    const { warnings, difference, ...shown } = fee;
    assert.deepEqual(await life.read('/fees'), [shown]);
    await at(life, '2026-02-15');
    assert.equal(await due(life, '2026-02-15'), 105);
    await life.pay(105);
    assert.deepEqual(brief((await life.read('/fees'))[0]), [5, 0, 5, 0, 'paid']);
    const told = await life.api.get(`/people/${life.personId}/events?limit=100`);
    assert.ok(typesOf(told.body.data).includes('loan.fee.booked'));
  });

  test('dated back, come due with the due date after their day; the preview says the same and keeps nothing', async () => {
    const life = await aFreeLife();
    await at(life, '2026-03-01');
    await life.pay(100);
    const feeTypeId = await typeOf(life, 'visit');
    const sent = { feeTypeId, feeAmount: 30, chargeDate: '2026-02-10', chargeTimeOfDay: { hour: 9 } };
    const preview = await life.act('fees', { ...sent, previewMode: true });
    assert.deepEqual(preview.difference.outstandingAmount, { before: 1100, after: 1130 });
    assert.deepEqual(await life.read('/fees'), []);
    const fee = await life.act('fees', sent);
    assert.equal(await owed(life), 1130);
    // The payment of March 1st took the fee first: 70 of the hundred went to principal.
    assert.deepEqual(brief(fee), brief(preview));
    assert.deepEqual(brief(fee), [30, 0, 30, 0, 'paid']);
    assert.equal(await due(life, '2026-02-15'), 130);
  });

  test('are changed down and up under the same id, as of their day', async () => {
    const life = await aFreeLife();
    const fee = await life.act('fees', { feeTypeId: await typeOf(life, 'visit'), amount: 30 });
    await at(life, '2026-02-15');
    await life.pay(130);
    const preview = await changed(life, fee, { feeAmount: 10, previewMode: true });
    assert.deepEqual(preview.body.data.difference.outstandingAmount, { before: 1100, after: 1080 });
    const lower = await changed(life, fee, { feeAmount: 10 });
    assert.equal(lower.status, 200, JSON.stringify(lower.body));
    // What it had taken too much goes to principal: 1,200 + 10 - 130.
    assert.deepEqual([lower.body.data.id, ...brief(lower.body.data)], [fee.id, 10, 0, 10, 0, 'paid']);
    assert.equal(await owed(life), 1080);
    const higher = await changed(life, fee, { amount: 45 });
    assert.deepEqual([higher.body.data.id, ...brief(higher.body.data)], [fee.id, 45, 0, 45, 0, 'paid']);
    assert.equal(await owed(life), 1115);
    const same = await changed(life, fee, { amount: 45 });
    assert.deepEqual([same.status, same.body.errorType], [409, 'NothingToDo']);
    await life.act(`fees/${fee.id}/cancel`);
    assert.equal(await owed(life), 1070);
    refusedAt(await changed(life, fee, { feeAmount: 50 }), 'feeAmount');
    const told = await life.api.get(`/people/${life.personId}/events?limit=100`);
    assert.equal(typesOf(told.body.data).filter((type) => type === 'loan.fee.updated').length, 2);
  });

  test('that came by themselves are only lowered: a part of them is waived', async () => {
    const life = await aFreeLife({ type: { fees: { late: { graceDays: 10, flatAmount: 25 } } } });
    await at(life, '2026-02-26');
    const [late] = await life.read('/fees');
    refusedAt(await changed(life, late, { feeAmount: 26 }), 'feeAmount');
    const lower = await changed(life, late, { feeAmount: 10 });
    assert.deepEqual([lower.body.data.id, ...brief(lower.body.data)], [late.id, 25, 10, 0, 15, 'open']);
    assert.equal(await owed(life), 1210);
    assert.equal((await changed(life, late, { feeAmount: 10 })).status, 409);
    const canceled = await life.act(`fees/${late.id}/cancel`);
    assert.deepEqual(brief(canceled), [25, 0, 0, 25, 'canceled']);
    assert.equal(await owed(life), 1200);
  });

  test('are canceled several at once, all or none', async () => {
    const life = await aFreeLife();
    const feeTypeId = await typeOf(life, 'visit');
    const ids: string[] = [];
    for (const amount of [10, 20]) ids.push((await life.act('fees', { feeTypeId, amount })).id);
    const cancel = (loanFeeIds: string[], more: object = {}) =>
      life.api.post(`${life.path}/cancel-fees`, { loanFeeIds, ...more });
    assert.equal((await cancel([...ids, 'LF-AAAA-AAAA'])).status, 404);
    refusedAt(await cancel([ids[0] as string, ids[0] as string]), 'loanFeeIds[1]');
    refusedAt(await cancel([]), 'loanFeeIds');
    refusedAt(await cancel([ids[0] as string], { apiName: 'visit' }), 'loanFeeIds');
    refusedAt(await life.api.post(`${life.path}/cancel-fees`, {}), 'loanFeeIds');
    assert.equal(await owed(life), 1230);
    const preview = await cancel(ids, { previewMode: true });
    assert.deepEqual(preview.body.data.difference.outstandingAmount, { before: 1230, after: 1200 });
    const done = await cancel(ids);
    assert.equal(done.status, 201, JSON.stringify(done.body));
    assert.deepEqual(
      done.body.data.fees.map(({ id, status }: Shown) => [id, status]),
      ids.map((id) => [id, 'canceled']),
    );
    assert.equal(await owed(life), 1200);
    assert.equal((await cancel([ids[0] as string])).status, 409);

    // All of a fee type: 7.00 and 8.00, and not the 9.00 of another one.
    for (const amount of [7, 8]) await life.act('fees', { apiName: 'visit', amount });
    await life.act('fees', { apiName: 'lateFee', amount: 9 });
    const all = await life.act('cancel-fees', { apiName: 'visit' });
    assert.deepEqual(
      all.fees.map(({ amount }: Shown) => amount),
      [8, 7],
    );
    assert.equal(await owed(life), 1209);
    assert.equal((await life.api.post(`${life.path}/cancel-fees`, { apiName: 'visit' })).status, 409);
  });

  test('of the beginning: the origination fee is another from the activation on', async () => {
    const life = await aFreeLife({
      type: { fees: { origination: { charged: 'spread' } } },
      agreed: { fees: { originationFeeAmount: 12 } },
    });
    await at(life, '2026-02-15');
    assert.equal(await due(life, '2026-02-15'), 101);
    const origination = (feeAmount: number, more: object = {}) =>
      life.api.put(`${life.path}/fees/origination`, { feeAmount, ...more });
    const preview = await origination(24, { previewMode: true });
    assert.deepEqual(preview.body.data.difference.outstandingAmount, { before: 1212, after: 1224 });
    const { body } = await origination(24);
    assert.deepEqual(brief(body.data), [24, 24, 0, 0, 'open']);
    // 24 over twelve due dates.
    assert.equal(await due(life, '2026-02-15'), 102);
    assert.equal((await origination(24)).body.errorType, 'NothingToDo');
    assert.equal((await origination(0)).status, 200);
    assert.equal(await owed(life), 1200);
    assert.deepEqual(await life.read('/fees'), []);
    assert.deepEqual(brief((await origination(6)).body.data), [6, 6, 0, 0, 'open']);
    refusedAt(await origination(-1), 'feeAmount');
    const [fee] = await life.read('/fees');
    refusedAt(await changed(life, fee, { feeAmount: 1 }), 'loanFeeId');
    refusedAt(await (await aFreeLife()).api.put(`${life.path}/fees/origination`, {}), 'feeAmount');
  });

  test('of the beginning: the origination fee is another from the activation on, also when due dates are over', async () => {
    const life = await aFreeLife({
      type: { fees: { origination: { charged: 'spread' } } },
      agreed: { fees: { originationFeeAmount: 12 } },
    });
    await at(life, '2026-03-20');
    await life.pay(202);
    await at(life, '2026-06-01');
    const { status } = await life.api.put(`${life.path}/fees/origination`, { feeAmount: 24 });
    assert.equal(status, 200);
    // 2.00 of each payment instead of 1.00, in February too: 1,224.00 - 202.00.
    assert.deepEqual([await due(life, '2026-02-15'), await due(life, '2026-05-15')], [102, 102]);
    assert.equal(await owed(life), 1022);
  });

  test('of the beginning: none can be had later, nor one that leaves nothing', async () => {
    const without = await aFreeLife();
    refusedAt(await without.api.put(`${without.path}/fees/origination`, { feeAmount: 5 }), 'feeAmount');
    const deducted = await aFreeLife({
      type: { fees: { origination: { charged: 'deducted' } } },
      agreed: { fees: { originationFeeAmount: 12 } },
    });
    refusedAt(await deducted.api.put(`${deducted.path}/fees/origination`, { feeAmount: 1200 }), 'feeAmount');
    const line = await aLine(company.test);
    const ofALine = await company.test.put(`${line}/fees/origination`, { feeAmount: 5 });
    assert.deepEqual([ofALine.status, ofALine.body.errorType], [409, 'NotForLines']);
  });

  test('above an agreed cap are charged, and the answer says so', async () => {
    const life = await aFreeLife({ type: { fees: { service: { amount: 2, capAmount: 5 } } } });
    await at(life, '2026-02-15');
    const feeTypeId = await settled(life, 'serviceFee');
    const within = await life.act('fees', { feeTypeId, amount: 3 });
    assert.deepEqual(within.warnings, []);
    const above = await life.act('fees', { feeTypeId, amount: 1 });
    assert.equal(above.warnings[0].code, 'feeCapExceeded');
    assert.match(above.warnings[0].message, /6\.00; the cap is 5\.00/);
  });

  test('of a line are of the line or of a draw, and come with its statement', async () => {
    const api = (await aCompany()).test;
    const line = await aLine(api);
    const draw = await aDraw(api, line);
    const { loanTypeId } = (await api.get(line)).body.data;
    const feeTypeId = await aFeeType(api, loanTypeId, 'visit');
    const drawId = draw.split('/').at(-1);
    const ofLine = await api.made(`${line}/fees`, { feeTypeId, amount: 7 });
    const ofDraw = await api.made(`${line}/fees`, { feeTypeId, amount: 8, drawId });
    assert.deepEqual([ofLine.drawId, ofDraw.drawId, ofDraw.feeTypeId], [null, drawId, feeTypeId]);
    const raised = await api.put(`${line}/fees/${ofDraw.id}`, { feeAmount: 11 });
    assert.deepEqual([raised.body.data.id, raised.body.data.amount], [ofDraw.id, 11]);
    const owes = async () => (await api.get(`${line}/balances`)).body.data.outstandingBalances.outstandingTotalAmount;
    assert.equal(await owes(), 18);
    await api.made(`${line}/cancel-fees`, { loanFeeIds: [ofLine.id, ofDraw.id] });
    assert.equal(await owes(), 0);
  });

  test('tell what is owed to those alone who may read the loan', async () => {
    const life = await aFreeLife();
    const sent = { apiName: 'lateFee', amount: 5, previewMode: true };
    const differenceFor = async (permissions: string[]): Promise<Shown> => {
      const { key } = await life.api.made('/keys', { name: 'narrow', permissions });
      return (await house().client(key, life.api.realm).made(`${life.path}/fees`, sent)).difference;
    };
    assert.equal(await differenceFor(['loan.fee:create']), null);
    const { outstandingAmount } = await differenceFor(['loan.fee:create', 'loan:read']);
    assert.deepEqual(outstandingAmount, { before: 1200, after: 1205 });
  });

  test('and further rates have an end: so many that each replay would cost too much', async () => {
    const life = await aFreeLife();
    await life.act('fees', { apiName: 'lateFee', amount: 5 });
    // As if there had been the others too.
    await house().service.database.pools.test.query(
      `insert into loan_facts
       select (jsonb_populate_record(f, jsonb_build_object('number', 9 + n, 'id', n, 'kind', (array['fee', 'rate'])[1 + n % 2]))).*
       from loan_facts f, generate_series(1, 1998) n where loan_id = $1 and kind = 'fee'`,
      [life.id],
    );
    const fee = await life.api.post(`${life.path}/fees`, { apiName: 'lateFee', amount: 5 });
    const rate = await life.api.post(`${life.path}/rates`, { interestRate: { annualRate: 0.1 } });
    assert.deepEqual(
      [fee, rate].map(({ status, body }) => [status, body.errorType, body.data.atMost]),
      [
        [409, 'NoRoom', 1000],
        [409, 'NoRoom', 400],
      ],
    );
  });

  test('that cannot be are refused by field, and on a charged-off loan by name', async () => {
    const life = await aFreeLife();
    const feeTypeId = await typeOf(life, 'visit');
    const add = (body: object) => life.api.post(`${life.path}/fees`, body);
    const foreign = await aFeeType(company.test, 'ext-installment', 'foreign');
    refusedAt(await add({ amount: 1 }), 'feeTypeId');
    refusedAt(await add({ feeTypeId: foreign, amount: 1 }), 'feeTypeId');
    refusedAt(await add({ apiName: 'foreign', amount: 1 }), 'apiName');
    refusedAt(await add({ feeTypeId, apiName: 'lateFee', amount: 1 }), 'apiName');
    refusedAt(await add({ feeTypeId: await settled(life, 'originationFee'), amount: 1 }), 'feeTypeId');
    refusedAt(await add({ feeTypeId }), 'amount');
    refusedAt(await add({ feeTypeId, amount: 0 }), 'amount');
    refusedAt(await add({ feeTypeId, feeAmount: -1 }), 'feeAmount');
    refusedAt(await add({ feeTypeId, amount: 1, feeAmount: 2 }), 'feeAmount');
    refusedAt(await add({ feeTypeId, amount: 1, chargeDate: '2026-01-19' }), 'chargeDate');
    refusedAt(await add({ feeTypeId, amount: 1, chargeDate: '2026-01-21' }), 'chargeDate');
    refusedAt(await add({ feeTypeId, amount: 1, chargeTimeOfDay: { hour: 24 } }), 'chargeTimeOfDay.hour');
    refusedAt(await add({ feeTypeId, amount: 1, drawId: 'LN-AAAA-AAAA' }), 'drawId');
    await life.act('charge-off', { chargedOffReason: 'age' });
    const answer = await add({ feeTypeId, amount: 1 });
    assert.deepEqual([answer.status, answer.body.errorType], [409, 'LoanStatusForbids']);
  });
});
