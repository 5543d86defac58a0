// The whole suite: first what can share one process (most of it, in seconds), then what kills processes or drives a
// browser, each file in a process of its own. TEST_DATABASE_URL takes the suite to a server of your own.
//   npm test                      everything
//   npm test -- people pages      only files whose path contains one of the words
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

const words = process.argv.slice(2);
const wanted = (files) => files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));

const apart = wanted(globSync(['tests/crash/*.test.ts', 'tests/browser/*.test.ts']));
const together = wanted(
  globSync(['engine/**/*.test.ts', 'src/**/*.test.ts', 'tests/*.test.ts'], { exclude: ['**/node_modules/**'] }),
);

function run(files, flags) {
  if (files.length === 0) return 0;
  const { status } = spawnSync(process.execPath, ['--test', ...flags, ...files.sort()], { stdio: 'inherit' });
  return status ?? 1;
}

const setup = '--test-global-setup=./tests/support/setup.ts';
const first = run(together, ['--test-isolation=none', setup]);
const second = run(apart, ['--test-concurrency=1', '--test-timeout=180000']);
process.exitCode = first || second;
