// An index rate of the past changes: every loan that follows it is replayed with the new one, once, whatever happens in
// between.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { makeLog } from '#platform/log.ts';
import type { OperationKind } from '#platform/work/operations/operation-kind.ts';
import { operations } from '#platform/work/operations/operations.ts';
import { type Client, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { agreement } from '../../../../../tests/support/loan-life.ts';
import { posted } from '../../../../../tests/support/posted.ts';
import { loanKeys } from '../../whole/verify/stored-loan.ts';
import { isClean, verifyLoans } from '../../whole/verify/verify-loans.ts';
import { readLoan, storedLoan } from '../lifecycle/read-loan.ts';
import { replayIndex } from './replay-index.ts';

const spread = { ...agreement, interestRates: [{ rate: 0.03, interestType: 'spread' }] };

describe('an index rate of the past', () => {
  const { house, aCompany } = useHouse({ works: false });
  const rows = async (text: string, values: unknown[] = []) =>
    (await house().service.database.pools.test.query(text, values)).rows;

  async function run(api: Client, operationId: string, kind: OperationKind = replayIndex) {
    const { database, vault, clock, position, rightsOf } = house().service;
    const worker = operations({ database, vault, clock, position, rightsOf, kinds: [kind], log: makeLog('silent') });
    await worker.job.run({ ...api.realm, payload: { operationId } });
    return (await api.get(`/operations/${operationId}`)).body.data;
  }
  async function advance(api: Client, to: string): Promise<void> {
    const operationId = (await api.post('/test-clock/advance', { to })).body.data.id;
    await house().service.operations.job.run({ ...api.realm, payload: { operationId } });
  }

  /** A type with an index since January, at 5 %. */
  async function aLender(): Promise<{ company: Company; api: Client; type: string; rates: string }> {
    const company = await aCompany();
    const api = company.test;
    await api.made('/test-clock', { now: '2026-01-20T17:00:00Z' });
    const { id: type } = await api.made('/loan-types', {
      name: 'Follows',
      fees: { late: { graceDays: 10, flatAmount: 25 } },
    });
    const rates = `/loan-types/${type}/index-rates`;
    await api.made(rates, { rate: 0.05, effectiveDate: '2026-01-01' });
    return { company, api, type, rates };
  }
  async function loans(api: Client, loanTypeId: string, n: number, agreed: object = spread): Promise<string[]> {
    const paths: string[] = [];
    for (let i = 0; i < n; i++) {
      const { id } = await api.made('/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } });
      const loan = { loanTypeId, status: 'originated', atOrigination: agreed };
      const path = `/people/${id}/loans/${(await api.made(`/people/${id}/loans`, loan)).id}`;
      await api.made(`${path}/activate`, {});
      paths.push(path);
    }
    return paths;
  }
  const idOf = (path: string): string => path.split('/').at(-1) as string;
  const balances = async (api: Client, path: string) =>
    (await api.get(`${path}/balances`)).body.data.outstandingBalances;
  async function clean(api: Client): Promise<void> {
    const reader = house().service.database.reader(api.realm);
    for await (const keys of loanKeys(reader)) {
      const verdicts = await verifyLoans(reader, Array.isArray(keys) ? keys : [keys]);
      assert.deepEqual(
        verdicts.filter((one) => !isClean(one)),
        [],
      );
    }
  }

  test('replays the loans of its type that follow it, and touches no others', async () => {
    const { api, type, rates } = await aLender();
    const following = await loans(api, type, 120);
    const [absolute] = await loans(api, type, 1, agreement);
    const [changedMeanwhile] = following as [string];
    const other = await aLender();
    const [elsewhere] = await loans(other.api, other.type, 1);
    await advance(api, '2026-06-20T17:00:00Z');
    const before = await balances(api, changedMeanwhile);
    const versions = async (path: string) =>
      (await rows('select version from loan_standing where loan_id = $1', [idOf(path)]))[0].version;
    const untouched = [await versions(absolute as string), await versions(elsewhere as string)];
    const { operationId } = await api.made(rates, { rate: 0.08, effectiveDate: '2026-03-01' });
    assert.ok(operationId);
    // A command that comes before the replay finds the new index itself.
    await api.made(`${changedMeanwhile}/freeze`, {});
    await api.made(`${changedMeanwhile}/unfreeze`, {});
    const posted = async () =>
      (await rows('select count(*) as n from loan_postings where loan_id = $1', [idOf(changedMeanwhile)]))[0].n;
    const postings = await posted();
    const operation = await run(api, operationId);
    assert.equal(operation.state, 'succeeded');
    assert.deepEqual(operation.result, { loans: 119, changed: 119 });
    assert.deepEqual(operation.progress, { done: 119, total: 119 });
    assert.deepEqual([await versions(absolute as string), await versions(elsewhere as string)], untouched);
    assert.equal(await posted(), postings);
    const after = await balances(api, changedMeanwhile);
    assert.ok(after.outstandingTotalAmount > before.outstandingTotalAmount);
    for (const path of following) assert.deepEqual(await balances(api, path), after);
    await clean(api);
  });

  test('gives the books of a loan that had the index from the start, event for event', async () => {
    const [late, early] = [await aLender(), await aLender()];
    const [replayed] = await loans(late.api, late.type, 1);
    await early.api.made(early.rates, { rate: 0.08, effectiveDate: '2026-03-01' });
    const [known] = await loans(early.api, early.type, 1);
    for (const { api } of [late, early]) await advance(api, '2026-06-20T17:00:00Z');
    const { operationId } = await late.api.made(late.rates, { rate: 0.08, effectiveDate: '2026-03-01' });
    await run(late.api, operationId);
    assert.deepEqual(await balances(late.api, replayed as string), await balances(early.api, known as string));
    const ledger = async (path: string) =>
      rows(
        `select effective_on, account, replace(cause, loan_id, '') as cause, sum(amount) as amount
         from ${posted()} where loan_id = $1 group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3`,
        [idOf(path)],
      );
    assert.deepEqual(await ledger(replayed as string), await ledger(known as string));
    const events = async (path: string) =>
      rows(
        `select type, replace(cause, loan_id, '') as cause
         from event_commits, unnest(types, causes) with ordinality as told(type, cause, nth)
         where loan_id = $1 and cause is not null and taken_back -> (nth - 1)::text is null order by 2, 1`,
        [idOf(path)],
      );
    assert.deepEqual(await events(replayed as string), await events(known as string));
  });

  test('is gone on with by another worker, and no loan is done twice', async () => {
    const { api, type, rates } = await aLender();
    const following = await loans(api, type, 110);
    await advance(api, '2026-04-20T17:00:00Z');
    const { operationId } = await api.made(rates, { rate: 0.06, effectiveDate: '2026-02-01' });
    let pieces = 0;
    const dying: OperationKind = {
      ...replayIndex,
      run: (running) =>
        replayIndex.run({
          ...running,
          async piece(work) {
            pieces += 1;
            if (pieces >= 3) throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
            return running.piece(work);
          },
        }),
    };
    await assert.rejects(run(api, operationId, dying), { code: 'ECONNRESET' });
    const broken = (await api.get(`/operations/${operationId}`)).body.data;
    assert.equal(broken.state, 'running');
    assert.ok(broken.progress.done > 0 && broken.progress.done < 110, JSON.stringify(broken.progress));
    const postings = async () =>
      (await rows('select count(*) as n from loan_postings where company_id = $1', [api.realm.companyId]))[0].n;
    // Its lease runs out; the work that it had begun may still renew it once.
    let done = broken;
    for (let tries = 0; done.state === 'running' && tries < 20; tries++) {
      await rows('update operations set lease_until = 0 where id = $1', [operationId]);
      done = await run(api, operationId);
    }
    assert.deepEqual([done.state, done.result], ['succeeded', { loans: 110, changed: 110 }]);
    const versions = await rows('select distinct version from loan_standing where company_id = $1', [
      api.realm.companyId,
    ]);
    assert.equal(versions.length, 1, 'each was changed as often as the others');
    const all = await postings();
    assert.equal(all % following.length, 0);
    await clean(api);
  });

  test('is not stopped by a loan that fails, which is told of', async () => {
    const { api, type, rates } = await aLender();
    const [broken, ...others] = await loans(api, type, 30);
    await advance(api, '2026-04-20T17:00:00Z');
    const terms = `jsonb_set(terms, '{payments}', 'null')`;
    await rows(`update loans set terms = ${terms} where id = $1`, [idOf(broken as string)]);
    const { operationId } = await api.made(rates, { rate: 0.06, effectiveDate: '2026-02-01' });
    const { state, result } = await run(api, operationId);
    assert.deepEqual([state, result], ['succeeded', { loans: 29, changed: 29, failed: 1 }]);
    assert.equal(others.length, 29);
  });

  test('leaves alone what was paid off before it, and replays what was paid off since', async () => {
    const { api, type, rates } = await aLender();
    const [old, recent] = (await loans(api, type, 2)) as [string, string];
    const payOff = async (path: string) => {
      const person = path.split('/loans')[0];
      const [instrument] = await api.made(`${person}/payment-instruments`, {
        instrumentType: 'paymentNetwork',
        paymentNetworkName: 'Till',
        isExternal: true,
      });
      const { amount, payoffAmount } = (await api.get(`${path}/payoff`)).body.data;
      const payment = { type: 'oneTime', isExternal: true, status: 'succeeded', paymentInstrumentId: instrument.id };
      await api.made(`${path}/transactions?sync=true`, { ...payment, amount: amount ?? payoffAmount });
      assert.equal((await api.get(path)).body.data.status, 'paidOff');
    };
    await advance(api, '2026-02-20T17:00:00Z');
    await payOff(old);
    await advance(api, '2026-04-20T17:00:00Z');
    await payOff(recent);
    const { operationId } = await api.made(rates, { rate: 0.09, effectiveDate: '2026-03-01' });
    const { result } = await run(api, operationId);
    assert.deepEqual(result, { loans: 1, changed: 1 });
    const statuses = [old, recent].map(async (path) => (await api.get(path)).body.data.status);
    assert.deepEqual(await Promise.all(statuses), ['paidOff', 'active']);
  });

  test('changes what is shown of a loan; while the index is the same, the loan is shown as it is stored', async () => {
    const { api, type, rates } = await aLender();
    const [path] = (await loans(api, type, 1)) as [string];
    const { database, vault } = house().service;
    const reader = database.reader(api.realm);
    const { subject } = await storedLoan.find(reader, idOf(path), false, { personId: path.split('/')[2] as string });
    const now = '2026-01-20T17:00:00.000000+00:00' as Instant;
    const no = (): never => assert.fail('the loan is read whole');
    const asStored = await readLoan({ ...reader, row: no, together: no }, vault, subject, now);
    assert.deepEqual(asStored.id, idOf(path));
    await api.made(rates, { rate: 0.09, effectiveDate: '2026-01-10' });
    await assert.rejects(readLoan({ ...reader, row: no, together: no }, vault, subject, now), /is read whole/);
  });
});
