#!/usr/bin/env node
// The entry that a person starts, also with an older Node: then the one that came with `npm ci` takes over.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const major = Number(process.versions.node.split('.')[0]);
const ours = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));

if (major >= 24) {
  // Types are stripped once and kept, which saves most of the time until the service answers.
  module.enableCompileCache?.();
  const { main } = await import('../src/app/cli.ts');
  process.exitCode = await main(process.argv.slice(2));
} else if (existsSync(ours)) {
  const child = spawn(ours, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
} else {
  console.error(
    `Tenor needs Node.js 24 or newer; this is ${process.versions.node}. Install it, or run "npm ci" first.`,
  );
  process.exitCode = 1;
}
