#!/usr/bin/env node
// The entry of the command, which may run under an older Node: then it starts the Node that came with `npm ci`.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const major = Number(process.versions.node.split('.')[0]);
const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const ours = pathOf('../node_modules/.bin/node');

if (major >= 24) {
  await import('./run.mjs');
} else if (existsSync(ours)) {
  const child = spawn(ours, [pathOf('./launched.mjs'), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
} else {
  console.error(
    `Tenor needs Node.js 24 or newer; this is ${process.versions.node}. Install it, or run "npm ci" first.`,
  );
  process.exitCode = 1;
}
