// The provider of test mode: what would go out is kept in the mailbox, as whoever gets it would see it.
import { machineNow } from '#platform/clock.ts';
import { start } from '#platform/states.ts';
import { done } from '#platform/work/claimed/claimed-work.ts';
import { type Content, contentPart, toHash } from '../message.ts';
import { messageRows } from '../message-rows.ts';
import { messageStates } from '../states.ts';
import { channels } from '../tables.ts';
import { footed } from '../unsubscribe/footer.ts';
import { unsubscribeUrl } from '../unsubscribe/token.ts';
import type { Outgoing, Provider, Providers, ProviderTools } from './provider.ts';

export function mailboxProviders(tools: ProviderTools): Providers {
  const provider: Provider = {
    knowsIds: true,
    async send(message) {
      await tools.database.transact(message.realm, async (tx) => {
        const { vault, clock, position } = tools;
        const { id, channel, to, purpose, personId } = message;
        const sealer = vault.companySealer(tx.realm.companyId);
        tx.write(
          tx.db
            .insertInto('messages')
            .values({
              id,
              position: position(),
              channel,
              purpose,
              state: messageStates.move(start, 'keep').to,
              person_id: personId,
              user_id: null,
              to_hash: toHash(vault, tx.realm, to),
              content_sealed: sealer.seal(contentPart(id), JSON.stringify(contentOf(tools, message))),
              ...messageRows.ended,
              expires_at: null,
              last_failure: null,
              created_at: machineNow(clock),
              recorded_at: clock.micros(),
            })
            // The same id is the same message.
            .onConflict((conflict) => conflict.column('id').doNothing()),
        );
      });
      return done;
    },
  };
  return Object.fromEntries(channels.map((channel) => [channel, provider]));
}

function contentOf({ vault, settings }: ProviderTools, message: Outgoing): Content {
  const { to, subject, senderName: from, replyTo, language, thread, mayUnsubscribe, attachments } = message;
  const link = mayUnsubscribe ? unsubscribeUrl(vault, settings.sending?.publicUrl ?? '', message) : undefined;
  const kept = attachments.map(({ open: _, ...attachment }) => attachment);
  return {
    to,
    subject,
    ...footed(message, link),
    from,
    replyTo,
    language,
    thread,
    mayUnsubscribe,
    attachments: kept,
  };
}
