// The door of sending: messages to people by email, text and voice.
import type { Capability } from '#platform/capability.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { SendingSettings } from '#platform/sending-settings.ts';
import { messagesCheck } from './check-messages.ts';
import { eraseMessages, expiring, forgetContents } from './erase-messages.ts';
import { sendingErrors } from './errors.ts';
import { messageMetrics } from './metrics.ts';
import type { Providers } from './providers/provider.ts';
import { sendingRoutes } from './routes.ts';
import { sendingSealed } from './sealed.ts';
import { sendingMessages } from './send-job.ts';
import { messageStates } from './states.ts';
import { sendingTables } from './tables.ts';

export { sendingErrors } from './errors.ts';
export { readMailbox } from './mailbox.ts';
export { canReach, hasWayToSend, mustHaveWayToSend, sendMessage } from './message.ts';
export type { Providers } from './providers/provider.ts';
export { type Channel, sendingTables } from './tables.ts';

type ProvidersOf = (settings: SendingSettings | undefined, clock: MachineClock) => Providers;

export const sending = (providersOf: ProvidersOf): Capability => ({
  name: 'sending',
  migrations: new URL('./migrations/', import.meta.url),
  tables: sendingTables,
  sealed: sendingSealed,
  errors: { Messages: sendingErrors },
  states: [messageStates],
  routes: sendingRoutes,
  checks: [messagesCheck],
  metrics: messageMetrics,
  erasing: [eraseMessages],
  expiring,
  chores: (tools) => [forgetContents(tools.database, tools.clock)],
  claimed: [sendingMessages(({ settings, clock }) => providersOf(settings.sending, clock))],
});
