// A line in hardship: re-aged when the conditions are met, refused by name when not; other days of its cycle. 2,000.00
// bought without interest; each statement, on the first, asks for 100.00, due on the 25th.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aDraw, aLine, shown } from '../../../../../tests/support/begun-line.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

describe('a line in hardship', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let line: string;
  before(async () => {
    api = (await aCompany()).test;
  });

  const at = (date: string) => setClock(api, `${date}T17:00:00Z`);
  const begun = async (agreed: object = {}): Promise<void> => {
    await at('2027-01-01');
    line = await aLine(api, {
      atOrigination: {
        creditLimitAmount: 5000,
        interestRates: [{ rate: 0 }],
        specificDays: [1, 25],
        minPaymentCalculation: { percentageOfPrincipal: 0, minAmount: 100 },
        gracePeriod: { isGracePeriodApplicable: false },
        ...agreed,
      },
    });
    const draw = await aDraw(api, line);
    await at('2027-01-05');
    await api.made(`${draw}/purchases`, { amount: 2000 });
  };
  const pay = (amount: number, effectiveDate: string) =>
    api.made(`${line}/transactions`, { type: 'oneTime', isExternal: true, amount, effectiveDate });
  const balances = () => shown(api, `${line}/balances`);
  const overdue = async (): Promise<number> => (await balances()).overdueBalances.overdueTotalAmount;
  const refusal = async () => {
    const { status, body } = await api.post(`${line}/re-age`, {});
    assert.deepEqual([status, body.errorType], [409, 'ReAgeNotAllowed'], JSON.stringify(body));
    const { reason, allowedFrom, missingAmount } = body.data;
    return [reason, allowedFrom ?? missingAmount];
  };

  test('is re-aged after nine months and three minimum payments, previewed, undone, and twice in five years', async () => {
    await begun();
    await at('2027-09-30');
    assert.deepEqual(await refusal(), ['tooYoung', '2027-10-01']);
    const strange = await api.post(`${line}/re-age`, { into: 'end', addedPayments: 1 });
    assert.deepEqual(
      strange.body.data.errors.map(({ path }: { path: string }) => path),
      ['into', 'addedPayments'],
    );
    await at('2027-10-20');
    // Eight statements have come due, from February to September.
    assert.equal(await overdue(), 800);
    await pay(250, '2027-10-10');
    assert.deepEqual(await refusal(), ['tooLittlePaid', 50]);
    await pay(50, '2027-10-15');
    const preview = await api.made(`${line}/re-age`, { previewMode: true });
    assert.deepEqual([preview.id, preview.difference.overdueAmount], [null, { before: 500, after: 0 }]);
    assert.equal(await overdue(), 500);
    const done = await api.made(`${line}/re-age`, { sendNotice: true });
    assert.deepEqual([done.hardshipType, done.sendNotice, done.cancelableUntil], ['reAge', true, '2027-11-25']);
    const { outstandingBalances, dueBalances } = await balances();
    // What the statement of October asked for stays due.
    assert.deepEqual([await overdue(), dueBalances.dueTotalAmount], [0, 100]);
    assert.equal(outstandingBalances.outstandingTotalAmount, 1700);
    assert.deepEqual(await refusal(), ['reAgedLately', '2028-10-20']);
    await api.made(`${line}/hardships/${done.id}/cancel`, {});
    assert.equal(await overdue(), 500);
    await api.made(`${line}/re-age`, {});
    assert.equal(await overdue(), 0);
    await at('2028-10-21');
    await pay(300, '2028-10-20');
    await api.made(`${line}/re-age`, {});
    assert.equal(await overdue(), 0);
    await at('2029-10-22');
    assert.deepEqual(await refusal(), ['reAgedOften', '2032-10-20']);
    assert.deepEqual(
      (await shown(api, `${line}/hardships`)).map(({ status }: { status: string }) => status),
      ['completed', 'completed', 'canceled'],
    );
  });

  test('gets other days from its next period on, and its old ones back until they would have moved', async () => {
    await begun();
    await at('2027-01-10');
    const change = (body: object) => api.post(`${line}/change-due-dates`, body);
    const periods = async (): Promise<string[][]> =>
      (await shown(api, `${line}/periods`)).map((one: Record<string, string>) => [one.statementDate, one.dueDate]);
    const before = await periods();
    assert.deepEqual(before[0], ['2027-02-01', '2027-02-25']);
    const preview = await change({ specificDays: [5, 28], previewMode: true });
    assert.deepEqual([preview.status, await periods()], [201, before]);
    const { data } = (await change({ specificDays: [5, 28] })).body;
    assert.equal(data.cancelableUntil, '2027-03-01');
    await at('2027-02-02');
    // After the due date of the running period and half a month after its statement: the 5th of March.
    assert.deepEqual((await periods()).slice(0, 2), [
      ['2027-02-01', '2027-02-25'],
      ['2027-03-05', '2027-03-28'],
    ]);
    await api.made(`${line}/hardships/${data.id}/cancel`, {});
    assert.deepEqual((await periods())[1], ['2027-03-01', '2027-03-25']);

    refusedAt(await change({ specificDays: [5, 28], dueDatesFrequency: 'singleTerm' }), 'dueDatesFrequency');
    refusedAt(await change({ specificDays: [5, 28], reamortize: true }), 'reamortize');
    const near = await change({ specificDays: [25, 28] });
    assert.deepEqual([near.body.errorType, near.body.data.path], ['InvalidSpecificDays', 'specificDays']);
    assert.equal((await change({ specificDays: [1, 25] })).body.errorType, 'NothingToDo');
  });

  test('has the books that its facts make', () => booksAgree(house(), api, 1));
});
