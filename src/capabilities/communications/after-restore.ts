// What a restore does with messages to borrowers that had not gone out when the backup was made: they may have gone out
// since, so nothing of it is sent before somebody has looked.
import { loseAfterRestore } from '#capabilities/sending/index.ts';
import type { Mode } from '#platform/db/realm.ts';

const wasToLeave = `outgoing_messages.channel in ('email', 'text', 'voice', 'mail')
   and (outgoing_messages.state = 'queued' or outgoing_messages.act_at <= now())`;

/**
 * Run with a restore, in its transaction. Nobody knows what became of a message that was to leave by now, and bulk sendings
 * rest until somebody resumes them.
 */
export const messagesAfterRestore = (mode: Mode): readonly string[] => [
  ...loseAfterRestore(mode),
  `update ${mode}.interactions set status = 'attempted', status_details = 'unknown' from ${mode}.outgoing_messages
   where outgoing_messages.person_id = interactions.person_id
     and outgoing_messages.interaction_id = interactions.id and ${wasToLeave}`,
  `delete from ${mode}.queued_messages where channel <> 'document'`,
  `update ${mode}.outgoing_messages set state = 'unknown', act_at = null,
   last_failure = 'it waited in a backup that was restored' where ${wasToLeave}`,
  `update ${mode}.bulk_sendings set state = 'paused', paused_because = 'restored', act_at = null, due_at = null, holder = null
   where state = 'running'`,
];
