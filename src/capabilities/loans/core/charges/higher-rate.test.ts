// A higher rate of a line begins 45 days after its notice, which goes on the next day at the latest: days worked by hand.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aDraw, aLine, shown } from '../../../../../tests/support/begun-line.ts';
import { beginLoan } from '../../../../../tests/support/begun-loan.ts';
import { type Answer, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

type Rate = { readonly annualRate: number; readonly effectiveDate?: string } & Readonly<Record<string, unknown>>;

describe('a higher rate of a line', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  /** Draws of these rates, on a line that begins at this noon. */
  async function drawsOf(rates: readonly number[], { on = '2026-01-20', ...type }: Record<string, unknown> = {}) {
    await setClock(api, `${on}T18:00:00Z`);
    const named = { type: 'lineOfCredit', name: 'Line', interest: { noticeOfHigherRate: 'required' }, ...type };
    const { id: loanTypeId } = await api.made('/loan-types', named);
    const line = await aLine(api, { loanTypeId });
    const draws: string[] = [];
    for (const rate of rates) draws.push(await aDraw(api, line, { atOrigination: { interestRates: [{ rate }] } }));
    const give = (interestRate: Rate, more: object = {}): Promise<Answer> =>
      api.post(`${line}/rates`, { interestRate: { replaces: true, ...interestRate }, ...more });
    return { line, draws, give };
  }
  const isSoon = ({ status, body }: Answer): unknown => {
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.ratesValidation.higherRateTooSoon;
  };

  for (const [today, tooSoon, inTime] of [
    // 11 days of January, 28 of February and 7 of March are 46.
    ['2026-01-20', '2026-03-06', '2026-03-07'],
    // In a leap year the day before.
    ['2028-01-20', '2028-03-05', '2028-03-06'],
    // 16 days of November and 30 of December; the year ends between.
    ['2026-11-14', '2026-12-29', '2026-12-30'],
  ] as const) {
    test(`that is given on ${today} begins on ${inTime} at the earliest`, async () => {
      const { line, give } = await drawsOf([0.1825], { on: today });
      for (const effectiveDate of [undefined, today, tooSoon]) {
        const rate = { annualRate: 0.2, ...(effectiveDate && { effectiveDate }) };
        const refusal = await give(rate);
        refusedAt(refusal, 'interestRate.effectiveDate');
        assert.match(JSON.stringify(refusal.body), new RegExp(`${inTime} or later`));
        refusedAt(await give(rate, { previewMode: true }), 'interestRate.effectiveDate');
      }
      assert.equal((await shown(api, `${line}/rates`)).length, 1);
      assert.equal(isSoon(await give({ annualRate: 0.2, effectiveDate: inTime })), false);
    });
  }

  test('is told from one that is as high, lower, or does not count beside what runs', async () => {
    const { give } = await drawsOf([0.1825]);
    assert.equal(isSoon(await give({ annualRate: 0.1825 })), false);
    assert.equal(isSoon(await give({ annualRate: 0.25, replaces: false })), false);
    assert.equal(isSoon(await give({ annualRate: 0.15 })), false);
    refusedAt(await give({ annualRate: 0.16 }), 'interestRate.effectiveDate');
  });

  test('is looked for on each draw that it is for, and on each day from its first one on', async () => {
    const { draws, give } = await drawsOf([0.1, 0.2]);
    const [low, high] = draws.map((one) => one.split('/').at(-1));
    refusedAt(await give({ annualRate: 0.15 }), 'interestRate.effectiveDate');
    refusedAt(await give({ annualRate: 0.15 }, { drawId: low }), 'interestRate.effectiveDate');
    assert.equal(isSoon(await give({ annualRate: 0.15 }, { drawId: high })), false);
    // It falls to 5 % on February 10th: 8 % is lower than what ran before that day, and higher than what runs from then on.
    assert.equal(isSoon(await give({ annualRate: 0.05, effectiveDate: '2026-02-10' }, { drawId: low })), false);
    refusedAt(
      await give({ annualRate: 0.08, effectiveDate: '2026-02-10' }, { drawId: low }),
      'interestRate.effectiveDate',
    );
    assert.equal(isSoon(await give({ annualRate: 0.08, effectiveDate: '2026-02-01' }, { drawId: low })), false);
  });

  test('is given for the day on which it is higher, where it is lower at first', async () => {
    const { line, give } = await drawsOf([]);
    // 10 % for 60 days, through March 20th, and 5 % from then on.
    const interestRates = [{ rate: 0.1, days: 60 }, { rate: 0.05 }];
    await aDraw(api, line, { atOrigination: { interestRates } });
    // It is higher from March 21st on, in time, and the notice would not tell it: that speaks of the first day.
    for (const effectiveDate of ['2026-01-20', '2026-03-10']) {
      const refusal = await give({ annualRate: 0.08, effectiveDate });
      refusedAt(refusal, 'interestRate.effectiveDate');
      assert.match(JSON.stringify(refusal.body), /2026-03-21 for the rate/);
    }
    const until = { effectiveDate: '2026-01-20', endDate: '2026-03-20', replaces: false };
    assert.equal(isSoon(await give({ annualRate: 0.08, ...until })), false);
    assert.equal(isSoon(await give({ annualRate: 0.08, effectiveDate: '2026-03-21' })), false);
  });

  test('that comes with the end of one for a time is one', async () => {
    const { line, give } = await drawsOf([]);
    // 10 % for 20 days, through February 8th, and 5 % from then on.
    const interestRates = [{ rate: 0.1, days: 20 }, { rate: 0.05 }];
    await aDraw(api, line, { atOrigination: { interestRates } });
    refusedAt(await give({ annualRate: 0.08 }), 'interestRate.effectiveDate');
    assert.equal(isSoon(await give({ annualRate: 0.08, noticeExemption: 'temporaryRateEnded' })), false);
  });

  test('begins at once where no notice is needed, and the event tells why', async () => {
    const { line, give } = await drawsOf([0.1825]);
    assert.equal(isSoon(await give({ annualRate: 0.2, noticeExemption: 'agreedByBorrower' })), false);
    const { body } = await api.get(`/people/${line.split('/')[2]}/events?events=loan.rate.created`);
    assert.deepEqual(
      body.data.map(({ noticeExemption }: { noticeExemption: string }) => noticeExemption),
      ['agreedByBorrower'],
    );
    refusedAt(await give({ annualRate: 0.21, noticeExemption: 'weLikeIt' }), 'interestRate.noticeExemption');
  });

  test('is pointed out, or nothing is said of it, as its loan type has it', async () => {
    const higher = { annualRate: 0.2 };
    const pointedOut = await drawsOf([0.1825], { interest: { noticeOfHigherRate: 'pointedOut' } });
    assert.equal(isSoon(await pointedOut.give(higher)), true);
    assert.equal(isSoon(await pointedOut.give({ annualRate: 0.21, noticeExemption: 'workoutEnded' })), false);
    const none = await drawsOf([0.1825], { regulation: 'openEnd', interest: { noticeOfHigherRate: 'none' } });
    assert.equal(isSoon(await none.give(higher)), undefined);
    const unregulated = await drawsOf([0.1825], { regulation: 'none', interest: {} });
    assert.equal(isSoon(await unregulated.give(higher)), undefined);
    for (const regulation of ['openEnd', 'card']) {
      const usual = await drawsOf([0.1825], { regulation, interest: {}, payments: { specificDays: [1] } });
      assert.equal(isSoon(await usual.give(higher)), true, regulation);
    }
  });

  test('is asked of no loan that is no line', async () => {
    const agreed = { amountFinanced: 3650, interestRates: [{ rate: 0.1 }], duration: 12, paymentFrequency: 'monthly' };
    const { path } = await beginLoan(api, {
      start: '2026-01-20T18:00:00Z',
      agreed: { ...agreed, specificDays: [1] },
    });
    const answer = await api.post(`${path}/rates`, { interestRate: { annualRate: 0.2, replaces: true } });
    assert.equal(isSoon(answer), undefined);
    const exempted = { interestRate: { annualRate: 0.21, noticeExemption: 'toldBefore' } };
    refusedAt(await api.post(`${path}/rates`, exempted), 'interestRate.noticeExemption');
  });
});
