import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dayOf } from '@tenor/engine/values/day.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import { aHouse, aPerson } from '../../../../tests/support/house.ts';
import { ledgerEvents } from '../events.ts';
import { changeLoan } from '../timeline/change-loan.ts';
import { holdLoans } from './hold-loans.ts';

const N = Number(process.env.N ?? 2000);
const what = process.env.WHAT ?? 'index';

test('bench', { timeout: 600_000 }, async () => {
  const house = await aHouse({ works: false, config: { syncTimeoutMs: 500_000 } });
  const { service } = house;
  try {
    const company = await house.aCompany();
    const api = company.test;
    const pool = service.database.pools.test;
    await api.made('/test-clock', { now: '2026-01-20T17:00:00Z' });
    const type = await api.made('/loan-types', { name: 'A', fees: { late: { graceDays: 10, flatAmount: 25 } } });
    await api.made(`/loan-types/${type.id}/index-rates`, { rate: 0.05, effectiveDate: '2025-01-01' });
    const person = await api.made('/people', aPerson());
    const loan = await api.made(`/people/${person.id}/loans`, {
      loanTypeId: type.id,
      status: 'originated',
      atOrigination: {
        amountFinanced: 10000,
        interestRates: [{ rate: 0.03, interestType: 'spread' }],
        paymentFrequency: 'monthly',
        specificDays: [15],
        duration: 36,
      },
    });
    await api.made(`/people/${person.id}/loans/${loan.id}/activate`, {});
    const advance = async (to: string) => {
      const id = (await api.post('/test-clock/advance', { to })).body.data.id;
      await service.operations.job.run({ ...api.realm, payload: { operationId: id } });
      assert.equal((await api.get(`/operations/${id}`)).body.data.state, 'succeeded');
    };
    for (let m = 2; m <= 11; m++) {
      const date = `2026-${String(m).padStart(2, '0')}-15`;
      await advance(`${date}T17:00:00Z`);
      const now = `${date}T17:00:00.000000+00:00` as never;
      await service.database.transact(api.realm, async (tx) => {
        const [held] = await holdLoans(tx, [{ person_id: person.id, id: loan.id }]);
        await recordingByHand(
          { realm: api.realm, now, position: service.position, declared: ledgerEvents },
          tx,
          (emit) =>
            changeLoan({ now, emit, keyId: null, machineMicros: () => 0 }, tx, held!, [
              {
                kind: 'payment',
                id: `P${m}`,
                on: dayOf(date as never),
                amount: 31337 as never,
                status: 'succeeded',
                enablePrepayments: false,
                agencyFee: 0 as never,
              },
            ]),
        );
      });
    }
    await advance('2026-12-01T17:00:00Z');
    console.log(
      'events of one',
      (await pool.query('select count(*) from events where loan_id=$1', [loan.id])).rows,
      (await pool.query('select count(*) from loan_postings')).rows,
    );
    const clone = async (table: string, over: string, where: string, step: number) => {
      for (let i = 0; i < N; i += 1000)
        await pool.query(
          `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(x) || ${over})).* from ${table} x, generate_series(${i + 1}, ${Math.min(N, i + 1000)}) n where ${where}`,
        );
    };
    const pid = `'person_id', 'BO-X' || n`;
    await clone('people', `jsonb_build_object(${pid}, 'external_id', null)`, `person_id = '${person.id}'`, 0);
    const ids = `jsonb_build_object(${pid}, 'loan_id', 'LN-' || n)`;
    await clone('loans', `jsonb_build_object(${pid}, 'id', 'LN-' || n)`, `id = '${loan.id}'`, 0);
    for (const t of what === 'close'
      ? ['loan_facts', 'loan_checkpoints']
      : ['loan_facts', 'loan_postings', 'loan_obligations', 'loan_fees', 'loan_checkpoints'])
      await clone(t, ids, `loan_id = '${loan.id}'`, 0);
    if (what !== 'close')
      await clone(
        'events',
        `jsonb_build_object('subject_id', 'BO-X' || n, 'loan_id', 'LN-' || n, 'id', 'EV-' || n || '-' || right(x.id, 6) || '-' || position, 'cause', replace(cause, '${loan.id}', 'LN-' || n))`,
        `loan_id = '${loan.id}'`,
        0,
      );
    await pool.query('analyze');
    let worst = 0;
    let stop = false;
    const health = (async () => {
      while (!stop) {
        const t = performance.now();
        await house.app.inject({ method: 'GET', url: '/health/ready' });
        worst = Math.max(worst, performance.now() - t);
        await sleep(5);
      }
    })();
    if (what === 'index') {
      const rate = await api.made(`/loan-types/${type.id}/index-rates`, { rate: 0.055, effectiveDate: '2026-09-02' });
      if (process.env.EXPLAIN) {
        const some = Array.from({ length: 25 }, (_, i) => i + 1);
        const args = [some.map((n) => `BO-X${n}`), some.map((n) => `LN-${n}`)];
        const idx = JSON.stringify([
          { rate: '0.05', effectiveDate: '2025-01-01' },
          { rate: '0.055', effectiveDate: '2026-09-02' },
        ]);
        for (const q of [
          `select person_id, id from loans where company_id = '${company.id}' and (loan_type_id = '${type.id}' and index_known is not null and index_known is distinct from '${idx}'::jsonb and coalesce((state->'position'->>'paidOffOn')::int >= 20698, true) and (person_id, id) in (select * from unnest($1::text[], $2::text[]))) for no key update skip locked`,
          `select loans.*, (select jsonb_agg(fact order by number) from loan_facts where loan_facts.company_id = '${company.id}' and loan_facts.person_id = loans.person_id and loan_facts.loan_id = loans.id and (loans.base_through is null or loan_facts.effective_on > loans.base_through or loan_facts.kind = 'feeChange')) as facts from loans where company_id = '${company.id}' and (person_id, id) in (select * from unnest($1::text[], $2::text[]))`,
          `select subject_id, max(position) from events where company_id = '${company.id}' and subject_id = any($1::text[]) and sequence is null and cardinality($2::text[]) > 0 group by 1`,
        ])
          console.log(
            (await pool.query(`explain (analyze, buffers) ${q}`, args)).rows.map((r) => r['QUERY PLAN']).join('\n'),
          );
      }
      const [t, cpu] = [performance.now(), process.cpuUsage()];
      await service.operations.job.run({ ...api.realm, payload: { operationId: rate.operationId } });
      const used = process.cpuUsage(cpu);
      const op = (await api.get(`/operations/${rate.operationId}`)).body.data;
      console.log(
        JSON.stringify(op),
        `${Math.round(performance.now() - t)} ms for ${N + 1}, cpu ${Math.round((used.user + used.system) / 1000)} ms, worst health ${worst.toFixed(0)} ms`,
      );
      console.log(
        (
          await pool.query(
            `select count(*), (select count(*) from loan_postings where loan_id='LN-1') p from loan_postings`,
          )
        ).rows,
        (await pool.query(`select count(*) from loan_postings where posted_at > '2026-12-01' and loan_id='LN-1'`)).rows,
      );
    } else {
      const due = Number(process.env.DUE ?? Math.round(N * 0.03));
      // only 3% are due at the target
      await pool.query(
        `update loans set next_action_at = '2027-06-01' where id <> all(select 'LN-' || n from generate_series(1, $1) n)`,
        [due],
      );
      const t = performance.now();
      await advance('2026-12-16T00:00:00Z');
      console.log(`${due} due of ${N}: ${Math.round(performance.now() - t)} ms, worst health ${worst.toFixed(0)}`);
    }
    stop = true;
    await health;
  } finally {
    await house.close();
  }
});
