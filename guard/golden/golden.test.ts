// Both guards are asked the golden cases, whose answers were written from the citations alone. A rule that has no case in which
// it speaks and none in which it is silent fails here.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judgeNaively } from '../naive/judge.ts';
import { shippedRules } from '../rules/shipped.ts';
import { judge } from '../verdict/judge.ts';
import { goldenCases, jurisdictionsWithCases } from './cases.ts';
import { type Guard, type Judged, wrongWith } from './check.ts';

type Outcomes = Judged['outcomes'];

const guard: Guard = (question, facts, rules) => {
  const { result, nextAllowedAt, rules: spoken } = judge(question, facts, rules);
  const outcomes: Outcomes = new Map(spoken.map((rule) => [rule.ruleId, rule.outcome]));
  return { result, nextAllowedAt, outcomes };
};

const naive: Guard = (question, facts, rules) => {
  const { result, nextAllowedAt, blocking, warning, informing } = judgeNaively(question, facts, rules);
  const outcomes = new Map<string, 'blocks' | 'warns' | 'informs'>();
  for (const id of blocking) outcomes.set(id, 'blocks');
  for (const id of warning) outcomes.set(id, 'warns');
  for (const id of informing) outcomes.set(id, 'informs');
  return { result, nextAllowedAt, outcomes };
};

describe('golden cases', () => {
  for (const [name, one] of [
    ['the guard', guard],
    ['the naive guard', naive],
  ] as const) {
    test(`${name} answers as the citations do`, () => {
      const wrong = goldenCases.map((each) => wrongWith(each, one, shippedRules));
      assert.deepEqual(
        wrong.filter((sentence) => sentence !== undefined),
        [],
      );
    });
  }

  test('each federal rule, and each of the ten largest states, speaks in one case and is silent in another', () => {
    const rules = shippedRules.filter((rule) => jurisdictionsWithCases.includes(rule.jurisdiction));
    const lacking = rules.filter((rule) => {
      const cases = goldenCases.filter((each) => each.rule === rule.id);
      const silent = cases.filter(({ answer }) => answer === 'silent').length;
      return silent === 0 || silent === cases.length;
    });
    assert.deepEqual(
      lacking.map((rule) => rule.id),
      [],
    );
  });
});
