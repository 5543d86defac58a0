// An advance as it is shown, and what was said of it as it is stored.

import type { Cents } from '@tenor/engine/values/cents.ts';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { merchantNamed } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { MetaData } from '#platform/input/metadata.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import { shownMetaData, storedMetaData } from '#platform/resource/meta-data.ts';
import type { AdvanceDetails, AdvanceRow } from '../advances/tables.ts';
import { advances } from '../advances/tables.ts';
import { advanceStatuses } from '../loan/advance-words.ts';
import { listsOf } from '../loan/thing.ts';
import type { Advance, DetailsInput } from './schemas.ts';

export const advanceLists = listsOf(advances, {
  sort: { createdAt: 'created_at', advanceDate: 'advance_on', amount: 'amount', status: 'status' },
  filters: {
    status: {
      schema: Type.Array(StringEnum(advanceStatuses), {
        maxItems: 4,
        description: 'One or several; all if not given.',
      }),
      where: (asked: readonly string[] = []) =>
        asked.length === 0 ? undefined : sql<boolean>`status in (${sql.join(asked)})`,
    },
  },
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
    merchantId == null ? merchantId : await merchantNamed(reader, 'advanceDetails.merchantId', merchantId);
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
