// What a container or a unit of systemd may use of its machine. The system gives Node.js the cores that it is pinned to,
// but tells it nothing of a limit of processor time; of memory it tells the limit.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

interface MachineLimits {
  /** How many processors it may use, rounded to a whole number. */
  readonly cores: number;
  /** Bytes of memory; null: no limit but the machine's own. */
  readonly memoryBytes: number | null;
}

/** A limit above this is none: the system writes the largest number that it knows. */
const bytesMax = 2 ** 50;

/** `root` is the root directory, which a test sets up as it wants. */
export function machineLimits(root = '/'): MachineLimits {
  const read = (path: string): string | undefined => {
    try {
      return readFileSync(join(root, path), 'utf8').trim();
    } catch {
      return undefined;
    }
  };
  const groups = read('proc/self/cgroup') ?? '';
  const quotas = [
    ...placesOf(groups, '', 'sys/fs/cgroup').map((place) => shareOf(read(join(place, 'cpu.max')))),
    ...placesOf(groups, 'cpu', 'sys/fs/cgroup/cpu').map((place) =>
      shareOf(`${read(join(place, 'cpu.cfs_quota_us'))} ${read(join(place, 'cpu.cfs_period_us'))}`),
    ),
  ];
  const limits = [
    ...placesOf(groups, '', 'sys/fs/cgroup').map((place) => read(join(place, 'memory.max'))),
    ...placesOf(groups, 'memory', 'sys/fs/cgroup/memory').map((place) => read(join(place, 'memory.limit_in_bytes'))),
  ]
    .map(Number)
    .filter((bytes) => bytes > 0 && bytes < bytesMax);
  const cores = Math.min(availableParallelism(), ...quotas.map((quota) => Math.ceil(quota)));
  return { cores: Math.max(1, cores), memoryBytes: limits.length === 0 ? null : Math.min(...limits) };
}

/** The group of this process and all above it, of which each may have a limit. A container sees its own as the root. */
function placesOf(groups: string, controller: string, mount: string): string[] {
  const line = groups.split('\n').find((one) => one.split(':')[1]?.split(',').includes(controller));
  const places = [mount];
  for (let path = line?.split(':')[2] ?? '/'; path !== '/' && path !== '.'; path = dirname(path)) {
    places.push(join(mount, path));
  }
  return places;
}

/** `200000 100000` are two cores; `max` or -1 is no limit. */
function shareOf(text: string | undefined): number {
  const [quota, period] = (text ?? '').split(' ').map(Number);
  return quota !== undefined && period !== undefined && quota > 0 && period > 0
    ? quota / period
    : Number.POSITIVE_INFINITY;
}

const mib = 2 ** 20;
/** Measured with the embedded database: so much hold one process, and two workers with their parent. */
const memoryOfOneBytes = 256 * mib;
const memoryOfTwoBytes = 768 * mib;
const memoryOfMoreBytes = 160 * mib;

/** What so many workers need, so that none is killed. */
const memoryNeeded = (workers: number): number =>
  workers === 1 ? memoryOfOneBytes : memoryOfTwoBytes + (workers - 2) * memoryOfMoreBytes;

/** How many workers fit: at least one. */
export function workersFitting({ cores, memoryBytes }: MachineLimits, usual: number): number {
  let workers = Math.min(cores, usual);
  while (workers > 1 && memoryBytes !== null && memoryNeeded(workers) > memoryBytes) workers -= 1;
  return workers;
}

/** A sentence for whoever runs too many workers for the memory that there is. */
export function memoryShort(workers: number, { memoryBytes }: MachineLimits): string | null {
  const needed = memoryNeeded(workers);
  if (memoryBytes === null || memoryBytes >= needed) return null;
  const inMib = (bytes: number): string => `${Math.floor(bytes / mib)} MiB`;
  const less = workers === 1 ? '' : ', or set WORKERS to 1';
  return `The memory is limited to ${inMib(memoryBytes)}, and ${workers} worker${workers === 1 ? '' : 's'} with the embedded database need${workers === 1 ? 's' : ''} ${inMib(needed)}: the system will kill processes. Raise the limit${less}.`;
}
