// The pure parts: entries of sums, and the chart that is suggested.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { accountsOf, chartOn, suggestedChart, unassigned } from './chart.ts';
import { lackedBy, mustBeWhole } from './check-chart.ts';
import { entriesOf, type Sum, totalsOf } from './journal.ts';
import { journalFile } from './journal-file.ts';
import { sourceOf } from './sources.ts';

const day = (date: string) => date as CivilDate;
const sum = (source: string, amount: number, more: Partial<Sum> = {}): Sum => ({
  day: day('2026-03-04'),
  book: 'loans',
  kind: 'payment',
  effectiveOn: day('2026-03-04'),
  loanTypeId: 'LT-1111-1111',
  providerId: null,
  source,
  amount,
  ...more,
});
const suggested = () => accountsOf(suggestedChart);

describe('entries of the general ledger', () => {
  test('are the same whatever the order of the sums, with lines that are zero left out', () => {
    const earlier = { effectiveOn: day('2026-02-28') };
    const sums = [
      sum('principal', -40_00),
      sum('clearing', 50_00),
      sum('principal', 5_00),
      sum('interest', -15_00),
      sum('fees.late', 3_00),
      sum('fees.late', -3_00),
      sum('interest', 7_00, earlier),
      sum('interestIncome', -7_00, earlier),
    ];
    const entries = entriesOf(sums, suggested);
    assert.deepEqual(entriesOf(sums.toReversed(), suggested), entries);
    assert.deepEqual(
      entries.map(({ id, effectiveOn, lines }) => [
        id,
        effectiveOn,
        lines.map(({ account, amount }) => [account, amount]),
      ]),
      [
        [
          '2026-03-04-000001',
          '2026-02-28',
          [
            ['1200', 700],
            ['4000', -700],
          ],
        ],
        [
          '2026-03-04-000002',
          '2026-03-04',
          [
            ['1030', 5000],
            ['1100', -3500],
            ['1200', -1500],
          ],
        ],
      ],
    );
    assert.deepEqual(
      totalsOf(entries).map(({ account, debit, credit }) => [account, debit, credit]),
      [
        ['1200', 700, 1500],
        ['4000', 0, 700],
        ['1030', 5000, 0],
        ['1100', 0, 3500],
      ],
    );
    const [, first] = journalFile(entries).split('\r\n');
    assert.equal(
      first,
      '2026-03-04-000001,2026-03-04,2026-02-28,loans,payment,LT-1111-1111,,1200,Interest receivable,interest,7.00,,"payment, counts on 2026-02-28"',
    );
  });

  test('that do not balance are a defect', () => {
    assert.throws(() => entriesOf([sum('clearing', 1)], suggested), /does not balance/);
  });

  test('go to the account of their loan type, where one has it', () => {
    const sources = [{ source: 'principal', loanTypeId: 'LT-1111-1111' }];
    const chart = [...suggestedChart, { code: '1', name: 'Own', type: 'asset' as const, sources }];
    assert.equal(accountsOf(chart)('principal', 'LT-1111-1111').code, '1');
    assert.equal(accountsOf(chart)('principal', 'LT-2222-2222').code, '1100');
  });
});

describe('the accounts', () => {
  test('that are suggested are whole', () => mustBeWhole(suggestedChart));

  test('that lack a source leave it to one that takes what has none', () => {
    const chart = suggestedChart.filter(({ code }) => code !== '4300');
    assert.deepEqual(lackedBy(chart), ['recoveries']);
    assert.equal(accountsOf(chart)('recoveries', 'LT-1111-1111'), unassigned);
    assert.throws(() => mustBeWhole(chart), /recoveries/);
  });

  test('of a day are those that are valid then, and the first ones before', () => {
    const chart = (code: string) => suggestedChart.filter((account) => account.code === code);
    const charts = [
      { validFrom: day('2026-01-01'), accounts: chart('1000') },
      { validFrom: day('2026-02-01'), accounts: chart('1010') },
    ];
    const codeOn = (date: string) => chartOn(charts, day(date))[0]?.code;
    assert.deepEqual(['2025-12-31', '2026-01-31', '2026-02-01'].map(codeOn), ['1000', '1000', '1010']);
  });

  test('know neither buckets nor draws', () => {
    assert.equal(sourceOf('loans', 'fees.late.overdue'), 'fees.late');
    assert.equal(sourceOf('loans', 'settled.principal'), 'settled.principal');
    assert.equal(sourceOf('cash', 'LC'), 'cash.LC');
  });
});
