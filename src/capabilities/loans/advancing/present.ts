// An advance as it is shown, and what was said of it as it is stored.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { findMerchant } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import type { MetaData } from '#platform/input/metadata.ts';
import { shownMetaData, storedMetaData } from '#platform/resource/meta-data.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { advancesOf } from '../advances/stored.ts';
import type { AdvanceDetails, AdvanceRow } from '../advances/tables.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import type { Advance, DetailsInput } from './schemas.ts';

export const advanceSort = {
  createdAt: 'created_at',
  advanceDate: 'advance_on',
  amount: 'amount',
  status: 'status',
} as const satisfies Record<string, keyof AdvanceRow>;

export async function listAdvances(
  reader: Reader,
  keys: LoanKeys,
  input: PageInput & { readonly status?: readonly AdvanceRow['status'][] },
): Promise<Page<Advance>> {
  const { status = [] } = input;
  const all = advancesOf(reader, keys);
  const query = status.length === 0 ? all : all.where('status', 'in', status);
  const found = await page(reader, source(keys.personId), query, input, (row) => row.id);
  return { ...found, items: found.items.map(presentAdvance) };
}

const source = (personId: string): ListSource => ({
  table: 'loan_advances',
  idColumn: 'id',
  sortable: advanceSort,
  subject: { column: 'person_id', id: personId },
});

export function presentAdvance(row: AdvanceRow): Advance {
  const { said, cancelReason, disbursementId } = row.details;
  const { scheduledAt, pendingAt, settledAt, canceledAt } = row.timestamps;
  return {
    id: row.id,
    object: 'advance',
    externalId: row.external_id,
    companyId: row.company_id,
    loanId: row.loan_id,
    status: row.status,
    amount: row.amount as Cents,
    originalAmount: row.original_amount as Cents,
    advanceDate: row.advance_on,
    isPlanned: row.planned_on !== null,
    disbursementId: disbursementId ?? null,
    cancelReason,
    advanceDetails: {
      description: said.description ?? null,
      pointOfSaleType: said.pointOfSaleType ?? null,
      categoryId: said.categoryId ?? null,
      merchantId: said.merchantId ?? null,
      merchantName: said.merchantName ?? null,
      metadata: shownMetaData(said.metadata ?? null),
    },
    metadata: shownMetaData(row.meta_data),
    timestamps: {
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      deletedAt: null,
      scheduledAt: scheduledAt ?? null,
      pendingAt: pendingAt ?? null,
      settledAt: settledAt ?? null,
      canceledAt: canceledAt ?? null,
    },
  };
}

/** With the fields that were not sent as they were. Errors: NotFound (merchant). */
export async function saidOf(
  reader: Reader,
  before: AdvanceDetails['said'],
  sent: DetailsInput | null | undefined,
): Promise<AdvanceDetails['said']> {
  if (sent == null) return before;
  const { metadata, merchantId, ...fields } = sent;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const merchant =
    merchantId == null ? merchantId : (await namedIn('advanceDetails.merchantId', findMerchant(reader, merchantId))).id;
  return {
    ...before,
    ...given,
    ...(merchant === undefined ? {} : { merchantId: merchant }),
    ...(metadata === undefined ? {} : { metadata: storedMetaData(metadata) }),
  };
}

/** Both spellings are taken. Undefined: nothing was sent. */
export function metaDataOf(sent: {
  readonly metadata?: MetaData | null;
  readonly metaData?: MetaData | null;
}): string | null | undefined {
  const given = sent.metadata === undefined ? sent.metaData : sent.metadata;
  return given === undefined ? undefined : storedMetaData(given);
}
