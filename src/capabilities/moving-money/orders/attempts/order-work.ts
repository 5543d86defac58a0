// What work on orders needs, in a job and as the day passes.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { holdPerson } from '#capabilities/people/index.ts';
import type { Actor } from '#platform/actor.ts';
import { workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { MachineClock } from '#platform/clock.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import { knownSubject } from '#platform/command/run-command.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import type { Log } from '#platform/log.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import type { Carrier, CarrierWork } from '../companies-providers/carrier.ts';
import { type LastWrites, lastWrites } from './last-writes.ts';
import type { Takers, Taking } from './taker.ts';

/** How the capability was put together. */
export interface OrderParts {
  readonly takers: Takers;
  carrierById(reader: Reader, work: CarrierWork, id: string): Promise<Carrier | undefined>;
}

export interface OrderWork extends OrderParts {
  readonly realm: Realm;
  readonly clock: MachineClock;
  readonly vault: Vault;
  readonly database: RealmDatabase;
  readonly settings: NonNullable<CarrierWork['settings']>;
  readonly log: Log;
  position(): number;
  /** At the business time of the realm, which does not move before the transaction ends; lost races are repeated. */
  transact<T>(work: (tx: Tx, now: Instant) => Promise<T>): Promise<T>;
}

export type OrderTools = OrderParts & Pick<WorkTools, 'database' | 'vault' | 'clock' | 'log' | 'position' | 'settings'>;

export const workIn = (tools: OrderTools, realm: Realm): OrderWork => ({
  ...tools,
  realm,
  transact: (work) =>
    persistently(() => tools.database.transact(realm, async (tx) => work(tx, await workNow(tx, tools.clock)))),
});

interface TakingFor {
  readonly now: Instant;
  readonly personId: string;
  readonly actor: Actor;
  /** Besides those of the takers. */
  readonly emits?: readonly EventKind[];
}

/**
 * Runs work that takes reports, and locks the person's row first, as a command does. The work of several persons may be
 * one commit: then they share `last`, and the caller writes it at the end.
 */
export async function whileTaking<T>(
  { takers, clock, vault, log, position, realm }: OrderWork,
  tx: Tx,
  { now, personId, actor, emits = [] }: TakingFor,
  work: (taking: Taking) => Promise<T>,
  last?: LastWrites,
): Promise<T> {
  const own = last ?? lastWrites(tx, { position });
  const held = await holdPerson(tx, personId);
  const declared = [...emits, ...Object.values(takers).flatMap((taker) => taker.emits)];
  const events = eventRecorder({ realm, now, position, requestId: null, actor, declared }, held && knownSubject(held));
  const done = await work({
    realm,
    now,
    vault,
    position,
    log,
    actor,
    machineMicros: () => clock.micros(),
    enqueue: (job, payload) => writeOutbox(tx, [{ subjectId: personId, position: position(), job, payload }]),
    emit: events.emit,
    last: own,
  });
  own.events.push(...events.rows);
  if (last === undefined) own.write();
  return done;
}
