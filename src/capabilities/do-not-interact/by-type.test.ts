// What types of the company make on a case that moves: once, in the same commit, until they release it. A bankruptcy from
// its filing to its end.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { setClock } from '../../../tests/support/test-clock.ts';
import { told } from '../../../tests/support/told.ts';

describe('a do-not-interact that a type makes', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2027-03-10T17:00:00Z');
  });

  async function aBankruptcy(...types: readonly object[]) {
    const made = await Promise.all(
      types.map((one) =>
        api.made('/do-not-interact-types', { status: 'active', channel: 'all', theme: 'all', ...one }),
      ),
    );
    const doNotInteractTypeIds = made.map(({ id }) => id);
    const { id: caseTypeId } = await api.made('/case-types', {
      caseType: 'bankruptcy',
      status: 'active',
      doNotInteractTypeIds,
    });
    const person = `/people/${(await api.made('/people', aPerson())).id}`;
    const path = `${person}/cases/${(await api.made(`${person}/cases`, { caseTypeId })).id}`;
    const move = async (status: string, outcome?: string) => {
      const answer = await api.put(path, { status, ...(outcome && { outcome }) });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    };
    const isBlocked = async () =>
      (await api.get(`${person}/do-not-interact-check?channel=voice&theme=opsCollDebt`)).body.data.isBlocked as boolean;
    const standing = async (): Promise<Record<string, unknown>[]> =>
      (await api.get(`${path}/do-not-interacts`)).body.data.filter(
        ({ endedAt }: { endedAt: string | null }) => endedAt === null,
      );
    return { made, path, person, move, isBlocked, standing };
  }

  test('stands from the filing on, once, whatever moves, and is released when the case was none', async () => {
    const { made, path, person, move, isBlocked, standing } = await aBankruptcy({
      onStatus: 'initiated',
      name: 'The stay',
    });
    const [one, ...more] = (await api.get(`${path}/do-not-interacts`)).body.data;
    assert.deepEqual([more, one.source, one.doNotInteractTypeId, one.endDate], [[], 'type', made[0].id, null]);
    assert.equal(await isBlocked(), true);
    await move('processing');
    await move('initiated');
    assert.equal((await standing()).length, 1, 'it stands once');
    assert.equal(
      (await api.post(`${path}/do-not-interacts`, { channels: ['mail'] })).status,
      201,
      'one by hand besides',
    );
    await move('canceled');
    assert.deepEqual(
      (await standing()).map((left) => left.source),
      ['api'],
    );
    assert.equal(await isBlocked(), false);
    await move('reopened');
    await move('initiated');
    assert.equal(await isBlocked(), true, 'what comes again makes another one');
    const events = await told(house(), api, `personId=${person.split('/').at(-1)}&events=case.donotinteract.*`);
    assert.deepEqual(
      events.map(({ change, source }) => [change, source]),
      [
        ['created', 'type'],
        ['created', 'api'],
        ['released', 'type'],
        ['created', 'type'],
      ],
    );
  });

  test('of an outcome comes with it, for as many days as its type says', async () => {
    const { move, isBlocked, standing } = await aBankruptcy({
      onStatus: 'completed',
      onOutcome: 'approved',
      channel: 'voice',
      theme: 'opsCollDebt',
      duration: 10,
    });
    assert.equal(await isBlocked(), false);
    await move('processing');
    await move('completed', 'approved');
    const [one = {}] = await standing();
    assert.deepEqual(
      [one.channels, one.themes, one.startDate, one.endDate],
      [['voice'], ['opsCollDebt'], '2027-03-10', '2027-03-20'],
    );
    assert.equal(await isBlocked(), true, 'a completed case goes on to block');
  });
});
