// Numbers that somebody else has by now: the consents of their contacts end and the contacts are marked; of others the
// check is noted. No case follows.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endedOperation } from '../../../../tests/support/ended-operation.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, aPerson, aPhone, type Client, useHouse } from '../../../../tests/support/house.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';

type Shown = Answer['body'];

interface Owner {
  readonly person: string;
  readonly contactId: string;
}

const kind = 'reassignedNumber';
const words = { consentType: 'priorExpress', channel: 'text', text: 'You may text me.' };

/** A borrower with a number, who has agreed to texts there, and by a consent of its own to emails anywhere. */
async function has(api: Client, value: string): Promise<Owner> {
  const person = `/people/${(await api.made('/people', aPerson())).id}`;
  const { id } = await api.made(`${person}/contacts`, aPhone({ value, affiliation: 'self', providedByBorrower: true }));
  await api.made(`${person}/consents`, { ...words, contactId: id });
  await api.made(`${person}/consents`, { ...words, channel: 'email' });
  return { person, contactId: id };
}

const data = async (api: Client, path: string): Promise<Shown> => (await api.get(path)).body.data;
const statusOf = async (api: Client, { person }: Owner): Promise<Shown> =>
  (await data(api, `${person}/monitoring-statuses`)).find(({ serviceType }: Shown) => serviceType === kind);
const contactOf = (api: Client, { person, contactId }: Owner): Promise<Shown> =>
  data(api, `${person}/contacts/${contactId}`);
const standing = async (api: Client, { person }: Owner): Promise<string[]> =>
  (await data(api, `${person}/consents`))
    .filter(({ revokedAt }: Shown) => revokedAt === null)
    .map(({ channel }: Shown) => channel)
    .sort();
const looked = (api: Client, owner: Owner, result: string): Promise<Shown> =>
  eventually(`the look says ${result}`, async () => {
    const status = await statusOf(api, owner);
    return status?.lastResult === result && status;
  });

describe('a number of a borrower', () => {
  const { aCompany } = useHouse();

  test('that is somebody else’s ends what was agreed for it, in test mode by its last digits', async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2027-03-10T17:00:00Z');
    const [mine, lost] = [await has(api, '+13175551212'), await has(api, '+13175557401')];
    assert.equal((await api.put(`/monitors/${kind}`, { isEnabled: true })).status, 200);
    const status = await looked(api, lost, 'hit');
    assert.deepEqual([status.caseId, status.matchQuality], [null, null]);
    assert.deepEqual(await data(api, `${lost.person}/cases`), []);
    const { valid, providedByBorrower, reassignedCheckedAt } = await contactOf(api, lost);
    assert.deepEqual([valid, providedByBorrower, reassignedCheckedAt], [false, false, null]);
    assert.deepEqual(await standing(api, lost), ['email']);
    await looked(api, mine, 'noHit');
    const kept = await contactOf(api, mine);
    assert.deepEqual([kept.valid, kept.reassignedCheckedAt?.slice(0, 10)], [true, '2027-03-10']);
    assert.deepEqual(await standing(api, mine), ['email', 'text']);
    // Another number is looked up as soon as it stands there.
    const other = await api.made(`${mine.person}/contacts`, aPhone({ value: '+13175567401', status: 'additional' }));
    await looked(api, mine, 'hit');
    assert.equal((await contactOf(api, { ...mine, contactId: other.id })).valid, false);
    assert.equal((await contactOf(api, mine)).valid, true);
  });

  test('is asked about by a file without names, and its answer is the line with a word behind it', async () => {
    const { live: api } = await aCompany();
    assert.equal((await api.put(`/monitors/${kind}`, { isEnabled: true })).status, 200);
    const owners = await Promise.all(['+13175550141', '+13175550142', '+13175550143'].map((one) => has(api, one)));
    for (const one of owners) await eventually('it is watched', async () => (await statusOf(api, one)) !== undefined);
    const { id, lines } = await api.made(`/monitors/${kind}/requests`, {});
    assert.equal(lines, 3);
    const asked = String((await api.get(`/monitors/${kind}/requests/${id}/content`)).body)
      .trim()
      .split('\n')
      .sort();
    assert.deepEqual(
      asked.map((line) => line.slice(0, 11)),
      ['3175550141,', '3175550142,', '3175550143,'],
    );
    assert.match(asked[0] ?? '', /^\d{10},\d{4}-\d{2}-\d{2}$/);
    const bring = async (answers: readonly string[]): Promise<Answer> => {
      const answer = await api.call('POST', `/monitors/${kind}/files?sync=true`, {
        headers: { 'content-type': 'application/x-ndjson' },
        body: answers.join('\n'),
      });
      return endedOperation(api, answer);
    };
    const refused = await bring([`${asked[0]},perhaps`, 'nothing']);
    assert.deepEqual(
      refused.body.data.errors.map(({ path }: Shown) => path),
      ['lines[1]', 'lines[2]'],
    );
    // What was asked of an earlier day tells of an owner before the borrower; a strange number is of nobody here.
    const strange = '2125550100,2020-01-01,yes';
    const { body } = await bring([
      `${asked[0]},yes`,
      `${asked[1]},no`,
      `${asked[2]},no data`,
      '3175550142,2019-05-01,yes',
      strange,
    ]);
    assert.equal(body.data.state, 'succeeded', JSON.stringify(body));
    const [lost, mine, unknown] = owners as [Owner, Owner, Owner];
    assert.deepEqual([(await contactOf(api, lost)).valid, await standing(api, lost)], [false, ['email']]);
    assert.deepEqual([(await contactOf(api, mine)).valid, await standing(api, mine)], [true, ['email', 'text']]);
    const results = await Promise.all(owners.map((one) => statusOf(api, one)));
    assert.deepEqual(
      results.map(({ lastResult }) => lastResult),
      ['hit', 'noHit', 'unknown'],
    );
    assert.equal((await contactOf(api, unknown)).reassignedCheckedAt, null);
    assert.notEqual((await contactOf(api, mine)).reassignedCheckedAt, null);
  });
});
