const b = new URL('../', import.meta.url).pathname;
const { makeCleanup } = await import(b + 'cleanup.ts');
const { setLoanStage } = await import(b + 'loans/stage.ts');
const { pathOf, payment } = await import(b + 'loans/template.ts');
const { driveRound } = await import(b + 'load.ts');
const { liveKey } = await import(b + 'service.ts');
const { shuffled } = await import(b + 'people.ts');
import { spawn } from 'node:child_process';
const n = Number(process.argv[2] ?? 10);
const tool = process.argv[3];
const cleanup = makeCleanup();
try {
  const t0 = performance.now();
  const stage = await setLoanStage(cleanup, Number(process.env.N ?? 3000));
  console.log('seeded', performance.now() - t0);
  const headers = { 'x-api-key': liveKey, 'content-type': 'application/json' };
  const target = { ...stage.service, name: 'service', setupClient(client, index, k) {
    client.setRequests(shuffled(stage.loans.filter((_, i) => i % k === index)).map((l) => ({ method: 'POST', path: `/api${pathOf(l)}/transactions?sync=true`, headers, body: JSON.stringify(payment(l, 10)) })));
  } };
  for (let i = 0; i < n; i++) {
    if (tool && i === n - 1) {
      if (tool === 'strace') spawn('timeout', ['2', 'strace', '-c', '-f', '-p', String(stage.service.pid)], { stdio: 'inherit' });
      if (tool === 'line') spawn('timeout', ['0.1', 'strace', '-tt', '-s', '160', '-p', String(stage.service.pid)], { stdio: 'inherit' });
      if (tool === 'perf') spawn('timeout', ['-s','INT','2', 'perf', 'record', '-o', '/tmp/t/perf.data', '-g', '-p', String(stage.service.pid)], { stdio: 'inherit' });
    }
    const r = await driveRound(target, { connections: 8, seconds: 3 }, i);
    console.log(r.perSecond.toFixed(0), r.processorMicrosPerRequest.toFixed(0), r.p99Ms);
  }
} finally { await cleanup.run(); }
