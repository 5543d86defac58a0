import type { Cents } from '@tenor/engine/values/cents.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { AmountType } from '../../core/loan/collected-by-plan.ts';
import type { Told } from './notices.ts';
import type { Decided } from './plan.ts';
import type { PlanStatus } from './statuses.ts';

/** What was agreed, as it was sent. */
export interface PlanRules {
  readonly amountType: AmountType;
  readonly extraAmount: Cents | null;
  readonly amount: Cents | null;
  /** What is more is announced; of a line the statement announces everything. */
  readonly noticeAbove: Cents | null;
  readonly offsets: readonly number[];
  /** The plan's own days; null: aligned to the due dates. */
  readonly days: { readonly paymentFrequency: string; readonly specificDays: readonly (number | string)[] } | null;
}

/** A payment whose time came. Whether its money is good follows from its transaction. */
export interface DecidedPayment extends Omit<Decided, 'isGood'> {
  readonly id: string;
  readonly transaction: { readonly id: string; readonly position: number } | null;
}

export const autopayPlans = defineTable('autopay_plans', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  version: 'bigint',
  status: as<PlanStatus>('text'),
  stopped_reason: 'text?',
  holder_id: 'text',
  instrument_id: 'text',
  authorization_id: 'text',
  agreement_document_id: 'text?',
  rules: json<PlanRules>(),
  since: 'instant',
  decided: json<readonly DecidedPayment[]>(),
  extra_before: 'bigint',
  told: json<Told>(),
  next_action_at: 'instant?',
  next_planned_on: 'date?',
  last_planned_on: 'date?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type PlanRow = RowOf<typeof autopayPlans>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    autopay_plans: Stored<typeof autopayPlans>;
  }
}

export const autopayTables = tablesByName(autopayPlans);
