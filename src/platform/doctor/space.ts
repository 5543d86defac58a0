// Checks the room for the data. A server with a full disk stops writing, and may not start again.
import {
  type Check,
  type Disk,
  type Finding,
  fine,
  type InspectedDatabase,
  inBytes,
  rowsOf,
  warning,
  wrong,
} from './check.ts';

/** Enough to start, to recover and to finish what was begun. */
const bytesMin = 512 * 2 ** 20;
const shareMin = 0.1;

export const space: Check<InspectedDatabase> = {
  name: 'disk space',
  async look(inspected) {
    const [row] = await rowsOf<{ bytes: string }>(
      inspected,
      'select pg_database_size(current_database())::text as bytes',
    );
    const size = Number(row?.bytes);
    if (inspected.directory === null) {
      return [fine(`The database holds ${inBytes(size)}; how much its server has left is not to be seen from here.`)];
    }
    return [roomFor(size, inspected.directory, await inspected.diskOf(inspected.directory))];
  },
};

function roomFor(size: number, directory: string, { freeBytes, totalBytes }: Disk): Finding {
  const says = `The database holds ${inBytes(size)}; the disk of ${directory} has ${inBytes(freeBytes)} of ${inBytes(totalBytes)} left`;
  const remedy = `Make room on that disk, or stop the service, move ${directory} to a larger one and set DATA_DIR.`;
  if (freeBytes < bytesMin) return wrong(`${says}.`, remedy);
  // A backup beside the data, or a new index of the largest table, needs as much room as the data.
  if (freeBytes < size || freeBytes < totalBytes * shareMin) return warning(`${says}.`, remedy);
  return fine(`${says}.`);
}
