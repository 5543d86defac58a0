// People and loans boarded in bulk: a result for each line, and nothing twice, whatever is killed or sent again.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { importOperation } from '#platform/import/run-import.ts';
import { makeLog } from '#platform/log.ts';
import { operations } from '#platform/work/operations/operations.ts';
import { type Answer, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { loanKeys } from '../verify/stored-loan.ts';
import { verifyLoans } from '../verify/verify-loans.ts';
import { importLoans } from './import/import-loans.ts';

const agreement = {
  amountFinanced: 4800,
  interestRates: [{ rate: 0.1499 }],
  paymentFrequency: 'monthly',
  specificDays: [15],
  duration: 12,
};
const person = (n: number | string, more = {}) => ({
  person: { externalId: `B-${n}`, name: { firstName: 'Ada', lastName: `Line ${n}` }, ...more },
});
const loan = (n: number | string, more = {}) => ({
  loan: {
    externalId: `L-${n}`,
    personId: `ext-B-${n}`,
    loanTypeId: 'ext-installment',
    status: 'originated',
    atOrigination: agreement,
  },
  ...more,
});
const text = (lines: readonly unknown[]): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

describe('an import', () => {
  const { aCompany, house } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await api.made('/test-clock', { now: '2026-01-20T15:00:00Z' });
  });

  const send = (body: string | Buffer, headers = {}, client = api): Promise<Answer> =>
    client.call('POST', '/loans/import', { body, headers: { 'content-type': 'application/x-ndjson', ...headers } });
  const work = (id: string, client = api) =>
    house().service.operations.job.run({ ...client.realm, payload: { operationId: id } });
  async function done(lines: readonly unknown[], client = api) {
    const { status, body } = await send(text(lines), {}, client);
    assert.equal(status, 202, JSON.stringify(body));
    await work(body.data.id, client);
    const operation = (await client.get(`/operations/${body.data.id}`)).body.data;
    assert.equal(operation.state, 'succeeded', JSON.stringify(operation));
    return operation;
  }
  async function results(id: string, query = '', client = api) {
    const found: Record<string, never>[] = [];
    for (let path: string | null = `/loans/import/${id}/results?limit=100&sortBy=line${query}`; path !== null; ) {
      const { status, body }: Answer = await client.get(path);
      assert.equal(status, 200, JSON.stringify(body));
      found.push(...body.data);
      path = body.nextUrl;
    }
    // biome-ignore lint/suspicious/noExplicitAny: results are looked into.
    return found as any[];
  }
  const query = async (sql: string, values: unknown[] = []) =>
    (await house().service.database.pools.test.query(sql, values)).rows;
  const countOf = async (table: string, company: Client) =>
    Number((await query(`select count(*) as n from ${table} where company_id = $1`, [company.realm.companyId]))[0].n);

  test('boards people and their loans, and tells what became of each line', async () => {
    const lines = Array.from({ length: 150 }, (_, i) => [
      person(i),
      loan(i, i % 3 === 0 ? { activate: {} } : {}),
    ]).flat();
    lines[10] = person(5, { name: { firstName: 'Ada' } });
    const bad = { ...loan(6), activate: { amortizationAtActivation: 'never' } };
    lines[13] = bad;
    const operation = await done([...lines.slice(0, 20), '', '{"loan":', ...lines.slice(20)]);
    assert.deepEqual(operation.progress, { done: 302, total: 302 });
    assert.deepEqual(operation.result, { lines: 302, created: 297, existing: 0, failed: 4 });
    const failed = await results(operation.id, '&outcome=failed');
    assert.deepEqual(
      failed.map(({ line, error }) => [line, error.errorType, error.data.path]),
      [
        [11, 'InvalidRequest', 'person.name.lastName'],
        [12, 'NotFound', 'loan.personId'],
        [14, 'InvalidRequest', 'activate.amortizationAtActivation'],
        [22, 'InvalidJson', ''],
      ],
    );
    assert.ok(failed.every(({ error }) => error.detail.length > 10));
    const all = await results(operation.id);
    assert.equal(all.length, 301, 'an empty line is none');
    const [made] = all.filter(({ line }) => line === 2);
    assert.deepEqual([made.outcome, made.externalId, made.error], ['created', 'L-0', null]);
    const shown = (await api.get(`/people/${made.personId}/loans/ext-L-0`)).body.data;
    assert.deepEqual([shown.id, shown.status, shown.mainBorrowerId], [made.loanId, 'active', made.personId]);
    assert.equal((await api.get('/people/ext-B-1/loans/ext-L-1')).body.data.status, 'originated');
    await house().service.orderEvents('test');
    const events = (await api.get(`/events?personId=${made.personId}`)).body.data;
    assert.deepEqual(
      events
        .map(({ eventType }: { eventType: string }) => eventType)
        .toReversed()
        .slice(0, 4),
      ['person.created', 'loan.created', 'loan.originated', 'loan.activated'],
    );
    const reader = house().service.database.reader(api.realm);
    for await (const keys of loanKeys(reader)) {
      for (const { findings } of await verifyLoans(reader, keys)) assert.deepEqual(findings, []);
    }
    assert.equal((await query('select 1 from import_chunks')).length, 0, 'what was sent is forgotten');
  });

  test('sent again makes nothing twice, and says what is there', async () => {
    const { test: own } = await aCompany();
    const file = [person(1), loan(1), person(1), loan(1)];
    const first = await done(file, own);
    assert.deepEqual(first.result, { lines: 4, created: 2, existing: 2, failed: 0 });
    const again = await done(file, own);
    assert.deepEqual(again.result, { lines: 4, created: 0, existing: 4, failed: 0 });
    const [was, is] = [await results(first.id, '', own), await results(again.id, '', own)];
    assert.deepEqual([is[1].loanId, is[1].personId], [was[1].loanId, was[1].personId]);
    await own.made(`/people/${was[1].personId}/loans/${was[1].loanId}/cancel`, {});
    const canceled = await done(file, own);
    assert.deepEqual(canceled.result, { lines: 4, created: 0, existing: 4, failed: 0 });
    assert.equal(await countOf('loans', own), 1);
    assert.equal(await countOf('people', own), 1);
  });

  test('goes on where it was when its worker is gone, with no line done twice and none left out', async () => {
    const { test: own } = await aCompany();
    const lines = Array.from({ length: 350 }, (_, i) => [person(i), loan(i)]).flat();
    const { body } = await send(text(lines), {}, own);
    const { id } = body.data;
    // A worker that falls silent in the middle of its second chunk, as if it had been killed there.
    let chunks = 0;
    const { promise: never, reject: die } = Promise.withResolvers<never>();
    const { promise: silent, resolve: fallSilent } = Promise.withResolvers<void>();
    const dying = importOperation({
      ...importLoans,
      async batch(batch) {
        await importLoans.batch(batch);
        chunks += 1;
        if (chunks < 2) return;
        fallSilent();
        await never;
      },
    });
    const { database, vault, clock, position, rightsOf } = house().service;
    const worker = operations({ database, vault, clock, position, rightsOf, kinds: [dying], log: makeLog('silent') });
    const dead = worker.job.run({ ...own.realm, payload: { operationId: id } });
    await silent;
    let half = (await own.get(`/operations/${id}`)).body.data;
    // Other chunks are under way beside the silent one; the first chunk has ended, or ends now.
    while (half.progress.done < 200) half = (await own.get(`/operations/${id}`)).body.data;
    assert.deepEqual([half.state, half.progress], ['running', { done: 200, total: 700 }]);
    try {
      // The worker's connection ends with it, and so does its lease.
      await query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()',
      );
      await query('update operations set lease_until = 1 where id = $1', [id]);
      await work(id, own);
      const operation = (await own.get(`/operations/${id}`)).body.data;
      assert.deepEqual(operation.result, { lines: 700, created: 700, existing: 0, failed: 0 });
      assert.equal(await countOf('loans', own), 350);
      assert.equal((await results(id, '', own)).length, 700);
    } finally {
      die(new Error('gone'));
      await dead;
    }
    assert.equal((await own.get(`/operations/${id}`)).body.data.state, 'succeeded');
  });

  test('a line that the database refuses fails by itself, and the others of its chunk are done', async () => {
    const { test: own } = await aCompany();
    // The external id is taken between the look and the write: the look is made to miss it.
    await own.made('/people', { externalId: 'B-2', name: { firstName: 'Ada', lastName: 'First' } });
    const blind = importOperation({
      ...importLoans,
      batch: (batch) =>
        importLoans.batch({
          ...batch,
          tx: { ...batch.tx, realm: batch.tx.realm, db: batch.tx.db, rows: async () => [] as never } as typeof batch.tx,
        }),
    });
    const { database, vault, clock, position, rightsOf } = house().service;
    const worker = operations({ database, vault, clock, position, rightsOf, kinds: [blind], log: makeLog('silent') });
    const { body } = await send(text([person(1), person(2), person(3)]), {}, own);
    await worker.job.run({ ...own.realm, payload: { operationId: body.data.id } });
    const found = await results(body.data.id, '', own);
    assert.deepEqual(
      found.map(({ line, outcome, error }) => [line, outcome, error?.errorType]),
      [
        [1, 'created', undefined],
        [2, 'failed', 'DuplicateExternalId'],
        [3, 'created', undefined],
      ],
    );
    assert.equal(await countOf('people', own), 3);
  });

  test('a line says either a person or a loan, each with an external id, and a loan comes after its borrower', async () => {
    const { test: own } = await aCompany();
    const { externalId: _, ...nameless } = person(9).person;
    const operation = await done(
      [
        loan(1),
        person(1),
        { ...person(2), ...loan(2) },
        {},
        { person: nameless },
        { ...person(3), activate: {} },
        { ...loan(1), activate: {}, migration: { startDate: '2025-10-15' } },
        { ...loan(1, { nonsense: 1 }) },
        { loan: { ...loan(4).loan, personId: 'ext-B-1', loanTypeId: 'ext-none' } },
        { loan: { ...loan(4).loan, personId: 'ext-B-1', status: 'pending' }, activate: {} },
        { ...loan(1), activate: { previewMode: true } },
        { ...loan(1), migration: { startDate: '2025-10-15', previewMode: true } },
        { ...loan(1), activate: { previewMode: false } },
      ],
      own,
    );
    const found = await results(operation.id, '', own);
    assert.deepEqual(
      found.map(({ line, outcome, error, ignoredFields }) => [
        line,
        outcome,
        error?.errorType ?? ignoredFields,
        error?.data.path,
      ]),
      [
        [1, 'failed', 'NotFound', 'loan.personId'],
        [2, 'created', [], undefined],
        [3, 'failed', 'InvalidRequest', ''],
        [4, 'failed', 'InvalidRequest', ''],
        [5, 'failed', 'InvalidRequest', 'person.externalId'],
        [6, 'failed', 'InvalidRequest', 'activate'],
        [7, 'failed', 'InvalidRequest', 'migration'],
        [8, 'created', ['nonsense'], undefined],
        [9, 'failed', 'NotFound', 'loan.loanTypeId'],
        [10, 'failed', 'LoanStatusForbids', undefined],
        [11, 'failed', 'InvalidRequest', 'activate.previewMode'],
        [12, 'failed', 'InvalidRequest', 'migration.previewMode'],
        [13, 'existing', [], undefined],
      ],
    );
    assert.equal(await countOf('loans', own), 1, 'a line that failed leaves nothing');
  });

  test('takes running loans over, with their past', async () => {
    const { test: own } = await aCompany();
    const migration = {
      startDate: '2025-10-15',
      migrationDate: '2025-12-01',
      balances: { principalAmount: 4428.73, accruedInterestAmount: 29.1 },
      expectedBalances: { outstandingAmount: 4457.83 },
    };
    const pastPeriods = [{ startDate: '2025-10-15', endDate: '2025-11-14', dueDate: '2025-11-15' }];
    const pastTransactions = [
      { amount: 433.31, effectiveDate: '2025-11-15', paidPrincipalAmount: 371.27, paidInterestAmount: 62.04 },
      { amount: 100, effectiveDate: '2025-12-03', externalId: 'P-1' },
    ];
    const wrong = { ...migration, expectedBalances: { outstandingAmount: 4457.84 } };
    const operation = await done(
      [
        person(1),
        loan(1, { migration, pastPeriods, pastTransactions }),
        { ...loan(2, { migration: wrong }), loan: { ...loan(2).loan, personId: 'ext-B-1' } },
      ],
      own,
    );
    const [, taken, refused] = await results(operation.id, '', own);
    assert.deepEqual([refused.outcome, refused.error.errorType], ['failed', 'BalancesDiffer']);
    assert.equal(refused.error.data.path, 'migration.expectedBalances.outstandingAmount');
    const path = `/people/ext-B-1/loans/${taken.loanId}`;
    assert.equal((await own.get(path)).body.data.status, 'active');
    assert.equal((await own.get(`${path}/migration/past-periods`)).body.data.periods.length, 1);
    const rows = await query(
      'select fact_id, paid_principal from transactions where loan_id = $1 order by effective_on',
      [taken.loanId],
    );
    assert.deepEqual([rows[0].fact_id, rows[0].paid_principal, rows[1].fact_id !== null], [null, 37_127, true]);
    const reader = house().service.database.reader(own.realm);
    for (const { findings } of await verifyLoans(reader, [{ personId: taken.personId, loanId: taken.loanId }])) {
      assert.deepEqual(findings, []);
    }
  });

  test('does for its caller no more than the caller may', async () => {
    const { test: own } = await aCompany();
    const { key } = await own.made('/keys', { name: 'narrow', permissions: ['loan:import', 'person:create'] });
    const narrow = house().client(key, own.realm);
    const { body } = await send(text([person(1), loan(1)]), {}, narrow);
    await work(body.data.id, own);
    const found = await results(body.data.id, '', own);
    assert.deepEqual(
      found.map(({ outcome, error }) => [outcome, error?.data.permission]),
      [
        ['created', undefined],
        ['failed', 'loan:create'],
      ],
    );
  });

  test('is received as lines, whatever their bytes, and refused as a whole only where it is no file of lines', async () => {
    const { test: own } = await aCompany();
    refusedAt(await send('', {}, own), '');
    const json = await own.call('POST', '/loans/import', { body: person(1) });
    assert.deepEqual([json.status, json.body.data.expected], [415, 'application/x-ndjson']);
    const elsewhere = await own.call('POST', '/people', {
      body: '{}',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    assert.equal(elsewhere.status, 415);
    refusedAt(await send(`{}\n${'x'.repeat(1_048_577)}\n`, {}, own), 'lines[2]');
    assert.equal((await query('select 1 from import_chunks where company_id = $1', [own.realm.companyId])).length, 0);
    const bytes = Buffer.concat([
      Buffer.from(`${JSON.stringify(person('é', { name: { firstName: 'Zoë', lastName: '李' } }))}\r\n`),
      Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
      Buffer.from(JSON.stringify(person('last'))),
    ]);
    const { body } = await send(bytes, {}, own);
    await work(body.data.id, own);
    const found = await results(body.data.id, '', own);
    assert.deepEqual(
      found.map(({ outcome, error }) => [outcome, error?.errorType]),
      [
        ['created', undefined],
        ['failed', 'InvalidJson'],
        ['created', undefined],
      ],
    );
    const shown = (await own.get(`/people/${found[0].personId}`)).body.data;
    assert.deepEqual([shown.name.firstName, shown.name.lastName], ['Zoë', '李']);
  });

  test('takes running lines with their draws, which the balances name by their external ids', async () => {
    const { test: own } = await aCompany();
    await own.made('/test-clock', { now: '2026-01-20T15:00:00Z' });
    const line = {
      loan: {
        externalId: 'L-line',
        personId: 'ext-B-1',
        type: 'lineOfCredit',
        loanTypeId: 'ext-credit-card',
        status: 'originated',
        atOrigination: { creditLimitAmount: 5000, interestRates: [{ rate: 0.1825 }], specificDays: [1, 25] },
      },
      draws: [
        { externalId: 'D-1', status: 'originated', atOrigination: {} },
        { externalId: 'D-2', status: 'originated', atOrigination: {} },
      ],
      pastPurchases: [
        { drawId: 'ext-D-1', amount: 80, purchaseDate: '2025-12-20', externalId: 'P-1' },
        { drawId: 'ext-D-1', amount: 30, purchaseDate: '2025-12-27', type: 'refund', originalPurchaseId: 'ext-P-1' },
        { drawId: 'ext-D-2', amount: 12.25, purchaseDate: '2026-01-10', externalId: 'P-2' },
        { drawId: 'ext-D-2', amount: 2, purchaseDate: '2026-01-11', type: 'refund', originalPurchaseId: 'ext-P-2' },
      ],
      migration: {
        startDate: '2025-06-01',
        migrationDate: '2026-01-05',
        balances: {
          draws: [
            { drawId: 'ext-D-1', principalAmount: 300, hasGrace: true },
            { drawId: 'ext-D-2', principalAmount: 200.5 },
          ],
        },
        expectedBalances: { principalAmount: 500.5, outstandingAmount: 500.5 },
      },
    };
    const twice = { ...line, loan: { ...line.loan, externalId: 'L-twice' } };
    const stray = { ...loan('stray', { draws: line.draws }) };
    stray.loan.personId = 'ext-B-1';
    const wrong = (externalId: string, more: object) => ({
      ...line,
      loan: { ...line.loan, externalId },
      draws: [{ externalId: `D-${externalId}`, status: 'originated', atOrigination: {} }],
      pastPurchases: [{ drawId: `ext-D-${externalId}`, amount: 1, purchaseDate: '2026-01-10', ...more }],
      migration: { startDate: '2025-06-01', migrationDate: '2026-01-05', balances: {} },
    });
    const unknownDraw = wrong('L-a', { drawId: 'ext-D-1' });
    const unknownOriginal = wrong('L-b', { type: 'refund', originalPurchaseId: 'ext-P-1' });
    const notTaken = wrong('L-c', {});
    const cents = { ...line.migration, expectedBalances: { outstandingAmount: 510.76 } };
    const unexpected = { ...line, loan: { ...line.loan, externalId: 'L-d' }, migration: cents };
    const failing = [unknownDraw, unknownOriginal, notTaken, unexpected];
    const { result: none, id: failedId } = await done([person(1), ...failing], own);
    assert.deepEqual(none, { lines: 5, created: 1, existing: 0, failed: 4 });
    assert.deepEqual(
      (await results(failedId, '&outcome=failed', own)).map(({ error }) => error.data.path),
      [
        'pastPurchases[0].drawId',
        'pastPurchases[0].originalPurchaseId',
        'migration.balances.draws',
        'migration.expectedBalances.outstandingAmount',
      ],
    );
    const { id } = await done([person(1), line, twice, stray], own);
    const found = await results(id, '', own);
    assert.deepEqual(
      found.map(({ outcome, error }) => [outcome, error?.errorType]),
      [
        ['existing', undefined],
        ['created', undefined],
        ['failed', 'DuplicateExternalId'],
        ['failed', 'OnlyForLines'],
      ],
    );
    const path = `/people/${found[1].personId}/loans/${found[1].loanId}`;
    const { data: draws } = (await own.get(`${path}/draws`)).body;
    assert.deepEqual(draws.map(({ externalId, status }: Record<string, string>) => [externalId, status]).sort(), [
      ['D-1', 'active'],
      ['D-2', 'active'],
    ]);
    // 500.50 were taken over, and 12.25 - 2.00 bought since the books began.
    assert.equal((await own.get(`${path}/balances`)).body.data.utilizationAmount, 510.75);
    const bought = async (): Promise<unknown[]> =>
      (await own.get(`${path}/purchases?sortBy=effectiveAt`)).body.data.map(
        ({ amount, originalPurchaseId, migration }: Record<string, { isPast?: boolean } | null>) => [
          amount,
          originalPurchaseId !== null,
          migration?.isPast,
        ],
      );
    const purchases = await bought();
    assert.deepEqual(purchases, [
      [80, false, true],
      [30, true, true],
      [12.25, false, false],
      [2, true, false],
    ]);
    const again = await done([person(1), line], own);
    assert.deepEqual(again.result, { lines: 2, created: 0, existing: 2, failed: 0 });
    assert.deepEqual(await bought(), purchases);
    for await (const keys of loanKeys(house().service.database.reader(own.realm))) {
      for (const { findings } of await verifyLoans(house().service.database.reader(own.realm), keys)) {
        assert.deepEqual(findings, []);
      }
    }
  });

  test('keeps what waits sealed', async () => {
    const { test: own } = await aCompany();
    await send(text([person(1, { name: { firstName: 'Secretperson', lastName: 'X' } })]), {}, own);
    const [chunk] = await query('select sealed from import_chunks where company_id = $1', [own.realm.companyId]);
    assert.ok(!chunk.sealed.toString('latin1').includes('Secretperson'));
  });

  test('with an idempotency key begins once', async () => {
    const { test: own } = await aCompany();
    const headers = { 'idempotency-key': 'file-1' };
    const [first, second] = [await send(text([person(1)]), headers, own), await send(text([person(1)]), headers, own)];
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.deepEqual(second.body, first.body);
    assert.equal((await send(text([person(2)]), headers, own)).status, 409);
    assert.equal((await query('select 1 from import_chunks where company_id = $1', [own.realm.companyId])).length, 1);
  });

  test('is seen by its realm alone, and another operation is no import', async () => {
    const { test: own, live } = await aCompany();
    const { body } = await send(text([person(1)]), {}, own);
    assert.equal((await live.get(`/loans/import/${body.data.id}/results`)).status, 404);
    assert.equal((await api.get(`/loans/import/${body.data.id}/results`)).status, 404);
    assert.equal((await own.get('/loans/import/OP-AAAA-AAAA/results')).body.data.path, 'importId');
  });
});
