// A comparison of two tapes gives others their turn while it goes through many loans, and holds no more of them than a page.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { TapeRow } from '../catalogue/field.ts';
import type { TapeTypeRow } from '../tables.ts';
import { differencesOf, type Side } from './differences.ts';
import { subjectOf } from './subject.ts';

const pages = 40;
const rowsOfPage = 100;
const names = Array.from({ length: 50 }, (_, i) => `own${i}`);

const type: Partial<TapeTypeRow> = {
  tape_type: 'loans',
  fields: ['loanId', ...names],
  calculated_columns: names.map((name, i) => ({
    name,
    type: 'integer' as const,
    expression: `loan.daysPastDue > ${i} ? loan.daysPastDue * ${i + 2} + loan.daysPastDue % 7 : loan.daysPastDue`,
  })),
  field_name_mappings: {},
  loan_meta_data_fields: [],
  field_widths: {},
  masks: {},
  money_unit: 'subUnit100',
};

const asked = {
  asOf: '2026-01-20' as CivilDate,
  knownAt: '2026-01-20T15:00:00.000000+00:00' as Instant,
  investorId: null,
  fromDate: null,
};

const rowOf = (position: number, days: number) =>
  ({
    loan: { row: { id: `LN-${String(position).padStart(9, '0')}`, position }, books: { overdue: { days } } },
    draw: null,
  }) as TapeRow;

function side(days: number, without: (position: number) => boolean, read: { pages: number }): Side {
  async function* rows() {
    for (let page = 0; page < pages; page++) {
      read.pages += 1;
      const all = Array.from({ length: rowsOfPage }, (_, i) => page * rowsOfPage + i);
      const some = all.filter((position) => !without(position)).map((position) => rowOf(position, days));
      yield { rows: some, proved: some, loans: some.length, leftOut: 0, replayed: 0 };
    }
  }
  return { sought: { ...asked, type: type as TapeTypeRow }, rows: rows() };
}

describe('a comparison of two tapes', () => {
  test('lets others have the loop while it compares, and reads ahead of what is taken by little', async () => {
    const read = { pages: 0 };
    const before = side(1, (position) => position === 7, read);
    const after = side(1, (position) => position === 9, { pages: 0 });
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const found: unknown[] = [];
    let loans = 0;
    for await (const page of differencesOf(subjectOf({ tape_type: 'loans' }), before, after)) {
      loans += page.loans;
      found.push(...page.differences);
      assert.ok((read.pages - 1) * rowsOfPage <= loans + 10, `${read.pages} pages for ${loans} loans`);
    }
    isOver = true;
    assert.equal(loans, pages * rowsOfPage);
    assert.deepEqual(found, [
      ['LN-000000007', 'added', null, null, null],
      ['LN-000000009', 'removed', null, null, null],
    ]);
    // Each page of 500 takes many slices: two hundred thousand expressions are in it.
    assert.ok(turns > loans / 500, `${turns} turns of the loop`);
  });
});
