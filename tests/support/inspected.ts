// A house that the doctor looks at, and ways to show its checks a state that is hard to bring about.
import { after, before } from 'node:test';
import pg from 'pg';
import { migrationFolders, tables } from '#app/capabilities.ts';
import { diskOf } from '#app/doctor/disk.ts';
import { connectToLook } from '#app/doctor/reach-database.ts';
import { machineClock } from '#platform/clock.ts';
import { readMigrations } from '#platform/db/migrate.ts';
import type { Check, Finding, InspectedDatabase } from '#platform/doctor/check.ts';
import { useHouse } from './house.ts';

/** Opens a house for a suite, and two connections to its database: the owner's, and the doctor's, which may only read. */
export function useInspected(options: Pick<NonNullable<Parameters<typeof useHouse>[0]>, 'sending'> = {}) {
  let owner: pg.Client;
  let opened: InspectedDatabase;
  // This runs before the house closes, because a database with open connections cannot be dropped.
  after(async () => {
    await owner?.end();
    await (opened?.client as pg.Client | undefined)?.end();
  });
  const { house, aCompany } = useHouse({ works: false, ...options });
  before(async () => {
    const { server } = house().service.database;
    owner = new pg.Client(server);
    await owner.connect();
    const client = await connectToLook(server);
    opened = {
      client,
      isEmbedded: true,
      workers: 1,
      lockWaitMs: 2000,
      tables: async () => tables,
      clock: machineClock,
      migrations: await readMigrations(migrationFolders),
      directory: null,
      diskOf,
    };
  });
  return {
    house,
    aCompany,
    inspected: (): InspectedDatabase => opened,
    /** Inspects the same database with the clock stopped at this moment, in microseconds since 1970. */
    at: (micros: number): InspectedDatabase => ({ ...opened, clock: { micros: () => micros } }),
    /** The same database, seen this many seconds later. */
    later: (seconds: number): InspectedDatabase => ({
      ...opened,
      clock: { micros: () => machineClock.micros() + seconds * 1e6 },
    }),
    /** A server that answers with these rows. */
    answering(...rows: object[]): InspectedDatabase {
      let n = 0;
      const query = async () => ({ rows: [rows[Math.min(n++, rows.length - 1)]].flat() });
      return { ...opened, client: { query } as unknown as InspectedDatabase['client'] };
    },
    look: (check: Check<InspectedDatabase>, who = opened): Promise<readonly Finding[]> => check.look(who),
    /** Changes the database as its owner. */
    sql: (text: string, values: unknown[] = []) => owner.query(text, values),
  };
}
