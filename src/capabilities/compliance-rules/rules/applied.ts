// The rules as a company applies them: those that are muted are left out, and what it changed takes the place of what
// was written. It is pure.
import type { Rule } from '@tenor/guard/contract.ts';
import { nothingChanged, type RuleChange } from '../change-words.ts';

type Changes = Omit<RuleChange, 'ruleId' | 'loanTypeId'>;

/** A rule with a change. A parameter that is null is taken out. */
export function changedRule(rule: Rule, { isMuted, severity, params }: Changes): Rule {
  const merged = Object.entries({ ...rule.params, ...params }).filter(([, value]) => value !== null);
  const after = {
    muted: isMuted ?? rule.muted,
    severity: severity ?? rule.severity,
    params: Object.fromEntries(merged),
  };
  return { ...rule, ...after } as Rule;
}

/** What holds for loans of one type: what is said of it, or else what is said of all loans. */
export function formFor(rule: Rule, changes: readonly RuleChange[], loanTypeId: string | null): Rule {
  const said = (of: string | null) => changes.find((one) => one.loanTypeId === of) ?? nothingChanged;
  const ofAll = changedRule(rule, said(null));
  return loanTypeId === null ? ofAll : changedRule(ofAll, said(loanTypeId));
}

/** An own rule may have had more loan types when it was changed than it has now. */
const isFor = ({ onlyLoanTypeIds }: Rule, loanTypeId: string | null): loanTypeId is string =>
  loanTypeId !== null && (onlyLoanTypeIds?.includes(loanTypeId) ?? true);

/** One rule for all loans, and one of its own for each loan type of which more is said. */
function formsOf(rule: Rule, changes: readonly RuleChange[]): Rule[] {
  const types = changes.flatMap(({ loanTypeId }) => (isFor(rule, loanTypeId) ? [loanTypeId] : [])).toSorted();
  const ofAll = formFor(rule, changes, null);
  const exceptLoanTypeIds = [...rule.exceptLoanTypeIds, ...types];
  return [
    { ...ofAll, exceptLoanTypeIds },
    ...types.map((loanTypeId) => ({
      ...formFor(rule, changes, loanTypeId),
      id: idForLoanType(rule.id, loanTypeId),
      onlyLoanTypeIds: [loanTypeId],
      exceptLoanTypeIds: [],
    })),
  ];
}

const idForLoanType = (ruleId: string, loanTypeId: string): string => `${ruleId}@${loanTypeId}`;

/** The rule of which this is the form for a loan type, or itself. */
export const ruleIdOf = (id: string): string => id.split('@')[0] as string;

/** In the order of the rules, whatever was changed. */
export function appliedRules(rules: readonly Rule[], changes: readonly RuleChange[]): readonly Rule[] {
  const byRule = Map.groupBy(changes, ({ ruleId }) => ruleId);
  return rules.flatMap((rule) => {
    const own = byRule.get(rule.id);
    return (own === undefined ? [rule] : formsOf(rule, own)).filter(({ muted }) => !muted);
  });
}
