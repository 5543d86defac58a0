// Calculated columns: what they may consist of, what is refused and where, and what they give.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bucketOfDays } from './book-fields.ts';
import { loanCatalogue } from './catalogue.ts';
import { type ColumnType, expressionOf, expressionProblems } from './expression.ts';

const of = (text: string, values: object) => expressionOf(loanCatalogue, text).of(values as Record<string, unknown>);
const wrong = (text: string, type: ColumnType = 'money') =>
  expressionProblems(loanCatalogue, { path: 'expression', text, type }).map(
    ({ message, expected }) => `${message}; ${expected}`,
  );

describe('a calculated column', () => {
  test('reckons with cents, numbers, texts and choices', () => {
    assert.equal(
      of('loan.dueTotalAmount + 2 * loan.overdueTotalAmount', { dueTotalAmount: 5, overdueTotalAmount: 7 }),
      19,
    );
    assert.equal(of('loan.daysPastDue > 30 ? "late" : "fine"', { daysPastDue: 31 }), 'late');
    assert.equal(of('loan.interestRate * 100.0', { interestRate: '0.5' }), 50);
    assert.equal(of('loan.status in ["active", "frozen"]', { status: 'frozen' }), true);
    assert.equal(of('-loan.dueTotalAmount', { dueTotalAmount: 5 }), -5);
  });

  test('is empty where a field that it needs has no value, or nothing divides', () => {
    assert.equal(of('loan.creditLimitAmount / 2', { creditLimitAmount: null }), null);
    assert.equal(of('has(loan.creditLimitAmount) ? loan.creditLimitAmount : 0', { creditLimitAmount: null }), 0);
    assert.equal(of('loan.dueTotalAmount / loan.daysPastDue', { dueTotalAmount: 5, daysPastDue: 0 }), null);
  });

  test('names fields of the catalogue, gives its type, and has nothing that takes time without end', () => {
    assert.deepEqual(wrong('loan.dueTotalAmount + loan.dueFeesAmount'), []);
    assert.match(wrong('loan.dueTotallAmount + 1')[0] ?? '', /character 1: .* did you mean loan\.dueTotalAmount/);
    assert.match(wrong('loan.status')[0] ?? '', /gives string; int/);
    assert.match(wrong('loan.dueTotalAmount + 1.0')[0] ?? '', /character/);
    for (const text of ['loan.status.matches("(a+)+")', '[1, 2].map(x, x)', 'person.name', 'loan["status"]', '1 +'])
      assert.equal(wrong(text).length, 1, text);
  });

  test('there are at least 120 fields, and delinquency goes by thirties', () => {
    assert.ok(loanCatalogue.names.length >= 120, String(loanCatalogue.names.length));
    assert.deepEqual([0, 1, 29, 30, 59, 60, 179, 180, 999].map(bucketOfDays), [
      'current',
      '1-29',
      '1-29',
      '30-59',
      '30-59',
      '60-89',
      '150-179',
      '180+',
      '180+',
    ]);
  });
});
