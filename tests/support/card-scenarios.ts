// What makes the endpoints of cards emit their events. They are routes of loans, which find the line of a card.
import { aLine } from './a-line.ts';
import type { Scenarios } from './emits-as-declared.ts';
import type { Client } from './house.ts';

const details = (more: object = {}) => ({ cardDetails: { cardNumberLastFour: '4242', ...more } });

/** Its path. */
export async function aCard(api: Client, more: object = {}): Promise<string> {
  const line = await aLine(api);
  return `${line.cards}/${(await api.made(line.cards, details(more))).id}`;
}

export const ofCards: Scenarios = {
  'cards.create': [
    {
      emits: ['card.created'],
      run: async (api) => api.post((await aLine(api)).cards, { externalId: 'card-1', ...details() }),
    },
  ],
  'cards.update': [
    {
      emits: ['card.updated'],
      run: async (api) => api.put(await aCard(api), details({ nickname: 'Blue' })),
    },
    {
      emits: ['card.updated', 'card.status.changed'],
      run: async (api) => api.put(await aCard(api), details({ status: 'active' })),
    },
    {
      emits: ['card.updated', 'card.status.changed', 'card.replacement.requested'],
      run: async (api) =>
        api.put(
          await aCard(api, { status: 'active', fulfillmentStatus: 'delivered' }),
          details({ status: 'terminated', fulfillmentStatus: 'reordered' }),
        ),
    },
  ],
};
