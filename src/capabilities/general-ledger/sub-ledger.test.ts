// The general ledger against the books of the loans and the cash book: after random lives of both products each source
// comes to the sum of its postings, and each day to zero.
//
//   TENOR_HISTORIES=40 npm test -- sub-ledger     longer
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { aDraw, aLine } from '../../../tests/support/begun-line.ts';
import {
  amount,
  dayBefore,
  daysBack,
  type NamedAct,
  named,
  pick,
  picked,
} from '../../../tests/support/histories/act.ts';
import { someAct } from '../../../tests/support/histories/loan-acts.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { aLife } from '../../../tests/support/loan-life.ts';
import { seed } from '../../../tests/support/seed.ts';
import { moveClock } from '../../../tests/support/test-clock.ts';
import { sourceOf } from './sources.ts';

const path = '/companies/current/general-ledger';
const runs = Math.ceil(Number(process.env.TENOR_HISTORIES ?? 7) / 7);

const purchase = fc.record({
  sum: amount,
  back: fc.constantFrom(0, 0, 5),
  type: fc.constantFrom('regular', 'regular', 'refund'),
});
const someOfLine: fc.Arbitrary<NamedAct> = fc.oneof(
  purchase.map(({ sum, back, type }) =>
    named(`${type} ${sum} ${back}`, async (life, { date, api }) => {
      const [draw] = await life.read('/draws');
      const purchaseDate = `${dayBefore(date, back)}T14:00:00Z`;
      return api.post(`${life.path}/draws/${draw.id}/purchases`, {
        amount: sum,
        type,
        status: 'settled',
        purchaseDate,
      });
    }),
  ),
  fc.record({ sum: amount, back: fc.option(daysBack) }).map(({ sum, back }) =>
    named(`pay ${sum} ${back}`, (life, { date, api }) =>
      api.post(`${life.path}/transactions`, {
        type: 'oneTime',
        isExternal: true,
        amount: sum,
        allowOverpayment: true,
        ...(back === null ? {} : { effectiveDate: dayBefore(date, back) }),
      }),
    ),
  ),
  fc.record({ which: pick }).map(({ which }) =>
    named(`reverse ${which}`, async (life, { api }) => {
      const one = picked(await life.read('/transactions'), which) as { id: string } | undefined;
      return one && api.post(`${life.path}/transactions/${one.id}/reverse`, {});
    }),
  ),
  fc.constant(named('charge off', (life, { api }) => api.post(`${life.path}/charge-off`, { chargedOffReason: 'age' }))),
);
const steps = (act: fc.Arbitrary<NamedAct>) =>
  fc.array(fc.record({ days: fc.integer({ min: 0, max: 40 }), act }), { minLength: 8, maxLength: 16, size: 'max' });

describe('the general ledger agrees with what was posted', () => {
  const { house, aCompany } = useHouse();

  const query = async <T>(text: string, values: readonly unknown[]): Promise<T[]> =>
    (await house().service.database.pools.test.query(text, [...values])).rows as T[];

  /** The sums of all postings on closed days by source, in cents, without those that are zero. */
  async function posted({ realm: { companyId } }: Client): Promise<Record<string, number>> {
    const rows = await query<{ book: 'loans' | 'cash'; account: string; amount: string }>(
      `with closed as (select closed_until as until from general_ledgers where company_id = $1)
       select 'loans' as book, split_part(account, '@', 1) as account, amount from (
         select accounts, amounts from loan_postings, closed where company_id = $1 and posted_at < until union all
         select accounts, amounts from loan_facts, closed
          where company_id = $1 and accounts is not null and recorded_at < until) as entry,
         unnest(string_to_array(accounts, ' '), amounts) as each(account, amount)
       union all select 'cash', account, amount_cents from cash_postings, closed where company_id = $1 and posted_at < until`,
      [companyId],
    );
    assert.ok(rows.length > 20, `${rows.length} postings`);
    const sums: Record<string, number> = {};
    for (const { book, account, amount } of rows) {
      const source = sourceOf(book, account);
      sums[source] = (sums[source] ?? 0) + Number(amount);
    }
    return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
  }

  async function booked(api: Client): Promise<Record<string, number>> {
    const { data } = (await api.get(`${path}/trial-balance`)).body;
    assert.equal(data.debitAmount, data.creditAmount);
    const sources = data.accounts.flatMap(
      ({ sources }: { sources: { source: string; balanceAmount: number }[] }) => sources,
    );
    return Object.fromEntries(
      sources
        .map(({ source, balanceAmount }: { source: string; balanceAmount: number }) => [
          source,
          Math.round(balanceAmount * 100),
        ])
        .filter(([, cents]: [string, number]) => cents !== 0),
    );
  }

  test('after random lives of loans and lines', async () => {
    await fc.assert(
      fc.asyncProperty(steps(someAct), steps(someOfLine), async (ofLoan, ofLine) => {
        const company = await aCompany();
        const { test: api } = company;
        const loan = await aLife(company, { type: { fees: { late: { graceDays: 5, flatAmount: 15 } } } });
        const linePath = await aLine(api);
        await aDraw(api, linePath);
        const [, , personId, , id] = linePath.split('/') as [string, string, string, string, string];
        const read = async (what = '') => (await api.get(`${linePath}${what}`)).body.data;
        const line = { api, path: linePath, personId, id, read };
        await api.put(`${path}/accounts`, {});
        const { loanTypeId } = await loan.read();
        let date = '2026-01-20';
        const files: [string, string][] = [];
        for (const [i, { days, act }] of ofLoan.entries()) {
          const other = ofLine[i];
          date = dayBefore(date, -(days + (other?.days ?? 0)) - 1);
          await moveClock(api, `${date}T15:00:00Z`);
          await act[1](loan, { date, api, loanTypeId });
          await other?.act[1](line, { date, api, loanTypeId });
          const { closedThrough } = (await api.get(`${path}/accounts`)).body.data;
          const asked = `to=${closedThrough}&from=${dayBefore(closedThrough, 20)}`;
          files.push([asked, (await api.get(`${path}/journal/content?${asked}`)).body]);
        }
        await moveClock(api, `${dayBefore(date, -2)}T15:00:00Z`);
        const { realm } = api;
        assert.deepEqual(await booked(api), await posted(api));
        const unequal = await query(
          `select day from general_ledger_days where company_id = $1 group by day having sum(debit_cents - credit_cents) <> 0`,
          [realm.companyId],
        );
        assert.deepEqual(unequal, []);
        for (const [asked, before] of files) {
          assert.equal((await api.get(`${path}/journal/content?${asked}`)).body, before, asked);
        }
      }),
      { numRuns: runs, seed },
    );
  });
});
