// The door of sending: messages to people by email, text, voice and mail, and what comes back about them.
import type { Capability } from '#platform/capability.ts';
import { answersCheck, lettersCheck } from './check-answers.ts';
import { messagesCheck } from './check-messages.ts';
import { restsCheck } from './check-rests.ts';
import { eraseMessages, expiring, forgetContents } from './erase-messages.ts';
import { sendingErrors } from './errors.ts';
import { bouncesCheck } from './inbound/check-mailbox.ts';
import { hearing } from './inbound/hear-job.ts';
import type { Hears } from './inbound/heard.ts';
import { mailboxReader } from './inbound/mailbox-reader.ts';
import { batchStates } from './letters/batch-states.ts';
import { indexingLetters } from './letters/index-job.ts';
import { messageMetrics } from './metrics.ts';
import type { ProvidersOf } from './providers/provider.ts';
import { sendingRoutes } from './routes.ts';
import { sendingSealed } from './sealed.ts';
import { sendingMessages } from './send-job.ts';
import { messageStates } from './states.ts';
import { sendingTables } from './tables.ts';

export { isRightAddress } from './address.ts';
export { loseAfterRestore } from './after-restore.ts';
export { sendingErrors } from './errors.ts';
export type { Heard, Hears } from './inbound/heard.ts';
export { languageOfWish } from './inbound/wishes.ts';
export { readMailbox } from './mailbox.ts';
export { canReach, hasWayToSend, mustHaveWayToSend, sendMessage } from './message.ts';
export {
  type Attachment,
  type Outgoing,
  type Provider,
  type Providers,
  type ProvidersOf,
  type ProviderTools,
  plainMessage,
} from './providers/provider.ts';
export { type Channel, sendingTables } from './tables.ts';

export const sending = (providersOf: ProvidersOf, hears: Hears): Capability => ({
  name: 'sending',
  migrations: new URL('./migrations/', import.meta.url),
  tables: sendingTables,
  sealed: sendingSealed,
  errors: { Messages: sendingErrors },
  states: [messageStates, batchStates],
  routes: sendingRoutes,
  checks: [messagesCheck, answersCheck, lettersCheck, bouncesCheck, restsCheck],
  metrics: messageMetrics,
  erasing: [eraseMessages],
  expiring,
  chores: (tools) => [forgetContents(tools.database, tools.clock)],
  claimed: [sendingMessages(providersOf), hearing(hears), indexingLetters],
  workers: [mailboxReader],
});
