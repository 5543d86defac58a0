// `tenor start`: by one process, or by several. The parent of several has a worker loading its code before it loads the
// service itself.
import cluster from 'node:cluster';
import type { Config } from '#platform/config.ts';

/** A manager of processes may start us as a worker of its own: such a process can have none itself. */
export async function start(config: Config, print: (text: string) => void): Promise<void> {
  if (config.workers > 1 && cluster.isPrimary) {
    const { startWorkers } = await import('./workers/parent.ts');
    return startWorkers(config, print);
  }
  const { startAlone } = await import('./start-alone.ts');
  return startAlone(config, print);
}
