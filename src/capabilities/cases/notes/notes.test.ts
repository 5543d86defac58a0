// Notes of a case: written, pinned, archived; sensitive ones only for those who may read them; sealed and erased.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { everythingStored } from '../../../../tests/support/everything-stored.ts';
import { aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { ids, refused, refusedAt } from '../../../../tests/support/refusals.ts';
import { aUser, type SignedIn, signedIn } from '../../../../tests/support/signed-in.ts';

describe('the notes of a case', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let reader: SignedIn;
  before(async () => {
    api = (await aCompany()).test;
    await aUser(house(), api, { email: 'reader@example.com', role: 'readOnly' });
    reader = await signedIn(house(), api, 'reader@example.com');
  });

  async function aCase() {
    const personId = (await api.made('/people', aPerson())).id as string;
    const cases = `/people/${personId}/cases`;
    const path = `${cases}/${(await api.made(cases, {})).id}`;
    return { personId, path, notes: `${path}/notes` };
  }
  const write = async (notes: string, body: object) => (await api.post(notes, body)).body.data;

  test('are listed without what was archived, by category, pinned or not', async () => {
    const { notes } = await aCase();
    const plain = await write(notes, { content: 'Plain' });
    const pinned = await write(notes, { content: 'Pinned', pinned: true, category: 'escalationCreateReason' });
    const archived = await write(notes, { content: 'Archived', archived: true });
    assert.deepEqual(
      [plain.content, plain.category, plain.status, plain.taskableInstruction, plain.createdByType],
      ['Plain', 'generic', 'active', false, 'key'],
    );
    assert.deepEqual(ids(await api.get(notes)), [pinned.id, plain.id]);
    assert.deepEqual(ids(await api.get(`${notes}?includeArchived=true`)), [archived.id, pinned.id, plain.id]);
    assert.deepEqual(ids(await api.get(`${notes}?pinned=true`)), [pinned.id]);
    assert.deepEqual(ids(await api.get(`${notes}?pinned=false`)), [plain.id]);
    assert.deepEqual(ids(await api.get(`${notes}?categories=escalationCreateReason`)), [pinned.id]);
    const changed = (await api.put(`${notes}/${plain.id}`, { archived: true })).body.data;
    assert.deepEqual([changed.content, changed.archived], ['Plain', true]);
    refusedAt(await api.post(notes, {}), 'content');
    const { notes: others } = await aCase();
    refused(await api.put(`${others}/${plain.id}`, { pinned: true }), 404, 'NotFound', 'caseNoteId');
  });

  test('that are sensitive are shown to those alone who may read them, and stay so', async () => {
    const { notes } = await aCase();
    const { id, content } = await write(notes, { content: 'Is in hospital', sensitiveData: true });
    assert.equal(content, 'Is in hospital');
    const seen = async (who: Pick<Client, 'get'>) => (await who.get(notes)).body.data[0].content;
    assert.equal(await seen(api), 'Is in hospital');
    assert.equal(await seen(reader), null);
    const weak = await api.made('/roles', {
      name: 'Weak',
      permissions: ['case.note:list', 'case.note:update', 'case.note:create'],
    });
    const made = await api.made('/keys', { name: 'weak', permissions: weak.permissions });
    const key = house().client(made.key, api.realm);
    const { status, body } = await key.put(`${notes}/${id}`, { sensitiveData: false });
    assert.deepEqual([status, body.data.permission], [403, 'note:read.sensitive']);
    assert.equal(await seen(key), null);
  });

  test('lie sealed, and go with the person', async () => {
    const { personId, notes, path } = await aCase();
    await write(notes, { content: 'Telltale words' });
    await api.made(`${path}/escalations`, { reason: 'Telltale words' });
    const holding = async () =>
      [...(await everythingStored(house()))].filter(([, text]) => /telltale words/i.test(text)).map(([table]) => table);
    assert.deepEqual(await holding(), []);
    await erasePersonByHand(house().service, api.realm, personId, { evenWithOpenLoans: true });
    assert.deepEqual(ids(await api.get(notes)), []);
    refused(await api.post(notes, { content: 'Again' }), 409, 'PersonErased', 'personId');
  });
});
