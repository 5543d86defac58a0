// Payments of autopay that are more than what needs no notice: announced ten days before, or lowered.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { type Client, useHouse } from './support/house.ts';
import { aPayer, eventsOf, inShort } from './support/payer.ts';
import type { RoundLoan } from './support/round-loan.ts';
import { moveClock } from './support/test-clock.ts';
import { canBeWrittenTo, mailOf } from './support/written-to.ts';

let api: Client;

describe('a payment of autopay that varies', () => {
  const { house, aCompany } = useHouse();
  beforeEach(async () => {
    api = (await aCompany()).test;
  });
  const told = (loan: RoundLoan, type: string) => eventsOf(house(), api, loan, `autopay.payment.${type}`);

  /** 500.00 are due on February 1st, of which 400.00 need no notice. The money moves on the 2nd: ten days before is January 23rd. */
  async function aVaryingPayer({ canBeReached = true } = {}) {
    const payer = await aPayer(api);
    if (canBeReached) await canBeWrittenTo(api, payer.loan.personId);
    const { autopay, paymentInstrumentId } = payer;
    const plan = await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId, noticeAbove: 400 });
    const first = async () => (await api.get(autopay)).body.data.schedule[0];
    return { ...payer, plan, first };
  }

  test('is announced ten days before it, and then made', async () => {
    const { loan, plan, first } = await aVaryingPayer();
    const { amount, noticeNeeded, noticeSentAt } = plan.schedule[0];
    assert.deepEqual([plan.noticeAbove, amount, noticeNeeded, noticeSentAt], [400, 500, true, null]);
    await moveClock(api, '2026-01-23T04:59:59Z');
    assert.deepEqual(await told(loan, 'announced'), []);
    await moveClock(api, '2026-01-23T16:59:59Z');
    assert.equal((await first()).noticeSentAt, null);
    // 9:00 in Los Angeles.
    await moveClock(api, '2026-01-23T17:00:00Z');
    const [{ autopayPaymentId, date, amount: announced }, ...more] = await told(loan, 'announced');
    assert.deepEqual([autopayPaymentId, date, announced, more.length], [plan.schedule[0].id, '2026-02-01', 500, 0]);
    assert.equal((await first()).noticeSentAt, '2026-01-23T17:00:00.000000+00:00');
    const [message] = await mailOf(api, loan.personId, 'autopayAmountChanged');
    assert.match(JSON.stringify(message.content), /500\.00/);
    await moveClock(api, '2026-02-03T15:00:00Z');
    assert.deepEqual(await inShort(api, loan), ['2026-02-01 500.00 pending']);
    assert.deepEqual(await told(loan, 'lowered'), []);
  });

  test('that a payment makes less is announced again, and is that much', async () => {
    const { loan } = await aVaryingPayer();
    await moveClock(api, '2026-01-23T17:00:00Z');
    await mailOf(api, loan.personId, 'autopayAmountChanged');
    await loan.pay(50, { enablePrepayments: true });
    await moveClock(api, '2026-01-24T18:00:00Z');
    assert.deepEqual(
      (await told(loan, 'announced')).map(({ amount }) => amount),
      [500, 450],
    );
    const [, again] = await mailOf(api, loan.personId, 'autopayAmountChanged', 2);
    assert.match(JSON.stringify(again.content), /450\.00/);
    await moveClock(api, '2026-02-03T15:00:00Z');
    assert.ok((await inShort(api, loan)).includes('2026-02-01 450.00 pending'));
  });

  test('takes no more than was announced, although more came due since; the rest is left to the borrower', async () => {
    const { loan } = await aVaryingPayer();
    await loan.pay(50, { enablePrepayments: true });
    await moveClock(api, '2026-01-24T15:00:00Z');
    assert.equal((await told(loan, 'announced'))[0].amount, 450);
    const [paid] = (await api.get(`${loan.path}/transactions`)).body.data;
    await loan.change(paid, { status: 'failed', failureReason: 'checkReturned' });
    await moveClock(api, '2026-02-03T15:00:00Z');
    const taken = (await inShort(api, loan)).filter((one) => one.startsWith('2026-02-01'));
    assert.deepEqual(taken, ['2026-02-01 450.00 pending']);
    const [{ amount, date }] = await told(loan, 'lowered');
    // The 50.00 that came back, and the 20.00 that this costs.
    assert.deepEqual([date, amount], ['2026-02-01', 70]);
  });

  test('is lowered where the borrower cannot be reached: what nobody was told is not taken', async () => {
    const { loan } = await aVaryingPayer({ canBeReached: false });
    await moveClock(api, '2026-02-03T15:00:00Z');
    assert.deepEqual(await inShort(api, loan), ['2026-02-01 400.00 pending']);
    const unsent = (await eventsOf(house(), api, loan, 'notice.not.sent')).map(({ subject, reason }) => [
      subject,
      reason,
    ]);
    assert.ok(unsent.some(([subject, reason]) => subject === 'autopayAmountChanged' && reason === 'noContact'));
  });

  test('waits for the word of a company that sends its own notices', async () => {
    await api.put('/companies/current', { noticesAreSentByUs: true });
    const { loan, plan, autopay, first } = await aVaryingPayer();
    await moveClock(api, '2026-01-23T15:00:00Z');
    assert.deepEqual([(await first()).amount, (await first()).noticeSentAt], [500, null]);
    const sent = `${autopay}/payments/${plan.schedule[0].id}/notice-sent`;
    const reported = await api.post(sent, { amount: 480, sentAt: '2026-01-22T15:00:00Z' });
    assert.equal(reported.status, 200, JSON.stringify(reported.body));
    assert.deepEqual(
      [reported.body.data.schedule[0].amount, reported.body.data.schedule[0].noticeSentAt],
      [480, '2026-01-22T15:00:00.000000+00:00'],
    );
    await moveClock(api, '2026-02-03T15:00:00Z');
    assert.deepEqual(await inShort(api, loan), ['2026-02-01 480.00 pending']);
  });

  test('is lowered where nobody says that its notice went out in time', async () => {
    await api.put('/companies/current', { noticesAreSentByUs: true });
    const { loan, plan, autopay, first } = await aVaryingPayer();
    await moveClock(api, '2026-01-24T15:00:00Z');
    assert.equal((await first()).amount, 400);
    const late = await api.post(`${autopay}/payments/${plan.schedule[0].id}/notice-sent`, { amount: 500 });
    assert.equal(late.body.data.schedule[0].amount, 400);
    await moveClock(api, '2026-02-03T15:00:00Z');
    assert.deepEqual(await inShort(api, loan), ['2026-02-01 400.00 pending']);
    assert.equal((await told(loan, 'lowered'))[0].amount, 100);
  });

  test('refuses by field a notice that cannot be', async () => {
    const { plan, autopay } = await aVaryingPayer();
    const refused = async (body: object, id = plan.schedule[0].id): Promise<unknown[]> => {
      const answer = await api.post(`${autopay}/payments/${id}/notice-sent`, { amount: 500, ...body });
      return [answer.status, answer.body.data.path];
    };
    assert.deepEqual(
      [
        await refused({}, 'AE-AAAA-AAAA'),
        await refused({ amount: 0 }),
        await refused({ sentAt: '2026-01-01T17:00:01Z' }),
      ],
      [
        [404, 'autopayPaymentId'],
        [400, 'amount'],
        [400, 'sentAt'],
      ],
    );
  });
});
