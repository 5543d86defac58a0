import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { PurchaseFeeKind } from '#capabilities/products/index.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { DisputeStatus, PurchaseStatus, PurchaseType } from './words.ts';

/** What was said of a purchase and is neither computed with nor searched for. */
interface PurchaseDetails {
  readonly description?: string;
  readonly pointOfSaleType?: 'online' | 'physical' | null;
  readonly categoryId?: string | null;
  readonly merchantId?: string | null;
  readonly merchantName?: string | null;
  readonly merchantCity?: string | null;
  readonly merchantState?: string | null;
  readonly merchantCountry?: string | null;
  readonly merchantCategoryCode?: string | null;
  readonly externalCardId?: string | null;
  readonly originalCurrencyAmount?: number | null;
  readonly originalCurrencyCode?: string;
  readonly conversionRate?: string | null;
  /** The text of it, as of all metadata. */
  readonly metadata?: string | null;
}

/** A fee that is charged with a purchase, as its fee type was when that was said. */
export interface ChargedWith {
  readonly feeTypeId: string;
  readonly apiName: string;
  readonly kind: PurchaseFeeKind;
  readonly amount: number;
}

export interface SaidOfPurchase extends PurchaseDetails {
  readonly fees?: readonly ChargedWith[];
  readonly declineReason?: object | null;
  /** Once it was posted: the fact of its authorization, its own or that of the purchase it replaced, and when that was. */
  readonly holdFact?: string;
  readonly holdAt?: Instant;
  /** Set when the service pays the money out: the disbursement, from which its status follows. */
  readonly disbursementId?: string;
  /** From before the books of its line: a record, which is no part of them and has no fact. */
  readonly isPast?: boolean;
  /** The draw that it was bought on in the system before. */
  readonly originalDrawId?: string | null;
}

export const purchaseTable = defineTable('purchases', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  draw_id: 'text',
  position: 'bigint',
  external_id: 'text?',
  type: as<PurchaseType>('text'),
  status: as<PurchaseStatus>('text'),
  amount: 'bigint',
  refunded: 'bigint',
  disputed: 'bigint',
  refund_not_due: 'bigint?',
  purchase_date: 'date',
  effective_at: 'instant',
  time_of_day: 'int?',
  fact_number: 'int?',
  authorized_at: 'instant?',
  settled_at: 'instant?',
  fact_id: 'text?',
  authorization_id: 'text?',
  replaced_by: 'text?',
  original_id: 'text?',
  details: json<SaidOfPurchase>(),
  meta_data: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

type DisputeMoments = { readonly [K in `${DisputeStatus}At`]?: Instant } & {
  /** The last days on which the lender may acknowledge it, and decide it. */
  readonly acknowledgeBy?: CivilDate;
  readonly decideBy?: CivilDate;
};

export const disputeTable = defineTable('purchase_disputes', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  draw_id: 'text',
  purchase_id: 'text',
  position: 'bigint',
  external_id: 'text?',
  status: as<DisputeStatus>('text'),
  amount: 'bigint',
  fact_id: 'text',
  outcome_fact_id: 'text?',
  reposted_purchase_id: 'text?',
  case_id: 'text?',
  timestamps: json<DisputeMoments>(),
  meta_data: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type PurchaseRow = RowOf<typeof purchaseTable>;
export type DisputeRow = RowOf<typeof disputeTable>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    purchases: Stored<typeof purchaseTable>;
    purchase_disputes: Stored<typeof disputeTable>;
  }
}

export const purchaseTables = tablesByName(purchaseTable, disputeTable);
