// A borrower who is erased: of their cards stays what their events name, and nothing that says whose they were.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventResources } from '#app/capabilities.ts';
import { erasePersonByHand } from '#app/erase-person.ts';
import { payloadsOf } from '#platform/event-views/payload.ts';
import { aLine } from '../../../tests/support/a-line.ts';
import { useHouse } from '../../../tests/support/house.ts';
import { saidBesideIds } from '../../../tests/support/said-beside-ids.ts';
import { told } from '../../../tests/support/told.ts';
import { cardStatuses } from './card-values.ts';

const personal = /augusta|lovelace|hemlock|4321|card-1|acc_/i;

describe('the cards of a person who is erased', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('are ended and bare, from every status, and their external ids are free', async () => {
    const { service } = house();
    const { test: api } = await aCompany();
    const { personId, cards } = await aLine(api);
    const details = {
      cardNumberLastFour: '4321',
      expirationMonth: 2,
      expirationYear: 2098,
      firstName: 'Augusta',
      lastName: 'Lovelace',
      address: { addressLine1: '12 Hemlock Row', city: 'Gary', state: 'IN', postalCode: '46402' },
      fulfillmentStatus: 'shipped',
    };
    for (const status of cardStatuses) {
      const first = status === 'terminated' ? 'active' : status;
      const externalId = `card-1-${status}`;
      const { id } = await api.made(cards, { externalId, cardDetails: { ...details, status: first } });
      assert.equal((await api.put(`${cards}/${id}`, { cardDetails: { status } })).status, 200);
    }
    const { id: issuerId } = await api.made('/companies/current/card-issuers', { name: 'Wabash' });
    await api.made(cards, { issuerId, token: 'acc_1' }, { 'idempotency-key': 'made' });
    const erased = await erasePersonByHand(service, api.realm, personId, { evenWithOpenLoans: true });
    assert.equal(erased.outcome, 'erased');

    const { data } = (await api.get(cards)).body;
    assert.equal(data.length, cardStatuses.length + 1);
    for (const { token, externalId, cardDetails } of data) {
      const { status, fulfillmentStatus: _, usageType: __, ...rest } = cardDetails;
      assert.deepEqual([status, token, externalId], ['terminated', null, null]);
      assert.deepEqual(new Set(Object.values(rest)), new Set([null]));
    }
    const { rows } = await service.database.pools.test.query('select to_jsonb(c) as card from cards c');
    assert.doesNotMatch(saidBesideIds(rows), personal);
    const events = await told(house(), api);
    assert.equal(personal.exec(saidBesideIds(events))?.[0], undefined);
    const reader = service.database.reader(api.realm);
    const payloads = await payloadsOf(reader, service.vault, eventResources, events);
    const ofCards = payloads.filter(({ card }) => card !== undefined && card !== null);
    assert.ok(ofCards.length > cardStatuses.length, 'events still show the card');
    assert.equal(personal.exec(saidBesideIds(ofCards))?.[0], undefined);
    const other = await aLine(api);
    const again = await api.post(other.cards, { externalId: 'card-1-active', cardDetails: details });
    assert.equal(again.status, 201);
    const changed = await api.put(`${cards}/${data[0].id}`, { cardDetails: { status: 'active' } });
    assert.deepEqual([changed.status, changed.body.errorType], [409, 'PersonErased']);
  });
});
