// What each filter of the lists of events takes, finds and refuses, and that nothing of another company is found.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aBusiness, anEmail, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { queryOf } from '../../../tests/support/naive-events.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';
import { type Shown, told, typesOf } from '../../../tests/support/told.ts';

describe('a list of events takes', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let personId: string;
  let contactId: string;
  before(async () => {
    api = (await aCompany()).test;
    const { id } = await api.made(
      '/people',
      aPerson({ externalId: 'crm-1', identity: { identityType: 'SSN', value: '123-45-6789' } }),
    );
    personId = id;
    contactId = (await api.made(`/people/${id}/contacts`, anEmail())).id;
    await api.put(`/people/${id}/contacts/${contactId}`, { status: 'archived' });
    await api.made('/people', aBusiness());
  });
  const seen = async (query: string, base = '/events') => {
    await house().service.orderEvents('test');
    const answer = await api.get(`${base}?${query}`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual([answer.body.total, answer.body.count], [answer.body.data.length, answer.body.data.length]);
    return typesOf(answer.body.data);
  };

  test('types as a list with commas, as a repeated parameter, and as both', async () => {
    const three = ['contact.updated', 'contact.created', 'person.identity.created'];
    assert.deepEqual(await seen('events=contact.created,contact.updated,person.identity.created'), three);
    assert.deepEqual(await seen('events=contact.created&events=contact.updated&events=person.identity.created'), three);
    assert.deepEqual(await seen('events=contact.created,contact.updated&events=*.identity.*'), three);
    assert.deepEqual(await seen('excludeEvents=person.*,key.*&excludeEvents=contact.created'), ['contact.updated']);
    assert.deepEqual(await seen('events=contact.*&excludeEvents=*.created'), ['contact.updated']);
    assert.deepEqual(await seen('events=nobody.did'), []);
  });

  test('a borrower by id and by external id; of an unknown one there is nothing', async () => {
    const own = ['contact.updated', 'contact.created', 'person.identity.created', 'person.created'];
    assert.deepEqual(await seen(`personId=${personId}`), own);
    assert.deepEqual(await seen('personId=ext-crm-1'), own);
    assert.deepEqual(await seen('', '/people/ext-crm-1/events'), own);
    for (const nobody of ['BO-AAAA-AAAA', 'ext-nobody', 'x']) {
      assert.deepEqual(await seen(`personId=${nobody}`), []);
      assert.deepEqual(await seen(`personId=${nobody}&createdAtFrom=2020-01-01&events=*`), []);
      assert.equal((await api.get(`/people/${nobody}/events`)).status, 404);
    }
  });

  test('objects and subscriptions that are not there, and accruals, of which there are none', async () => {
    const none = ['caseId=CS-AAAA-AAAA', 'loanId=LN-AAAA-AAAA', 'transactionId=TX-AAAA-AAAA', 'periodId=PE-AAAA-AAAA'];
    for (const query of [...none, 'webhookId=WH-AAAA-AAAA', 'accrualDate=2026-03-01', 'creatingMessageIds=none']) {
      for (const base of ['/events', `/people/${personId}/events`]) {
        assert.deepEqual(await seen(query, base), [], `${base}?${query}`);
        assert.deepEqual(await seen(`${query}&events=contact.*`, base), []);
      }
    }
  });

  test('the id of a change, which is the same for all its events', async () => {
    const events = (await api.get(`/events?personId=${personId}`)).body.data;
    const [updated, created, identity, person] = events.map((event: Shown) => event.creatingMessageId);
    assert.equal(identity, person);
    assert.equal(new Set([updated, created, identity]).size, 3);
    assert.deepEqual(await seen(`creatingMessageIds=${person}`), ['person.identity.created', 'person.created']);
    assert.deepEqual(await seen(`creatingMessageIds=${created},${updated}`), ['contact.updated', 'contact.created']);
    assert.deepEqual(await seen(`creatingMessageIds=${created}&creatingMessageIds=none`), ['contact.created']);
  });

  test('instants: From with the instant itself, To without it', async () => {
    const [newest, , , oldest] = (await api.get(`/events?personId=${personId}`)).body.data;
    for (const name of ['createdAt', 'effectiveAt']) {
      const between = (from: Shown, to: Shown) =>
        seen(queryOf({ [`${name}From`]: from[name], [`${name}To`]: to[name] }), `/people/${personId}/events`);
      const without = ['contact.created', 'person.identity.created', 'person.created'];
      assert.deepEqual(await between(oldest, newest), without);
      assert.deepEqual(await between(newest, newest), []);
      assert.deepEqual(await seen(queryOf({ [`${name}From`]: newest[name], personId })), ['contact.updated']);
    }
    assert.deepEqual(await seen(`createdAtFrom=2020-01-01&createdAtTo=2020-01-02&personId=${personId}`), []);
  });

  test('only what it can read; else it says which parameter is wrong', async () => {
    const wrong: [query: string, path: string][] = [
      ['events=contact..created', 'events[0]'],
      ['events=contact.created,a%20b', 'events[1]'],
      ['events=', 'events'],
      [`events=${'x,'.repeat(200)}x`, 'events'],
      [`events=${'x'.repeat(101)}`, 'events[0]'],
      ['excludeEvents=.*', 'excludeEvents[0]'],
      ['excludeEvents=*&excludeEvents=%25', 'excludeEvents[1]'],
      ['createdAtFrom=yesterday', 'createdAtFrom'],
      ['createdAtTo=2026-02-30', 'createdAtTo'],
      ['effectiveAtFrom=2026-13-01T00:00:00Z', 'effectiveAtFrom'],
      ['effectiveAtTo=', 'effectiveAtTo'],
      ['accrualDate=2026-02-29', 'accrualDate'],
      ['includeDeleted=maybe', 'includeDeleted'],
      ['creatingMessageIds=', 'creatingMessageIds'],
      ['loanId=', 'loanId'],
      ['sortBy=sequence', 'sortBy'],
      ['sortBy=createdAt,id', 'sortBy'],
      ['limit=0', 'limit'],
    ];
    for (const [query, path] of wrong) {
      for (const base of ['/events', `/people/${personId}/events`]) refusedAt(await api.get(`${base}?${query}`), path);
    }
    refusedAt(await api.get('/events?personId='), 'personId');
  });

  test('nothing of another company or mode, neither filters nor cursors', async () => {
    const company = await aCompany();
    const strangers = [company.test, company.live];
    for (const stranger of strangers) {
      const own = ids(await stranger.get('/events'));
      const [cursor] = ids(await api.get(`/events?personId=${personId}`));
      assert.deepEqual(own, [], 'its own key, which has no place yet');
      assert.deepEqual(typesOf(await told(house(), stranger)), ['key.created']);
      for (const query of [`personId=${personId}`, 'personId=ext-crm-1', 'events=contact.*']) {
        assert.deepEqual((await stranger.get(`/events?${query}`)).body.total, 0, query);
      }
      assert.equal((await stranger.get(`/people/${personId}/events`)).status, 404);
      refusedAt(await stranger.get(`/events?startingAfter=${cursor}`), 'startingAfter', 'UnknownCursor');
      refusedAt(await stranger.get(`/events?endingBefore=${cursor}`), 'endingBefore', 'UnknownCursor');
    }
  });
});
