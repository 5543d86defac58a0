// Loans of the company and of a borrower.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { agreement, aLife } from '../../../../../tests/support/loan-life.ts';
import { ids, refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { walkForwards } from '../../../../../tests/support/walk.ts';

const aLoan = (overrides: object = {}) => ({ loanTypeId: 'ext-installment', atOrigination: agreement, ...overrides });

describe('loans in a list', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let ada: Shown;
  let grace: Shown;
  /** A draft, an originated loan, an active one with Grace as co-borrower, and a loan of Grace herself. */
  let loans: Shown[];
  before(async () => {
    const company = await aCompany();
    api = company.test;
    await setClock(api, '2026-01-20T15:00:00Z');
    ada = await api.made('/people', aPerson({ externalId: 'ada' }));
    grace = await api.made('/people', aPerson({ externalId: 'grace' }));
    const type = await api.made('/loan-types', { name: 'Another', externalId: 'another' });
    const together = [{ personId: 'ext-grace', loanRelationType: 'coBorrower' }];
    loans = [
      await api.made(`/people/${ada.id}/loans`, aLoan({ status: 'pending', externalId: 'L-1' })),
      await api.made(`/people/${ada.id}/loans`, aLoan({ status: 'originated', loanTypeId: type.id })),
      await api.made(`/people/${ada.id}/loans`, aLoan({ status: 'originated', additionalPeople: together })),
      await api.made(`/people/${grace.id}/loans`, aLoan({ status: 'pending' })),
    ];
    await api.made(`/people/${ada.id}/loans/${loans[2].id}/activate`, {});
  });

  const [first, second, third, fourth] = [0, 1, 2, 3];
  const idsOf = (...places: number[]) => places.map((place) => loans[place].id);
  const found = async (path: string): Promise<string[]> => ids(await api.get(path));

  test('come newest first, each as it is read by itself', async () => {
    const { body } = await api.get('/loans');
    assert.deepEqual([body.total, body.count], [4, 4]);
    assert.deepEqual(ids({ body } as never), idsOf(fourth, third, second, first));
    for (const shown of body.data) {
      const { data } = (await api.get(`/people/${shown.mainBorrowerId}/loans/${shown.id}`)).body;
      assert.deepEqual(shown, data);
    }
    const [, active] = body.data;
    assert.deepEqual([active.current.periodicPayment, active.endDate], [432.2, '2027-01-15']);
  });

  test('after an acceleration show what remains of their plan', async () => {
    const life = await aLife(await aCompany());
    await life.act('accelerate');
    const [shown] = (await life.api.get('/loans')).body.data;
    assert.deepEqual(shown, await life.read());
    assert.equal(shown.endDate, null);
  });

  test('are found by status and loan type', async () => {
    assert.deepEqual(await found('/loans?statuses=active,originated'), idsOf(third, second));
    assert.deepEqual(await found('/loans?statuses=active&statuses=pending'), idsOf(fourth, third, first));
    assert.deepEqual(await found('/loans?statuses=all'), idsOf(fourth, third, second, first));
    assert.deepEqual(await found('/loans?statuses=frozen'), []);
    assert.deepEqual(await found('/loans?loanTypeId=ext-another'), idsOf(second));
    assert.deepEqual(
      await found('/loans?loanTypeId=ext-installment&statuses=pending&fields=minimal'),
      idsOf(fourth, first),
    );
    assert.deepEqual(
      await found('/loans?managedByPeach=true&sortBy=status,-createdAt'),
      idsOf(third, second, fourth, first),
    );
    refusedAt(await api.get('/loans?statuses=sleeping'), 'statuses[0]');
    for (const nothing of ['ext-nothing', 'LT-AAAA-AAAA']) {
      assert.deepEqual(await found(`/loans?loanTypeId=${nothing}`), []);
    }
  });

  test('are walked page by page, without a gap', async () => {
    const walked: string[] = [];
    await walkForwards(api, '/loans?limit=1&fields=minimal&statuses=all', (answer) => walked.push(...ids(answer)));
    assert.deepEqual(walked, idsOf(fourth, third, second, first));
    assert.deepEqual(await found(`/loans?limit=2&endingBefore=${loans[0].id}`), idsOf(third, second));
  });

  test('are minimal under the name of either version', async () => {
    const shown = {
      id: loans[2].id,
      externalId: null,
      loanTypeId: loans[2].loanTypeId,
      mainBorrowerId: ada.id,
      mainBorrowerExternalId: 'ada',
      lockStatus: 'unlocked',
      migrationStatus: null,
    };
    for (const [fields, version] of [
      ['idsOnly', '2023-11-29'],
      ['minimal', '2025-03-26'],
      ['minimal', '2023-11-29'],
      ['idsOnly', '2026-08-04'],
    ]) {
      const path = `/loans?fields=${fields}&statuses=active`;
      const answer = await api.call('GET', path, { headers: { 'api-version': version as string } });
      assert.deepEqual(answer.body.data, [shown], `${fields} ${version}`);
    }
    const { body } = await api.get('/loans?fields=minimal&statuses=active&includeAdditionalBorrowers=true');
    const additionalBorrowers = [{ personId: grace.id, externalId: 'grace', loanRelationType: 'coBorrower' }];
    assert.deepEqual(body.data, [{ ...shown, additionalBorrowers }]);
  });

  test('are those of a borrower, and on request those that somebody else borrowed with them', async () => {
    const path = `/people/${grace.id}/loans`;
    assert.deepEqual(await found(path), idsOf(fourth));
    assert.deepEqual(await found(`${path}?includeAdditionalBorrowers=true`), idsOf(fourth, third));
    assert.deepEqual(await found(`${path}?includeAdditionalBorrowers=true&status=active`), idsOf(third));
    assert.deepEqual(await found(`${path}?includeAdditionalBorrowers=true&startingAfter=${loans[3].id}`), idsOf(third));
    assert.deepEqual(await found(`/people/ext-ada/loans?status=pending,active`), idsOf(third, first));
    assert.equal((await api.get('/people/ext-nobody/loans')).status, 404);
  });

  test('of other companies are not among them, whoever is on the loan', async () => {
    const other = (await aCompany()).test;
    assert.deepEqual(ids(await other.get('/loans')), []);
    assert.equal((await other.get(`/people/${grace.id}/loans?includeAdditionalBorrowers=true`)).status, 404);
  });

  test('with somebody else are found among thousands without reading them', async () => {
    const client = await house().service.database.pools.test.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into loans select (jsonb_populate_record(loans, jsonb_build_object('id', 'LN-' || n, 'position', n))).*
          from loans, generate_series(1, 5000) n where id = $1`,
        [loans[0].id],
      );
      const { rows } = await client.query(
        `explain (costs off) select id from loans where company_id = $1
          and (person_id = $2 or (additional_people <> '[]' and additional_people @> $3::jsonb))`,
        [api.realm.companyId, grace.id, JSON.stringify([{ personId: grace.id }])],
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.match(plan, /Index Scan on loans_additional/);
      assert.doesNotMatch(plan, /Seq Scan/);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
