// The whole suite: first what can share a process (most of it: the engine's beside two halves of the rest), then what
// kills processes or drives a browser, each file in a process of its own. TEST_DATABASE_URL takes the suite to a server of your own.
//   npm test                      everything
//   npm test -- people pages      only files whose path contains one of the words
import { spawn } from 'node:child_process';
import { globSync, statSync } from 'node:fs';

const words = process.argv.slice(2);
const wanted = (files) => files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));

const apart = wanted(globSync(['tests/crash/*.test.ts', 'tests/browser/*.test.ts']));
const engine = wanted(globSync('engine/**/*.test.ts', { exclude: ['**/node_modules/**'] }));
const house = wanted(globSync(['src/**/*.test.ts', 'tests/*.test.ts']));

const run = (files, flags) =>
  files.length === 0
    ? 0
    : new Promise((resolve) => {
        const child = spawn(process.execPath, ['--test', ...flags, ...files.sort()], { stdio: 'inherit' });
        child.on('exit', (code) => resolve(code ?? 1));
      });

/**
 * Runs several processes side by side, each with a part of the files, balanced by size so that they end at about the
 * same time.
 */
async function sideBySide(...lanes) {
  const codes = await Promise.all(lanes.map((files) => run(files, ['--test-isolation=none'])));
  return codes.find((code) => code !== 0) ?? 0;
}

function halves(files) {
  const lanes = [[], []];
  const sizes = [0, 0];
  for (const [file, size] of files.map((file) => [file, statSync(file).size]).sort((a, b) => b[1] - a[1])) {
    const lane = sizes[0] <= sizes[1] ? 0 : 1;
    lanes[lane].push(file);
    sizes[lane] += size;
  }
  return lanes;
}

// This process keeps the connection to the server. In the test processes it would keep them from ending.
const { setUp, tearDown } = await import('../tests/support/setup.ts');
try {
  process.env.TENOR_TEST_SERVER = await setUp();
  const first = await sideBySide(engine, ...halves(house));
  // Tests that kill processes are about the embedded server.
  const second = await run(process.env.TEST_DATABASE_URL ? [] : apart, [
    '--test-concurrency=2',
    '--test-timeout=180000',
  ]);
  process.exitCode = first || second;
} finally {
  await tearDown();
}
