import type { Locality, RuleChannel, RuleContext, RuleKind, Severity } from '@tenor/guard/contract.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { reference } from '#platform/db/tables.ts';
import { versionedColumns } from '#platform/resource/versioned-fields.ts';
import type { Action } from './change-words.ts';

type Params = Readonly<Record<string, unknown>>;

export const complianceRules = defineTable('compliance_rules', reference, {
  ...versionedColumns,
  name: 'text',
  description: 'text',
  citation: 'text',
  jurisdiction: 'text',
  locality: json<Locality | null>('json?'),
  applies_to: 'text',
  channels: as<RuleChannel[]>('texts'),
  kind: as<RuleKind>('text'),
  context: as<RuleContext>('text'),
  severity: as<Severity>('text'),
  params: json<Params>(),
  confidence: 'text',
  source: 'text',
  effective_from: 'date?',
  effective_to: 'date?',
  loan_type_ids: 'texts',
  condition: 'text?',
});

export const complianceRuleChanges = defineTable('compliance_rule_changes', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  rule_id: 'text',
  loan_type_id: 'text?',
  action: as<Action>('text'),
  is_muted: 'bool?',
  severity: as<Severity | null>('text?'),
  params: json<Params | null>('json?'),
  reason: 'text',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
});

export const storedBooks = defineTable('rule_books', reference, {
  company_id: 'company',
  set_number: 'int',
  version: 'text',
});

const ruleSetsTaken = defineTable('rule_sets_taken', reference, {
  company_id: 'company',
  set_number: 'int',
  taken_by_type: as<Actor['type']>('text'),
  taken_by_id: 'text?',
  taken_at: 'instant',
});

export type ComplianceRuleRow = RowOf<typeof complianceRules>;
export type RuleChangeRow = RowOf<typeof complianceRuleChanges>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    compliance_rules: Stored<typeof complianceRules>;
    compliance_rule_changes: Stored<typeof complianceRuleChanges>;
    rule_books: Stored<typeof storedBooks>;
    rule_sets_taken: Stored<typeof ruleSetsTaken>;
  }
}

/** They are read for every contact and written a few times a year, so each node of a cluster has them all. */
export const complianceRuleTables = tablesByName(complianceRules, complianceRuleChanges, storedBooks, ruleSetsTaken);
