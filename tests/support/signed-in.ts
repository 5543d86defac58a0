// Users of a company, and what they do once they have signed in.
import assert from 'node:assert/strict';
import { createKeyByHand } from '#app/cli-keys.ts';
import type { UserType } from '#platform/actor.ts';
import type { DefaultRole } from '#platform/permissions.ts';
import type { Answer, Client, House } from './house.ts';

export const password = 'four words of my own';

interface NewUser {
  readonly email: string;
  readonly userType?: UserType;
  readonly role?: DefaultRole;
  readonly personId?: string | null;
  readonly withPassword?: boolean;
}

/** Returns the id. All users of the tests have one password, or none. */
export async function aUser(
  house: House,
  api: Client,
  { email, userType = 'agent', role = 'owner', personId = null, withPassword = true }: NewUser,
): Promise<string> {
  const roles = (await api.get('/roles')).body.data as { id: string; name: string }[];
  const name = { readOnly: 'read only' }[role as string] ?? role;
  const id = roles.find((one) => one.name.toLowerCase() === name)?.id;
  const authType = { email };
  const user = await api.made('/users', { userType, authType, roles: [id], associatedPersonId: personId });
  if (withPassword) {
    const { status, body } = await api.put(`/users/${user.id}/auth`, { authType, password });
    assert.equal(status, 200, JSON.stringify(body));
  }
  if (user.status === 'pending') await confirmed(house, api, user.id);
  return user.id;
}

/** A key that somebody else has made, on the machine: nobody of the company is behind it. */
export async function aSecondPerson(house: House, { realm }: Client): Promise<Client> {
  const made = await createKeyByHand(house.service, realm, { name: 'a second person' });
  return house.client(/^key\s+(\S+)$/m.exec(made)?.[1] as string, realm);
}

async function confirmed(house: House, api: Client, userId: string): Promise<void> {
  const { status, body } = await (await aSecondPerson(house, api)).post(`/users/${userId}/confirm`, {});
  assert.deepEqual([status, body.data?.status], [200, 'active'], JSON.stringify(body));
}

/** `?companyId=…&mode=…&userType=…` */
export const signInQuery = ({ realm }: Client, userType: UserType = 'agent'): string =>
  `?${new URLSearchParams({ companyId: realm.companyId, mode: realm.mode, userType })}`;

export interface SignedIn extends Pick<Client, 'get' | 'post' | 'put' | 'delete' | 'call'> {
  readonly token: string;
  readonly refreshToken: string;
  readonly sessionId: string;
}

/** Calls with a token instead of a key. */
export function withToken(house: House, token: string): Pick<Client, 'get' | 'post' | 'put' | 'delete' | 'call'> {
  const call: Client['call'] = (method, path, options = {}) =>
    house.call(undefined, method, path, {
      ...options,
      headers: { ...options.headers, authorization: `Bearer ${token}` },
    });
  return {
    call,
    get: (path) => call('GET', path),
    post: (path, body, headers = {}) => call('POST', path, { body, headers }),
    put: (path, body, headers = {}) => call('PUT', path, { body, headers }),
    delete: (path) => call('DELETE', path),
  };
}

export function signedInBy(house: House, { status, body }: Answer): SignedIn {
  assert.equal(status, 200, JSON.stringify(body));
  const { token, refreshToken, id } = body;
  return { ...withToken(house, token), token, refreshToken, sessionId: id };
}

export async function signedIn(
  house: House,
  client: Client,
  username: string,
  { userType = 'agent' as UserType, base = '/auth/token' } = {},
): Promise<SignedIn> {
  const path = base + signInQuery(client, userType);
  return signedInBy(house, await house.call(undefined, 'POST', path, { body: { username, password } }));
}
