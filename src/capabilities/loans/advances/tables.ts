import type { Instant } from '@tenor/engine/values/instant.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { AdvanceStatus } from '../loan/advance-words.ts';
import { thingOfLoans } from '../loan/thing.ts';

export interface AdvanceDetails {
  /** What was said of it, and nothing computes with. */
  readonly said: {
    readonly description?: string | null;
    readonly pointOfSaleType?: 'online' | 'physical' | null;
    readonly categoryId?: string | null;
    readonly merchantId?: string | null;
    readonly merchantName?: string | null;
    /** The text of it, as of all metadata. */
    readonly metadata?: string | null;
  };
  readonly cancelReason: string | null;
  /** Of money that the service pays out: its status follows from that. */
  readonly disbursementId?: string;
  /** On the books as it was planned: the schedule has known it from the start. */
  readonly keepsPayment?: boolean;
}

const loanAdvances = defineTable('loan_advances', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  external_id: 'text?',
  status: as<AdvanceStatus>('text'),
  amount: 'bigint',
  original_amount: 'bigint',
  advance_on: 'date',
  planned_on: 'date?',
  fact_id: 'text?',
  act_at: 'instant?',
  details: json<AdvanceDetails>(),
  meta_data: 'text?',
  timestamps: json<Record<string, Instant>>(),
  created_at: 'instant',
  updated_at: 'instant?',
});

export type AdvanceRow = RowOf<typeof loanAdvances>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_advances: Stored<typeof loanAdvances>;
  }
}

export const advances = thingOfLoans(loanAdvances, {
  name: 'advance',
  path: 'advanceId',
  hasExternalId: true,
  changes: [
    'external_id',
    'status',
    'amount',
    'original_amount',
    'advance_on',
    'planned_on',
    'fact_id',
    'act_at',
    'details',
    'meta_data',
    'timestamps',
    'updated_at',
  ],
});

export const advanceTables = tablesByName(loanAdvances);
