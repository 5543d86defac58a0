import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { AskedDueDays, HardshipType, ReAgeInto } from '../../core/loan/relief.ts';
import { thingOfLoans } from '../../core/loan/thing.ts';
import type { deferredTo, HardshipStatus, planTypes } from './words.ts';

/** What was asked for. */
export interface Said extends Partial<AskedDueDays> {
  readonly sendNotice: boolean | null;
  /** Only a deferral has these two. */
  readonly dueDates?: readonly CivilDate[];
  readonly deferTo?: (typeof deferredTo)[number];
  /** Only a deferral for a disaster has it. */
  readonly disasterNumber?: string;
  readonly plan?: SaidPlan;
  /** Only a re-age of an installment loan has these two. */
  readonly into?: ReAgeInto;
  readonly addedPayments?: number;
}

export interface SaidPlan {
  readonly type: (typeof planTypes)[number];
  readonly firstDueDate: CivilDate;
  readonly numberOfPeriods: number;
  readonly amount: Cents;
  readonly isLonger: boolean;
  /** The deferrals and changes of due dates that it has replaced. */
  readonly replaced: readonly string[];
}

/** Its facts have its id, or its id and a number behind a dot. */
const loanHardships = defineTable('loan_hardships', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  kind: as<HardshipType>('text'),
  status: as<HardshipStatus>('text'),
  external_id: 'text?',
  effective_on: 'date',
  final_on: 'date?',
  said: json<Said>(),
  canceled_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type HardshipRow = RowOf<typeof loanHardships>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_hardships: Stored<typeof loanHardships>;
  }
}

const ofHardship = { changes: ['status', 'canceled_at', 'updated_at'] } as const;

export const hardships = thingOfLoans(loanHardships, {
  ...ofHardship,
  name: 'deferral, change of due dates or re-age',
  path: 'hardshipId',
  isOne: ({ kind }) => kind !== 'customPaymentPlan',
});

export const paymentPlans = thingOfLoans(loanHardships, {
  ...ofHardship,
  name: 'custom payment plan',
  path: 'customPaymentPlanId',
  hasExternalId: true,
  isOne: ({ kind }) => kind === 'customPaymentPlan',
});

export const hardshipTables = tablesByName(loanHardships);
