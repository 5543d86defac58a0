// The parser of SQL takes a process little memory: optimized by V8, it would take 600 MB after a few questions.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(new URL('../../../tests/support/parsing-child.ts', import.meta.url));

test('a process that parses many questions stays small', () => {
  const most = Number(execFileSync(process.execPath, [child], { encoding: 'utf8' }));
  assert.ok(most > 0 && most < 300, `${most} MB`);
});
