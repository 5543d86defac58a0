// An advance as it is shown, and what was said of it as it is stored.

import type { Cents } from '@tenor/engine/values/cents.ts';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { StringEnum } from '#platform/input/schemas.ts';
import { shownMetaData } from '#platform/resource/meta-data.ts';
import type { AdvanceRow } from '../advances/tables.ts';
import { advances } from '../advances/tables.ts';
import { advanceStatuses } from '../loan/advance-words.ts';
import { listsOf } from '../loan/thing.ts';
import type { Advance } from './schemas.ts';

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
