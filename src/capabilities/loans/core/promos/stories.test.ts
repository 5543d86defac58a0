// Promo programs of a line, told from beginning to end. 36.5 % is 0.1 % a day, so that interest is counted by hand: a
// thousand at that rate earns 1.00 a day, at half of it 0.50. Statements are on the 15th or 16th, due on the 10th.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { isClean, verifyLoans } from '#capabilities/loans/verifying.ts';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { aDraw, shown } from '../../../../../tests/support/begun-line.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

const types = '/companies/current/promo-program-types';

describe('a promo program of a line', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    const half = { programType: 'reducedRate', promoRate: 0.1825, promoDurationDays: 181 };
    await api.made(types, { ...half, name: 'Half the rate', externalId: 'half' });
    const lost = { name: 'Half while in time', externalId: 'half-in-time', sacDisqualifyOverdueDays: 60 };
    await api.made(types, { ...half, ...lost });
    const cash = { name: 'Same as cash', externalId: 'cash', programType: 'sameAsCash', promoDurationDays: 184 };
    await api.made(types, cash);
    await api.made(types, { ...cash, name: 'Strict', externalId: 'strict', sacDisqualifyOverdueDays: 60 });
  });

  const at = (date: string) => setClock(api, `${date}T17:00:00Z`);
  const aLineOf2027 = async () => {
    await at('2027-01-01');
    return (await aLine(api, { interestRates: [{ rate: 0.365 }] })).path;
  };
  const withoutGrace = { atOrigination: { gracePeriod: { isGracePeriodApplicable: false } } };
  const aSpentDraw = async (line: string, amount: number, promote?: (draw: string) => Promise<unknown>) => {
    const draw = await aDraw(api, line, withoutGrace, { activate: false });
    await promote?.(draw.split('/').at(-1) as string);
    await api.made(`${draw}/activate`, {});
    await api.made(`${draw}/purchases`, { amount });
    return draw;
  };
  /** The interest of the last day is not in it. */
  const interest = async (line: string, from: string, to: string) => {
    const days = `fromEffectiveDate=${from}&toEffectiveDate=${to}`;
    return (await shown(api, `${line}/interest?${days}`)).interestAmount;
  };
  const pay = (line: string, amount: number) =>
    api.made(`${line}/transactions?sync=true`, { type: 'oneTime', isExternal: true, amount });
  const program = async (line: string, id: string) => {
    const { isInForce, outcome, lostOn, promoEndDate } = await shown(api, `${line}/promo-programs/${id}`);
    return [isInForce, outcome, lostOn, promoEndDate];
  };
  /** The interest of the statement that is due on the day. */
  const billed = async (line: string, dueDate: string) => {
    const [period] = await shown(api, `${line}/periods?dueDate=${dueDate}`);
    return (await shown(api, `${line}/periods/${period.id}/bill`)).interestAmount;
  };

  test('that ends: half the rate for 181 days, and then the whole of it', async () => {
    const line = await aLineOf2027();
    const draw = await aSpentDraw(line, 1000);
    const drawId = draw.split('/').at(-1);
    const made = await api.made(`${line}/promo-programs`, { promoTypeId: 'ext-half', drawId });
    assert.deepEqual([made.promoStartDate, made.promoEndDate, made.status], ['2027-01-01', '2027-06-30', 'active']);
    await at('2027-06-30');
    assert.deepEqual(await program(line, made.id), [true, null, null, '2027-06-30']);
    await at('2027-07-20');
    assert.deepEqual(await program(line, made.id), [false, 'ended', null, '2027-06-30']);
    assert.equal(await interest(line, '2027-01-01', '2027-01-31'), 15);
    const { interestDiscountAmount, segments } = await shown(
      api,
      `${line}/interest?fromEffectiveDate=2027-06-21&toEffectiveDate=2027-07-11`,
    );
    assert.equal(interestDiscountAmount, 5);
    assert.ok(segments.every((one: { rateBeforeDiscount: number }) => one.rateBeforeDiscount === 0.365));
    // The last ten days of June at half the rate, the first ten of July at all of it.
    assert.equal(await interest(line, '2027-06-21', '2027-07-11'), 15);
  });

  test('that is lost by lateness says so and when, and keeps the end that was agreed', async () => {
    const line = await aLineOf2027();
    await aSpentDraw(line, 1000);
    const promoted = { promoTypeId: 'ext-half-in-time', promoDurationDays: 365 };
    const { id } = await api.made(`${line}/promo-programs`, promoted);
    // Nothing is paid of the statement that is due on 2027-02-10: on 04-11 it is 60 days past due, on 04-12 more.
    await at('2027-04-11');
    assert.deepEqual(await program(line, id), [true, null, null, '2027-12-31']);
    await at('2027-04-20');
    assert.deepEqual(await program(line, id), [false, 'lost', '2027-04-12', '2027-12-31']);
    assert.equal(await interest(line, '2027-04-10', '2027-04-12'), 1);
    assert.equal(await interest(line, '2027-04-12', '2027-04-14'), 2);
    await api.made(`${line}/refresh`, {});
    const [rate] = (await shown(api, `${line}/rates`)).filter(
      (one: { rateType: string }) => one.rateType === 'promoRate',
    );
    assert.deepEqual([rate.effectiveDate, rate.endDate], ['2027-01-01', '2027-04-11']);
    // A payment that had come in time after all gives it back.
    const { id: payment } = await pay(line, 400);
    await api.made(`${line}/transactions/${payment}/backdate`, { effectiveDate: '2027-02-05' });
    assert.deepEqual(await program(line, id), [true, null, null, '2027-12-31']);
  });

  test('same as cash, paid in time, costs no interest', async () => {
    const line = await aLineOf2027();
    const draw = await aSpentDraw(line, 920, async (drawId) => {
      const made = await api.made(`${line}/promo-programs`, { promoTypeId: 'ext-cash', drawId });
      assert.deepEqual([made.status, made.promoStartDate, made.isInForce], ['pending', null, false]);
    });
    const [{ id }] = await shown(api, `${line}/promo-programs`);
    assert.deepEqual(await program(line, id), [true, null, null, '2027-07-03']);
    await at('2027-07-03');
    await pay(line, 920);
    await at('2027-07-20');
    assert.deepEqual(await program(line, id), [false, 'interestDropped', null, '2027-07-03']);
    const { outstandingBalances } = await shown(api, `${draw}/balances`);
    assert.equal(outstandingBalances.outstandingTotalAmount, 0);
    assert.equal(await billed(line, '2027-08-10'), 0);
  });

  test('same as cash, not paid in time, is charged from the first day', async () => {
    const line = await aLineOf2027();
    await aSpentDraw(line, 920, (drawId) =>
      api.made(`${line}/promo-programs`, { promoTypeId: 'ext-cash', drawId, externalId: 'not-paid' }),
    );
    await at('2027-07-03');
    await pay(line, 900);
    assert.deepEqual(await program(line, 'ext-not-paid'), [true, null, null, '2027-07-03']);
    await at('2027-07-20');
    assert.deepEqual(await program(line, 'ext-not-paid'), [false, 'interestCharged', null, '2027-07-03']);
    // 183 days of 0.92 and one of 0.02, and twelve days of 0.02 to the statement of 07-16.
    assert.equal(await billed(line, '2027-08-10'), 168.62);
  });

  test('same as cash is lost by lateness too', async () => {
    const line = await aLineOf2027();
    await aSpentDraw(line, 920, (drawId) =>
      api.made(`${line}/promo-programs`, { promoTypeId: 'ext-strict', drawId, externalId: 'strict-1' }),
    );
    await at('2027-04-12');
    assert.deepEqual(await program(line, 'ext-strict-1'), [false, 'interestCharged', '2027-04-12', '2027-07-03']);
  });

  test('is added for days that have come: what the preview shows is what is done', async () => {
    const line = await aLineOf2027();
    const draw = await aSpentDraw(line, 1000);
    await at('2027-02-01');
    const asked = { promoTypeId: 'ext-half', drawId: draw.split('/').at(-1), promoStartDate: '2027-01-01' };
    const before = await shown(api, `${line}/balances`);
    const preview = await api.made(`${line}/promo-programs`, { ...asked, previewMode: true });
    assert.deepEqual(await shown(api, `${line}/promo-programs`), []);
    const { outstandingAmount, postings } = preview.difference;
    // 0.50 less on each of the 31 days of January, of which the statement of 01-16 has booked fifteen.
    assert.equal(outstandingAmount.before - outstandingAmount.after, 15.5);
    const income = postings.find(({ account }: { account: string }) => account === 'interestIncome');
    assert.equal(income.amount, 7.5);
    const made = await api.made(`${line}/promo-programs`, asked);
    assert.equal(made.difference, null);
    const after = await shown(api, `${line}/balances`);
    const total = (one: typeof before) => one.outstandingBalances.outstandingTotalAmount;
    assert.equal(total(before) - total(after), 15.5);
    assert.equal(total(after), outstandingAmount.after);
  });

  test('is in books that verify computes again: changed, lost, and deferred', async () => {
    const line = await aLineOf2027();
    const draw = await aSpentDraw(line, 400, (drawId) =>
      api.made(`${line}/promo-programs`, { promoTypeId: 'ext-cash', drawId }),
    );
    const other = await aSpentDraw(line, 500);
    const { id } = await api.made(`${line}/promo-programs`, { promoTypeId: 'ext-half-in-time' });
    await at('2027-03-01');
    await api.put(`${line}/promo-programs/${id}`, { promoStartDate: '2027-01-05' });
    await at('2027-05-01');
    await api.made(`${line}/refresh`, {});
    await at('2027-08-20');
    await pay(line, 100);
    for (const one of [draw, other]) assert.equal((await shown(api, one)).status, 'active');
    const [, personId, loanId] = line.match(/people\/(.+)\/loans\/(.+)/) as string[];
    const found = await verifyLoans(house().service.database.reader(api.realm), [
      { personId: personId as string, loanId: loanId as string },
    ]);
    assert.deepEqual(
      found.filter((verdict) => !isClean(verdict)),
      [],
    );
    assert.equal(found.length, 1);
  });

  test('is changed and canceled with a replay', async () => {
    const line = await aLineOf2027();
    await aSpentDraw(line, 1000);
    const { id } = await api.made(`${line}/promo-programs`, { promoTypeId: 'ext-half' });
    await at('2027-03-01');
    const path = `${line}/promo-programs/${id}`;
    const put = async (body: object) => {
      const { status, body: answer } = await api.put(path, body);
      assert.equal(status, 200, JSON.stringify(answer));
      return answer.data;
    };
    assert.equal(await interest(line, '2027-01-01', '2027-02-10'), 20);
    const later = await put({ promoStartDate: '2027-01-11' });
    assert.deepEqual([later.promoStartDate, later.promoEndDate], ['2027-01-11', '2027-07-10']);
    assert.equal(await interest(line, '2027-01-01', '2027-02-10'), 25);
    const longer = await put({ promoEndDate: '2027-12-31', metaData: { why: 'a good customer' } });
    assert.deepEqual([longer.promoDurationDays, longer.metaData], [355, { why: 'a good customer' }]);
    const gone = await put({ status: 'canceled' });
    assert.deepEqual([gone.status, gone.isInForce], ['canceled', false]);
    assert.equal(await interest(line, '2027-01-01', '2027-02-10'), 40);
    const again = await api.put(path, { promoStartDate: '2027-01-20' });
    assert.deepEqual([again.status, again.body.errorType], [409, 'PromoProgramStatusForbids']);
  });

  test('is changed back and forth twenty times at most; it can still be described and canceled', async () => {
    const line = await aLineOf2027();
    await aSpentDraw(line, 1000);
    const { id } = await api.made(`${line}/promo-programs`, { promoTypeId: 'ext-half' });
    const path = `${line}/promo-programs/${id}`;
    const change = (i: number) => api.put(path, { promoDurationDays: 200 + (i % 2) });
    for (let i = 0; i < 20; i++) assert.equal((await change(i)).status, 200);
    const refused = await change(20);
    const { errorType, data } = refused.body;
    assert.deepEqual([refused.status, errorType, data.changesMax], [409, 'PromoProgramChangedTooOften', 20]);
    for (const body of [{ metaData: { why: 'asked too often' } }, { status: 'canceled' }]) {
      assert.equal((await api.put(path, body)).status, 200);
    }
  });
});
