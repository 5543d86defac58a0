// Whatever makes a user or a key, or sets what another one signs in with or may do, writes down who did it: the second
// person of an order is told by it (src/capabilities/access/control.ts). A new endpoint of the kind is named here first.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endpoints } from '#app/capabilities.ts';
import { jointsAmong } from '#capabilities/access/hands.ts';
import { aPerson, type Client, type Company, useHouse } from './support/house.ts';
import { aKeyByHand } from './support/reimbursed.ts';
import { aUser, password, signedIn } from './support/signed-in.ts';
import { saml, settingsPath, withSaml } from './support/single-sign-on.ts';
import type { Shown } from './support/told.ts';

interface World {
  /** It made all that is there, and does nothing else. */
  readonly maker: Client;
  readonly by: Client;
  readonly userId: string;
  readonly email: string;
  readonly keyId: string;
  /** A key of the user. */
  readonly usersKeyId: string;
  readonly roleId: string;
  readonly borrowersUserId: string;
}

/** Does it, and returns the id of whoever is held from then on. */
type Deed = (world: World) => Promise<string>;

const changed = async (by: Client, path: string, body?: object): Promise<void> => {
  const { status, body: answer } = await by.put(path, body);
  assert.equal(status, 200, JSON.stringify(answer));
};

let names = 0;
const authType = () => ({ email: `held-${++names}@acme.example` });
const newUser = () => ({ userType: 'agent', authType: authType() });

const holding: Readonly<Record<string, Deed>> = {
  'keys.create': async ({ by }) => (await by.made('/keys', { name: 'a key' })).id,
  'keys.rotate': async ({ by, keyId }) => (await by.made(`/keys/${keyId}/rotate`, {})).id,
  async 'keys.update'({ by, maker }) {
    const { id } = await maker.made('/keys', { name: 'a key' });
    await changed(by, `/keys/${id}`, { permissions: ['person:read'] });
    return id;
  },
  async 'keys.takeOver'({ by, usersKeyId }) {
    await by.made(`/keys/${usersKeyId}/take-over`);
    return usersKeyId;
  },
  'users.create': async ({ by }) => (await by.made('/users', newUser())).id,
  'users.createInCompany': async ({ by }) => (await by.made('/companies/current/users', newUser())).id,
  async 'users.update'({ by, userId, roleId }) {
    await changed(by, `/users/${userId}`, { roles: [roleId] });
    return userId;
  },
  async 'users.replaceAuth'({ by, userId, email }) {
    await changed(by, `/users/${userId}/auth`, { authType: { email }, password });
    return userId;
  },
  async 'users.clearSecondFactors'({ by, userId }) {
    assert.equal((await by.delete(`/users/${userId}/auth/second-factors`)).status, 200);
    return userId;
  },
  async 'userRoles.add'({ by, userId, roleId }) {
    await changed(by, `/users/${userId}/roles/${roleId}`);
    return userId;
  },
  async 'userRoles.remove'({ by, maker, userId, roleId }) {
    await changed(maker, `/users/${userId}/roles/${roleId}`);
    assert.equal((await by.delete(`/users/${userId}/roles/${roleId}`)).status, 200);
    return userId;
  },
  'employees.create': async ({ by }) =>
    (await by.made('/employees', { ...authType(), firstName: 'Ada', lastName: 'Byron' })).userId,
  async 'employees.update'({ by, maker, userId, roleId }) {
    const { employee } = (await maker.get(`/users/${userId}`)).body.data;
    await changed(by, `/employees/${employee.id}`, { roles: [roleId] });
    return userId;
  },
  async 'roles.update'({ by, maker, userId, roleId }) {
    await changed(maker, `/users/${userId}/roles/${roleId}`);
    await changed(by, `/roles/${roleId}`, { permissions: ['person:list'] });
    return userId;
  },
  async 'auth.exchange'({ by, borrowersUserId }) {
    await by.made('/auth/exchange-token', { userId: borrowersUserId });
    return borrowersUserId;
  },
  async 'singleSignOn.replace'({ by }) {
    await changed(by, settingsPath(by), { kind: 'saml', saml });
    return 'saml';
  },
};

