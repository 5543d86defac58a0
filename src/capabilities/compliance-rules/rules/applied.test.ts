// What a company's changes make of rules.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Rule } from '@tenor/guard/contract.ts';
import { shippedRules } from '@tenor/guard/rules/shipped.ts';
import type { RuleChange } from '../change-words.ts';
import { appliedRules, ruleIdOf } from './applied.ts';

const change = (ruleId: string, more: Partial<RuleChange> = {}): RuleChange => ({
  ruleId,
  loanTypeId: null,
  isMuted: null,
  severity: null,
  params: null,
  ...more,
});
const spoken = shippedRules.filter(({ muted }) => !muted);
const byId = (rules: readonly Rule[], id: string) => rules.find((one) => one.id === id);
const maxOf = (rule: Rule | undefined) => (rule?.params as { max?: number } | undefined)?.max;

describe('the rules as a company applies them', () => {
  test('are those of the release where it has changed nothing, without those that are muted from the start', () => {
    assert.deepEqual(appliedRules(shippedRules, []), spoken);
    assert.equal(byId(spoken, 'FED-1P-TIME-POLICY'), undefined);
    const unmuted = appliedRules(shippedRules, [change('FED-1P-TIME-POLICY', { isMuted: false })]);
    assert.equal(unmuted.length, spoken.length + 1);
    assert.equal(byId(unmuted, 'FED-1P-TIME-POLICY')?.muted, false);
  });

  test('are without one that is muted, and all others are as they were', () => {
    for (const { id } of spoken) {
      const left = appliedRules(shippedRules, [change(id, { isMuted: true })]);
      assert.deepEqual(
        left,
        spoken.filter((one) => one.id !== id),
      );
    }
  });

  test('are muted for one loan type alone: the rule is not asked for its loans', () => {
    const rules = appliedRules(shippedRules, [change('FED-TIME', { loanTypeId: 'LT-A', isMuted: true })]);
    assert.deepEqual(byId(rules, 'FED-TIME')?.exceptLoanTypeIds, ['LT-A']);
    assert.equal(byId(rules, 'FED-TIME@LT-A'), undefined);
    assert.equal(rules.length, spoken.length);
  });

  test('have a form of their own for a loan type, on top of what is said of all', () => {
    const rules = appliedRules(shippedRules, [
      change('FED-FREQ-7IN7', { params: { max: 5 } }),
      change('FED-FREQ-7IN7', { loanTypeId: 'LT-A', severity: 'warn' }),
      change('FED-FREQ-7IN7', { loanTypeId: 'LT-B', params: { max: 3 } }),
    ]);
    const [all, a, b] = ['FED-FREQ-7IN7', 'FED-FREQ-7IN7@LT-A', 'FED-FREQ-7IN7@LT-B'].map((id) => byId(rules, id));
    assert.deepEqual([maxOf(all), maxOf(a), maxOf(b)], [5, 5, 3]);
    assert.deepEqual([all?.severity, a?.severity, b?.severity], ['block', 'warn', 'block']);
    assert.deepEqual(
      [all?.exceptLoanTypeIds, a?.onlyLoanTypeIds, b?.onlyLoanTypeIds],
      [['LT-A', 'LT-B'], ['LT-A'], ['LT-B']],
    );
    assert.equal(ruleIdOf('FED-FREQ-7IN7@LT-A'), 'FED-FREQ-7IN7');
  });

  test('speak for one loan type where all others are muted', () => {
    const rules = appliedRules(shippedRules, [
      change('FED-TIME', { isMuted: true }),
      change('FED-TIME', { loanTypeId: 'LT-A', isMuted: false }),
    ]);
    assert.equal(byId(rules, 'FED-TIME'), undefined);
    assert.deepEqual(byId(rules, 'FED-TIME@LT-A')?.onlyLoanTypeIds, ['LT-A']);
  });

  test('lose a parameter that is null, and none that is not named', () => {
    const rules = appliedRules(shippedRules, [change('FED-FREQ-7IN7', { params: { excluded: null } })]);
    const { excluded: _, ...others } = (byId(shippedRules, 'FED-FREQ-7IN7') as Rule).params as Record<string, unknown>;
    assert.deepEqual(byId(rules, 'FED-FREQ-7IN7')?.params, others);
  });

  test('have no form for a loan type that the rule is not for any more', () => {
    const only = shippedRules.map((one) => ({ ...one, onlyLoanTypeIds: ['LT-B'] }));
    const rules = appliedRules(only, [change('FED-TIME', { loanTypeId: 'LT-A', severity: 'warn' })]);
    assert.equal(rules.length, spoken.length);
  });

  test('are not touched by a change of a rule that the set does not have', () => {
    assert.deepEqual(appliedRules(shippedRules, [change('FED-GONE', { isMuted: true })]), spoken);
  });
});
