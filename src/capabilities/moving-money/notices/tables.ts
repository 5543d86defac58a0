import { as, defaulted, defineTable, type Stored } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';

export const paymentNotices = defineTable('payment_notices', onCoordinator, {
  company_id: 'company',
  carrier_id: 'text',
  event_id: 'text',
  state: as<'kept' | 'taken' | 'unreadable'>('text'),
  content_sealed: 'bytes',
  received_at: 'instant',
  due_at: 'bigint?',
  failures: defaulted('int'),
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    payment_notices: Stored<typeof paymentNotices>;
  }
}
