// Tools for a list of loans: a result for each line, each done once, previews that leave nothing.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { importOperation } from '#platform/import/run-import.ts';
import { makeLog } from '#platform/log.ts';
import { operations } from '#platform/work/operations/operations.ts';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { type Answer, type Client, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { bulkKind } from './tool.ts';
import { tools } from './tools.ts';

describe('a tool for a list of loans', () => {
  const { aCompany, house } = useHouse({ works: false });
  let company: Company;
  let lives: Life[];
  before(async () => {
    company = await aCompany();
    lives = [await aLife(company), await aLife(company), await aLife(company)];
  });

  const post = (api: Client, path: string, lines: readonly unknown[]): Promise<Answer> =>
    api.call('POST', `/loans/bulk/${path}`, {
      body: lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
      headers: { 'content-type': 'application/x-ndjson' },
    });
  const kinds = tools.map((tool) => importOperation(bulkKind(tool)));
  const work = (id: string, own = kinds): Promise<void> => {
    const { database, vault, clock, position, rightsOf } = house().service;
    const worker = operations({ database, vault, clock, position, rightsOf, kinds: own, log: makeLog('silent') });
    return worker.job.run({ ...company.test.realm, payload: { operationId: id } });
  };
  const done = async (path: string, lines: readonly unknown[], api: Client = company.test) => {
    const { status, body } = await post(api, path, lines);
    assert.equal(status, 202, JSON.stringify(body));
    await work(body.data.id);
    const operation = (await company.test.get(`/operations/${body.data.id}`)).body.data;
    assert.equal(operation.state, 'succeeded', JSON.stringify(operation));
    const results = (
      await company.test.get(`/loans/bulk/${path.split('?')[0]}/${operation.id}/results?limit=100&sortBy=line`)
    ).body;
    return { result: operation.result, lines: results.data as Shown[] };
  };
  const of = ({ personId, id: loanId }: Life, externalId: string, more: object = {}) => ({
    personId,
    loanId,
    externalId,
    ...more,
  });
  const fee = (life: Life, externalId: string, more: object = {}) =>
    of(life, externalId, { apiName: 'lateFee', amount: 12.5, ...more });
  const feesOf = async (life: Life): Promise<number[]> =>
    (await life.read('/fees?limit=100')).map(({ amount }: Shown) => amount);

  test('previews each line and the sum, and leaves nothing; then does it, and the same file again does nothing', async () => {
    const [one, two] = lives as [Life, Life];
    const file = [fee(one, 'a-1'), fee(two, 'a-2', { amount: 20 })];
    const preview = await done('fees?previewMode=true', file);
    assert.deepEqual(preview.result, { lines: 2, created: 2, existing: 0, failed: 0, sums: { feesAmount: 32.5 } });
    const [first] = preview.lines;
    assert.deepEqual([first?.answer.amount, first?.answer.difference.fees[0].amount.after], [12.5, 12.5]);
    assert.deepEqual([await feesOf(one), await feesOf(two)], [[], []]);
    const real = await done('fees', file);
    assert.deepEqual(real.result, preview.result);
    assert.deepEqual([await feesOf(one), await feesOf(two)], [[12.5], [20]]);
    assert.equal(real.lines[0]?.answer.id, (await one.read('/fees'))[0].id);
    const again = await done('fees', file);
    assert.deepEqual(again.result, { lines: 2, created: 0, existing: 2, failed: 0, sums: { feesAmount: 0 } });
    assert.deepEqual([await feesOf(one), await feesOf(two)], [[12.5], [20]]);
  });

  test('does several lines of one loan one after the other, a line twice in the file once, and names what is wrong', async () => {
    const [, , life, other] = [...lives, await aLife(await aCompany())] as [Life, Life, Life, Life];
    const { result, lines } = await done('fees', [
      fee(life, 'b-1'),
      fee(life, 'b-2', { amount: 7 }),
      fee(life, 'b-1'),
      fee(lives[0] as Life, 'b-2'),
      fee(life, 'b-3', { amount: -1 }),
      fee(other, 'b-4'),
      { ...fee(life, 'b-5'), loanId: 'LN-AAAA-AAAA' },
      '{"loanId":',
      { ...fee(life, 'b-6'), externalId: undefined },
      fee(life, 'b-7', { apiName: 'noSuchFee', nonsense: 1 }),
    ]);
    assert.deepEqual([result.created, result.existing, result.failed], [2, 1, 7]);
    assert.deepEqual(
      lines.flatMap(({ line, error }) => (error === null ? [] : [[line, error.errorType, error.data.path]])),
      [
        [4, 'DuplicateExternalId', 'externalId'],
        [5, 'InvalidRequest', 'amount'],
        [6, 'NotFound', 'loanId'],
        [7, 'NotFound', 'loanId'],
        [8, 'InvalidJson', ''],
        [9, 'InvalidRequest', 'externalId'],
        [10, 'InvalidRequest', 'apiName'],
      ],
    );
    assert.deepEqual(lines[9]?.ignoredFields, ['nonsense']);
    assert.deepEqual((await feesOf(life)).toSorted(), [12.5, 7]);
  });

  test('gives loans to an agency, each as by its own call, and tells of it', async () => {
    const agency = await company.test.made('/companies/current/collection-agencies', {
      legalName: 'Wabash',
      externalId: 'w',
    });
    const collectionAgencyId = 'ext-w';
    const { result } = await done(
      'collection-agencies',
      lives.map((life, i) => of(life, `c-${i}`, { collectionAgencyId })),
    );
    assert.equal(result.created, 3);
    const held = (await company.test.get(`/companies/current/collection-agencies/${agency.id}/loans`)).body;
    assert.equal(held.total, 3);
    const twice = await done('collection-agencies', [of(lives[0] as Life, 'c-9', { collectionAgencyId })]);
    assert.equal(twice.lines[0]?.error.errorType, 'NothingToDo');
  });

  test('takes loans back from their agencies, by the fields of the query for one', async () => {
    const [one, two, three] = [await aLife(company), await aLife(company), await aLife(company)];
    const { id } = await company.test.made('/companies/current/collection-agencies', { legalName: 'Tippecanoe' });
    const given = [one, two].map((life, i) => of(life, `g-${i}`, { collectionAgencyId: id }));
    await done('collection-agencies', given);
    const file = [of(one, 'h-1'), of(two, 'h-2', { servicedBy: 'debtCollectionAgency' }), of(three, 'h-3')];
    const { result, lines } = await done('collection-agency-returns', file);
    assert.deepEqual(result, { lines: 3, created: 2, existing: 0, failed: 1 });
    assert.deepEqual([lines[0]?.answer.collectionAgencyId, lines[2]?.error.errorType], [id, 'NoCollectionAgency']);
    const servicers = await Promise.all([one, two].map(async (life) => (await life.read()).servicedBy));
    assert.deepEqual(servicers, ['creditor', 'debtCollectionAgency']);
    assert.equal((await done('collection-agency-returns', file)).result.existing, 2);
  });

  test('defers payments of a list for a disaster, previewed as a whole and by loan', async () => {
    const [one, two] = [await aLife(company), await aLife(company)];
    const more = { numberOfPayments: 2, disasterNumber: 'DR-4801' };
    const file = [of(one, 'f-1', more), of(two, 'f-2', more), of(two, 'f-3', { numberOfPayments: 99 })];
    const due = (await one.read('/obligations')).obligations[0].obligationAmount;
    const preview = await done('defer?previewMode=true', file);
    // Two payments of each of two loans.
    assert.deepEqual(preview.result, {
      lines: 3,
      created: 2,
      existing: 0,
      failed: 1,
      sums: { deferredAmount: Math.round(due * 400) / 100 },
    });
    assert.equal(preview.lines[2]?.error.data.path, 'numberOfPayments');
    assert.deepEqual(preview.lines[0]?.answer.dueDates, ['2026-02-15', '2026-03-15']);
    assert.deepEqual(await one.read('/hardships'), []);
    assert.deepEqual((await done('defer', file)).result, preview.result);
    const [deferral] = await two.read('/hardships');
    assert.deepEqual([deferral.disasterNumber, deferral.dueDates], ['DR-4801', ['2026-02-15', '2026-03-15']]);
  });

  test('needs the permission of the tool, also while it works', async () => {
    const { key } = await company.test.made('/keys', {
      name: 'narrow',
      permissions: ['loan.collection.agency:assign'],
    });
    const narrow = house().client(key, company.test.realm);
    const refused = await post(narrow, 'fees', [fee(lives[0] as Life, 'd-1')]);
    assert.deepEqual([refused.status, refused.body.data.permission], [403, 'loan.fee:create']);
    assert.equal(
      (await post(narrow, 'collection-agencies', [of(lives[0] as Life, 'd-2', { collectionAgencyId: 'ext-w' })]))
        .status,
      202,
    );
  });

  test('goes on where it was after a crash: no line is done twice', async () => {
    const life = await aLife(company);
    const lines = Array.from({ length: 60 }, (_, n) => fee(life, `e-${n}`, { amount: 1 }));
    const { body } = await post(company.test, 'fees', lines);
    const [tool] = tools;
    const kind = bulkKind(tool as (typeof tools)[number]);
    let batches = 0;
    const { promise: never, reject: die } = Promise.withResolvers<never>();
    const { promise: silent, resolve: fallSilent } = Promise.withResolvers<void>();
    // Its second batch is written and never committed, as if it had been killed there.
    const dying = importOperation({
      ...kind,
      async batch(batch) {
        await kind.batch(batch);
        batches += 1;
        if (batches < 2) return;
        fallSilent();
        await never;
      },
    });
    const dead = work(body.data.id, [dying]);
    await silent;
    const { pools } = house().service.database;
    // The worker's connection ends with it, and so does its lease.
    const others = 'datname = current_database() and xact_start is not null and pid <> pg_backend_pid()';
    await pools.test.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
    await pools.test.query('update operations set lease_until = 1 where id = $1', [body.data.id]);
    try {
      await work(body.data.id);
    } finally {
      die(new Error('gone'));
      await dead;
    }
    const { result } = (await company.test.get(`/operations/${body.data.id}`)).body.data;
    assert.deepEqual(result, { lines: 60, created: 60, existing: 0, failed: 0, sums: { feesAmount: 60 } });
    assert.equal((await feesOf(life)).length, 60);
  });
});
