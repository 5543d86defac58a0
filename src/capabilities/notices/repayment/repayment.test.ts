// Repayment notifications over HTTP: a reminder before a due date over a weekend, what was paid meanwhile, what is overdue.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Client, useHouse } from '../../../../tests/support/house.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';
import { aRoundLoan, type RoundLoan } from '../../../../tests/support/round-loan.ts';
import { moveClock } from '../../../../tests/support/test-clock.ts';
import { canBeWrittenTo, mailOf, writtenTo } from '../../../../tests/support/written-to.ts';

const path = '/companies/current/repayment-engine/notifications';
const reminder = { trigger: 'expectedPayment', subject: 'paymentDueDateReminder', day: -7 };

async function aReadersLoan(api: Client): Promise<RoundLoan> {
  const loan = await aRoundLoan(api);
  await canBeWrittenTo(api, loan.personId);
  return loan;
}

describe('a repayment notification', () => {
  const { aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  // 500.00 are due on Sunday, 1 February 2026. Seven open days before it lies Thursday, 22 January; at 9:00 in Los Angeles
  // it is 17:00 in UTC.
  test('goes out on its open day at the hour of the company, once', async () => {
    const own = (await aCompany()).test;
    const loan = await aReadersLoan(own);
    await own.made(path, { ...reminder, dayType: 'business' });
    await moveClock(own, '2026-01-22T16:59:00Z');
    assert.deepEqual(await writtenTo(own, loan.personId, reminder.subject), []);
    await moveClock(own, '2026-01-22T17:00:00Z');
    const [message] = await mailOf(own, loan.personId, reminder.subject);
    assert.match(message.content.text, /500\.00/);
    await moveClock(own, '2026-01-30T17:00:00Z');
    assert.equal((await writtenTo(own, loan.personId, reminder.subject)).length, 1);
  });

  test('is not sent of what was paid meanwhile, nor of a loan that has ended', async () => {
    const own = (await aCompany()).test;
    const [paid, over, witness] = [await aReadersLoan(own), await aReadersLoan(own), await aReadersLoan(own)];
    await own.made(path, reminder);
    await over.pay(3650);
    await paid.pay(500, { enablePrepayments: true });
    await moveClock(own, '2026-01-26T17:00:00Z');
    await mailOf(own, witness.personId, reminder.subject);
    for (const loan of [paid, over]) assert.deepEqual(await writtenTo(own, loan.personId, reminder.subject), []);
  });

  // The clock stops on the mornings on which there is something to say, and on no others.
  test('misses no morning when the clock is moved far', async () => {
    const own = (await aCompany()).test;
    const loan = await aReadersLoan(own);
    await own.made(path, { ...reminder, day: -3 });
    await moveClock(own, '2026-01-10T20:00:00Z');
    await moveClock(own, '2026-04-30T20:00:00Z');
    const sent = await mailOf(own, loan.personId, reminder.subject, 4);
    const dates = sent.map(({ createdAt }) => createdAt.slice(0, 10));
    assert.deepEqual(dates, ['2026-01-29', '2026-02-26', '2026-03-29', '2026-04-28']);
  });

  test('tells what is overdue so many days after its due date', async () => {
    const own = (await aCompany()).test;
    const loan = await aReadersLoan(own);
    await own.made(path, { trigger: 'loanOverdue', subject: 'loanOverdueFirstNotice', day: 3 });
    await moveClock(own, '2026-02-04T17:00:00Z');
    const [message] = await mailOf(own, loan.personId, 'loanOverdueFirstNotice');
    assert.match(message.content.text, /500\.00/);
    assert.equal(message.theme, 'opsCollDebt');
  });

  test('is listed by each of its filters, changed and deleted', async () => {
    const made = await api.made(path, { ...reminder, dayType: 'business', status: 'inactive' });
    assert.deepEqual(
      [made.channels, made.dayType, made.status, made.productId],
      [['email'], 'business', 'inactive', null],
    );
    for (const query of [
      'trigger=expectedPayment',
      'subject=paymentDueDateReminder',
      'status=inactive',
      'dayType=business',
    ]) {
      const { body } = await api.get(`${path}?${query}`);
      assert.deepEqual(
        body.data.map(({ id }: { id: string }) => id),
        [made.id],
        query,
      );
    }
    const [first, second] = ['?limit=5&offset=0', '?limit=5&offset=1'];
    assert.deepEqual((await api.get(path + first)).body.data.at(0)?.id, made.id, first);
    assert.equal(
      (await api.get(path + second)).body.data.some(({ id }: { id: string }) => id === made.id),
      false,
    );
    assert.deepEqual((await api.get(`${path}?status=active`)).body.data, []);
    assert.equal((await api.put(`${path}/${made.id}`, { day: -5 })).body.data.day, -5);
    assert.equal((await api.delete(`${path}/${made.id}`)).status, 200);
    assert.equal((await api.get(`${path}/${made.id}`)).status, 404);
  });

  test('is refused by the field that is wrong', async () => {
    const refused = async (more: object, field: string) =>
      refusedAt(await api.post(path, { ...reminder, ...more }), field);
    await refused({ trigger: 'whenever' }, 'trigger');
    await refused({ subject: 'loanOverdueFirstNotice' }, 'subject');
    await refused({ day: 1 }, 'day');
    await refused({ dayType: 'sundays' }, 'dayType');
    await refused({ channels: [] }, 'channels');
    await refused({ trigger: 'loanOverdue', subject: 'loanOverdueFirstNotice', day: 0 }, 'day');
  });
});
