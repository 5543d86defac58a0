import { aHouse, aPerson } from '/work/main/tests/support/house.ts';
import { setUp, tearDown } from '/work/main/tests/support/setup.ts';
process.env.TENOR_TEST_SERVER = await setUp();
const house = await aHouse({ works: false });
import { readFileSync } from 'node:fs';
async function pgCpu() {
  const { rows } = await house.service.database.pools.test.query("select pid from pg_stat_activity where datname = current_database()");
  let ticks = 0;
  for (const { pid } of rows) { try { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); ticks += Number(f[11]) + Number(f[12]); } catch {} }
  return ticks * 10000;
}

try {
  const company = await house.aCompany();
  const api = company.test;
  const n = Number(process.argv[2] ?? 3000);
  const mode = process.argv[3] ?? 'originated';
  const lines: string[] = [];
  for (let i = 0; i < n; i++) {
    lines.push(JSON.stringify({ person: { externalId: `B-${i}`, name: { firstName: 'Ada', lastName: `L ${i}` }, identity: { identityType: 'SSN', value: String(100000000 + i) } } }));
    lines.push(JSON.stringify({ loan: { externalId: `L-${i}`, personId: `ext-B-${i}`, loanTypeId: 'ext-installment', status: 'originated', atOrigination: { amountFinanced: 1000 + i, interestRates: [{ rate: 0.1499 }], paymentFrequency: 'monthly', specificDays: [15], duration: 36 } }, ...(mode === 'activate' ? { activate: {} } : {}) }));
  }
  const t0 = performance.now();
  const { body } = await api.call('POST', '/loans/import', { body: lines.join('\n'), headers: { 'content-type': 'application/x-ndjson' } });
  const t1 = performance.now(); const c0 = process.cpuUsage(); const p0 = await pgCpu();
  await house.service.operations.job.run({ ...api.realm, payload: { operationId: body.data.id } });
  const t2 = performance.now(); const c = process.cpuUsage(c0); console.log(`node cpu ${Math.round((c.user + c.system) / n)} us/loan, postgres ${Math.round((await pgCpu() - p0) / n)} us/loan`);
  const op = (await api.get(`/operations/${body.data.id}`)).body.data;
  console.log(op.state, op.result, `received in ${Math.round(t1 - t0)} ms; ${n} people and loans in ${Math.round(t2 - t1)} ms: ${Math.round((n / (t2 - t1)) * 1000)} loans/s (with their people)`);
} finally { await house.close(); await tearDown(); }
