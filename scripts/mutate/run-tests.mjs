// Runs a suite in this process and ends at the first thing that fails. Started by mutate.mjs, in a copy of the engine:
//   node run-tests.mjs golden|units|laws loan|line --seed=1 [--all] [--first=NAMES] [--but=NAMES]
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

/** Golden files of each product: where they are, and what reads them. */
const golden = {
  loan: async () => {
    const { complaintsOf } = await import(resolve('engine/golden/checks.ts'));
    const { theEngine } = await import(resolve('engine/golden/the-engine.ts'));
    return { folder: 'engine/golden', complaints: (one) => complaintsOf(one, theEngine) };
  },
  line: async () => {
    const { lineComplaintsOf } = await import(resolve('engine/golden/line/line-checks.ts'));
    const { theLineEngine } = await import(resolve('engine/golden/line/the-engine.ts'));
    return { folder: 'engine/golden/line', complaints: (one) => lineComplaintsOf(one, theLineEngine) };
  },
};

/** Without the test runner, which takes longer than the cases. A file that found many mutants before comes first. */
async function runGolden(product) {
  const { folder, complaints } = await golden[product]();
  const { parseGolden } = await import(resolve('engine/golden/golden-file.ts'));
  const names = globSync(`${folder}/*.txt`).map((path) => basename(path));
  for (const name of new Set([...listOf('first').filter((one) => names.includes(one)), ...names.sort()])) {
    const { cases } = parseGolden(readFileSync(`${folder}/${name}`, 'utf8'));
    if (cases.some((one) => isWrong(() => complaints(one)))) fail(name);
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

const rooms = { loan: '{time,interest,account,installment,disclosures,calc}', line: '{line,calc/line}' };
/** Tests that find most come first. */
const laws = {
  loan: ['engine/laws/two-*.test.ts', 'engine/laws/*-laws.test.ts', 'engine/laws/coverage.test.ts'],
  line: ['engine/laws/line/two-*.test.ts', 'engine/laws/line-laws.test.ts'],
};
const suites = {
  golden: runGolden,
  units: (product) => runTests([`engine/${rooms[product]}/*.test.ts`]),
  laws: (product) => runTests(laws[product]),
};
const [suite, product] = process.argv.slice(2);
await suites[suite](product);
process.exit(hasFailed ? 1 : 0);
