// Reads that nobody calls for: the service itself makes a paper or a message, and may read what any caller may.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { businessNow } from '#platform/business-clock.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { Caller } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { ReadContext } from './endpoint.ts';

interface Service {
  /** The part of the service that reads. */
  readonly name: string;
  /** All that there are. */
  readonly permissions: ReadonlySet<string>;
  readonly timezone: string;
}

export const backgroundCaller = (realm: Realm, { name, permissions, timezone }: Service): Caller => ({
  realm,
  timezone,
  actor: { type: 'provider', id: name },
  name,
  permissions,
  apiVersion: null,
  reach: 'company',
  session: null,
});

interface Tools {
  readonly reader: Reader;
  readonly vault: Vault;
  readonly clock: MachineClock;
  /** Where the work has its instant already. */
  readonly now?: Instant;
}

export const backgroundReads = ({ reader, vault, clock, now }: Tools, service: Service): ReadContext => ({
  caller: backgroundCaller(reader.realm, service),
  requestId: '',
  reader,
  vault,
  now: async () => now ?? businessNow(reader, clock),
  machineMicros: () => clock.micros(),
  countGuess: async () => {},
  // No request waits.
  waitFor: (_, ask) => ask(),
  open() {
    throw new Error('What is read in the background opens no contents.');
  },
  orderEvents: async () => {},
});
