// Keys end with whoever stands for them, unless somebody else takes them over.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listKeysByHand } from '#app/cli-key-list.ts';
import { disableUserByHand } from '#app/cli-users.ts';
import { standingClock } from '../../../tests/support/clock.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { aSecondPerson, aUser, type SignedIn, signedIn } from '../../../tests/support/signed-in.ts';

describe('the key of somebody who is gone', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false });

  type Calls = Pick<Client, 'get' | 'post' | 'put' | 'delete'>;
  async function keyBy(maker: Calls, api: Client, body: object = {}) {
    const { status, body: answer } = await maker.post('/keys', { name: 'a key', ...body });
    assert.equal(status, 201, JSON.stringify(answer));
    return { id: answer.data.id as string, client: house().client(answer.data.key, api.realm) };
  }
  async function rotatedBy(maker: Calls, api: Client, id: string) {
    const { status, body } = await maker.post(`/keys/${id}/rotate`, {});
    assert.equal(status, 201, JSON.stringify(body));
    return { id: body.data.id as string, client: house().client(body.data.key, api.realm) };
  }
  const answers = async (keys: readonly Client[], status: number, why: string): Promise<void> => {
    clock.moveOn(1.1);
    for (const [i, key] of keys.entries())
      assert.equal((await key.get('/companies/current')).status, status, `${why} ${i}`);
  };
  const person = async (api: Client, email: string): Promise<SignedIn & { readonly id: string }> => {
    const id = await aUser(house(), api, { email });
    return { ...(await signedIn(house(), api, email)), id };
  };
  async function aCase() {
    const { test: api } = await aCompany();
    return { api, ada: await person(api, 'ada@acme.example'), bob: await person(api, 'bob@acme.example') };
  }
  /** Made by Ada, by her key, by the key of that one, and rotated a moment ago, by her and by a key of hers. */
  async function keysOfAda(api: Client, ada: Calls) {
    const first = await keyBy(ada, api);
    const second = await keyBy(first.client, api);
    const third = await keyBy(second.client, api, { permissions: ['company:read'] });
    const rotated = await rotatedBy(ada, api, third.id);
    const again = await rotatedBy(first.client, api, rotated.id);
    return [first, second, third, rotated, again];
  }

  test('is refused within a second, over any number of steps, and comes back with its maker', async () => {
    const { api, ada } = await aCase();
    const keys = (await keysOfAda(api, ada)).map(({ client }) => client);
    await answers(keys, 200, 'before');
    assert.equal((await api.put(`/users/${ada.id}`, { status: 'inactive' })).status, 200);
    await answers(keys, 401, 'disabled');
    assert.equal((await ada.get('/companies/current')).status, 401);
    await api.put(`/users/${ada.id}`, { status: 'active' });
    await answers(keys, 200, 'active again');
    assert.equal((await api.delete(`/users/${ada.id}`)).status, 200);
    await answers(keys, 401, 'deleted');
    await answers([api], 200, 'the first key stands for the company');
  });

  test('is refused in the very commit that hands something out, before it is forgotten', async () => {
    const { api, ada } = await aCase();
    const { client } = await keyBy(ada, api);
    assert.equal((await client.get('/companies/current')).status, 200);
    await api.put(`/users/${ada.id}`, { status: 'inactive' });
    // Its rights of a moment ago are remembered still.
    assert.equal((await client.post('/keys', { name: 'another' })).status, 401);
    assert.equal((await client.post('/roles', { name: 'r', permissions: [] })).status, 401);
  });

  test('can do no more than its holder may now', async () => {
    const { api, ada } = await aCase();
    const { client } = await keyBy(ada, api);
    const { data } = (await api.get('/roles?limit=100')).body;
    const readOnly = data.find(({ defaultRole }: { defaultRole: string }) => defaultRole === 'readOnly').id;
    await api.put(`/users/${ada.id}`, { roles: [readOnly] });
    assert.equal((await client.post('/keys', { name: 'at once', permissions: ['company:read'] })).status, 403);
    clock.moveOn(1.1);
    assert.equal((await client.get('/people')).status, 200);
    assert.equal((await client.post('/keys', { name: 'later', permissions: ['company:read'] })).status, 403);
    assert.equal((await client.post('/people', {})).status, 403);
  });

  test('goes on when a second person takes it over, and then ends with that one', async () => {
    const { api, ada, bob } = await aCase();
    const made = await keyBy(ada, api);
    const own = await keyBy(ada, api);
    const path = `/keys/${made.id}/take-over`;
    const refused = ({ status, body }: Answer, errorType: string) =>
      assert.deepEqual([status, body.errorType], [409, errorType], JSON.stringify(body));
    for (const hand of [ada, own.client, made.client]) refused(await hand.post(path, {}), 'AnotherMustDecide');
    await api.put(`/users/${ada.id}`, { status: 'inactive' });
    await answers([made.client, own.client], 401, 'disabled');
    assert.equal((await bob.post(path, {})).body.data.holderUserId, bob.id);
    await answers([made.client], 200, 'taken over');
    await answers([own.client], 401, 'nobody took the other');
    await api.put(`/users/${ada.id}`, { status: 'active' });
    assert.equal((await api.put(`/users/${bob.id}`, { status: 'inactive' })).status, 200);
    await answers([made.client], 401, 'the new holder is gone too, and the first one is none any more');
    const company = await aSecondPerson(house(), api);
    assert.equal((await company.post(path, {})).body.data.holderUserId, null);
    await answers([made.client], 200, 'the company stands for it');
    assert.equal((await bob.post(path, {})).status, 401, 'who is gone takes nothing');
  });

  test('is taken over by nobody who can do less', async () => {
    const { api, ada } = await aCase();
    const made = await keyBy(ada, api, { permissions: ['company:read', 'person:read'] });
    const { key } = await api.made('/keys', { name: 'narrow', permissions: ['key:takeover', 'company:read'] });
    const { status, body } = await house().client(key, api.realm).post(`/keys/${made.id}/take-over`, {});
    assert.deepEqual([status, body.data.permission], [403, 'person:read']);
  });

  test('is listed on the command line, and when its maker is disabled there', async () => {
    const { api, ada, bob } = await aCase();
    const { id } = await keyBy(ada, api);
    const other = await keyBy(bob, api);
    const said = await disableUserByHand(house().service, api.realm, ada.id);
    assert.match(said, new RegExp(`^Disabled\\. Refused from now on, .*: ${id}\\.$`));
    const lines = (await listKeysByHand(house().service, [api.realm])).split('\n');
    assert.match(lines.find((line) => line.startsWith(id)) ?? '', new RegExp(`refused: ${ada.id}, .*not active`));
    assert.match(lines.find((line) => line.startsWith(other.id)) ?? '', new RegExp(`held by ${bob.id}$`));
  });
});
