// The events of cards and their issuers, and the card in their payload.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventKinds, eventResources } from '#app/capabilities.ts';
import { payloadsOf } from '#platform/event-views/payload.ts';
import { aLine } from '../../../tests/support/a-line.ts';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { type Client, type House, useHouse } from '../../../tests/support/house.ts';
import { told } from '../../../tests/support/told.ts';
import { cards } from './index.ts';

const details = (more: object = {}) => ({ cardDetails: { cardNumberLastFour: '4242', ...more } });
const aCard = async (_house: House, api: Client, more: object = {}): Promise<string> => {
  const line = await aLine(api);
  return `${line.cards}/${(await api.made(line.cards, details(more))).id}`;
};
const issuers = '/companies/current/card-issuers';

const scenarios: Scenarios = {
  'cardIssuers.create': [
    { emits: ['cardissuer.created'], run: (api) => api.post(issuers, { name: 'Wabash', externalId: 'issuer-1' }) },
  ],
  'cardIssuers.update': [
    {
      emits: ['cardissuer.updated'],
      run: async (api) =>
        api.put(`${issuers}/${(await api.made(issuers, { name: 'Wabash' })).id}`, { status: 'inactive' }),
    },
  ],
  'cards.create': [
    {
      emits: ['card.created'],
      run: async (api, _house) => api.post((await aLine(api)).cards, { externalId: 'card-1', ...details() }),
    },
  ],
  'cards.update': [
    {
      emits: ['card.updated'],
      run: async (api, house) => api.put(await aCard(house, api), details({ nickname: 'Blue' })),
    },
    {
      emits: ['card.updated', 'card.status.changed'],
      run: async (api, house) => api.put(await aCard(house, api), details({ status: 'active' })),
    },
    {
      emits: ['card.updated', 'card.status.changed', 'card.replacement.requested'],
      run: async (api, house) =>
        api.put(
          await aCard(house, api, { status: 'active', fulfillmentStatus: 'delivered' }),
          details({ status: 'terminated', fulfillmentStatus: 'reordered' }),
        ),
    },
  ],
};

describe('the events of cards', () => emitsAsDeclared(cards, scenarios));

describe('the payload of an event of a card', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  test('tells what changed and of which loan, and shows the card whole', async () => {
    const path = await aCard(house(), api, { status: 'active', firstName: 'Ada' });
    await api.put(path, { cardDetails: { status: 'suspended' } });
    const [, loanId, cardId] = /loans\/(.+)\/cards\/(.+)/.exec(path) as unknown as string[];
    const { service } = house();
    const [changed] = (await told(house(), api, 'eventTypes=card.status.changed')).slice(-1);
    assert.deepEqual(
      [changed.cardId, changed.loanId, changed.status, changed.previousStatus],
      [cardId, loanId, 'suspended', 'active'],
    );
    const reader = service.database.reader(api.realm);
    const [payload] = await payloadsOf(reader, service.vault, eventResources, [changed]);
    const card = (await api.get(path)).body.data;
    assert.deepEqual(JSON.parse(JSON.stringify(payload?.card)), card);
    assert.equal(card.cardDetails.firstName, 'Ada');
    const shown = eventResources.find(({ name }) => name === 'card')?.shownBy;
    const types = eventKinds.map(({ type }) => type).filter((type) => type.startsWith('card.'));
    assert.deepEqual([...(shown ?? [])].sort(), types.sort(), 'every event of a card shows it, and no other');
  });
});
