// The whole suite: first what can share one process (most of it, in seconds), then what kills processes or drives a
// browser, each file in a process of its own. TEST_DATABASE_URL takes the suite to a server of your own.
//   npm test                      everything
//   npm test -- people pages      only files whose path contains one of the words
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';

const words = process.argv.slice(2);
const wanted = (files) => files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));

const apart = wanted(globSync(['tests/crash/*.test.ts', 'tests/browser/*.test.ts']));
const together = wanted(
  globSync(['engine/**/*.test.ts', 'src/**/*.test.ts', 'tests/*.test.ts'], { exclude: ['**/node_modules/**'] }),
);

const run = (files, flags) =>
  files.length === 0
    ? 0
    : new Promise((resolve) => {
        const child = spawn(process.execPath, ['--test', ...flags, ...files.sort()], { stdio: 'inherit' });
        child.on('exit', (code) => resolve(code ?? 1));
      });

// The server is held by this process: held by the tests, its connection would keep them from ever ending.
const { setUp, tearDown } = await import('../tests/support/setup.ts');
try {
  process.env.TENOR_TEST_SERVER = await setUp();
  const first = await run(together, ['--test-isolation=none']);
  // What kills processes is about the embedded server.
  const second = await run(process.env.TEST_DATABASE_URL ? [] : apart, [
    '--test-concurrency=1',
    '--test-timeout=180000',
  ]);
  process.exitCode = first || second;
} finally {
  await tearDown();
}
