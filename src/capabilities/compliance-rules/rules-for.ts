// The rules for one borrower: those of the company's own rules whose condition is false are not asked.
import type { Rule } from '@tenor/guard/contract.ts';
import { type CaseAfterMove, factsOfCase } from '#capabilities/case-types/index.ts';
import { personContext } from '#capabilities/people/index.ts';
import type { ReadCondition } from '#platform/conditions/language.ts';
import { factsOf } from '#platform/conditions/named-context.ts';
import { type LatelyUsed, latelyUsed } from '#platform/lately-used.ts';
import type { RulesInForce } from './rule-book.ts';
import { ruleIdOf } from './rules/applied.ts';

interface Borrower {
  /** Values by the names of `personContext`. */
  readonly person: Readonly<Record<string, unknown>>;
  /** All cases of the borrower, closed ones too: a condition that means open ones names their status. */
  readonly cases: readonly CaseAfterMove[];
}

/** What the conditions name of a borrower; empty: nothing has to be read for them. */
export const namedOfPerson = ({ conditions }: RulesInForce): ReadonlySet<string> =>
  named(conditions, personContext.name);

/** Whether a condition names something of cases. */
export const namesCases = ({ conditions }: RulesInForce): boolean => named(conditions, 'case').size > 0;

const named = (conditions: ReadonlyMap<string, ReadCondition>, name: string): ReadonlySet<string> =>
  new Set(
    [...conditions.values()].flatMap(({ names }) =>
      names.filter(({ context }) => context === name).map(({ path }) => path),
    ),
  );

/** The same array for all to whom the same rules apply. Where something is not known, the rule counts: that is the careful way. */
export function rulesFor({ rules, conditions }: RulesInForce, borrower: Borrower): readonly Rule[] {
  if (conditions.size === 0) return rules;
  const left = [...conditions].filter(([, condition]) => isFalse(condition, borrower)).map(([id]) => id);
  return left.length === 0 ? rules : rulesWithout(rules, left);
}

/** So many choices of rules are kept: the guard prepares each array once. */
const choicesKept = 100;
const choices = new WeakMap<readonly Rule[], LatelyUsed<string, readonly Rule[]>>();

function rulesWithout(rules: readonly Rule[], left: readonly string[]): readonly Rule[] {
  const kept = choices.get(rules) ?? latelyUsed<string, readonly Rule[]>(choicesKept);
  choices.set(rules, kept);
  const found = kept.get(left.join()) ?? rules.filter(({ id }) => !left.includes(ruleIdOf(id)));
  kept.set(left.join(), found);
  return found;
}

/** A condition over cases is true where one case fits it; without a case it is false, unless the borrower decides. */
function isFalse(condition: ReadCondition, { person, cases }: Borrower): boolean {
  const facts = factsOf(personContext, person);
  const isOfCases = condition.names.some(({ context }) => context === 'case');
  if (!isOfCases) return condition.evaluate({ person: facts }) === false;
  if (cases.length === 0) return condition.evaluate({ person: facts, case: {} }) !== true;
  return cases.every((one) => condition.evaluate({ person: facts, case: factsOfCase(one) }) === false);
}
