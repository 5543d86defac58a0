// What one set of rules says that another does not. It is pure.
import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '@tenor/guard/contract.ts';
import type { RuleSet } from './sets.ts';

interface Difference {
  /** `severity`, or a parameter: `params.max`. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

interface ChangedRule {
  readonly rule: Rule;
  readonly differences: readonly Difference[];
}

interface Differences {
  readonly added: readonly Rule[];
  readonly removed: readonly Rule[];
  readonly changed: readonly ChangedRule[];
}

export function differencesOf(from: RuleSet, to: RuleSet): Differences {
  const [before, after] = [from, to].map(({ rules }) => new Map(rules.map((one) => [one.id, one])));
  return {
    added: to.rules.filter(({ id }) => !before?.has(id)),
    removed: from.rules.filter(({ id }) => !after?.has(id)),
    changed: to.rules.flatMap((rule) => {
      const was = before?.get(rule.id);
      const differences = was === undefined ? [] : differencesOfFields(flat(was), flat(rule));
      return differences.length === 0 ? [] : [{ rule, differences }];
    }),
  };
}

function differencesOfFields(before: Flat, after: Flat): Difference[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((one) => !isDeepStrictEqual(one.before, one.after));
}

type Flat = Readonly<Record<string, unknown>>;

/** The fields by the names that requests give them. */
function flat({ params, summary, muted, onlyLoanTypeIds: _, exceptLoanTypeIds: __, ...fields }: Rule): Flat {
  const named = Object.entries(params as Flat).map(([name, value]) => [`params.${name}`, value]);
  return { ...fields, description: summary, isMuted: muted, ...Object.fromEntries(named) };
}
