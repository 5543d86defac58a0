// Pages of the portfolio: each loan once, in the order in which they were made, however long a page is.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { businessNow } from '#platform/business-clock.ts';
import { machineClock } from '#platform/clock.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife } from '../../../../../tests/support/loan-life.ts';
import { ledgerOfDay, provedOf, replayedLedger } from './ledger-of-day.ts';
import { type PortfolioLoan, portfolioOn, portfolioSize } from './portfolio.ts';

describe('the portfolio', () => {
  const { house, aCompany } = useHouse({ works: false });
  let reader: Reader;
  before(async () => {
    const company = await aCompany();
    await aLife(company);
    await aLine(company.test);
    await aLife(company, { start: '2026-01-20T16:00:00Z' });
    await aLife(company, { start: '2026-01-20T17:00:00Z', activate: false });
    reader = house().service.database.reader(company.test.realm);
  });

  test('has each loan once, in the order in which they were made', async () => {
    const asked = { asOf: '2026-01-20' as CivilDate, knownAt: await businessNow(reader, machineClock) };
    const pagesOf = async (size: number): Promise<string[][]> => {
      const pages: string[][] = [];
      for await (const page of portfolioOn(reader, asked, { pageSize: size }))
        pages.push(page.map(({ row }) => row.id));
      return pages;
    };
    const [whole = []] = await pagesOf(1_000);
    assert.deepEqual([whole.length, await portfolioSize(reader, asked)], [4, 4]);
    for (const size of [1, 2, 3]) assert.deepEqual((await pagesOf(size)).flat(), whole, String(size));
    assert.equal((await pagesOf(3)).length, 2);
    const [first = []] = await Array.fromAsync(portfolioOn(reader, asked, { pageSize: 2 }));
    const rest = await Array.fromAsync(portfolioOn(reader, asked, { after: first[1]?.row }));
    assert.deepEqual(
      rest.flat().map(({ row }) => row.id),
      whole.slice(2),
    );
  });

  test('owes what the ledger says, and what a replay posts', async () => {
    const asked = { asOf: '2026-01-20' as CivilDate, knownAt: await businessNow(reader, machineClock) };
    const loans: PortfolioLoan[] = [];
    for await (const page of portfolioOn(reader, asked)) loans.push(...page);
    const begun = loans.filter(({ books }) => books !== null);
    const rows = begun.map(({ row }) => row);
    const [posted, replayed] = await Promise.all([
      ledgerOfDay(reader, asked, rows),
      replayedLedger(reader, asked, rows),
    ]);
    assert.equal(begun.length, 3);
    const nothing = { principal: 0, interest: 0, fees: 0 };
    for (const { row, books } of begun) {
      const own = books && provedOf(books.amounts);
      assert.deepEqual([posted.get(row.id)?.owed ?? nothing, replayed.get(row.id) ?? nothing], [own, own]);
    }
  });
});
