import type { Instant } from '@tenor/engine/values/instant.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { Terms } from '../../core/loan/books.ts';
import type { DisbursementKind, DisbursementStatus, Receiver } from '../../core/loan/disbursement-schemas.ts';
import type { PromoPrograms } from '../../core/loan/promo-programs.ts';
import type { LoanFigures } from '../../core/loan/tables.ts';
import { thingOfLoans } from '../../core/loan/thing.ts';

/** What the loan was before its proceeds activated it: what it is again if they come back. */
export interface BeforeProceeds {
  readonly terms: Terms | null;
  readonly figures: LoanFigures;
  readonly promoPrograms: PromoPrograms;
}

export interface DisbursementDetails {
  /** Only proceeds have it: what was asked of the activation. */
  readonly activation?: object;
  readonly before?: BeforeProceeds;
  readonly approvalId?: string;
  readonly holderId: string;
  readonly providerId: string | null;
  readonly failureReason: string | null;
  readonly code: string | null;
}

const disbursements = defineTable('disbursements', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  kind: as<DisbursementKind>('text'),
  subject_id: 'text',
  status: as<DisbursementStatus>('text'),
  amount: 'bigint',
  receiver: as<Receiver>('text'),
  instrument_id: 'text',
  attempt_id: 'text?',
  carrier_id: 'text',
  effective_on: 'date?',
  act_at: 'instant?',
  is_on_books: 'bool',
  details: json<DisbursementDetails>(),
  timestamps: json<Record<string, Instant>>(),
  created_at: 'instant',
  updated_at: 'instant?',
});

export type DisbursementRow = RowOf<typeof disbursements>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    disbursements: Stored<typeof disbursements>;
  }
}

export const payouts = thingOfLoans(disbursements, {
  name: 'disbursement',
  path: 'disbursementId',
  changes: [
    'status',
    'attempt_id',
    'carrier_id',
    'effective_on',
    'act_at',
    'is_on_books',
    'details',
    'timestamps',
    'updated_at',
  ],
});

export const disbursementTables = tablesByName(disbursements);
