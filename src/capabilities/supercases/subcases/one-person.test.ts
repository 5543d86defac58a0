// One server brings many borrowers in a commit. On a cluster each borrower has a commit of their own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operationKinds } from '#app/capabilities.ts';
import { type Grouping, oneAfterTheOther, onePersonEach } from '#platform/db/cluster/grouping.ts';
import { makeLog } from '#platform/log.ts';
import { operations } from '#platform/work/operations/operations.ts';
import { aPerson, useHouse } from '../../../../tests/support/house.ts';
import { loanBody } from '../../../../tests/support/world.ts';

const borrowers = 4;

describe('the cases of a supercase', () => {
  const { house, aCompany } = useHouse({ works: false });

  /** By how many commits the cases of so many borrowers were written, and their members with them. */
  async function commitsOf(grouping: Grouping): Promise<number> {
    const { test: api } = await aCompany();
    const path = `/supercases/${(await api.made('/supercases', { name: 'Floods' })).id}`;
    const population = `${path}/populations/${(await api.made(`${path}/populations`, {})).id}`;
    for (let n = 0; n < borrowers; n++) {
      const { id: personId } = await api.made('/people', aPerson());
      const { id: loanId } = await api.made(`/people/${personId}/loans`, loanBody);
      await api.made(`${population}/members`, { members: [{ personId, loanId }] });
    }
    const { operationId } = (await api.put(population, { isDraft: false })).body.data;
    const { database, vault, clock, position, rightsOf } = house().service;
    const worker = operations({
      database: { ...database, grouping },
      vault,
      clock,
      position,
      rightsOf,
      kinds: operationKinds,
      log: makeLog('silent'),
    });
    await worker.job.run({ ...api.realm, payload: { operationId } });
    assert.equal((await api.get(`/operations/${operationId}`)).body.data.result.changed, borrowers);
    const { rows } = await database.pools.test.query(
      `select cases.xmin::text as commit
       from cases join population_members on population_members.person_id = cases.person_id and case_id = cases.id
         and population_members.xmin = cases.xmin
       where cases.company_id = $1`,
      [api.realm.companyId],
    );
    assert.equal(rows.length, borrowers);
    return new Set(rows.map(({ commit }) => commit)).size;
  }

  test('are written for many borrowers at once on one server', async () => {
    assert.equal(await commitsOf(oneAfterTheOther), 1);
  });

  test('are written for one borrower after the other on a cluster', async () => {
    assert.equal(await commitsOf(onePersonEach), borrowers);
  });
});
