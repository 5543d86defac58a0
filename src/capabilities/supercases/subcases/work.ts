// Work on the cases of a supercase: an operation over the members of committed populations, in a fixed order. Members are
// handled a few in a commit, whose progress counts them; so after a crash the next worker goes on behind the last of
// them, and each is handled once. The case of a member is made by the first work that meets it without one.
import { sql } from 'kysely';
import Type, { type Static, type TSchema } from 'typebox';
import {
  type CaseListener,
  caseEvents,
  type MovingContext,
  movingInWork,
  noteEvents,
} from '#capabilities/cases/index.ts';
import { holdEach, livingPerson } from '#capabilities/people/index.ts';
import type { NamedActor } from '#platform/actor.ts';
import { workNow } from '#platform/business-clock.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { togetherOrOneByOne } from '#platform/work/one-by-one.ts';
import { defineJob, inputReader } from '#platform/work/operations/job.ts';
import type { OperationKind, Running } from '#platform/work/operations/operation-kind.ts';
import { type OperationView, startOperation } from '#platform/work/operations/operations.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import { globalNotesOf } from '../notes.ts';
import { supercase } from '../supercase.ts';
import { type MemberRow, populationMembers } from '../tables.ts';
import { type OfAll, type Subcase, subcaseOf } from './subcase.ts';

interface Declared<S extends TSchema> {
  readonly kind: string;
  /** What it is given besides the members. */
  readonly given: S;
  readonly needs?: readonly string[];
  /** What it tells besides what cases and their notes tell. */
  readonly emits?: readonly EventKind[];
  /** True: something was changed. */
  bring(ctx: MovingContext, tx: Tx, subcase: Subcase, given: Static<S>, all: OfAll): boolean | Promise<boolean>;
}

type StartWork<Given> = (
  ctx: CommandContext,
  tx: Tx,
  supercaseId: string,
  populationIds: readonly string[],
  given: Given,
) => OperationView;

interface SubcaseWork<Given> {
  readonly start: StartWork<Given>;
  operation(listeners: readonly CaseListener[]): OperationKind;
}

const Asked = Type.Object({
  supercaseId: Type.String(),
  populationIds: Type.Array(Type.String()),
  timezone: Type.String(),
  askedBy: Type.Unsafe<NamedActor>({ type: 'object' }),
  given: Type.Unknown(),
});
type Asked = Static<typeof Asked>;

export function subcaseWork<const S extends TSchema>({
  kind,
  given,
  needs,
  emits = [],
  bring,
}: Declared<S>): SubcaseWork<Static<S>> {
  const job = defineJob(kind, Asked);
  const readGiven = inputReader(given);
  return {
    start: (ctx, tx, supercaseId, populationIds, what) =>
      startOperation(ctx, tx, job, {
        supercaseId,
        populationIds: [...populationIds],
        timezone: ctx.caller.timezone,
        askedBy: ctx.caller.actor,
        given: what,
      }),
    operation: (listeners) => ({
      ...job,
      ...(needs && { needs }),
      run(running) {
        const asked = job.readInput(running.input);
        const what = readGiven(asked.given);
        return bringAll({
          running,
          asked,
          listeners,
          emits: [...caseEvents, ...noteEvents, ...emits, ...listeners.flatMap(({ mayEmit }) => mayEmit)],
          bring: (ctx, tx, subcase, all) => bring(ctx, tx, subcase, what, all),
        });
      },
    }),
  };
}

interface Work {
  readonly running: Running;
  readonly asked: Asked;
  readonly listeners: readonly CaseListener[];
  readonly emits: readonly EventKind[];
  bring(ctx: MovingContext, tx: Tx, subcase: Subcase, all: OfAll): boolean | Promise<boolean>;
}

/** This many members share a commit, where one server has them all. */
const togetherMax = 25;
const page = 500;

async function bringAll(work: Work): Promise<void> {
  const { running, asked } = work;
  const { reader } = running;
  const { done } = await running.counted(reader);
  const total = await countMembers(reader, asked);
  await running.progress(done, total);
  const together = Math.min(togetherMax, running.database.grouping.personsMax);
  for (let after = await lastDone(reader, asked, done); ; ) {
    const members = await membersAfter(reader, asked, after);
    for (let at = 0; at < members.length; at += together) await bringTogether(work, members.slice(at, at + together));
    after = members.at(-1);
    if (after === undefined) break;
  }
  await running.finish(async (tx) => {
    const { counts } = await running.counted(tx);
    return { members: total, changed: counts.changed ?? 0, failed: counts.failed ?? 0 };
  });
}

