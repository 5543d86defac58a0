import type { Party } from '@tenor/guard/contract.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { KeptVerdict } from './schemas.ts';
import type { SpokenOutcome } from './verdicts/spoken-rules.ts';

export const interactionVerdicts = defineTable('interaction_verdicts', bySubject('person_id'), {
  person_id: 'text',
  interaction_id: 'text',
  company_id: 'company',
  result: 'bool',
  at: 'instant',
  known_at: 'instant',
  party: as<Party>('text'),
  rules: json<KeptVerdict['rules']>(),
  next_allowed_at: 'instant?',
  set_number: 'int',
  rules_version: 'text',
});

const spokenRules = defineTable('spoken_rules', bySubject('person_id'), {
  person_id: 'text',
  interaction_id: 'text',
  rule_id: 'text',
  outcome: as<SpokenOutcome>('text'),
  company_id: 'company',
  at: 'instant',
});

export type VerdictRow = RowOf<typeof interactionVerdicts>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    interaction_verdicts: Stored<typeof interactionVerdicts>;
    spoken_rules: Stored<typeof spokenRules>;
  }
}

export const complianceTables = tablesByName(interactionVerdicts, spokenRules);
