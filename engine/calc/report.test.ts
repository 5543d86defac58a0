import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dollars, grouped, longDollars, percent, shortDollars } from './amount-text.ts';
import { linesOf } from './report.ts';

test('amounts are grouped by thousands', () => {
  const amounts = [0, 5, 100, 99_999, 100_000, 480_000, 123_456_789, -480_000];
  const shown = ['0.00', '0.05', '1.00', '999.99', '1,000.00', '4,800.00', '1,234,567.89', '-4,800.00'];
  assert.deepEqual(amounts.map(grouped), shown);
});

test('parts of a cent become dollars, cut and never rounded', () => {
  assert.deepEqual(dollars({ whole: 4109, part: 43 }, 73, 10), { text: '41.0958904109', isWhole: false });
  assert.deepEqual(dollars({ whole: 12, part: 1 }, 2, 4), { text: '0.1250', isWhole: true });
  assert.equal(shortDollars({ whole: 4109, part: 43 }, 73), '41.0958…');
  assert.equal(shortDollars({ whole: 0, part: 0 }, 73), '0');
  assert.equal(shortDollars({ whole: 0, part: 1 }, 73), '0.0001…');
  assert.equal(longDollars({ whole: 0, part: 72 }, 73), '0.0098630136');
});

test('below zero the part still counts up from the whole, and what is shown is cut toward zero', () => {
  assert.equal(shortDollars({ whole: -1, part: 3 }, 4), '-0.0025');
  assert.equal(shortDollars({ whole: -100, part: 0 }, 4), '-1.0000');
  assert.equal(longDollars({ whole: -1, part: 999_999_999_999 }, 1_000_000_000_000), '0.0000000000');
});

test('rates are shown in percent', () => {
  const shown = ['0.1527556995', '0', '0.14', '-0.05', '1.5', '12'].map((rate) => percent(rate, 4));
  assert.deepEqual(shown, ['15.2755… %', '0.0000 %', '14.0000 %', '-5.0000 %', '150.0000 %', '1200.0000 %']);
});

test('a table is as wide as its entries, without columns that have none', () => {
  const columns = [
    { title: 'date', side: 'left' },
    { title: 'of\nnothing', side: 'right' },
    { title: 'principal\nowed', side: 'right' },
    { title: 'why', side: 'left' },
  ] as const;
  const rows = [
    ['2027-01-20', '', '4,800.00', 'lent'],
    ['2027-02-15', '', '0.00', ''],
  ];
  const lines = linesOf({ columns, rows, total: ['', '', '4,800.00', ''] });
  assert.deepEqual(
    lines.map(({ kind, text }) => `${kind}|${text}`),
    [
      'head|            principal',
      'head|date             owed  why',
      'rule|──────────  ─────────  ────',
      'row|2027-01-20   4,800.00  lent',
      'row|2027-02-15       0.00',
      'rule|──────────  ─────────  ────',
      'total|             4,800.00',
    ],
  );
});

test('a table without titles has no head', () => {
  const side = 'left';
  const columns = [
    { title: '', side },
    { title: '', side },
  ] as const;
  assert.deepEqual(linesOf({ columns, rows: [['a', 'b']] }), [{ kind: 'row', text: 'a  b' }]);
});
