// Each rule that is shipped has a case in which it speaks and one in which it is silent; those of the states besides the
// ten largest are asked here.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shippedRules } from '../rules/shipped.ts';
import { judge } from '../verdict/judge.ts';
import { type Guard, outcomeOf, wrongWith } from './check.ts';
import { goldenCases } from './index.ts';

const guard: Guard = (question, facts, rules) => {
  const { result, nextAllowedAt, rules: spoken } = judge(question, facts, rules);
  return { result, nextAllowedAt, outcomes: new Map(spoken.map(({ ruleId, outcome }) => [ruleId, outcome])) };
};

describe('golden cases', () => {
  test('are answered as they stand there', () => {
    assert.deepEqual(goldenCases.flatMap((one) => wrongWith(one, guard, shippedRules) ?? []), []);
  });

  test('are there for every rule: one in which it speaks, and one in which it is silent', () => {
    const answers = Map.groupBy(goldenCases, ({ rule }) => rule);
    const lacking = shippedRules.filter(({ id }) => {
      const outcomes = new Set((answers.get(id) ?? []).map(({ answer }) => outcomeOf(answer)));
      return !outcomes.has('silent') || outcomes.size < 2;
    });
    assert.deepEqual(
      lacking.map(({ id }) => id),
      [],
    );
    assert.ok(shippedRules.length > 300, 'the rules are there');
  });
});
