import type { CaseStatus, DurationUnit } from '#capabilities/case-types/index.ts';
import type { themes } from '#capabilities/company/index.ts';
import type { ConditionItem } from '#platform/conditions/items.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey, bySubject, reference } from '#platform/db/tables.ts';
import { versionedColumns } from '#platform/resource/versioned-fields.ts';
import type { AgentKind } from './agents/words.ts';
import type { NoticeChannel } from './channels.ts';
import type { DayType, RepaymentSubject, Trigger } from './repayment/words.ts';

/** What asked for a message: an event, a repayment notification, a notification type of a case, or a workitem. */
type Source = 'event' | 'repayment' | 'case' | 'workflow';

/** What the occasion tells: amounts in cents, days and ids. */
export type ToldValues = Readonly<Record<string, unknown>>;

type Theme = (typeof themes)[number];

export const pendingNotices = defineTable('pending_notices', bySubject('person_id'), {
  person_id: 'text',
  once_key: 'text',
  company_id: 'company',
  subject: 'text',
  source: as<Source>('text'),
  source_id: 'text',
  channels: as<NoticeChannel[] | null>('texts?'),
  theme: as<Theme | null>('text?'),
  loan_id: 'text?',
  loan_person_id: 'text?',
  case_id: 'text?',
  statement_id: 'text?',
  transaction_id: 'text?',
  told: json<ToldValues>(),
  due_at: 'instant',
  created_at: 'instant',
});

/** What holds for loans of one type. */
export interface NoticeOfLoanType {
  readonly loanTypeId: string;
  readonly isEnabled?: boolean | null;
  readonly delayHours?: number | null;
}

const noticeSettings = defineTable('notice_settings', reference, {
  company_id: 'company',
  subject: 'text',
  is_enabled: 'bool?',
  delay_hours: 'int?',
  channels: as<NoticeChannel[] | null>('texts?'),
  by_loan_type: json<readonly NoticeOfLoanType[]>(),
  updated_at: 'instant',
});

export const repaymentNotifications = defineTable('repayment_notifications', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  trigger: as<Trigger>('text'),
  subject: as<RepaymentSubject>('text'),
  day: 'int',
  day_type: as<DayType>('text'),
  product_id: 'text?',
  channels: as<NoticeChannel[]>('texts'),
  status: as<'active' | 'inactive'>('text'),
  run_on: 'date?',
  run_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

export const notificationTypes = defineTable('notification_types', reference, {
  ...versionedColumns,
  name: 'text',
  description: 'text',
  case_types: 'texts',
  case_type_ids: 'texts',
  on_status: as<CaseStatus | null>('text?'),
  on_outcome: 'text?',
  on_condition: json<readonly ConditionItem[] | null>('json?'),
  condition_text: 'text?',
  condition: 'text?',
  subject: 'text?',
  channel: as<NoticeChannel>('text'),
  theme: as<Theme | null>('text?'),
  delay: 'int',
  unit: as<DurationUnit>('text'),
});

export const agentNotifications = defineTable('agent_notifications', byKey('user_id'), {
  user_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  once_key: 'text',
  kind: as<AgentKind>('text'),
  person_id: 'text?',
  case_id: 'text?',
  about_id: 'text?',
  subject: 'text?',
  reason: 'text?',
  created_at: 'instant',
  read_at: 'instant?',
  read_by_id: 'text?',
});

export type AgentNotificationRow = RowOf<typeof agentNotifications>;
export type PendingRow = RowOf<typeof pendingNotices>;
export type NotificationTypeRow = RowOf<typeof notificationTypes>;
export type RepaymentRow = RowOf<typeof repaymentNotifications>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    agent_notifications: Stored<typeof agentNotifications>;
    pending_notices: Stored<typeof pendingNotices>;
    notice_settings: Stored<typeof noticeSettings>;
    notification_types: Stored<typeof notificationTypes>;
    repayment_notifications: Stored<typeof repaymentNotifications>;
  }
}

export const noticeTables = tablesByName(
  pendingNotices,
  noticeSettings,
  notificationTypes,
  repaymentNotifications,
  agentNotifications,
);
