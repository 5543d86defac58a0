// Who is watched: a row for each borrower and monitor. An operation makes those of the borrowers who are there when a
// monitor is turned on, and of whoever comes later, or changes, by their events.
import type { Instant } from '@tenor/engine/values/instant.ts';
import Type from 'typebox';
import { lastPerson, peopleAfter } from '#capabilities/people/index.ts';
import { businessNow, workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Duty } from '#platform/chore.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { followEvents, type Place } from '#platform/events/follow-events.ts';
import { newId } from '#platform/ids.ts';
import { inGroups } from '#platform/work/in-groups.ts';
import { defineJob } from '#platform/work/operations/job.ts';
import type { OperationKind } from '#platform/work/operations/operation-kind.ts';
import { type OperationView, startOperation } from '#platform/work/operations/operations.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import { type MonitorKind, monitorKinds } from './words.ts';

const job = defineJob('monitors.enroll', Type.Object({ monitor: Type.Unsafe<MonitorKind>({ type: 'string' }) }));

export const startEnrolling = (ctx: CommandContext, tx: Tx, monitor: MonitorKind): OperationView =>
  startOperation(ctx, tx, job, { monitor });

/** This many share a commit, where one server has them all. */
const togetherMax = 250;
const page = 1_000;

export const enrolling: OperationKind = {
  ...job,
  async run(running) {
    const { reader } = running;
    const { monitor } = job.readInput(running.input);
    const { done } = await running.counted(reader);
    const together = Math.min(togetherMax, running.database.grouping.personsMax);
    for (let after = await lastPerson(reader, done); ; ) {
      const people = await peopleAfter(reader, after, page);
      for (let at = 0; at < people.length; at += together) {
        const some = people.slice(at, at + together);
        await persistently(() =>
          running.piece(async (tx) => {
            const now = await workNow(tx, running.clock);
            enroll(
              tx,
              { now, position: running.position },
              some.map(({ person_id }) => person_id),
              [monitor],
            );
            return { done: some.length, counts: {} };
          }),
        );
      }
      after = people.at(-1);
      if (after === undefined) break;
    }
    await running.finish(async (tx) => ({ people: (await running.counted(tx)).done }));
  },
};

interface Stamp {
  readonly now: Instant;
  position(): number;
}

/** Whoever is enrolled already is looked up again. */
export function enroll(
  tx: Tx,
  { now, position }: Stamp,
  personIds: readonly string[],
  kinds: readonly MonitorKind[],
): void {
  const rows = personIds.flatMap((person_id) =>
    kinds.map((monitor) => ({
      person_id,
      id: newId('MS'),
      position: position(),
      monitor,
      next_check_at: now,
      created_at: now,
    })),
  );
  tx.write(
    tx.db
      .insertInto('monitoring_statuses')
      .values(rows)
      .onConflict((there) => there.columns(['person_id', 'monitor']).doUpdateSet({ next_check_at: now })),
    redraw('monitoring_statuses_pkey'),
  );
}

const byContact: ReadonlySet<MonitorKind> = new Set(['federalEmergency', 'reassignedNumber']);
const byNumber: ReadonlySet<MonitorKind> = new Set(monitorKinds.filter((kind) => !byContact.has(kind)));
const all: ReadonlySet<MonitorKind> = new Set(monitorKinds);

/** After these somebody may be found who was not found before, by these monitors. */
const heard: ReadonlyMap<string, ReadonlySet<MonitorKind>> = new Map([
  ['person.created', all],
  ['person.updated', byNumber],
  ['person.identity.created', byNumber],
  ['person.identity.updated', byNumber],
  ['contact.created', byContact],
  ['contact.updated', byContact],
  ['loan.originated', all],
]);

export const watchingPeople = (tools: WorkTools): Duty => ({
  name: 'monitors.people',
  run: (mode) =>
    followEvents(tools.database, mode, 'monitors', async (realm, places) => {
      await watch(tools, realm, places);
      return true;
    }),
});

async function watch(tools: WorkTools, realm: Realm, places: readonly Place[]): Promise<void> {
  const { database, clock, position } = tools;
  const told = places.filter(({ event_type }) => heard.has(event_type));
  if (told.length === 0) return;
  const kinds = await enabledKinds(database.reader(realm));
  const asked = Map.groupBy(told, ({ subject_id }) => subject_id);
  const people = [...asked.keys()].sort().map((personId) => ({
    personId,
    kinds: kinds.filter((kind) => asked.get(personId)?.some(({ event_type }) => heard.get(event_type)?.has(kind))),
  }));
  await inGroups(
    people.filter((one) => one.kinds.length > 0),
    database.grouping,
    (group) =>
      database.transact(realm, async (tx) => {
        const stamp = { now: await businessNow(tx, clock), position };
        for (const one of group) enroll(tx, stamp, [one.personId], one.kinds);
      }),
  );
}

async function enabledKinds(reader: Reader): Promise<MonitorKind[]> {
  const rows = await reader.rows(reader.db.selectFrom('monitors').select('kind').where('is_enabled', '=', true));
  return rows.map(({ kind }) => kind).sort();
}
