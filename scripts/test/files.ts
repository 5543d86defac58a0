// Which test files there are, what they need, and how they share processes.
import { globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { reached } from './import-graph.ts';

/** Files that one process runs. */
export interface Batch {
  readonly files: readonly string[];
  /** The share of a core that it takes. */
  readonly load: number;
}

/** What kills processes or drives a browser: each file gets a process of its own. */
const isAlone = (file: string): boolean => /^tests\/(crash|browser)\//.test(file);

/** The longest of them, which start first: see the slowest files that a run prints at its end. */
const longest = [
  ...['crash/database-upgrade', 'crash/workers', 'crash/stress', 'crash/orders', 'crash/service', 'crash/backup'],
  ...['crash/doctor', 'crash/database-trouble', 'crash/upgrade', 'crash/webhooks', 'crash/import', 'crash/listen'],
];

export function testFiles(): string[] {
  const places = ['engine', 'ach', 'simulator', 'src', 'tests'];
  const found = globSync(
    places.map((place) => `${place}/**/*.test.ts`),
    { exclude: ['**/node_modules/**'] },
  );
  return found.sort();
}

/** They reach the database, but are about what comes before it: requests, sockets, the command line, the documents. */
const notAboutTheDatabase = [
  'src/platform/http/',
  'src/platform/input/',
  'src/app/',
  'src/capabilities/people/odd-input.test.ts',
  'src/platform/egress/',
  'tests/container.test.ts',
  'tests/contract.test.ts',
  'tests/description.test.ts',
  'tests/documents.test.ts',
  'tests/doors.test.ts',
  'tests/ended-keys.test.ts',
  'tests/examples.test.ts',
  'tests/guides.test.ts',
  'tests/fuzz.test.ts',
  'tests/import-quota.test.ts',
  'tests/overload.test.ts',
  'tests/typed-clients/',
];

/** They repeat statements that other tests send: as every caller, or over many months. */
const sendsNothingOfItsOwn = [
  'tests/autopay-year.test.ts',
  'tests/borrowers.test.ts',
  'tests/isolation.test.ts',
  'tests/line-histories.test.ts',
  'tests/loan-histories.test.ts',
  'tests/money-histories/',
];

/** Whether another server than the embedded one could make a difference to the file. */
export function isAboutTheDatabase(file: string): boolean {
  const leftOut = [...notAboutTheDatabase, ...sendsNothingOfItsOwn];
  if (isAlone(file) || leftOut.some((start) => file.startsWith(start))) return false;
  return reached([file]).has('tests/support/server.ts');
}

const place = (file: string): number => {
  const found = longest.findIndex((name) => file.includes(name));
  return found === -1 ? longest.length : found;
};

/** About as much work as starting a process is worth. The tests of the whole house do the most for their size. */
const bytesOfBatch = { ofTheHouse: 30_000, ofAPart: 150_000 };

/** The longest first, so that the end is not one long file by itself. */
export function batchesOf(files: readonly string[]): Batch[] {
  const alone = files.filter(isAlone).sort((a, b) => place(a) - place(b));
  const shared = files.filter((file) => !isAlone(file));
  const isEngine = (file: string) => file.startsWith('engine/');
  const isWhole = (file: string) => file.startsWith('tests/');
  const rest = shared.filter((file) => !isEngine(file) && !isWhole(file));
  return [
    ...alone.map((file) => ({ files: [file], load: 0.33 })),
    ...inBatches(shared.filter(isWhole), bytesOfBatch.ofTheHouse),
    ...[rest, shared.filter(isEngine)].flatMap((some) => inBatches(some, bytesOfBatch.ofAPart)),
  ];
}

function inBatches(files: readonly string[], bytesMin: number): Batch[] {
  const batches: { files: string[]; load: number }[] = [];
  let bytes = bytesMin;
  for (const file of files) {
    if (bytes >= bytesMin) {
      batches.push({ files: [], load: 1 });
      bytes = 0;
    }
    batches.at(-1)?.files.push(file);
    bytes += statSync(file).size;
  }
  return batches;
}

export const cores = Math.max(2, availableParallelism());
