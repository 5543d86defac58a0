// The read of a person.
import type { Cleanup } from './cleanup.ts';
import { profiled } from './profile.ts';
import { measureRead, profileRead } from './reads.ts';
import { seedPeople } from './seed.ts';
import { coldMemoryMb, makePlace, startService, withDatabase } from './service.ts';

const name = 'get-person';
const pathsOf = (ids: readonly string[]) => ids.map((id) => `/api/people/${id}`);

export const personRead = {
  name,
  async measure(cleanup: Cleanup, isQuick: boolean): Promise<void> {
    const place = makePlace(cleanup);
    const service = await startService(place, cleanup);
    const cold = await startService(place, cleanup, { memoryMb: coldMemoryMb });
    const ids = await seedPeople(service);
    await withDatabase(place, (client) => client.query('vacuum analyze'));
    await measureRead({ name, aim: 0.8, coldAim: null }, { place, service, cold }, pathsOf(ids), cleanup, isQuick);
  },
  async profile(cleanup: Cleanup, seconds: number): Promise<void> {
    const service = await startService(makePlace(cleanup), cleanup, { nodeFlags: profiled });
    await profileRead(name, service, pathsOf(await seedPeople(service)), seconds);
    await cleanup.run();
  },
};
