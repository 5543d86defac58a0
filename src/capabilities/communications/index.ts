// The door of communications: messages to borrowers, by which texts, whether they may go out, and what became of them.
import type { ProvidersOf } from '#capabilities/sending/index.ts';
import type { Capability } from '#platform/capability.ts';
import { bulkDay } from './bulk/day.ts';
import { bulkSendingChanged } from './bulk/events.ts';
import { goingBulk } from './bulk/go.ts';
import { bulkRoutes } from './bulk/routes.ts';
import type { BulkSource } from './bulk/source.ts';
import { bulkSendingStates } from './bulk/states.ts';
import { membersSource } from './bulk/supercase-members.ts';
import { messageChecks } from './check-messages.ts';
import { eraseMessages } from './erase-messages.ts';
import { communicationErrors } from './errors.ts';
import { communicationEvents } from './events.ts';
import { messageRoutes } from './messages/routes.ts';
import { waitingMessages } from './outgoing/due-day.ts';
import { sendingMessages } from './outgoing/send-job.ts';
import { preparing } from './prepare/prepare.ts';
import { communicationSealed } from './sealed.ts';
import { sendRoute } from './send-route.ts';
import { outgoingStates } from './states.ts';
import { communicationTables } from './tables.ts';
import { messageViews } from './views.ts';

export { messagesAfterRestore } from './after-restore.ts';
export { bulkSendingChanged } from './bulk/events.ts';
export { findBulk } from './bulk/find.ts';
export { moveBulk } from './bulk/move.ts';
export { previewRows } from './bulk/preview.ts';
export type { BulkSource, RowAsked, SourceRow } from './bulk/source.ts';
export { startBulk } from './bulk/start.ts';
export type { BulkSendingRow } from './bulk/tables.ts';
export { sendingEvents } from './events.ts';
export { hears } from './heard/hears.ts';
export { followsInteractions } from './outgoing/cancel.ts';
export { leavingOfContacted } from './outgoing/message-rows.ts';
export { sendToPerson } from './outgoing/send-to-person.ts';
export { type Prepare, preparing } from './prepare/prepare.ts';
export { themeToBorrowers } from './rules/theme-to-borrowers.ts';

interface Beside {
  readonly providersOf: ProvidersOf;
  /** What later capabilities send to many. */
  readonly bulkSources?: readonly BulkSource[];
}

const day = 24 * 3_600;

export const communications = ({ providersOf, bulkSources = [] }: Beside): Capability => {
  const sources = [membersSource, ...bulkSources];
  return {
    name: 'communications',
    migrations: new URL('./migrations/', import.meta.url),
    tables: communicationTables,
    views: messageViews,
    sealed: communicationSealed,
    errors: { Communications: communicationErrors },
    events: [...communicationEvents, bulkSendingChanged],
    states: [outgoingStates, bulkSendingStates],
    routes: (whole) => [sendRoute(preparing(whole)), ...messageRoutes, ...bulkRoutes(sources)],
    claimed: [sendingMessages(providersOf), goingBulk(sources)],
    dailySteps: [bulkDay, waitingMessages],
    checks: messageChecks,
    erasing: [eraseMessages],
    expiring: [{ table: 'message_reports', column: 'heard_at', keptSeconds: 90 * day }],
  };
};
