// A first one, and others around him: whoever he could use as his second person, whoever could use him, and an honest
// colleague. All were made by one key of the company, which alone joins none of them.
import assert from 'node:assert/strict';
import type { Client, House } from './house.ts';
import { aUser, password, type SignedIn, signedIn } from './signed-in.ts';
import type { Shown } from './told.ts';

export type Human = Pick<Client, 'get' | 'post' | 'put' | 'delete'>;

export interface Cast {
  readonly first: Human;
  readonly firstId: string;
  /** By the reason for which they are refused; each is the first one's own hand, or the other way round. */
  readonly joined: readonly (readonly [how: string, reason: string, human: Human])[];
  readonly honest: Human;
}

/** So many keys, each made by the one before. */
const chained = 22;

let companies = 0;

export async function aCast(house: House, api: Client): Promise<Cast> {
  const names = (name: string) => `${name}-${++companies}@acme.example`;
  const asked = async (by: Human, method: 'post' | 'put' | 'delete', path: string, body?: object): Promise<Shown> => {
    const { status, body: answer } = await (method === 'delete' ? by.delete(path) : by[method](path, body));
    assert.ok(status < 300, `${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const hired = async (by: Human, name: string): Promise<readonly [id: string, human: SignedIn]> => {
    const email = names(name);
    const id = await aUser(
      house,
      { ...api, ...by, made: (path, body) => asked(by, 'post', path, body as object) },
      { email },
    );
    return [id, await signedIn(house, api, email)];
  };
  const keyOf = async (by: Human): Promise<Client> =>
    house.client((await asked(by, 'post', '/keys', { name: 'a key', permissions: null })).key, api.realm);
  const [firstId, first] = await hired(api, 'first');
  const [, madeByFirst] = await hired(first, 'straw');
  const [, madeByKey] = await hired(await keyOf(first), 'straw-of-a-key');
  const [, madeByStraw] = await hired(madeByFirst, 'straw-of-a-straw');
  let last: Client = await keyOf(first);
  for (let n = 1; n < chained; n += 1) last = await keyOf(last);
  const email = names('reset');
  const resetId = await aUser(house, api, { email });
  await asked(first, 'put', `/users/${resetId}/auth`, { authType: { email }, password });
  const reset = await signedIn(house, api, email);
  const plain = (await api.get('/roles')).body.data.find(({ name }: Shown) => name.toLowerCase() === 'operations');
  const [promotedId, promoted] = await hired(api, 'promoted');
  await asked(first, 'put', `/users/${promotedId}/roles/${plain.id}`);
  const [enabledId, enabled] = await hired(api, 'enabled');
  const role = await api.made('/roles', { name: `a role ${enabledId}`, permissions: ['person:read'] });
  await asked(api, 'put', `/users/${enabledId}/roles/${role.id}`);
  await asked(first, 'put', `/roles/${role.id}`, { permissions: ['person:read', 'person:list'] });
  const [unlockedId] = await hired(api, 'unlocked');
  await asked(first, 'delete', `/users/${unlockedId}/auth/second-factors`);
  const unlocked = await signedIn(house, api, `unlocked-${companies}@acme.example`);
  const [, honest] = await hired(api, 'honest');
  const widened = await asked(honest, 'post', '/keys', { name: 'widened', permissions: null });
  await asked(first, 'put', `/keys/${widened.id}`, { expiresAt: '2099-01-01T00:00:00Z' });
  const [, chief] = await hired(api, 'chief');
  await asked(chief, 'put', `/users/${firstId}/roles/${plain.id}`);
  return {
    first,
    firstId,
    joined: [
      ['the first one', 'orderedIt', first],
      ['a key of a chain of 22', 'orderedIt', last],
      ['a user whom he made', 'madeByOrderer', madeByFirst],
      ['a user whom his key made', 'madeByOrderer', madeByKey],
      ['a user whom a user of his made', 'madeByOrderer', madeByStraw],
      ['a colleague whose password he set', 'madeByOrderer', reset],
      ['a key of that colleague', 'madeByOrderer', await keyOf(reset)],
      ['a colleague to whom he gave a role', 'madeByOrderer', promoted],
      ['a colleague whose role he changed', 'madeByOrderer', enabled],
      ['a colleague whose second factors he cleared', 'madeByOrderer', unlocked],
      ['a key whose end he set', 'madeByOrderer', house.client(widened.key, api.realm)],
      ['who made him', 'madeOrderer', api],
      ['who gave him a role', 'madeOrderer', chief],
      ['a key of who gave him a role', 'madeOrderer', await keyOf(chief)],
    ],
    honest,
  };
}