const bringTogether = (work: Work, members: readonly Member[]): Promise<boolean> =>
  togetherOrOneByOne({
    together: () => persistently(() => bringMembers(work, members)),
    things: () => members,
    one: (member) => persistently(() => bringMembers(work, [member])),
    failed: (member, error) => keepFailure(work, member, error),
    isOfTheTime,
  });

const bringMembers = ({ running, asked, listeners, emits, bring }: Work, members: readonly Member[]): Promise<void> =>
  running.piece(async (tx) => {
    const now = await workNow(tx, running.clock);
    const ofSupercase = await supercase.find(tx, asked.supercaseId);
    const { realm, operationId, position } = running;
    const all = {
      listeners,
      supercase: ofSupercase,
      operationId,
      notes: await globalNotesOf(tx, ofSupercase.id),
    };
    const { askedBy: actor, timezone } = asked;
    const maker = { realm, now, position, requestId: operationId, actor, declared: emits };
    let changed = 0;
    await holdEach(tx, maker, members, async ({ personId, held, emit }, own) => {
      const { subject } = livingPerson(held, personId);
      const ctx = movingInWork(running, { now, emit, timezone, actor });
      for (const member of await membersOf(tx, personId, own)) {
        const subcase = await subcaseOf(ctx, tx, subject, member, all);
        if (await bring(ctx, tx, subcase, all)) changed += 1;
      }
    });
    return { done: members.length, counts: { changed } };
  });

/** The member is passed over, and says why. */
function keepFailure({ running }: Work, { person_id, id }: Member, error: unknown): Promise<void> {
  const { errorType } = error instanceof Refusal ? error.kind : errors.InternalError;
  const ids = { company: running.realm.companyId, person: person_id, operation: running.operationId };
  if (!(error instanceof Refusal))
    running.log.error({ err: error, ...ids }, 'a case of a supercase could not be brought');
  return running.piece(async (tx) => {
    const set = tx.db.updateTable('population_members').set({ error_type: errorType });
    tx.write(set.where('person_id', '=', person_id).where('id', '=', id));
    return { done: 1, counts: { failed: 1 } };
  });
}

/** A member by its place in the order in which all are brought. */
export type Member = Pick<MemberRow, 'person_id' | 'id' | 'position' | 'loan_id' | 'case_id'>;
type Members = Pick<Asked, 'supercaseId' | 'populationIds'>;

/** The members anew, now that the person is locked. */
const membersOf = (tx: Tx, personId: string, members: readonly Member[]): Promise<MemberRow[]> =>
  tx.rows(
    tx.db
      .selectFrom('population_members')
      .select(populationMembers.all)
      .where('person_id', '=', personId)
      .where('id', '=', sql<string>`any(${members.map(({ id }) => id)}::text[])`)
      .orderBy('position')
      .orderBy('id'),
  );

const inOrder = (reader: Reader, { supercaseId, populationIds }: Members) =>
  reader.db
    .selectFrom('population_members')
    .select(['person_id', 'id', 'position', 'loan_id', 'case_id'])
    .where('supercase_id', '=', supercaseId)
    .where('population_id', '=', sql<string>`any(${populationIds}::text[])`)
    .orderBy('position')
    .orderBy('id');

/** A page of them, after this one in their order. */
export const membersAfter = (
  reader: Reader,
  asked: Members,
  after: Pick<Member, 'position' | 'id'> | undefined,
  limit = page,
): Promise<Member[]> => {
  const all = inOrder(reader, asked).limit(limit);
  return reader.rows(
    after === undefined ? all : all.where(sql<boolean>`(position, id) > (${after.position}::bigint, ${after.id})`),
  );
};

/** Committed populations keep their members, so that a number says where work has stopped. */
const lastDone = async (reader: Reader, asked: Asked, done: number): Promise<Member | undefined> =>
  done === 0
    ? undefined
    : reader.row(
        inOrder(reader, asked)
          .offset(done - 1)
          .limit(1),
      );

export async function countMembers(reader: Reader, { populationIds }: Pick<Asked, 'populationIds'>): Promise<number> {
  const row = await reader.row(
    reader.db
      .selectFrom('populations')
      .select(sql<number>`coalesce(sum(member_count), 0)::integer`.as('members'))
      .where('id', '=', sql<string>`any(${populationIds}::text[])`),
  );
  return row?.members ?? 0;
}
