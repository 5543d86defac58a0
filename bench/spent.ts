// What something cost in processor time, each time that it was done.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place, RunningService } from './service.ts';
import { spentBy } from './versions/processor.ts';

interface SpentMs {
  readonly service: number;
  readonly database: number;
}

export const inWords = ({ service, database }: SpentMs): string => `${service.toFixed(1)} + ${database.toFixed(1)} ms`;

/** The processor time of the service and of its database for each of so many since then: no other work changes it much. */
export function spentMsSince(service: RunningService, { dataDirectory }: Place): (count: number) => SpentMs {
  const server = Number(readFileSync(join(dataDirectory, 'db', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const spent = () => spentBy(service.child.pid as number, server);
  const before = spent();
  return (count) => {
    const after = spent();
    const each = (of: keyof SpentMs): number => (after[of] - before[of]) / 1_000 / count;
    return { service: each('service'), database: each('database') };
  };
}
