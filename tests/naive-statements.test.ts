// Every statement of random histories, of loans and of lines, beside one that is made by hand of what the interface
// answers: to the cent.
//
//   TENOR_HISTORIES=40 TENOR_SEED=7 npm test -- naive-statements     longer, and the same draws again
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from './support/a-line.ts';
import { aDraw } from './support/begun-line.ts';
import { type Random, randomOf } from './support/fuzz/random.ts';
import { type Answer, type Client, type Company, useHouse } from './support/house.ts';
import { aLife } from './support/loan-life.ts';
import { naiveDraws, naiveStatement, type Terms, toldOf } from './support/naive-statement.ts';
import { seed } from './support/seed.ts';
import { moveClock, setClock } from './support/test-clock.ts';

type Shown = Answer['body'];

const runs = Number(process.env.TENOR_HISTORIES ?? 2);
const startedOn = '2027-09-15';
const months = ['2027-10', '2027-11', '2027-12', '2028-01', '2028-02', '2028-03'];

interface Kept {
  readonly api: Client;
  readonly path: string;
  readonly random: Random;
}

const sumIn = (random: Random, most: number): number => random.between(100, most * 100) / 100;

/** A payment of now or of before, one that comes back, a credit or a fee. No day of a statement is met. */
async function money({ api, path, random }: Kept, month: string, day: number): Promise<void> {
  const earlier = `${month}-${String(random.between(Math.max(2, day - 3), day)).padStart(2, '0')}`;
  const pay = (more: object) =>
    api.post(`${path}/transactions?sync=true`, {
      type: 'oneTime',
      isExternal: true,
      status: 'succeeded',
      amount: sumIn(random, 180),
      allowOverpayment: true,
      ...more,
    });
  switch (random.between(0, 6)) {
    case 0:
    case 1:
      await pay({});
      break;
    case 2:
      await pay({ effectiveDate: earlier });
      break;
    case 3: {
      const { body } = await pay({ status: 'pending' });
      if (!body.data?.id) break;
      await api.put(`${path}/transactions/${body.data.id}`, { status: 'failed', failureReason: 'insufficientFunds' });
      break;
    }
    case 4:
      await api.post(`${path}/transactions`, { type: 'serviceCredit', amount: sumIn(random, 9) });
      break;
    case 5:
      await api.post(`${path}/fees`, { feeType: 'adHoc', amount: sumIn(random, 30) });
      break;
    default:
  }
}

async function purchases({ api, path, random }: Kept, draws: readonly string[]): Promise<void> {
  const draw = draws[random.between(0, draws.length - 1)] as string;
  const body = { amount: sumIn(random, 400), status: 'settled' };
  const { body: bought } = await api.post(`${draw}/purchases?sync=true`, body);
  if (random.between(0, 3) > 0 || !bought.data?.id) return;
  const back = { type: 'refund', originalPurchaseId: bought.data.id, amount: sumIn(random, body.amount) };
  assert.ok(path.length > 0);
  await api.post(`${draw}/purchases?sync=true`, back);
}

async function statementsOf({ api, path }: Kept): Promise<Shown[]> {
  const { data } = (await api.get(`${path}/statements?sortBy=statementDate&limit=100`)).body;
  const details: Shown[] = [];
  for (const { id } of data) details.push((await api.get(`${path}/statements/${id}/details`)).body.data);
  return details;
}

const linesOf = (details: Shown): string[] =>
  details.activities
    .filter(({ type }: Shown) => ['payment', 'credit', 'purchase', 'refund', 'cashBack'].includes(type))
    .map(({ date, type, amount, transactionId, purchaseId }: Shown) =>
      [date, type, amount, transactionId ?? purchaseId].join(' '),
    )
    .sort();

async function mustAgree(kept: Kept, terms: Terms): Promise<number> {
  const told = await toldOf(kept.api, kept.path, terms.isLine);
  const statements = await statementsOf(kept);
  statements.forEach((details, i) => {
    const earlier = statements.slice(0, i).map(({ statementDate }) => statementDate);
    const naive = naiveStatement(told, terms, details, earlier);
    const { lines, ...figures } = naive;
    const shown = Object.fromEntries(Object.keys(figures).map((field) => [field, details[field]]));
    assert.deepEqual(shown, figures, `${kept.path} on ${details.statementDate}`);
    assert.deepEqual(linesOf(details), lines, `the lines of ${details.statementDate}`);
    if (!terms.isLine) return;
    for (const { drawId, newBalanceAmount, interest } of naiveDraws(
      told,
      terms,
      details.statementDate,
      earlier.at(-1),
    )) {
      const draw = details.draws.find((one: Shown) => one.drawId === drawId);
      // A draw without a balance may be left out.
      if (draw === undefined) assert.equal(newBalanceAmount, 0);
      else assert.equal(draw.newBalanceAmount, newBalanceAmount, drawId);
      if (interest !== undefined) assert.equal(draw?.totalInterestForThisPeriod ?? 0, interest, drawId);
    }
  });
  return statements.length;
}

describe('statements made by hand of what the interface answers', () => {
  const { aCompany } = useHouse();
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  test('of loans, on the due date and before it, are those that were made', async () => {
    for (let run = 0; run < runs; run++) {
      const random = randomOf(seed, 4500 + run);
      const statementDaysBeforeDue = random.between(0, 1) === 0 ? 0 : 12;
      const life = await aLife(company, {
        start: `${startedOn}T15:00:00Z`,
        type: {
          type: 'installment',
          payments: { statementDaysBeforeDue },
          fees: { late: { flatAmount: 15, graceDays: 5 }, nsfAmount: 20 },
        },
        agreed: {
          amountFinanced: random.between(600, 3000),
          interestRates: [{ rate: 0.1825 }],
          specificDays: [1],
          duration: 12,
        },
      });
      const kept = { api: life.api, path: life.path, random };
      for (const month of months) {
        for (const day of [random.between(6, 10), random.between(12, 16), random.between(24, 27)]) {
          await life.moveTo(`${month}-${String(day).padStart(2, '0')}`);
          await money(kept, month, day);
        }
      }
      await life.moveTo('2028-04-03');
      const dueDates: string[] = (await life.api.get(`${life.path}/periods?limit=100`)).body.data
        .map(({ dueDate }: Shown) => dueDate)
        .sort();
      const terms = { isLine: false, startedOn, rateBasisPoints: 1825, dueDates };
      const count = await mustAgree(kept, terms);
      assert.ok(count >= 2, `${count} statements`);
    }
  });

  test('of lines with two draws are those that were made', async () => {
    for (let run = 0; run < runs; run++) {
      const random = randomOf(seed, 4600 + run);
      const { test: api } = await aCompany();
      await setClock(api, `${startedOn}T15:00:00Z`);
      const { path } = await aLine(api, {
        interestRates: [{ rate: 0.1825 }],
        specificDays: [1, 25],
        gracePeriod: { isGracePeriodApplicable: false },
      });
      const draws = [await aDraw(api, path), await aDraw(api, path)];
      const kept = { api, path, random };
      for (const month of months) {
        for (const day of [random.between(3, 10), random.between(11, 18), random.between(19, 27)]) {
          await moveClock(api, `${month}-${String(day).padStart(2, '0')}T15:00:00Z`);
          await purchases(kept, draws);
          await money(kept, month, day);
        }
      }
      await moveClock(api, '2028-04-03T15:00:00Z');
      const count = await mustAgree(kept, { isLine: true, startedOn, rateBasisPoints: 1825, dueDates: [] });
      assert.ok(count >= months.length, `${count} statements`);
    }
  });
});
