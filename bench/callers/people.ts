// A company with many keys, roles, users and sessions, so that what finds a caller has much to look through.
import { randomUUID } from 'node:crypto';
import { liveKey, type RunningService } from '../service.ts';

const password = 'four words of my own';

export interface Callers {
  readonly companyId: string;
  readonly keys: readonly string[];
  /** Short-lived tokens, each of a session of its own. */
  readonly tokens: readonly string[];
  /** Names of users, all with one password. */
  readonly names: readonly string[];
}

interface HowMany {
  readonly keys: number;
  readonly users: number;
  readonly sessions: number;
}

/** Each user has a role of their own. */
export async function seedCallers(service: RunningService, { keys, users, sessions }: HowMany): Promise<Callers> {
  const call = caller(service);
  const { id: companyId } = (await call('GET', '/companies/current')).data;
  const permissions = ['person:read', 'person:list', 'loan:read', 'loan:list', 'contact:list'];
  const made = await each(keys, async (i) => {
    return (await call('POST', '/keys', { name: `key ${i}`, permissions })).data.key as string;
  });
  const names = await each(users, async () => {
    const email = `${randomUUID()}@example.com`;
    const role = (await call('POST', '/roles', { name: email, permissions })).data;
    const user = (await call('POST', '/users', { userType: 'agent', authType: { email }, roles: [role.id] })).data;
    await call('PUT', `/users/${user.id}/auth`, { authType: { email }, password });
    return email;
  });
  const perUser = Math.ceil(sessions / users);
  const tokens = await each(users, async (i) => {
    const { token } = await signIn(service, companyId, names[i] as string);
    const own = caller(service, { authorization: `Bearer ${token}` });
    return each(
      perUser,
      async () => (await own('POST', '/auth/token/short-lived', { permissions })).token as string,
      1,
    );
  });
  return { companyId, keys: made, tokens: tokens.flat(), names };
}

export function signIn(service: RunningService, companyId: string, username: string): Promise<{ token: string }> {
  return caller(service, {})('POST', `/auth/token?companyId=${companyId}&mode=live`, { username, password });
}

function caller({ url }: RunningService, headers: Record<string, string> = { 'x-api-key': liveKey }) {
  return async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
}

/** In order, some at once. */
async function each<T>(count: number, make: (index: number) => Promise<T>, atOnce = 8): Promise<T[]> {
  const made: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < count; i = next++) made[i] = await make(i);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
  return made;
}
