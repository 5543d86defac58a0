// A rule as a row of the company, as the guard takes it, and as it is shown.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Rule } from '@tenor/guard/contract.ts';
import { checkRule } from '@tenor/guard/rules/check-rule.ts';
import type { Problem } from '#platform/errors.ts';
import type { AnyFields } from '#platform/resource/declared-resource.ts';
import type { RuleChange } from './change-words.ts';
import { formFor } from './rules/applied.ts';
import { idOfShipped, numberOfShipped, type RuleSet } from './rules/sets.ts';
import type { ComplianceRuleRow } from './tables.ts';

/** A rule of the company is named by the number of its type, which all its versions have. */
export const idOfOwn = (typeId: number): string => `OWN-${typeId}`;

export const ruleOfRow = (row: ComplianceRuleRow): Rule =>
  ({
    id: idOfOwn(row.type_id),
    citation: row.citation,
    jurisdiction: row.jurisdiction,
    locality: row.locality,
    appliesTo: row.applies_to,
    channels: row.channels,
    kind: row.kind,
    context: row.context,
    severity: row.severity,
    params: row.params,
    summary: row.description,
    confidence: row.confidence,
    source: row.source,
    effectiveFrom: row.effective_from,
    effectiveTo: row.effective_to,
    muted: false,
    onlyLoanTypeIds: row.loan_type_ids.length === 0 ? null : row.loan_type_ids,
    exceptLoanTypeIds: [],
  }) as Rule;

/** What is wrong with a rule, by the fields of a request. */
function problemsOfRule(rule: Rule): readonly Problem[] {
  const checked = checkRule(rule);
  if (!('problems' in checked)) return [];
  return checked.problems.map(({ path, message, expected }) => ({ path: fieldOf(path), message, expected }));
}

interface Misfit extends Problem {
  readonly loanTypeId: string | null;
}

/** What is wrong with it for all loans, or for those of a type of which the company has said more. */
export const misfitsOfForms = (rule: Rule, changes: readonly RuleChange[]): readonly Misfit[] =>
  [...new Set([null, ...changes.map((one) => one.loanTypeId)])].flatMap((loanTypeId) =>
    problemsOfRule(formFor(rule, changes, loanTypeId)).map((problem) => ({ ...problem, loanTypeId })),
  );

/** What the guard names differently. */
const fieldNames: Readonly<Record<string, string>> = { summary: 'description', onlyLoanTypeIds: 'loanTypeIds' };
const fieldOf = (path: string): string => fieldNames[path] ?? path;

/** What the company's changes make of its fields. */
export const computedOf = (rule: Rule, origin: 'shipped' | 'own', changes: readonly RuleChange[]) => ({
  ruleId: rule.id,
  origin,
  counselShouldLook: rule.confidence === 'knowledge',
  isMuted: formFor(rule, changes, null).muted,
  changes: changes.map(({ loanTypeId, isMuted, severity, params }) => ({ loanTypeId, isMuted, severity, params })),
});

/** A rule that comes with a release looks as an own one does. */
export function presentShipped(
  rule: Rule,
  {
    companyId,
    set,
    changes,
  }: { readonly companyId: string; readonly set: RuleSet; readonly changes: readonly RuleChange[] },
): AnyFields & { readonly id: string } {
  const { id, summary, muted: _, onlyLoanTypeIds, exceptLoanTypeIds: __, ...fields } = rule;
  return {
    id: idOfShipped(id),
    object: 'complianceRule',
    companyId,
    name: id,
    description: summary,
    ...fields,
    loanTypeIds: onlyLoanTypeIds ?? [],
    condition: null,
    status: 'active',
    deprecationMessage: null,
    typeId: numberOfShipped(id),
    version: set.number,
    derivedFromTypeId: '0',
    createdBy: null,
    publishedAt: startOf(set),
    publishedBy: null,
    deprecatedAt: null,
    deprecatedBy: null,
    ...computedOf(rule, 'shipped', changes),
    createdAt: startOf(set),
    updatedAt: null,
    deletedAt: null,
  };
}

const startOf = ({ releasedOn }: RuleSet): Instant => `${releasedOn}T00:00:00.000000+00:00` as Instant;
