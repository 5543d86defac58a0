// When a payment is tried again, by rules that a company sets.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { failureRule } from '#capabilities/moving-money/index.ts';
import type { RetryRule } from '#capabilities/products/index.ts';
import { defaultRetryRules } from '#capabilities/products/settings/retry-rules.ts';
import { type Failure, nextTry } from './retry-rules.ts';

const day = (text: string): Day => dayOf(text as never);

/** The debit of the example was for Saturday 2027-05-15: it settled on Monday, and was returned on Wednesday. */
const failure: Failure = {
  rail: 'ach',
  reason: 'insufficientFunds',
  retries: 0,
  retriesMax: null,
  today: day('2027-05-19'),
  firstEntry: day('2027-05-17'),
  nextDebit: day('2027-06-15'),
};

function dateOfNext(rules: readonly RetryRule[], changes: Partial<Failure> = {}): string | number | undefined {
  const next = nextTry(rules, { ...failure, ...changes });
  if (next === undefined) return undefined;
  return 'on' in next ? dateOf(next.on) : next.inHours;
}

describe('a retry', () => {
  test('is on the preferred day after three banking days, and not just before the next debit', () => {
    assert.equal(dateOfNext(defaultRetryRules), '2027-05-28');
    const second = { retries: 1, today: day('2027-06-02') };
    assert.equal(dateOfNext(defaultRetryRules, second), undefined);
    assert.equal(dateOfNext(defaultRetryRules, { ...second, nextDebit: null }), '2027-06-11');
    assert.equal(dateOfNext(defaultRetryRules, { retries: 2, nextDebit: null }), undefined);
  });

  test('of ach comes twice at most and within 180 days, whatever a rule says', () => {
    const rules: RetryRule[] = [{ rail: 'ach', reasons: ['insufficientFunds'], max: 10, minGapBankingDays: 1 }];
    assert.equal(dateOfNext(rules, { retries: 2 }), undefined);
    // The 180th day after the first entry is Saturday 2027-11-13.
    assert.equal(dateOfNext(rules, { today: day('2027-11-10') }), '2027-11-12');
    assert.equal(dateOfNext(rules, { today: day('2027-11-12') }), undefined);
  });

  test('of a card comes after hours or days of its own', () => {
    const card = { rail: 'card', nextDebit: null } as const;
    assert.equal(dateOfNext(defaultRetryRules, { ...card, reason: 'technical', retries: 1 }), 4);
    assert.equal(dateOfNext(defaultRetryRules, { ...card, reason: 'funds', retries: 1 }), '2027-05-26');
    assert.equal(dateOfNext(defaultRetryRules, { ...card, reason: 'never' }), undefined);
  });

  test('comes by no default after a reason that forbids it', () => {
    const reasons = defaultRetryRules.flatMap((rule) => rule.reasons);
    for (const reason of reasons) assert.match(failureRule(reason).retry, /^(byRule|technical)$/);
  });

  test('comes never without rules', () => assert.equal(dateOfNext([]), undefined));
});
