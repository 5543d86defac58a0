// An advance as it is shown.
import { shownMetaData } from '#platform/resource/meta-data.ts';
import { type Advance, type AdvanceRow, advances } from './base/advance.ts';

export function presentAdvance(row: AdvanceRow): Advance {
  const { said, cancelReason, disbursementId } = row.details;
  const { scheduledAt, pendingAt, settledAt, canceledAt } = row.timestamps;
  return advances.show(row, {
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
  });
}
