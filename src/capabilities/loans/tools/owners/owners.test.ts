// To whom a loan belongs: agreed, sold on days, with shares that add up to 1.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refused } from '../../../../../tests/support/refusals.ts';
import { loanBody } from '../../../../../tests/support/world.ts';

describe('the investors of a loan', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  const funds: Record<string, string> = {};

  before(async () => {
    api = (await aCompany()).test;
    for (const name of ['one', 'two', 'three']) {
      const { id } = await api.made('/companies/current/investors', { name, externalId: name });
      funds[name] = id;
    }
  });

  /** Boarded on 4 May 2026, for the investor `one`. */
  async function aSoldLoan(more: object = {}): Promise<string> {
    await api.made('/test-clock', { now: '2026-05-04T16:00:00Z' });
    const { id } = await api.made('/people', aPerson());
    const atOrigination = { ...loanBody.atOrigination, investors: [{ investorId: 'ext-one', share: 1 }] };
    const loan = await api.made(`/people/${id}/loans`, { ...loanBody, atOrigination, ...more });
    return `/people/${id}/loans/${loan.id}/investors`;
  }
  const shares = (one: number, other: number) => [
    { investorId: 'ext-two', share: one },
    { investorId: 'ext-three', share: other },
  ];
  async function owners(path: string) {
    const nameOf = new Map(Object.entries(funds).map(([name, id]) => [id, name]));
    const { data } = (await api.get(path)).body;
    return data.map(
      ({ investorId, share, effectiveDate, endDate, replacedAt }: Record<string, string>) =>
        `${nameOf.get(investorId as string)} ${share} ${effectiveDate} ${endDate ?? (replacedAt ? 'replaced' : 'holds')}`,
    );
  }

  test('change on a day, each until the day before the next; a second change of a day takes the place of the first', async () => {
    const path = await aSoldLoan();
    assert.deepEqual(await owners(path), ['one 1 2026-05-04 holds']);
    const [agreed] = (await api.get(path)).body.data;
    await api.made('/test-clock', { now: '2026-06-10T16:00:00Z' });
    await api.made(path, { effectiveDate: '2026-06-01', investors: shares(0.5, 0.5) });
    const made = await api.made(path, { effectiveDate: '2026-06-01', investors: shares(0.75, 0.25) });
    await api.made(path, { investors: [{ investorId: funds.one, share: 1 }] });
    // One had it through 31 May, two and three through 9 June, and one has it since the 10th.
    assert.deepEqual(await owners(path), [
      'one 1 2026-06-10 holds',
      'three 0.25 2026-06-01 2026-06-09',
      'two 0.75 2026-06-01 2026-06-09',
      'three 0.5 2026-06-01 replaced',
      'two 0.5 2026-06-01 replaced',
      'one 1 2026-05-04 2026-05-31',
    ]);
    const all = (await api.get(path)).body.data;
    assert.deepEqual([all.at(-1).id, all[2].id], [agreed.id, made[0].id], 'ids stay');
    assert.deepEqual((await api.get(`${path}?limit=1&startingAfter=${all[0].id}`)).body.data, [all[1]]);
  });

  test('are refused where shares do not add up, stand twice or are below zero, of a day to come or before the last', async () => {
    const path = await aSoldLoan();
    const change = (investors: object[], more: object = {}) => api.post(path, { investors, ...more });
    refused(await change(shares(0.5, 0.4)), 400, 'InvalidRequest', 'investors');
    refused(await change(shares(1.5, -0.5)), 400, 'InvalidRequest', 'investors[1].share');
    const twice = [...shares(0.5, 0.25), { investorId: funds.two, share: 0.25 }];
    refused(await change(twice), 400, 'InvalidRequest', 'investors[2].investorId');
    refused(await change([]), 400, 'InvalidRequest', 'investors');
    const nobodys = [{ investorId: 'ext-nobody', share: 1 }];
    refused(await change(nobodys), 404, 'NotFound', 'investors[0].investorId');
    const [early, late] = [{ effectiveDate: '2026-05-03' }, { effectiveDate: '2026-05-05' }];
    refused(await change(shares(0.5, 0.5), early), 400, 'InvalidRequest', 'effectiveDate');
    refused(await change(shares(0.5, 0.5), late), 400, 'InvalidRequest', 'effectiveDate');
    const draft = await aSoldLoan({ status: 'pending' });
    const { status, body } = await api.post(draft, { investors: shares(0.5, 0.5) });
    assert.deepEqual([status, body.errorType], [409, 'LoanStatusForbids']);
    assert.deepEqual(await owners(path), ['one 1 2026-05-04 holds']);
  });

  test('of two changes at once, one comes after the other', async () => {
    const path = await aSoldLoan();
    const answers = await Promise.all([1, 2].map(() => api.post(path, { investors: shares(0.5, 0.5) })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    );
    assert.equal((await owners(path)).filter((one: string) => one.endsWith('holds')).length, 2);
  });
});
