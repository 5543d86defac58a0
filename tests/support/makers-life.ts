// Users and keys of a company who make each other, and set what others sign in with or may do, by the real calls.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Client, House } from './house.ts';
import type { Deed } from './naive-makers.ts';
import { password, signedIn } from './signed-in.ts';
import type { Shown } from './told.ts';

interface Actor {
  readonly id: string;
  readonly calls: Pick<Client, 'get' | 'post' | 'put' | 'delete'>;
  /** Only a user has one. */
  readonly email?: string;
}

export interface Company {
  readonly house: House;
  readonly api: Client;
  actors: Actor[];
  readonly made: Deed[];
  names: number;
  /** A role that any of them may give, take or change. */
  role: string | null;
}

const does = [
  'user',
  'user',
  'key',
  'key',
  'successor',
  'password',
  'role',
  'changeRole',
  'factors',
  'rights',
] as const;

export interface MakerStep {
  readonly does: (typeof does)[number];
  readonly who: number;
  readonly whom: number;
}

export const someSteps: fc.Arbitrary<readonly MakerStep[]> = fc.array(
  fc.record({ does: fc.constantFrom(...does), who: fc.nat(50), whom: fc.nat(50) }),
  { minLength: 12, maxLength: 20, size: 'max' },
);

async function asked(calls: Actor['calls'], verb: 'post' | 'put' | 'delete', path: string, body = {}): Promise<Shown> {
  const { status, body: answer } = await (verb === 'delete' ? calls.delete(path) : calls[verb](path, body));
  assert.ok(status < 300, `${verb} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

const isUser = ({ email }: Actor): boolean => email !== undefined;

/** What nobody is there for is passed over. */
export async function doStep(company: Company, { does: what, who, whom }: MakerStep): Promise<void> {
  if (company.actors.length === 0) await begin(company);
  const by = company.actors[who % company.actors.length] as Actor;
  const some = company.actors.filter((one) => (ofUsers.has(what) ? isUser(one) : !isUser(one)) && one !== by);
  const other = some[whom % Math.max(1, some.length)];
  if (what === 'user' || what === 'key') await steps[what](company, by, by);
  else if (other !== undefined) await steps[what](company, by, other);
}

const ofUsers: ReadonlySet<string> = new Set(['password', 'role', 'changeRole', 'factors']);

/** The first key is the command line's, and makes two users who have nothing else in common. */
async function begin(company: Company): Promise<void> {
  const [{ id }] = (await company.api.get('/keys')).body.data;
  company.actors = [{ id, calls: company.api }];
  company.role = (await company.api.made('/roles', { name: 'some', permissions: ['person:read'] })).id;
  const [root] = company.actors as [Actor];
  for (let n = 0; n < 2; n += 1) await steps.user(company, root, root);
}

type Step = (company: Company, by: Actor, other: Actor) => Promise<unknown>;

const steps: Readonly<Record<MakerStep['does'], Step>> = {
  async user(company, by) {
    company.names += 1;
    const authType = { email: `maker-${company.names}@acme.example` };
    const roles = (await company.api.get('/roles')).body.data as Shown[];
    const owner = roles.find(({ name }) => name.toLowerCase() === 'owner')?.id;
    const { id } = await asked(by.calls, 'post', '/users', { userType: 'agent', authType, roles: [owner] });
    company.made.push({ by: by.id, to: id, what: 'makesUser' });
    await asked(by.calls, 'put', `/users/${id}/auth`, { authType, password });
    company.actors.push({
      id,
      email: authType.email,
      calls: await signedIn(company.house, company.api, authType.email),
    });
  },
  async key(company, by) {
    const { status, body } = await by.calls.post('/keys', { name: 'a key', permissions: null });
    // A key that was replaced has an end, and gives none that goes on.
    if (status === 403) return;
    assert.equal(status, 201, JSON.stringify(body));
    const { id, key } = body.data;
    company.made.push({ by: by.id, to: id, what: 'makesKey' });
    company.actors.push({ id, calls: company.house.client(key, company.api.realm) });
  },
  async successor(company, by, other) {
    const { status, body } = await by.calls.post(`/keys/${other.id}/rotate`, {});
    if (status === 409 || status === 403) return;
    assert.equal(status, 201, JSON.stringify(body));
    const { id, key } = body.data;
    company.made.push({ by: by.id, to: id, what: 'makesKey' }, { by: other.id, to: id, what: 'makesKey' });
    company.actors.push({ id, calls: company.house.client(key, company.api.realm) });
  },
  async password(company, by, other) {
    const email = other.email as string;
    await asked(by.calls, 'put', `/users/${other.id}/auth`, { authType: { email }, password });
    await setBy(company, by, other);
  },
  async role(company, by, other) {
    const { roleIds } = (await company.api.get(`/users/${other.id}`)).body.data;
    const verb = roleIds.includes(company.role) ? 'delete' : 'put';
    await asked(by.calls, verb, `/users/${other.id}/roles/${company.role}`);
    company.made.push({ by: by.id, to: other.id, what: 'sets' });
  },
  async changeRole(company, by) {
    const { permissions } = (await company.api.get(`/roles/${company.role}`)).body.data;
    const more = permissions.includes('person:list') ? ['person:read'] : ['person:read', 'person:list'];
    await asked(by.calls, 'put', `/roles/${company.role}`, { permissions: more });
    for (const { id } of company.actors.filter(isUser)) {
      const { roleIds } = (await company.api.get(`/users/${id}`)).body.data;
      if (roleIds.includes(company.role)) company.made.push({ by: by.id, to: id, what: 'sets' });
    }
  },
  async factors(company, by, other) {
    await asked(by.calls, 'delete', `/users/${other.id}/auth/second-factors`);
    await setBy(company, by, other);
  },
  async rights(company, by, other) {
    const { status, body } = await by.calls.put(`/keys/${other.id}`, { allowedAddresses: null });
    if (status === 403) return;
    assert.equal(status, 200, JSON.stringify(body));
    company.made.push({ by: by.id, to: other.id, what: 'sets' });
  },
};

/** The sessions of the other one have ended with it. */
async function setBy(company: Company, by: Actor, other: Actor): Promise<void> {
  company.made.push({ by: by.id, to: other.id, what: 'sets' });
  const calls = await signedIn(company.house, company.api, other.email as string);
  company.actors = company.actors.map((one) => (one.id === other.id ? { ...one, calls } : one));
}
