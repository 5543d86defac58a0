// The rules by where they are law. The same set is asked over and over, so what was sorted is remembered with it.
import type { Rule } from '../contract.ts';

const sorted = new WeakMap<readonly Rule[], ReadonlyMap<string, readonly Rule[]>>();

export function rulesByJurisdiction(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const known = sorted.get(rules);
  if (known !== undefined) return known;
  const found = Map.groupBy(
    rules.filter(({ muted }) => !muted),
    ({ jurisdiction }) => jurisdiction,
  );
  sorted.set(rules, found);
  return found;
}
