// The rules that a backtest tries: those in force, without the muted ones, and with those that were sent.
import type { Rule } from '@tenor/guard/contract.ts';
import { checkRule } from '@tenor/guard/rules/check-rule.ts';
import { ruleIdOf } from '#capabilities/compliance-rules/index.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import type { Backtest } from './schemas.ts';

type Changes = Pick<Backtest, 'mute' | 'rules'>;

/** Errors: InvalidRequest. */
export function changedRules(inForce: readonly Rule[], { mute, rules }: Changes): readonly Rule[] {
  const known = new Set(inForce.map(({ id }) => ruleIdOf(id)));
  const sent = (rules ?? []).map((one) => checkRule(one));
  const tried = sent.flatMap((one) => ('rule' in one ? [one.rule] : []));
  mustHaveNone([
    ...(mute ?? []).flatMap((id, i) => (known.has(id) ? [] : [noSuchRule(`mute[${i}]`, id)])),
    ...sent.flatMap((one, i) => ('rule' in one ? [] : one.problems.map((problem) => below(`rules[${i}]`, problem)))),
    ...twice(tried),
  ]);
  const replaced = new Set([...(mute ?? []), ...tried.map(({ id }) => id)]);
  if (replaced.size === 0) return inForce;
  return [...inForce.filter(({ id }) => !replaced.has(ruleIdOf(id))), ...tried];
}

const noSuchRule = (path: string, id: string): Problem => ({
  path,
  message: `names no rule that is in force: ${id}`,
  expected: 'the id of a rule of /compliance/rules',
});

const below = (path: string, problem: Problem): Problem => ({
  ...problem,
  path: problem.path === '' ? path : `${path}.${problem.path}`,
});

const twice = (tried: readonly Rule[]): Problem[] =>
  tried.flatMap(({ id }, i) =>
    tried.findIndex((one) => one.id === id) < i
      ? [{ path: `rules[${i}].id`, message: 'stands there twice', expected: 'each rule once' }]
      : [],
  );
