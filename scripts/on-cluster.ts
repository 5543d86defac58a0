// Runs the proofs of docs/scale-out.md against a Citus cluster whose addresses it is given, and writes their results
// into that document. The databases that it makes there are dropped again.
//   npm run on-cluster -- [proof…] --one-node URL --coordinator URL --worker URL --worker URL
//     --restart-worker COMMAND --restart-coordinator COMMAND [--kills 20] [--log FILE…] [--write]
// A URL names a database that is there, such as `postgres`, by a superuser. A command kills that node without warning and
// returns when it takes connections again. Deadlocks are counted in the servers' logs that are named. `quick` is for every
// change that adds a table or a statement: it takes some minutes.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Nodes } from './cluster/make-cluster.ts';
import { type Proved, withResults } from './cluster/results.ts';

const { values: given, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    'one-node': { type: 'string' },
    coordinator: { type: 'string' },
    worker: { type: 'string', multiple: true, default: [] },
    'restart-worker': { type: 'string' },
    'restart-coordinator': { type: 'string' },
    kills: { type: 'string', default: '20' },
    log: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
  },
});

type Environment = Record<string, string>;

/** What lives through months, by the money of the simulator and by the day's work. */
const stories = [
  'loan-stories',
  'line-stories',
  'money-stories',
  'autopay-stories',
  'credit-stories',
  'promos/stories',
];

const proofs: Readonly<Record<string, () => Promise<Proved>>> = {
  quick: async () =>
    testsOn(cluster(), ['tests/on-a-cluster', 'tests/task-counts', 'tests/event-reader', 'tests/life-of-each-product']),
  suite: async () => testsOn(oneNode(), ['--database']),
  plans: async () => testsOn(oneNode(), ['tests/task-counts']),
  stories: async () => testsOn(cluster(), stories),
  histories: async () => testsOn(cluster(), ['tests/loan-histories', 'tests/line-histories', 'tests/isolation']),
  order: async () =>
    testsOn(cluster(), ['tests/event-order', 'tests/event-reader', 'tests/events.test', 'tests/events-stream']),
  backup: async () => testsOn(cluster(), ['tests/backup.test', 'tests/erase.test', 'tests/encryption.test']),
  move: async () => testsOn(cluster(), ['tests/moved-shards']),
  stress: async () => stress(),
};

const where: Readonly<Record<string, string>> = { suite: 'one node', plans: 'one node' };

class WrongUse extends Error {}

function needed(name: 'one-node' | 'coordinator' | 'restart-worker' | 'restart-coordinator'): string {
  const value = given[name];
  if (value === undefined)
    throw new WrongUse(`--${name} is missing. The first lines of scripts/on-cluster.ts say how.`);
  return value;
}

const oneNode = (): Nodes => ({ coordinator: needed('one-node'), workers: [] });

function cluster(): Nodes {
  if (given.worker.length === 0) throw new WrongUse('--worker is missing: once for each worker.');
  return { coordinator: needed('coordinator'), workers: given.worker };
}

const testsOn = ({ coordinator, workers }: Nodes, which: readonly string[]): Promise<Proved> =>
  runTests(which, { TEST_DATABASE_URL: [coordinator, ...workers].join(',') });

/** Service, worker node and coordinator are killed in turn. */
const stress = (): Promise<Proved> =>
  runTests(['crash/stress'], {
    TENOR_CRASHES: given.kills,
    TENOR_STRESS_CLUSTER: JSON.stringify({
      nodes: cluster(),
      restart: { node: needed('restart-worker'), coordinator: needed('restart-coordinator') },
    }),
  });

function runTests(which: readonly string[], more: Environment): Promise<Proved> {
  const child = spawn(process.execPath, ['scripts/test.mjs', ...which], {
    env: { ...process.env, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => {
    process.stdout.write(bytes);
    said += bytes;
  });
  return new Promise((resolve) => {
    child.on('exit', () => {
      const [, tests = '0', failed = '0'] = /\n(\d+) tests, (\d+) failed/.exec(said) ?? [];
      const details = [...said.matchAll(/ℹ (statements: .*|\d+ kills: .*|\d+ events of .*|.* payments of .*)/g)].map(
        ([, text]) => String(text),
      );
      resolve({ tests: Number(tests), failed: Number(failed), details });
    });
  });
}

const sizeOf = (log: string): number => readFileSync(log).length;

/** Also those that the extension finds between nodes. */
const deadlocksSince = (sizes: readonly number[]): number =>
  given.log.reduce((sum, log, i) => {
    const said = readFileSync(log).subarray(sizes[i]).toString('latin1');
    return sum + [...said.matchAll(/ERROR: .*deadlock/g)].length;
  }, 0);

async function countingDeadlocks(prove: () => Promise<Proved>): Promise<Proved> {
  const sizes = given.log.map(sizeOf);
  const proved = await prove();
  if (sizes.length === 0) return proved;
  return { ...proved, details: [...proved.details, `${deadlocksSince(sizes)} deadlocks`] };
}

const document = 'docs/scale-out.md';

async function main(): Promise<number> {
  const unknown = words.find((word) => proofs[word] === undefined);
  if (unknown !== undefined)
    throw new WrongUse(`${unknown} is no proof. There are: ${Object.keys(proofs).join(', ')}.`);
  const chosen = Object.entries(proofs).filter(([name]) => words.length === 0 || words.includes(name));
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  let failed = 0;
  for (const [name, prove] of chosen) {
    console.log(`\n== ${name}`);
    const result = await countingDeadlocks(prove);
    failed += result.tests === 0 ? 1 : result.failed;
    const day = new Date().toISOString().slice(0, 10);
    const row = { name, on: where[name] ?? `coordinator and ${given.worker.length} workers`, commit, day, ...result };
    if (given.write) writeFileSync(document, withResults(readFileSync(document, 'utf8'), row));
  }
  return failed === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof WrongUse)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
