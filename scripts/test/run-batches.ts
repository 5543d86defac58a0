// Runs batches of test files, each in a process, as many at once as the machine can carry.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byFile, type Ended, type Failed, seconds } from './ended.ts';
import { type Batch, cores, loadOfComputing } from './files.ts';
import { hook } from './note-resolutions.ts';

/** A process that takes longer hangs. Each kill beyond those of the gate (`TENOR_CRASHES`) may take half a minute. */
const minutesMax = (): number => 12 + Number(process.env.TENOR_CRASHES ?? 0) / 2;

export interface Results {
  readonly ended: readonly Ended[];
  /** Processes that broke off, each with the last that it said. */
  readonly broken: readonly Broken[];
  /** What failed beside others, and was run once more. */
  readonly unsteady: readonly Failed[];
}

interface Broken {
  readonly files: readonly string[];
  readonly said: string;
}

export async function runBatches(batches: readonly Batch[], isDetailed: boolean): Promise<Results> {
  const directory = mkdtempSync(join(tmpdir(), 'tenor-report-'));
  const ended: Ended[] = [];
  const broken: Broken[] = [];
  const running = new Map<Batch, Promise<void>>();
  const waiting = new Set(batches);
  const runOne = async (batch: Batch): Promise<void> => {
    const result = await run(batch, join(directory, `${waiting.size}.jsonl`), isDetailed);
    running.delete(batch);
    ended.push(...result.ended);
    broken.push(...result.broken);
    if (!isDetailed) print(result);
  };
  while (waiting.size + running.size > 0) {
    const next = nextOf([...waiting], [...running.keys()]);
    if (next === undefined) {
      await Promise.race(running.values());
    } else {
      waiting.delete(next);
      running.set(next, runOne(next));
    }
  }
  rmSync(directory, { recursive: true });
  return { ended, broken, unsteady: [] };
}

const loadOf = (batches: readonly Batch[]): number => batches.reduce((sum, { load }) => sum + load, 0);

/**
 * Batches that mostly wait run beside batches that mostly compute: each kind gets half of the machine, and at the end
 * all of it.
 */
function nextOf(waiting: readonly Batch[], running: readonly Batch[]): Batch | undefined {
  const fits = (batch: Batch): boolean => {
    const isLight = ({ load }: Batch) => load < loadOfComputing;
    const likeIt = (other: Batch) => isLight(other) === isLight(batch);
    const share = waiting.every(likeIt) ? cores : cores / 2;
    return loadOf(running.filter(likeIt)) + batch.load <= share && loadOf(running) + batch.load <= cores;
  };
  return waiting.find(fits);
}

async function run({ files }: Batch, report: string, isDetailed: boolean): Promise<Omit<Results, 'unsteady'>> {
  const reporters = [
    ...['--test-reporter=./scripts/test/report.ts', `--test-reporter-destination=${report}`],
    ...(isDetailed ? ['--test-reporter=spec', '--test-reporter-destination=stdout'] : []),
  ];
  const imports = [`--import=${hook}`, '--import=./scripts/test/quick-start.mjs', '--import=./scripts/test/draws.mjs'];
  // Tests make much that lives for a moment: a larger nursery is swept less often.
  const flags = [...imports, '--max-semi-space-size=64', '--test', '--test-isolation=none', '--test-timeout=600000'];
  const more = (process.env.TENOR_TEST_FLAGS ?? '').split('\n').filter(Boolean);
  const child = spawn(process.execPath, [...flags, ...more, ...reporters, ...files], {
    stdio: ['ignore', 'inherit', 'pipe'],
    timeout: minutesMax() * 60_000,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr.on('data', (bytes) => {
    process.stderr.write(bytes);
    said = (said + bytes).slice(-4_000);
  });
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  const ended = linesOf(report);
  const hasFailed = ended.some(({ failed }) => failed.length > 0);
  const isBroken = code === null || (code !== 0 && !hasFailed);
  return { ended, broken: isBroken ? [{ files, said: `ended with ${code}:\n${said}` }] : [] };
}

const linesOf = (report: string): Ended[] =>
  !existsSync(report)
    ? []
    : readFileSync(report, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));

function print({ ended }: Pick<Results, 'ended'>): void {
  for (const [file, { ms, tests, failed }] of byFile(ended)) {
    console.log(`${failed.length === 0 ? 'ok  ' : 'FAIL'} ${seconds(ms)} ${String(tests).padStart(4)} tests  ${file}`);
  }
}
