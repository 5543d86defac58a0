// What is sensitive in interactions: shown by a permission of its own, told in the audit, sealed, and gone with the person.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { chainAudit } from '#platform/audit/chain-audit.ts';
import { aBorrower as signedInBorrower } from '../../../tests/support/a-borrower.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids } from '../../../tests/support/refusals.ts';
import { aUser, signedIn } from '../../../tests/support/signed-in.ts';
import { told } from '../../../tests/support/told.ts';

const secret = {
  channel: 'chat',
  theme: 'opsServicing',
  status: 'succeeded',
  sensitive: true,
  externalId: 'telltale-id',
  content: { text: 'Telltale words' },
};

describe('sensitive interactions', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const aBorrower = async () => (await api.made('/people', aPerson())).id as string;
  const aKey = async (...permissions: string[]) =>
    house().client((await api.made('/keys', { name: 'few', permissions })).key, api.realm);

  test('show their content only with the permission, which no other includes, and keep their mark', async () => {
    const path = `/people/${await aBorrower()}/interactions`;
    const { id } = await api.made(`${path}?searchable=true`, { ...secret, externalId: null });
    const few = await aKey('interaction:read', 'interaction:list', 'interaction:update');
    const shown = (await few.get(`/interactions/${id}`)).body.data;
    assert.deepEqual([shown.sensitive, shown.content], [true, null]);
    assert.deepEqual(ids(await few.get(`${path}?search=telltale`)), []);
    assert.deepEqual(ids(await api.get(`${path}?search=telltale`)), [id]);
    const unmarked = await few.put(`/interactions/${id}`, { sensitive: false });
    assert.deepEqual([unmarked.status, unmarked.body.data.permission], [403, 'interaction:read.sensitive']);
    const changed = await few.put(`/interactions/${id}`, { statusDetails: 'chatEnded' });
    assert.deepEqual([changed.status, changed.body.data.content], [200, null]);
    assert.deepEqual((await api.get(`/interactions/${id}`)).body.data.content, secret.content);
    const full = await aKey('interaction:read', 'interaction:read.sensitive');
    assert.deepEqual((await full.get(`/interactions/${id}`)).body.data.content, secret.content);
  });

  test('are hidden in what was known before they were sensitive', async () => {
    const path = `/people/${await aBorrower()}/interactions`;
    const made = await api.made(path, { ...secret, sensitive: false, externalId: null });
    await api.put(`/interactions/${made.id}`, { sensitive: true });
    const few = await aKey('interaction:read');
    const before = (await few.get(`/interactions/${made.id}?knownAt=${encodeURIComponent(made.recordedAt)}`)).body;
    assert.equal(before.data?.content ?? null, null, JSON.stringify(before));
  });

  test('are searched only by who may read', async () => {
    const path = `/people/${await aBorrower()}/interactions`;
    const lists = await aKey('interaction:list');
    assert.equal((await lists.get(path)).status, 200);
    const { status, body } = await lists.get(`${path}?search=telltale`);
    assert.deepEqual([status, body.data.permission], [403, 'interaction:read']);
  });

  test('are told in the audit, with the borrower, when an agent reads one', async () => {
    const personId = await aBorrower();
    const { id } = await api.made(`/people/${personId}/interactions`, { ...secret, externalId: null });
    await aUser(house(), api, { email: 'agent@example.com' });
    await aUser(house(), api, { email: 'reader@example.com', role: 'readOnly' });
    for (const email of ['agent@example.com', 'reader@example.com']) {
      assert.equal((await (await signedIn(house(), api, email)).get(`/interactions/${id}`)).status, 200);
    }
    await house().service.audit.flush();
    await chainAudit(house().service.database, api.realm.mode);
    const { data } = (await api.get(`/audit?outcome=read&personId=${personId}`)).body;
    assert.deepEqual(
      data.map(({ action, objectId }: { action: string; objectId: string }) => [action, objectId]),
      [['interactions.read', id]],
      'who may not see it was not shown anything',
    );
  });

  test('by the default roles: all who work record, compliance and owners see what is sensitive', async () => {
    const path = `/people/${await aBorrower()}/interactions`;
    const { id } = await api.made(path, { ...secret, externalId: null });
    const may = {
      owner: [201, true],
      operations: [201, false],
      collections: [201, false],
      compliance: [201, true],
      readOnly: [403, false],
    } as const;
    for (const [role, [status, sees]] of Object.entries(may)) {
      const email = `${role.toLowerCase()}@roles.example`;
      await aUser(house(), api, { email, role: role as keyof typeof may });
      const user = await signedIn(house(), api, email);
      assert.equal((await user.post(path, { ...secret, externalId: null })).status, status, role);
      const { content } = (await user.get(`/interactions/${id}`)).body.data;
      assert.equal(content !== null, sees, role);
    }
  });

  test('are listed by their borrower as far as they reached them, without what agents need', async () => {
    const personId = (await api.made('/people', aPerson())).id as string;
    const path = `/people/${personId}/interactions`;
    const message = { channel: 'email', status: 'succeeded', subject: 'paymentReceipt', content: { text: 'Telltale' } };
    const sent = await api.made(path, message);
    const asked = await api.made(path, {
      channel: 'chat',
      theme: 'opsServicing',
      status: 'succeeded',
      direction: 'inbound',
    });
    for (const hidden of [
      { ...message, sensitive: true },
      { ...message, status: 'failed' },
      { ...message, subject: null, theme: 'agentNotification' },
      { channel: 'voice', theme: 'opsCollDebt', status: 'attempted' },
      { channel: 'gui', theme: 'opsServicing', status: 'succeeded' },
    ]) {
      await api.made(path, hidden);
    }
    const borrower = await signedInBorrower(house(), api, personId);
    const answer = await borrower.get(path);
    const { data, total } = answer.body;
    assert.deepEqual([ids(answer), total], [[asked.id, sent.id], 2]);
    assert.deepEqual(Object.keys(data[0]).toSorted(), [
      'channel',
      'companyId',
      'createdAt',
      'deletedAt',
      'direction',
      'documentId',
      'endedAt',
      'id',
      'loanId',
      'loanIds',
      'object',
      'personId',
      'startedAt',
      'subject',
      'updatedAt',
    ]);
    assert.equal((await borrower.get(`/interactions/${sent.id}`)).status, 403);
    assert.ok([400, 403].includes((await borrower.get(`${path}?search=telltale`)).status));
    const { id: other } = await api.made('/people', aPerson());
    assert.equal((await borrower.get(`/people/${other}/interactions`)).status, 404);
  });

  test('lie sealed, and of an erased borrower what was said goes while what is counted stays', async () => {
    const personId = await aBorrower();
    const path = `/people/${personId}/interactions`;
    const call = { channel: 'voice', theme: 'opsCollDebt', status: 'attempted', connected: true };
    const { id } = await api.made(`${path}?searchable=true`, { ...secret, ...call }, { 'idempotency-key': 'telltale' });
    await api.put(`/interactions/${id}`, { messageLeft: true, content: { text: 'More telltale words' } });
    const holding = async (said: RegExp) =>
      [...(await everythingStored(house()))].filter(([, text]) => said.test(text)).map(([table]) => table);
    assert.deepEqual(await holding(/telltale words/i), []);
    assert.equal(
      (await erasePersonByHand(house().service, api.realm, personId, { evenWithOpenLoans: true })).outcome,
      'erased',
    );
    assert.deepEqual(await holding(/telltale/i), []);
    const shown = (await api.get(`/interactions/${id}`)).body.data;
    assert.deepEqual(
      [shown.content, shown.externalId, shown.channel, shown.status, shown.connected, shown.messageLeft],
      [null, null, 'voice', 'attempted', true, true],
    );
    const { versions } = (await api.get(`/interactions/${id}/versions`)).body.data;
    assert.equal(versions.length, 2);
    assert.deepEqual(
      ids(await api.get(`/interactions?search=telltale`)).filter((one) => one === id),
      [],
    );
    const again = await api.put(`/interactions/${id}`, { messageLeft: false });
    assert.deepEqual([again.status, again.body.errorType], [409, 'PersonErased']);
    assert.doesNotMatch(JSON.stringify(await told(house(), api, `personId=${personId}`)), /telltale/);
    const { id: other } = await api.made('/people', aPerson());
    assert.equal((await api.post(`/people/${other}/interactions`, secret)).status, 201, 'its external id is free');
  });
});
