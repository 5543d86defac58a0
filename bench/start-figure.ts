// How long a start and a stop take: first on an empty data directory, then on an existing one.
import type { Cleanup } from './cleanup.ts';
import { makePlace, startService } from './service.ts';

export interface StartTimes {
  readonly firstMs: number;
  readonly secondMs: number;
  readonly stopMs: number;
}

export async function measureStart(cleanup: Cleanup): Promise<StartTimes> {
  const place = makePlace(cleanup);
  const first = await startService(place, cleanup);
  await first.stop();
  const second = await startService(place, cleanup);
  const stopMs = await second.stop();
  return { firstMs: first.startedInMs, secondMs: second.startedInMs, stopMs };
}
