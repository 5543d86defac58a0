// Interactions and consents of a book that is taken over, in bulk: each once, whoever asks, and old ones too.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, aPhone, type Client, useHouse } from '../../../tests/support/house.ts';

const lines = (...all: readonly object[]) => all.map((line) => `${JSON.stringify(line)}\n`).join('');
const headers = { 'content-type': 'application/x-ndjson' };

describe('an import about borrowers who are there', () => {
  const { aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  async function imported(path: string, ...all: readonly object[]) {
    const { status, body } = await api.call('POST', `${path}?sync=true`, { body: lines(...all), headers });
    assert.equal(status, 200, JSON.stringify(body));
    const results = (await api.get(`${path}/${body.data.id}/results?sortBy=line`)).body.data;
    return results.map(({ outcome, error }: { outcome: string; error: { data: { path?: string } } | null }) =>
      error === null ? outcome : error.data.path,
    );
  }

  test('brings old interactions, also by fax and in threads, once', async () => {
    const { id } = await api.made('/people', aPerson({ externalId: 'book-1' }));
    const call = { personId: 'ext-book-1', channel: 'voice', theme: 'opsCollDebt', status: 'succeeded' };
    const old = { ...call, externalId: 'old-1', startedAt: '2019-05-02T14:03:00Z', conversation: true };
    const fax = {
      ...call,
      externalId: 'old-2',
      channel: 'fax',
      startedAt: '2018-01-01',
      previousInteractionId: 'ext-old-1',
    };
    const wrong = [
      { ...call, externalId: 'old-3', startedAt: '2099-01-01' },
      { ...call, externalId: 'old-4', personId: 'ext-nobody' },
      { ...call, externalId: 'old-5', caseId: 'CS-AAAA-AAAA' },
      { ...call, externalId: null },
    ];
    assert.deepEqual(await imported('/interactions/import', old, fax, ...wrong), [
      'created',
      'created',
      'startedAt',
      'personId',
      'caseId',
      'externalId',
    ]);
    assert.deepEqual(await imported('/interactions/import', old, fax), ['existing', 'existing']);
    const { data } = (await api.get(`/people/${id}/interactions?sortBy=startedAt`)).body;
    assert.deepEqual(
      data.map(({ channel, startedAt, conversation }: Record<string, unknown>) => [channel, startedAt, conversation]),
      [
        ['fax', '2018-01-01T00:00:00.000000+00:00', null],
        ['voice', '2019-05-02T14:03:00.000000+00:00', true],
      ],
    );
    assert.equal(data[0].threadId, data[1].id);
    const changed = await api.put('/interactions/ext-old-1', { messageLeft: false });
    assert.equal(changed.status, 200, 'an old one is corrected like others');
  });

  test('brings consents, those that were taken back too, once', async () => {
    const { id } = await api.made('/people', aPerson({ externalId: 'book-2' }));
    const phone = await api.made(
      `/people/${id}/contacts`,
      aPhone({ value: '+13175550199', receiveTextMessages: false }),
    );
    const given = { personId: 'ext-book-2', consentType: 'priorExpress', text: 'You may.', givenAt: '2020-02-01' };
    const texts = { ...given, externalId: 'c-1', channel: 'text', contactId: phone.id };
    const calls = { ...given, externalId: 'c-2', channel: 'voice', revokedAt: '2021-03-04' };
    const wrong = [
      { ...given, externalId: 'c-3', channel: 'voice', revokedAt: '2019-01-01' },
      { ...given, externalId: 'c-4', channel: 'text', contactId: 'CT-AAAA-AAAA' },
    ];
    assert.deepEqual(await imported('/consents/import', texts, calls, ...wrong), [
      'created',
      'created',
      'revokedAt',
      'contactId',
    ]);
    assert.deepEqual(await imported('/consents/import', texts, calls), ['existing', 'existing']);
    const { data } = (await api.get(`/people/${id}/consents?sortBy=givenAt`)).body;
    assert.equal(data.length, 2);
    assert.deepEqual(data.map(({ revokedAt }: { revokedAt: string | null }) => revokedAt !== null).sort(), [
      false,
      true,
    ]);
    const contact = (await api.get(`/people/${id}/contacts/${phone.id}`)).body.data;
    assert.equal(contact.receiveTextMessages, true, 'a consent to texts turns them on');
  });
});