/** They give nobody a way to act, or are about whoever calls. */
const holdingNobody: Readonly<Record<string, string>> = {
  'keys.delete': 'ends it',
  'users.confirm': 'says that what it signs in with is the borrower’s; who set that up is written down',
  'users.sendConfirmation': 'the code goes to the borrower',
  'users.delete': 'ends it',
  'users.endSessions': 'the user signs in again as before',
  'singleSignOn.delete': 'ends it',
  'roles.create': 'nobody has it yet; whoever gives it to somebody is written down',
  'roles.delete': 'refused while somebody has it',
  'teams.create': 'a team may do nothing',
  'teams.update': 'a team may do nothing',
  'teams.delete': 'a team may do nothing',
};

const about = /^\/(keys|users|employees|roles|teams|companies\/\{companyId\}\/(users|single-sign-on))\b|\/auth\b/;
const needs = /^(key|user|user\.auth|employee|role|team|exchange\.token|single\.sign\.on):/;

const writing = endpoints.filter(
  ({ method, openTo, path, permission }) =>
    method !== 'GET' && openTo === 'permitted' && (about.test(path) || needs.test(permission ?? '')),
);

describe('whoever makes another one, or sets what they sign in with or may do', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  async function aWorld(): Promise<World> {
    const maker = company.test;
    const by = await aKeyByHand(house(), maker);
    const { email } = authType();
    const userId = await aUser(house(), maker, { email });
    const own = await signedIn(house(), maker, email);
    const person = await maker.made('/people', aPerson());
    const borrower = { email: authType().email, userType: 'borrower', role: 'borrower', personId: person.id } as const;
    return {
      maker,
      by,
      userId,
      email,
      usersKeyId: (await own.post('/keys', { name: 'hers' })).body.data.id,
      keyId: (await maker.made('/keys', { name: 'a key' })).id,
      roleId: (await maker.made('/roles', { name: `role ${userId}`, permissions: ['person:read'] })).id,
      borrowersUserId: await aUser(house(), maker, borrower),
    };
  }

  const idOf = async (client: Client): Promise<string> => {
    const shown = (await client.get('/keys?limit=100')).body.data as Shown[];
    return shown.find(({ hint }) => client.key.endsWith(hint))?.id as string;
  };

  test('does so by an endpoint that is known here', () => {
    const known = [...Object.keys(holding), ...Object.keys(holdingNobody)];
    assert.deepEqual(writing.map(({ name }) => name).toSorted(), known.toSorted());
  });

  for (const [name, deed] of Object.entries(holding)) {
    test(`is known from then on: ${name}`, async () => {
      const world = await aWorld();
      const held = await deed(world);
      const jointOf = await jointsAmong(house().service.database.reader(company.test.realm), [
        held,
        await idOf(world.by),
      ]);
      const joint = jointOf(await idOf(world.by), held);
      const answers = ['keys.create', 'keys.rotate', 'keys.takeOver'];
      assert.equal(joint, answers.includes(name) ? 'same' : 'firstHolds');
    });
  }

  test('is known of whoever names the identity provider, and of all whom it lets in', async () => {
    const { live } = await aCompany();
    const userId = await aUser(house(), live, { email: 'ada@acme.example', withPassword: false });
    const stranger = await aUser(house(), live, { email: 'grace@acme.example', withPassword: false });
    const setter = await aKeyByHand(house(), live);
    const { signedIn } = await withSaml(house(), setter);
    await signedIn();
    const setterId = await idOf(setter);
    const jointOf = await jointsAmong(house().service.database.reader(live.realm), [setterId, userId, stranger]);
    assert.equal(jointOf(setterId, userId), 'firstHolds');
    assert.equal(jointOf(userId, setterId), 'secondHolds');
    assert.equal(jointOf(setterId, stranger), undefined, 'who has not come by it');
    assert.equal(jointOf(userId, stranger), undefined);
  });

  test('with whom too many have to do is nobody’s second person', async () => {
    const { realm } = company.test;
    const pool = house().service.database.pools.test;
    await pool.query(
      `insert into controls (company_id, held_id, holder_id, answers)
       select $1, 'UR-many-' || n, 'UR-many-' || n + 1, false from generate_series(1, 2001) as n`,
      [realm.companyId],
    );
    const jointOf = await jointsAmong(house().service.database.reader(realm), ['UR-many-1', 'UR-AAAA-AAAA']);
    assert.equal(jointOf('UR-many-1', 'UR-AAAA-AAAA'), 'unknown');
  });
});
