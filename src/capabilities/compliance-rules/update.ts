// The update of a company's rules to the newest set of a release: what it would change, and what the company itself has
// changed, which stays.
import type { Rule } from '@tenor/guard/contract.ts';
import Type, { type Static } from 'typebox';
import type { Reader } from '#platform/db/realm-database.ts';
import { DateTime, Int, Named, Nullable, Text } from '#platform/input/schemas.ts';
import { madeByFields } from '#platform/resource/made-by.ts';
import type { RuleChange } from './change-words.ts';
import { Jurisdiction, Kind, Severity, StandingChange } from './fields.ts';
import { misfitsOfForms } from './rule.ts';
import type { RuleBook, RuleBooks } from './rule-book.ts';
import { differencesOf } from './rules/differences.ts';
import { newestSet, type RuleSet } from './rules/sets.ts';

const number = (description: string) => Int({ min: 1, max: 1_000_000, example: 1, description });
const ruleId = Text({ max: 60, example: 'FED-FREQ-7IN7' });

const Listed = Named('ComplianceRuleListed')({
  ruleId,
  citation: Text({ max: 500 }),
  description: Text({ max: 2_000 }),
  jurisdiction: Jurisdiction,
  kind: Kind,
  severity: Severity,
});

const Difference = Named('ComplianceRuleDifference')({
  field: Text({ max: 100, example: 'params.max' }),
  before: Type.Unsafe<unknown>({ description: 'Null: the rule had no such field.' }),
  after: Type.Unsafe<unknown>({ description: 'Null: it has no such field any more.' }),
});

const Changed = Named('ComplianceRuleUpdated')({
  ruleId,
  citation: Text({ max: 500 }),
  differences: Type.Array(Difference),
  changes: Type.Array(StandingChange, { description: 'What the company has changed of it. That stays.' }),
});

const Misfit = Named('ComplianceRuleMisfit')({
  ruleId,
  loanTypeId: Nullable(Text({ max: 12 })),
  path: Text({ max: 200, example: 'params.max' }),
  message: Text({ max: 1_000 }),
});

export const ComplianceRuleUpdate = Type.Object(
  {
    object: Type.Literal('complianceRuleSetUpdate'),
    setNumber: number('The set that the company has.'),
    newestSetNumber: number('The set that this release brings.'),
    takenAt: DateTime,
    ...madeByFields,
    added: Type.Array(Listed),
    removed: Type.Array(Listed),
    changed: Type.Array(Changed),
    doesNotFit: Type.Array(Misfit, {
      description:
        'What the company has changed of a rule and what would not fit it any more: the update waits for it.',
    }),
  },
  { title: 'ComplianceRuleSetUpdate' },
);
type ComplianceRuleUpdate = Static<typeof ComplianceRuleUpdate>;

export const UpdateInput = Type.Object(
  { setNumber: number('The set to take: newestSetNumber as it was shown, so that nobody takes what nobody has seen.') },
  { title: 'ComplianceRuleSetUpdateInput' },
);

/** What of the company's changes would make no whole rule of the set any more. */
export const misfitsOf = ({ changes }: RuleBook, set: RuleSet) =>
  set.rules.flatMap((rule) => {
    const own = changes.filter(({ ruleId: id }) => id === rule.id);
    if (own.length === 0) return [];
    return misfitsOfForms(rule, own).map(({ loanTypeId, path, message }) => ({
      ruleId: rule.id,
      loanTypeId,
      path,
      message,
    }));
  });

export async function presentUpdate(reader: Reader, { sets, bookOf }: RuleBooks): Promise<ComplianceRuleUpdate> {
  const book = await bookOf(reader);
  const newest = newestSet(sets);
  const query = reader.db.selectFrom('rule_sets_taken').selectAll().where('set_number', '=', book.set.number);
  const taken = await reader.row(query);
  if (taken === undefined) throw new Error(`Nobody has taken the set ${book.set.number}.`);
  const { added, removed, changed } = differencesOf(book.set, newest);
  return {
    object: 'complianceRuleSetUpdate',
    setNumber: book.set.number,
    newestSetNumber: newest.number,
    takenAt: taken.taken_at,
    createdByType: taken.taken_by_type,
    createdById: taken.taken_by_id,
    added: added.map(listed),
    removed: removed.map(listed),
    changed: changed.map(({ rule, differences }) => ({
      ruleId: rule.id,
      citation: rule.citation,
      differences: [...differences],
      changes: book.changes.filter((one) => one.ruleId === rule.id).map(withoutRule),
    })),
    doesNotFit: misfitsOf(book, newest),
  };
}

const withoutRule = ({ ruleId: _, ...change }: RuleChange) => change;

const listed = ({ id, citation, summary, jurisdiction, kind, severity }: Rule) => ({
  ruleId: id,
  citation,
  description: summary,
  jurisdiction,
  kind,
  severity,
});
