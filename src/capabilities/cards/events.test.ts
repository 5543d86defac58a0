// The events of card issuers, and the card in the payload of its events: those of cards are told below a loan.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventKinds, eventResources } from '#app/capabilities.ts';
import { payloadsOf } from '#platform/event-views/payload.ts';
import { aCard } from '../../../tests/support/card-scenarios.ts';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { told } from '../../../tests/support/told.ts';
import { cards } from './index.ts';

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
};

describe('the events of card issuers', () => emitsAsDeclared(cards, scenarios));

describe('the payload of an event of a card', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  test('tells what changed and of which loan, and shows the card whole', async () => {
    const path = await aCard(api, { status: 'active', firstName: 'Ada' });
    await api.put(path, { cardDetails: { status: 'suspended' } });
    const [, loanId, cardId] = /loans\/(.+)\/cards\/(.+)/.exec(path) as unknown as string[];
    const { service } = house();
    const [changed] = (await told(house(), api, 'events=card.status.changed')).slice(-1);
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
