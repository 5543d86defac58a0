// Cards that are recorded with a line: in its commit, shown with it, and refused with it.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aBorrower } from '../../../../../tests/support/a-borrower.ts';
import { everythingStored } from '../../../../../tests/support/everything-stored.ts';
import { aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../../../tests/support/refusals.ts';
import { typesOf } from '../../../../../tests/support/told.ts';
import { loanBody } from '../../../../../tests/support/world.ts';

const pan = '4532015112830366';
const card = { externalId: 'first', cardDetails: { pan, cvvNumber: '8675', firstName: 'Ada', network: 'visa' } };

describe('cards with a line', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let personId: string;
  let loans: string;
  before(async () => {
    api = (await aCompany()).test;
    personId = (await api.made('/people', aPerson())).id;
    loans = `/people/${personId}/loans`;
  });

  const line = (more: object, status = 'originated') => ({
    loanTypeId: 'ext-credit-card',
    status,
    atOrigination: { creditLimitAmount: 500, interestRates: [{ rate: 0.1 }], specificDays: [10], ...more },
  });

  test('are recorded in its commit, shown with it as they are now, and without their number', async () => {
    const { id: issuerId } = await api.made('/companies/current/card-issuers', { name: 'Wabash' });
    const further = { issuerId, token: 'acc_1', type: 'virtual' };
    const { id, atOrigination } = await api.made(loans, line({ card, cards: [further] }));
    const path = `${loans}/${id}`;
    const listed = (await api.get(`${path}/cards`)).body.data;
    assert.deepEqual(atOrigination.cards, listed.toReversed());
    assert.deepEqual(atOrigination.card, atOrigination.cards[0]);
    assert.deepEqual([atOrigination.card.cardDetails.cardNumberLastFour, atOrigination.card.loanId], ['0366', id]);
    assert.equal(atOrigination.cards[1].token, 'acc_1');
    assert.equal(atOrigination.cardIds, undefined);
    assert.deepEqual((await api.get(path)).body.data.atOrigination, atOrigination);
    await api.put(`${path}/cards/ext-first`, { cardDetails: { nickname: 'Blue', status: 'active' } });
    const now = (await api.get(path)).body.data.atOrigination.card.cardDetails;
    assert.deepEqual([now.nickname, now.status], ['Blue', 'active']);
    const [inList] = (await api.get(loans)).body.data;
    assert.equal(inList.atOrigination.card.cardDetails.nickname, 'Blue');
    const events = typesOf((await api.get(`/people/${personId}/events?limit=100`)).body.data);
    assert.equal(events.filter((type) => type === 'card.created').length, 2);
    const holding = (await everythingStored(house())).filter(([, text]) => text.includes(pan));
    assert.deepEqual(holding, [], 'the number is stored nowhere');
  });

  test('of a draft stay where they are sent back; others are recorded by their own call', async () => {
    const { id, atOrigination } = await api.made(loans, line({ card: { ...card, externalId: 'draft' } }, 'pending'));
    const path = `${loans}/${id}`;
    const again = await api.put(path, { atOrigination });
    assert.equal(again.status, 200, JSON.stringify(again.body));
    assert.deepEqual(again.body.data.atOrigination, atOrigination);
    const originated = await api.put(path, { status: 'originated' });
    assert.equal(originated.body.data.atOrigination.card.id, atOrigination.card.id);
    const { id: plain } = await api.made(loans, line({}, 'pending'));
    refusedAt(await api.put(`${loans}/${plain}`, { atOrigination: { card } }), 'atOrigination.card');
  });

  test('refuse the line, and leave nothing behind', async () => {
    const before = ids(await api.get(loans));
    const cases: [object, string][] = [
      [{ card: {} }, 'atOrigination.card.issuerId'],
      [
        { cards: [card, { cardDetails: { cardNumberLastFour: 'x' } }] },
        'atOrigination.cards[1].cardDetails.cardNumberLastFour',
      ],
      [{ card: { cardDetails: { pan: '4532015112830367' } } }, 'atOrigination.card.cardDetails.pan'],
      [{ card: { ...card, id: 'CD-AAAA-AAAA' } }, 'atOrigination.card.id'],
    ];
    for (const [more, path] of cases) refusedAt(await api.post(loans, line(more)), path);
    const { test: other } = await aCompany();
    const { id: theirs } = await other.made('/companies/current/card-issuers', {
      name: 'Theirs',
      externalId: 'theirs',
    });
    for (const issuerId of ['CI-AAAA-AAAA', theirs, 'ext-theirs']) {
      const { status, body } = await api.post(loans, line({ card: { issuerId, token: 'a' } }));
      assert.deepEqual([status, body.data.path], [404, 'atOrigination.card.issuerId']);
      assert.equal(body.message, `There is no card issuer ${issuerId}.`);
    }
    const atOrigination = { ...loanBody.atOrigination, card };
    refusedAt(await api.post(loans, { ...loanBody, atOrigination }), 'atOrigination.card');
    assert.deepEqual(ids(await api.get(loans)), before);
  });

  test('are shown to the borrower without what is for staff', async () => {
    const { id } = await api.made(loans, line({ card: { ...card, externalId: 'own' } }));
    const own = await aBorrower(house(), api, personId);
    const [listed] = (await own.get(`${loans}/${id}/cards`)).body.data;
    const { atOrigination } = (await own.get(`${loans}/${id}`)).body.data;
    assert.deepEqual(atOrigination.card, listed);
    assert.equal(listed.cardDetails.firstName, 'Ada');
    assert.ok(!('token' in listed) && !('issuerId' in listed));
    assert.equal((await own.get(`${loans}/${id}/cards/${listed.id}`)).status, 200);
    assert.equal((await own.post(`${loans}/${id}/cards`, card)).status, 403);
  });
});
