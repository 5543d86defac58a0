// two services on two places, alternating
const b = new URL('../', import.meta.url).pathname;
const { makeCleanup } = await import(b + 'cleanup.ts');
const { setLoanStage } = await import(b + 'loans/stage.ts');
const { pathOf, payment } = await import(b + 'loans/template.ts');
const { alternately, driveRound } = await import(b + 'load.ts');
const { liveKey } = await import(b + 'service.ts');
const { shuffled } = await import(b + 'people.ts');
const [what, envName, rounds] = [process.argv[2], process.argv[3], Number(process.argv[4] ?? 7)];
const cleanup = makeCleanup();
const N = Number(process.env.N ?? 1500);
async function side(name) {
  if (name === 'B') process.env[envName] = '1'; else delete process.env[envName];
  const stage = await setLoanStage(cleanup, N);
  const headers = { 'x-api-key': liveKey, 'content-type': 'application/json' };
  const request = (l) => what === 'pay' ? { method: 'POST', path: `/api${pathOf(l)}/transactions?sync=true`, headers, body: JSON.stringify(payment(l, 10)) } : { method: 'GET', path: `/api${pathOf(l)}${what === 'loan' ? '' : '/' + what}`, headers };
  return { ...stage.service, name, setupClient(client, index, k) { client.setRequests(shuffled(stage.loans.filter((_, i) => i % k === index)).map(request)); } };
}
try {
  const [A, B] = [await side('A'), await side('B')];
  for (const t of [A, B]) await driveRound(t, { connections: 8, seconds: 5 }, 0);
  const all = await alternately([A, B].map((t) => (r) => driveRound(t, { connections: 8, seconds: 2 }, r)), rounds);
  const med = (v) => v.sort((a, b) => a - b)[v.length >> 1];
  const of = (n, f) => all.filter((r) => r.target === n).map(f);
  const rates = [of('A', (r) => r.perSecond), of('B', (r) => r.perSecond)];
  console.log(what, envName, 'rate A', med([...rates[0]]).toFixed(0), 'B', med([...rates[1]]).toFixed(0), 'B/A', med(rates[0].map((a, i) => rates[1][i] / a)).toFixed(2),
    'CPU A', med(of('A', (r) => r.processorMicrosPerRequest)).toFixed(0), 'B', med(of('B', (r) => r.processorMicrosPerRequest)).toFixed(0), 'p99', med(of('A', (r) => r.p99Ms)), med(of('B', (r) => r.p99Ms)));
} finally { await cleanup.run(); }
