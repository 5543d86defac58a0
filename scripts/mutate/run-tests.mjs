// Runs a suite in this process and ends at the first thing that fails. Started by mutate.mjs, in a copy of the engine:
//   node run-tests.mjs golden|units|laws --seed=1 [--all] [--first=NAMES] [--but=NAMES]
// It prints the name of what failed. With --all it runs to the end; --first are golden files to begin with, --but what
// does not count: both are files of JSON lists.
import { globSync, readFileSync, writeSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { run } from 'node:test';

function listOf(option) {
  const path = process.argv.find((arg) => arg.startsWith(`--${option}=`))?.slice(option.length + 3);
  return path === undefined ? [] : JSON.parse(readFileSync(path, 'utf8'));
}
const isWhole = process.argv.includes('--all');
const but = listOf('but');
let hasFailed = false;

function fail(name) {
  if (but.includes(name)) return;
  hasFailed = true;
  writeSync(1, `${name}\n`);
  if (!isWhole) process.exit(1);
}

/** Without the test runner, which takes longer than the cases. A file that found many mutants before comes first. */
async function runGolden() {
  const { complaintsOf } = await import(resolve('engine/golden/checks.ts'));
  const { parseGolden } = await import(resolve('engine/golden/golden-file.ts'));
  const { theEngine } = await import(resolve('engine/golden/the-engine.ts'));
  const names = globSync('engine/golden/*.txt').map((path) => basename(path));
  for (const name of new Set([...listOf('first').filter((one) => names.includes(one)), ...names.sort()])) {
    const { cases } = parseGolden(readFileSync(`engine/golden/${name}`, 'utf8'));
    if (cases.some((golden) => isWrong(() => complaintsOf(golden, theEngine)))) fail(name);
  }
}

function isWrong(complaints) {
  try {
    return complaints().length > 0;
  } catch {
    return true;
  }
}

async function runTests(patterns) {
  const files = patterns.flatMap((pattern) => globSync(pattern).sort()).map((file) => resolve(file));
  const testSkipPatterns = but.map((name) => new RegExp(`^${RegExp.escape(name)}$`));
  const stream = run({ files, isolation: 'none', testSkipPatterns });
  stream.on('test:complete', ({ name, details }) => {
    if (!details.passed && details.type !== 'suite') fail(name);
  });
  for await (const _ of stream);
}

const suites = {
  golden: runGolden,
  units: () => runTests(['engine/{time,interest,account,installment,disclosures,calc}/*.test.ts']),
  // Tests that find most come first.
  laws: () => runTests(['engine/laws/two-*.test.ts', 'engine/laws/*-laws.test.ts', 'engine/laws/coverage.test.ts']),
};
await suites[process.argv[2]]();
process.exit(hasFailed ? 1 : 0);
