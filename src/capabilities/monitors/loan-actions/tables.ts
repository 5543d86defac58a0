import { as, defineTable, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';

export const loanActions = ['stopAutopay', 'capInterest', 'endCap', 'suspendLateFees'] as const;
export type LoanAction = (typeof loanActions)[number];

export const actionOutcomes = ['done', 'nothingToDo', 'refused'] as const;
export type ActionOutcome = (typeof actionOutcomes)[number];

export const monitorActions = defineTable('monitor_actions', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  case_id: 'text',
  loan_id: 'text',
  action: as<LoanAction>('text'),
  service_id: 'text?',
  first_on: 'date?',
  last_on: 'date?',
  act_at: 'instant?',
  outcome: as<ActionOutcome | null>('text?'),
  error_type: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type ActionRow = RowOf<typeof monitorActions>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitor_actions: Stored<typeof monitorActions>;
  }
}
