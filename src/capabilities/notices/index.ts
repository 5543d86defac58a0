// The door of notices: what the service says to borrowers by itself.
import type { Capability } from '#platform/capability.ts';
import { notificationRoutes, oldNotifications } from './agents/notification.ts';
import { notificationType } from './case-rules/notification-type.ts';
import { noticeChecks } from './check-due.ts';
import { eraseNotices, forgetNotifications } from './erase-notices.ts';
import { noticeNotSent, systemNoticeUpdated } from './events.ts';
import { followingForNotices } from './follow.ts';
import { repaymentNotification, repaymentRoutes } from './repayment/descriptor.ts';
import { repaymentDay } from './repayment/repayment-day.ts';
import { noticesDay } from './sending-day.ts';
import { noticeSettingRoutes } from './settings.ts';
import { noticeTables } from './tables.ts';

export { announcesAutopay } from './announce-autopay.ts';
export { askForSystemNotices, type NoticeAsked } from './ask-of-later.ts';
export { notificationsByType } from './case-rules/by-case.ts';
export { noticeChannels } from './channels.ts';
export { askForNotice } from './pending.ts';

export const notices: Capability = {
  name: 'notices',
  migrations: new URL('./migrations/', import.meta.url),
  tables: noticeTables,
  events: [noticeNotSent, systemNoticeUpdated, ...repaymentNotification.events, ...notificationType.events],
  routes: () => [...noticeSettingRoutes, ...repaymentRoutes, ...notificationType.endpoints, ...notificationRoutes],
  // A notification that is run leaves rows that are sent in the same day.
  dailySteps: [repaymentDay, noticesDay],
  duties: (tools) => [followingForNotices(tools)],
  checks: noticeChecks,
  expiring: [oldNotifications],
  erasing: [eraseNotices],
  usersGone: [forgetNotifications],
};
