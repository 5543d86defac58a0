import { as, defineTable, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';
import { claimedColumns } from '#platform/work/claimed/claimed-rows.ts';

export const paymentNotices = defineTable('payment_notices', onCoordinator, {
  company_id: 'company',
  carrier_id: 'text',
  event_id: 'text',
  state: as<'kept' | 'taken' | 'unreadable'>('text'),
  content_sealed: 'bytes',
  received_at: 'instant',
  ...claimedColumns,
});

export type NoticeRow = RowOf<typeof paymentNotices>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    payment_notices: Stored<typeof paymentNotices>;
  }
}
