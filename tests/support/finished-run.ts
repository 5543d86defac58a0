// A run of a query that has ended.
import { eventually } from './eventually.ts';
import type { Client } from './house.ts';

/** Gives the path again. */
export async function finished(api: Client, path: string): Promise<string> {
  await eventually('the run ends', async () => {
    const { status } = (await api.get(path)).body.data;
    return !['queued', 'running'].includes(status);
  });
  return path;
}
