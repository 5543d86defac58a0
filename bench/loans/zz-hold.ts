import { execFileSync, spawn } from 'node:child_process';
const b = new URL('../', import.meta.url).pathname;
const { makeCleanup } = await import(b + 'cleanup.ts');
const { setLoanStage } = await import(b + 'loans/stage.ts');
const { pathOf } = await import(b + 'loans/template.ts');
const { driveRound } = await import(b + 'load.ts');
const { liveKey } = await import(b + 'service.ts');
const below = process.argv[2] ?? '';
const tool = process.argv[3];
const cleanup = makeCleanup();
try {
  const stage = await setLoanStage(cleanup, 1000);
  const headers = { 'x-api-key': liveKey };
  const target = { ...stage.service, name: 'service', setupClient(client, index, n) {
    client.setRequests(stage.loans.filter((_, i) => i % n === index).map((l) => ({ method: 'GET', path: `/api${pathOf(l)}${below}`, headers })));
  } };
  await driveRound(target, { connections: 8, seconds: 8 }, 0);
  let child;
  if (tool === 'strace') child = spawn('timeout', ['3', 'strace', '-c', '-f', '-p', String(stage.service.pid)], { stdio: 'inherit' });
  if (tool === 'straceline') child = spawn('timeout', ['0.05', 'strace', '-tt', '-s', '60', '-p', String(stage.service.pid)], { stdio: 'inherit' });
  if (tool === 'perf') child = spawn('timeout', ['-s','INT','3', 'perf', 'record', '-o', '/tmp/t/perf.data', '-g', '-p', String(stage.service.pid)], { stdio: 'inherit' });
  const r = await driveRound(target, { connections: 8, seconds: 4 }, 1);
  console.log(r);
} finally { await cleanup.run(); }
