// Notifications: what the people of the company are told, each user for themselves. What nobody looks after lies with the
// company, and is there for everybody who may list it.

import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { ExpiringRows } from '#platform/expired-rows.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint, ReadContext } from '#platform/http/endpoint.ts';
import { Bool, DateTime, Described, Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { type AgentNotificationRow, agentNotifications } from '../tables.ts';
import { agentKinds } from './words.ts';

const id = (example: string) => Text({ max: 12, example });
const kind = StringEnum(agentKinds, {
  description:
    '`escalation`, `task`: a task of a case waits; `monitorHit`: a register says something of a borrower; `noticeNotSent`: a notice of the system was not sent, for `reason`; `sendingFailed`: a message did not arrive; `workitemLate`: a workitem of a workflow was not done in time.',
});

const Notification = Type.Object(
  {
    id: id('NO-7KQ2-M9XA'),
    object: Type.Literal('notification'),
    companyId: id('CP-2W8D-K4TN'),
    theme: Type.Literal('agentNotification'),
    kind,
    userId: Nullable(id('UR-5W8K-R2QM'), { description: 'Whom it is for. Null: nobody looks after it, so everybody.' }),
    personId: Nullable(id('BO-3M8K-Q7TZ')),
    caseId: Nullable(id('CS-7KQ2-M9XA')),
    aboutId: Nullable(Text({ max: 40, example: 'CK-4T7M-X2WQ' }), {
      description: 'The task, the message or the event that it is about.',
    }),
    subject: Nullable(Text({ max: 60, example: 'paymentFailed' }), { description: 'That of the message.' }),
    reason: Nullable(Text({ max: 60, example: 'noContact' })),
    isRead: Bool,
    readAt: Nullable(DateTime),
    readById: Nullable(Text({ max: 12 }), { description: 'The user who has read it first.' }),
    createdAt: DateTime,
  },
  { title: 'Notification' },
);
type Notification = Static<typeof Notification>;

const NotificationUpdate = Type.Object({ isRead: Bool }, { title: 'NotificationUpdate' });
const NotificationsRead = Type.Object(
  { count: Described(Int({ min: 0, max: 1_000_000 }), { description: 'How many were unread.' }) },
  { title: 'NotificationsRead' },
);

const whose = Type.Optional(
  StringEnum(['mine', 'company'], {
    description: 'company: what nobody looks after. Users see their own if it is not said, keys what is the company’s.',
  }),
);

const list = defineList({
  table: 'agent_notifications',
  below: 'user_id',
  filters: {
    kind,
    isRead: {
      schema: Described(Bool, { description: 'Only those that were read, or that were not.', example: false }),
      where: (asked: boolean | undefined) =>
        asked === undefined ? undefined : asked ? sql<boolean>`read_at is not null` : sql<boolean>`read_at is null`,
    },
  },
});

/** An API key is nobody: it sees what is the company's. */
const ownerOf = ({ caller, reader }: Pick<ReadContext, 'caller' | 'reader'>, asked?: 'mine' | 'company'): string =>
  caller.actor.type === 'user' && asked !== 'company' ? caller.actor.id : reader.realm.companyId;

const presentRow = presenter<typeof Notification, AgentNotificationRow>(Notification);

const present = (row: AgentNotificationRow): Notification =>
  presentRow(row, {
    theme: 'agentNotification',
    userId: row.user_id === row.company_id ? null : row.user_id,
    isRead: row.read_at !== null,
  });

const rowsOf = (reader: Reader, userId: string) =>
  reader.db.selectFrom('agent_notifications').select(agentNotifications.all).where('user_id', '=', userId);

/** Only events make one, so no call of an example does. */
const shownExample = {
  id: 'NO-7KQ2-M9XA',
  object: 'notification',
  companyId: 'CP-2W8D-K4TN',
  theme: 'agentNotification',
  kind: 'noticeNotSent',
  userId: null,
  personId: 'BO-3M8K-Q7TZ',
  caseId: null,
  aboutId: 'EV-5W8K-R2QM',
  subject: 'paymentReceived',
  reason: 'noContact',
  isRead: false,
  readAt: null,
  readById: null,
  createdAt: '2026-07-06T14:05:09.120344+00:00',
};

const endpoint = below({ path: '/notifications', permission: 'notification', answer: Notification });

export const notificationRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'notifications.list',
    summary: 'List notifications',
    description:
      'What somebody of the company should look at, newest first; `isRead=false` lists what is unread, and `total` counts it. They are kept for 90 days.',
    shape: 'list',
    query: { ...list.query, whose },
    list,
    example: { answer: shownExample },
    read(ctx, { query }) {
      const userId = ownerOf(ctx, query.whose);
      return list.page(ctx.reader, rowsOf(ctx.reader, userId), query, { below: userId, each: present });
    },
  }),
  endpoint({
    name: 'notifications.update',
    path: '/{notificationId}',
    summary: 'Mark a notification as read, or as unread',
    body: NotificationUpdate,
    example: {
      body: { isRead: true },
      answer: { ...shownExample, isRead: true, readAt: '2026-07-06T15:00:00.000000+00:00' },
    },
    command: (ctx, tx, { params, body }) => markOne(ctx, tx, params.notificationId, body.isRead),
  }),
  endpoint({
    name: 'notifications.readAll',
    method: 'POST',
    path: '/read',
    permission: 'notification:update',
    summary: 'Mark all notifications as read',
    answer: NotificationsRead,
    query: { whose },
    command: (ctx, tx, { query }) => markAll(ctx, tx, query.whose),
  }),
];

/** Errors: NotFound. */
async function markOne(ctx: CommandContext, tx: Tx, reference: string, isRead: boolean): Promise<Notification> {
  const lockedOf = (userId: string) => tx.row(rowsOf(tx, userId).where('id', '=', reference).forNoKeyUpdate());
  const row = (await lockedOf(ownerOf({ ...ctx, reader: tx }))) ?? (await lockedOf(tx.realm.companyId));
  if (row === undefined) throw notFound('notification', reference, 'notificationId');
  if ((row.read_at !== null) === isRead) return present(row);
  const marks = { read_at: isRead ? ctx.now : null, read_by_id: isRead ? ctx.caller.actor.id : null };
  tx.write(
    tx.db.updateTable('agent_notifications').set(marks).where('user_id', '=', row.user_id).where('id', '=', row.id),
  );
  return present({ ...row, ...marks });
}

async function markAll(ctx: CommandContext, tx: Tx, asked: 'mine' | 'company' | undefined) {
  const count = await tx.affected(
    tx.db
      .updateTable('agent_notifications')
      .set({ read_at: ctx.now, read_by_id: ctx.caller.actor.id })
      .where('user_id', '=', ownerOf({ ...ctx, reader: tx }, asked))
      .where('read_at', 'is', null),
  );
  return { count };
}

const daysKept = 90;

export const oldNotifications: ExpiringRows = {
  table: 'agent_notifications',
  column: 'position',
  keptSeconds: daysKept * 86_400,
};
