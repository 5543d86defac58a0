import { statfs } from 'node:fs/promises';
import type { Disk } from '#platform/doctor/check.ts';

/** The disk of a folder, as whoever runs this may use it. */
export async function diskOf(directory: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
