// Where the tests keep their files: in memory, where there is enough of it. Each house of the tests is a database of its
// own, some 2,500 small files: on a disk making them takes longer than most tests.
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Several times of what a run fills. */
const bytesFree = 8 * 2 ** 30;
const nameOf = (pid: number | string): string => `tenor-tests-${pid}`;

/** From now on temporary files of this process, and of those that it starts, lie there. Returns how to remove them. */
export function temporaryFilesInMemory(): () => void {
  if (!isRoomy() || !runsPrograms()) return () => {};
  removeWhatOthersLeft();
  const place = join(memory, nameOf(process.pid));
  // Others than this user look for their own directories below it.
  mkdirSync(place, { mode: 0o755 });
  process.env.TMPDIR = place;
  return () => rmSync(place, { recursive: true, force: true });
}

function isRoomy(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= bytesFree && freemem() >= bytesFree;
  } catch {
    return false; // Another system than Linux.
  }
}

/** Containers often forbid it: some tests start what they have copied. */
function runsPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.findLast((line) => line.split(' ')[1] === memory)?.split(' ')[3];
  return options !== undefined && !options.split(',').includes('noexec');
}

/** A run that was killed. */
function removeWhatOthersLeft(): void {
  const running = new Set(readdirSync('/proc').map(nameOf));
  for (const name of readdirSync(memory)) {
    if (name.startsWith(nameOf('')) && !running.has(name)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}
