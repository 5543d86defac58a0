// Sends messages: each is claimed work, for which a worker asks its provider.
import type { Realm } from '#platform/db/realm.ts';
import { spread } from '#platform/work/claimed/back-off.ts';
import {
  type ClaimedWork,
  type ClaimTools,
  claimedWork,
  type Lease,
  type Outcome,
} from '#platform/work/claimed/claimed-work.ts';
import { erased } from './erase-messages.ts';
import { type Content, contentPart } from './message.ts';
import { messageRows } from './message-rows.ts';
import { type Provider, type ProvidersOf, type ProviderTools, plainMessage } from './providers/provider.ts';
import { messageStates } from './states.ts';
import type { Channel, MessageRow } from './tables.ts';

type SendTools = ClaimTools & ProviderTools;
type Work = ClaimedWork<SendTools, { readonly id: string; readonly channel: Channel }>;

/** Mean waits after the first, second … try. After the last one a message is given up. */
const waitsSeconds = [1, 5, 30, 120, 600, 1_800, 3_600, 3_600, 7_200, 14_400];

/** What waits is of live mode: in test mode a message is in the mailbox with its commit. */
export const sendingMessages = (providersOf: ProvidersOf): Work =>
  claimedWork({
    rows: messageRows,
    line: (_realm, { channel }) => channel,
    atOnceMax: 8,
    backOffSeconds: spread(waitsSeconds),
    inVain: 'a message was not sent',
    doing(tools: SendTools) {
      const providers = providersOf(tools, 'live');
      return {
        restsUntil: (_realm, { channel }) => providers[channel]?.restsUntil?.(),
        async take(tx, row) {
          if (row.expires_at === null || row.expires_at > tools.clock.micros())
            return { set: { state: messageStates.move(row.state, 'take').to } };
          const expired = { state: messageStates.move(row.state, 'expire').to, ...messageRows.ended, ...erased };
          tx.write(messageRows.update(tx.db, row).set(expired));
          return undefined;
        },
        act: ({ realm, row, lease }) => send(tools, { realm, row, lease }, providers[row.channel]),
        async conclude(_tx, row, { kind, reason }) {
          const state = messageStates.move(row.state, verbs[kind]).to;
          return { state, last_failure: reason || null, ...(kind === 'later' ? {} : erased) };
        },
        mayRepeat: ({ channel }) => providers[channel]?.knowsIds === true,
      };
    },
  });

const verbs = { done: 'accept', refused: 'refuse', later: 'tryAgain', unknown: 'lose' } as const;

async function send(
  { vault }: SendTools,
  { realm, row, lease }: { readonly realm: Realm; readonly row: MessageRow; readonly lease: Lease },
  provider: Provider | undefined,
): Promise<Outcome> {
  const { id, channel, purpose, person_id: personId, content_sealed } = row;
  if (provider === undefined) return { kind: 'later', reason: `nothing is set up for ${channel}` };
  if (content_sealed === null) return { kind: 'refused', reason: 'it was erased' };
  const { to, subject, text } = JSON.parse(
    vault.companySealer(realm.companyId).unseal(contentPart(id), content_sealed),
  ) as Content;
  return provider.send({ ...plainMessage, realm, id, channel, to, subject, text, purpose, personId }, lease.isMine);
}
