// Random lives of loans and lines of credit, told of month after month: no file breaks a rule, by itself or beside the month
// before, and what is said to be owed is what the balances of that day say.
//
//   TENOR_METRO2=1000 npm test -- credit-reporting/files/histories      more loans
//   TENOR_SEED=7 npm test -- credit-reporting/files/histories           other ones
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type CivilDate, daysInMonth } from '@tenor/engine/values/civil-date.ts';
import {
  anAgency,
  aReportedLife,
  giveNotice,
  identify,
  type ReportedMonth,
} from '../../../../tests/support/credit-life.ts';
import { type Random, randomOf } from '../../../../tests/support/fuzz/random.ts';
import { type Company, useHouse } from '../../../../tests/support/house.ts';
import { aLine, type LineLife } from '../../../../tests/support/line-life.ts';
import type { Life } from '../../../../tests/support/loan-life.ts';
import { seed } from '../../../../tests/support/seed.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';

/** Each costs as much as fifty of the pure lives of the workspace. */
const loans = Math.ceil(Number(process.env.TENOR_METRO2 ?? 150) / 50);
const months = 6;

const dateOf = (month: number, day: number): CivilDate => {
  const [year, of] = [2026 + Math.floor((month - 1) / 12), ((month - 1) % 12) + 1];
  const last = daysInMonth({ year, month: of });
  return `${year}-${String(of).padStart(2, '0')}-${String(Math.min(day, last)).padStart(2, '0')}` as CivilDate;
};

describe(`${loans} loans and a line over ${months} months`, () => {
  const { house, aCompany } = useHouse({ works: true });
  const dice: Random = randomOf(seed, 51);
  let company: Company;
  const lives: Life[] = [];
  let line: LineLife;
  before(async () => {
    company = await aCompany();
    for (let i = 0; i < loans; i += 1) {
      const life = await aReportedLife(company, { agreed: { interestRates: [{ rate: dice.pick([0, 0.1, 0.36]) }] } });
      await giveNotice(life);
      lives.push(life);
    }
    line = await aLine(house(), company.test, { start: '2026-01-20T17:00:00Z' });
    await identify(company.test, line.personId);
    await giveNotice(line);
  });

  async function live(life: Life): Promise<void> {
    const { status, outstanding, overdue } = await life.standing();
    if (status === 'paidOff' || (status === 'active' && outstanding === 0)) return;
    const pay = (amount: number) => life.pay(Math.min(amount, outstanding));
    const act = dice.between(0, 11);
    // What was charged off may still be paid.
    if (status === 'chargedOff') {
      if (act < 2) await life.pay(dice.between(1, 20));
    } else if (act < 4) await pay(100 + dice.between(0, 60));
    else if (act < 6) await pay(dice.between(1, 99));
    else if (act === 6) {
      const { id } = await pay(dice.between(50, 150));
      await life.api.put(`${life.path}/transactions/${id}`, { status: 'failed', failureReason: 'R01' });
    } else if (act === 7 && overdue > 0) await pay(overdue);
    else if (act === 8 && dice.chance(0.4)) await life.act('charge-off', { chargedOffReason: 'age' });
  }

  async function spend(draw: string, date: CivilDate): Promise<void> {
    if (dice.chance(0.5)) return line.buy(date, draw, dice.between(10, 200));
    const { outstandingBalances } = await line.read('/balances');
    const owed = Math.floor(outstandingBalances.outstandingTotalAmount);
    if (owed > 0 && dice.chance(0.5)) await line.pay(Math.min(owed, dice.between(5, 60)));
  }

  async function balancesAgree(month: ReportedMonth, asOf: CivilDate): Promise<void> {
    for (const { id, path } of [...lives, line]) {
      const account = month.accounts.find(({ base }) => base.account === id.replaceAll('-', ''));
      if (account === undefined) continue;
      const { data } = (await company.test.get(`${path}/balances?toEffectiveDate=${asOf}`)).body;
      const owed = Math.floor(Math.max(0, data.outstandingBalances.outstandingTotalAmount));
      if (['97', '64'].includes(account.base.status)) continue;
      assert.equal(account.base.balance, owed, `${id} on ${asOf} of seed ${seed}`);
    }
  }

  test('break no rule, in their month or between months, and owe what the balances say', async () => {
    const agency = await anAgency(company.test);
    const draw = await line.draw('2026-01-20', '0.2');
    for (let month = 1; month <= months; month += 1) {
      for (const day of [22, 27]) {
        await setClock(company.test, `${dateOf(month, day)}T17:00:00Z`);
        for (const life of lives) await live(life);
        await spend(draw, dateOf(month, day));
      }
      const asOf = dateOf(month, 31);
      await setClock(company.test, `${dateOf(month + 1, 2)}T17:00:00Z`);
      await balancesAgree(await agency.month(asOf), asOf);
    }
  });
});
