// Pages of what comes due on a date: the second one goes on behind the first.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife } from '../../../../../tests/support/loan-life.ts';
import {
  billsDueOn,
  type LoanOfDate,
  loansDueOn,
  loansOverdueSince,
  type PageOfDate,
  scheduledOn,
} from './loans-of-date.ts';

describe('what comes due on a date', () => {
  const { house, aCompany } = useHouse({ works: false });
  let reader: Reader;
  const made: string[] = [];
  before(async () => {
    const company = await aCompany();
    for (let i = 0; i < 3; i += 1) made.push((await aLife(company)).id);
    reader = house().service.database.reader(company.test.realm);
  });

  const page = { date: '2026-02-15' as CivilDate, loanTypeId: null, limit: 2 };

  async function allOf(pages: (asked: PageOfDate) => Promise<LoanOfDate[]>): Promise<string[]> {
    const first = await pages({ ...page, after: undefined });
    const second = await pages({ ...page, after: first.at(-1) ?? { person_id: '', id: '' } });
    return [...first, ...second].map(({ id }) => id);
  }

  test('comes in pages of which none leaves out or repeats a loan', async () => {
    assert.deepEqual((await allOf((asked) => loansDueOn(reader, asked))).sort(), made.toSorted());
  });

  test('has further pages, whatever is asked for', async () => {
    for (const pages of [billsDueOn, loansOverdueSince, scheduledOn])
      assert.deepEqual(await allOf((asked) => pages(reader, asked)), []);
  });
});
