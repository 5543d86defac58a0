// The golden cases of the states besides the ten largest, and that none of their rules is without.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shippedRules } from '../../rules/shipped.ts';
import { judge } from '../../verdict/judge.ts';
import { type Guard, outcomeOf, wrongWith } from '../check.ts';
import { otherStates } from './index.ts';

const largest = ['federal', 'CA', 'TX', 'FL', 'NY', 'PA', 'IL', 'OH', 'GA', 'NC', 'MI'];

const guard: Guard = (question, facts, rules) => {
  const { result, nextAllowedAt, rules: spoken } = judge(question, facts, rules);
  return { result, nextAllowedAt, outcomes: new Map(spoken.map(({ ruleId, outcome }) => [ruleId, outcome])) };
};

describe('golden cases of the other states', () => {
  test('are answered as they stand there', () => {
    assert.deepEqual(
      otherStates.flatMap((one) => wrongWith(one, guard, shippedRules) ?? []),
      [],
    );
  });

  test('are there for every rule: one in which it speaks, and one in which it is silent', () => {
    const rules = shippedRules.filter(({ jurisdiction }) => !largest.includes(jurisdiction));
    const answers = Map.groupBy(otherStates, ({ rule }) => rule);
    const lacking = rules.filter(({ id }) => {
      const outcomes = new Set((answers.get(id) ?? []).map(({ answer }) => outcomeOf(answer)));
      return !outcomes.has('silent') || outcomes.size < 2;
    });
    assert.deepEqual(
      lacking.map(({ id }) => id),
      [],
    );
    assert.ok(rules.length > 150, 'the rules are there');
  });
});
