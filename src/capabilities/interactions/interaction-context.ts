// What a condition may name of an interaction: its facts. Nothing of what was said is among them.
import { themes } from '#capabilities/company/index.ts';
import { channels } from '#capabilities/people/index.ts';
import type { LoadedContext } from '#platform/conditions/named-context.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import { deliveries, directions, voiceKinds } from './rules/channels.ts';
import { interactionStatuses } from './states.ts';

type Key = { readonly personId: string; readonly id: string };

const factsOf = prepared((db, placeholder: PlaceholderOf<Key>) =>
  db
    .selectFrom('interactions')
    .where('person_id', '=', placeholder('personId'))
    .where('id', '=', placeholder('id'))
    .select([
      'channel',
      'direction',
      'status',
      'status_details as statusDetails',
      'subject',
      'theme',
      'connected',
      'conversation',
      'message_left as messageLeft',
      'limited_content as limitedContent',
      'wrong_number as wrongNumber',
      'undeliverable',
      'is_autodialed as isAutodialed',
      'voice_kind as voiceKind',
      'delivery',
      'is_transactional as isTransactional',
      'requested_by_borrower as requestedByBorrower',
      'sensitive',
    ]),
);

export const interactionContext: LoadedContext<Key> = {
  name: 'interaction',
  permission: 'interaction:read',
  fields: {
    channel: { type: 'string', words: channels },
    direction: { type: 'string', words: directions },
    status: { type: 'string', words: interactionStatuses },
    statusDetails: { type: 'string' },
    subject: { type: 'string' },
    theme: { type: 'string', words: themes },
    connected: { type: 'boolean' },
    conversation: { type: 'boolean' },
    messageLeft: { type: 'boolean' },
    limitedContent: { type: 'boolean' },
    wrongNumber: { type: 'boolean' },
    undeliverable: { type: 'boolean' },
    isAutodialed: { type: 'boolean' },
    voiceKind: { type: 'string', words: voiceKinds },
    delivery: { type: 'string', words: deliveries },
    isTransactional: { type: 'boolean' },
    requestedByBorrower: { type: 'boolean' },
    sensitive: { type: 'boolean' },
  },
  async load(reader, _vault, keys) {
    const found = await reader.together(...keys.map((key) => factsOf(reader.db, key)));
    return new Map(
      keys.flatMap((key, i) => {
        const [row] = found[i] ?? [];
        return row === undefined ? [] : [[key, row] as const];
      }),
    );
  },
};
