// Purchases and disputes as they are stored and found.
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { LoanKeys } from '../../core/loan/named-loans.ts';
import { thingOfLoans } from '../../core/loan/thing.ts';
import type { Naming } from './recorded-anew.ts';
import { type DisputeRow, disputeTable, type PurchaseRow, purchaseTable } from './tables.ts';

export const purchases = thingOfLoans(purchaseTable, {
  name: 'purchase',
  path: 'purchaseId',
  hasExternalId: true,
  changes: [
    'external_id',
    'type',
    'status',
    'amount',
    'refunded',
    'disputed',
    'refund_not_due',
    'purchase_date',
    'effective_at',
    'time_of_day',
    'fact_number',
    'authorized_at',
    'settled_at',
    'fact_id',
    'authorization_id',
    'replaced_by',
    'original_id',
    'details',
    'meta_data',
    'updated_at',
  ],
});

export const disputes = thingOfLoans(disputeTable, {
  name: 'purchase dispute',
  path: 'purchaseDisputeId',
  hasExternalId: true,
  changes: [
    'external_id',
    'status',
    'fact_id',
    'outcome_fact_id',
    'reposted_purchase_id',
    'timestamps',
    'meta_data',
    'updated_at',
  ],
});

/** Names one draw of a line. */
export interface DrawKeys extends LoanKeys {
  readonly drawId: string;
}

/** By id or `ext-` reference, among the purchases of a draw. Errors: NotFound. */
export async function findPurchase(reader: Reader, keys: DrawKeys, reference: string): Promise<PurchaseRow> {
  const row = await purchases.find(reader, keys, reference);
  if (row.draw_id === keys.drawId) return row;
  throw notFound(purchases.name, reference, purchases.path, 'This draw');
}

/** One that a body names: any of the line. Errors: NotFound. */
export const findOfLine = (reader: Reader, keys: LoanKeys, reference: string, path: string): Promise<PurchaseRow> =>
  namedIn(path, purchases.find(reader, keys, reference));

/** Errors: NotFound. */
export async function findDispute(
  reader: Reader,
  { id, person_id: personId, loan_id: loanId }: PurchaseRow,
  reference: string,
): Promise<DisputeRow> {
  const row = await disputes.find(reader, { personId, loanId }, reference);
  if (row.purchase_id === id) return row;
  throw notFound(disputes.name, reference, disputes.path, 'This purchase');
}

type ById = { readonly personId: string; readonly id: string };

const refundsOf = prepared((db, placeholder: PlaceholderOf<ById>) =>
  db
    .selectFrom('purchases')
    .selectAll()
    .where('person_id', '=', placeholder('personId'))
    .where('original_id', '=', placeholder('id'))
    .orderBy('position'),
);

const disputesOf = prepared((db, placeholder: PlaceholderOf<ById>) =>
  db
    .selectFrom('purchase_disputes')
    .selectAll()
    .where('person_id', '=', placeholder('personId'))
    .where('purchase_id', '=', placeholder('id'))
    .orderBy('position'),
);

/** What names a purchase on the timeline: its refunds that are there, and its disputes. */
export async function namingOf(reader: Reader, { person_id: personId, id }: PurchaseRow): Promise<Naming> {
  const [refunds, disputes] = await reader.together(
    refundsOf(reader.db, { personId, id }),
    disputesOf(reader.db, { personId, id }),
  );
  return { refunds: refunds.filter(({ fact_id }) => fact_id !== null), disputes };
}
