// The door of sending: messages to people by email, text and voice.
import type { Capability } from '#platform/capability.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { SendingSettings } from '#platform/sending-settings.ts';
import { messagesCheck } from './check-messages.ts';
import { eraseMessages, expiring, forgetContents } from './erase-messages.ts';
import { sendingErrors } from './errors.ts';
import { messageMetrics, messagesQueue } from './metrics.ts';
import type { Providers } from './providers/provider.ts';
import { sendingRoutes } from './routes.ts';
import { sendingSealed } from './sealed.ts';
import { resumeMessages, sendingJob } from './send-job.ts';
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
  queues: [messagesQueue],
  metrics: messageMetrics,
  erasing: [eraseMessages],
  expiring,
  chores: (tools) => [
    forgetContents(tools.database, tools.clock),
    resumeMessages({ ...tools, providers: providersOf(tools.settings.sending, tools.clock) }),
  ],
  jobs: (tools) => [sendingJob({ ...tools, providers: providersOf(tools.settings.sending, tools.clock) })],
});
