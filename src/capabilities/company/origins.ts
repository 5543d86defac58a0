// The origins that companies allow, read anew every few seconds however many pages ask.
import { sql } from 'kysely';
import type { CallerTools } from '#platform/capability.ts';
import { modes, type Realm } from '#platform/db/realm.ts';
import type { Origins } from '#platform/http/cross-origin.ts';

const freshMicros = 3_000_000;

type ByOrigin = ReadonlyMap<string, ReadonlySet<string>>;

const nameOf = ({ mode, companyId }: Realm): string => `${mode} ${companyId}`;

export function companyOrigins({ database, clock }: Pick<CallerTools, 'database' | 'clock'>): Origins {
  let known: { readonly all: Promise<ByOrigin>; readonly until: number } | undefined;
  const all = (): Promise<ByOrigin> => {
    const now = clock.micros();
    if (known === undefined || known.until < now) {
      const read = allOrigins(database);
      known = { all: read, until: now + freshMicros };
      // A look-up that failed says nothing about the origins.
      read.catch(() => {
        known = undefined;
      });
    }
    return known.all;
  };
  return {
    anyAllows: async (origin) => (await all()).has(origin),
    allows: async (realm, origin) => (await all()).get(origin)?.has(nameOf(realm)) ?? false,
  };
}

/** Which companies allow an origin. Few companies name any, and each fifty at most. */
async function allOrigins(database: CallerTools['database']): Promise<ByOrigin> {
  const found = new Map<string, Set<string>>();
  for (const mode of modes) {
    const { db, rows } = database.unscoped(mode);
    const named = await rows(
      db
        .selectFrom('company_settings')
        .select(['company_id', sql<string[]>`settings -> 'allowedOrigins'`.as('origins')])
        .where(sql<boolean>`jsonb_typeof(settings -> 'allowedOrigins') = 'array'`),
    );
    for (const { company_id: companyId, origins } of named) {
      for (const origin of origins) {
        const companies = found.get(origin) ?? new Set();
        found.set(origin, companies.add(nameOf({ mode, companyId })));
      }
    }
  }
  return found;
}
