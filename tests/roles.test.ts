// Every endpoint as an agent of every default role: it needs the permission that it declares and nothing else lets in,
// and of what belongs to others nobody sees anything. The list of endpoints is the app's own.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endpoints, whole } from '#app/capabilities.ts';
import { defaultRoles } from '#platform/permissions.ts';
import { useHouse } from './support/house.ts';
import { aUser, type SignedIn, signedIn } from './support/signed-in.ts';
import { aWorld, bodyOf, headersOf, pathOf, type World } from './support/world.ts';

/** Without those that move the clock of all others. */
const permitted = endpoints.filter(({ openTo, clock }) => openTo === 'permitted' && clock !== 'moves');
const agentRoles = defaultRoles.filter((role) => role !== 'borrower');

describe('an agent', () => {
  const { house } = useHouse({ works: false });
  let world: World;
  let stranger: World;
  const agents = new Map<string, SignedIn>();

  before(async () => {
    world = await aWorld(house(), { works: false });
    stranger = await aWorld(house(), { works: false });
    for (const role of agentRoles) {
      const email = `${role.toLowerCase()}@example.com`;
      await aUser(house(), world.company.test, { email, role });
      agents.set(role, await signedIn(house(), world.company.test, email));
    }
  });

  for (const role of agentRoles) {
    test(`of the role ${role} is let in where the role has the permission, and nowhere else`, async () => {
      const agent = agents.get(role) as SignedIn;
      const wrong: string[] = [];
      for (const endpoint of permitted) {
        const { method, permission = '', name } = endpoint;
        const ids = stranger.ids;
        const answer = await agent.call(method, pathOf(endpoint, ids), {
          body: bodyOf(endpoint),
          headers: headersOf(endpoint),
        });
        const isRefused = answer.status === 403 && answer.body.data?.permission === permission;
        if (isRefused === whole.defaultRoles[role].has(permission)) wrong.push(`${name}: ${answer.status}`);
        // A monitor is named by its kind and a notice of the system by its subject, which all companies have.
        const namesObject =
          endpoint.path.includes('Id}') && !/\{(companyId|monitorId|systemNoticeId)\}/.test(endpoint.path);
        // An id of another company in the path is nobody's.
        if (!isRefused && namesObject && ![404, 400].includes(answer.status)) wrong.push(`${name}: ${answer.status}`);
      }
      assert.deepEqual(wrong, []);
    });
  }

  test('has no session in the other mode or another company', async () => {
    const agent = agents.get('owner') as SignedIn;
    for (const { company } of [world, stranger]) {
      const { body } = await agent.get(`/companies/${company.id}/merchants`);
      assert.equal(body.status, company === world.company ? 200 : 404);
    }
    const live = await world.company.live.made('/people', { name: { firstName: 'A', lastName: 'B' } });
    assert.equal((await agent.get(`/people/${live.id}`)).status, 404);
  });

  test('who only reads holds nothing that changes or shows a secret', () => {
    for (const permission of whole.defaultRoles.readOnly) assert.match(permission, /:(list|read)/, permission);
    assert.ok(![...whole.defaultRoles.readOnly].some((one) => /^(key|test\.mailbox):/.test(one)));
  });
});
