import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { OrderSubject, PayoutKind } from '../order/order.ts';
import type { Receiver } from './payout.ts';
import type { ApprovalStatus } from './states.ts';

export const paymentApprovals = defineTable('payment_approvals', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  subject_kind: as<OrderSubject['kind']>('text'),
  subject_id: 'text',
  loan_id: 'text?',
  kind: as<PayoutKind>('text'),
  status: as<ApprovalStatus>('text'),
  amount: as<Cents>('bigint'),
  instrument_id: 'text',
  receiver: as<Receiver>('text'),
  needs: 'text',
  ordered_by_type: as<Actor['type']>('text'),
  ordered_by_id: 'text?',
  prepared_by_ids: 'texts',
  expires_at: 'instant',
  due_at: 'instant?',
  decided_by_type: as<Actor['type'] | null>('text?'),
  decided_by_id: 'text?',
  decided_at: 'instant?',
  reason: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type ApprovalRow = RowOf<typeof paymentApprovals>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    payment_approvals: Stored<typeof paymentApprovals>;
  }
}
