// Sends what is due: each message is prepared outside of transactions, and goes out in the commit that takes its row away.
// So it goes once, whatever is killed when; and what cannot be sent is told with its reason.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { timezoneOf } from '#capabilities/access/index.ts';
import { movingInWork } from '#capabilities/cases/index.ts';
import { sendingEvents, sendToPerson } from '#capabilities/communications/index.ts';
import { holdEach } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import { stopwatch } from '#platform/clock.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { makerOfDay } from '#platform/work/day/maker-of-day.ts';
import { inGroups } from '#platform/work/in-groups.ts';
import { togetherOrOneByOne } from '#platform/work/one-by-one.ts';
import { noteIfAnnounced } from './announce-autopay.ts';
import { duePending } from './due.ts';
import { noticeNotSent, type ReasonNotSent } from './events.ts';
import { deletePending, pendingRows } from './pending.ts';
import { keyOf, type Made, type Messages, noteFailure, prepareRows } from './prepare-rows.ts';
import { recipeOf } from './recipe.ts';
import type { PendingRow } from './tables.ts';

/** This many share the cost of a commit, and this many are prepared together. */
const together = 25;
const page = 100;
/** After this time the other realms have their turn. */
const turnMs = 1_000;

export const noticesDay: DailyStep = {
  name: 'notices',
  due: duePending,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db
      .selectFrom('pending_notices')
      .select('person_id as id')
      .where('company_id', '=', companyId)
      .where('created_at', '<=', late)
      .where('due_at', '<=', late),
  ),
  async run(day) {
    const since = stopwatch();
    for (let place: PendingRow | undefined; ; ) {
      const rows = await day.transact((tx, now) => nextDue(tx, now, place));
      place = rows.at(-1);
      if (place === undefined) return { isMore: false };
      await sendRows(
        day,
        rows.filter((row) => day.troubles.mayTry(keyOf(row))),
      );
      if (day.stopping.aborted) return { isMore: false };
      if (since() > turnMs) return { isMore: true };
    }
  },
};

function nextDue(reader: Reader, now: Instant, after: PendingRow | undefined): Promise<PendingRow[]> {
  let due = pendingRows(reader)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('person_id')
    .orderBy('once_key')
    .limit(page);
  if (after !== undefined) {
    const place = sql`(${after.due_at}::timestamptz, ${after.person_id}, ${after.once_key})`;
    due = due.where(sql<boolean>`(due_at, person_id, once_key) > ${place}`);
  }
  return reader.rows(due);
}

async function sendRows(day: PassingDay, rows: readonly PendingRow[]): Promise<void> {
  if (rows.length === 0) return;
  const made = await prepareRows(day, rows);
  const grouping = { ...day.grouping, personsMax: Math.min(together, day.grouping.personsMax) };
  await inGroups(byPerson(made), grouping, async (group) => {
    const sinceGroup = stopwatch();
    const things = group.flat();
    const done = ({ row }: Made): void => {
      day.troubles.succeeded(keyOf(row));
      day.told('done');
    };
    const send = (some: readonly Made[]) => day.transact((tx, now) => sendMade(day, tx, now, some));
    const isTogether = await togetherOrOneByOne<Made>({
      together: () => send(things),
      things: () => things,
      async one(thing) {
        await send([thing]);
        done(thing);
      },
      failed({ row }, error) {
        noteFailure(day, row, error);
      },
      isOfTheTime,
    });
    if (isTogether) for (const one of things) done(one);
    await day.rest(sinceGroup());
  });
}

const byPerson = (made: readonly Made[]) => [...Map.groupBy(made, ({ person_id }) => person_id).values()];

const declared = [...sendingEvents, noticeNotSent];

async function sendMade(day: PassingDay, tx: Tx, now: Instant, made: readonly Made[]): Promise<void> {
  const timezone = (await timezoneOf(tx)) ?? 'UTC';
  await holdEach(tx, makerOfDay(day, now, declared), made, async ({ held, emit }, own) => {
    const ctx = movingInWork(day, { now, emit, timezone, actor: system });
    for (const { row, messages } of own) {
      // Somebody was quicker.
      if (!(await isThere(tx, row))) continue;
      deletePending(tx, row);
      if (held === undefined || held.subject.erased_at !== null || messages === null) continue;
      await sendEach({ ctx, tx, owner: held.subject }, row, messages);
    }
  });
}

const isThere = async (tx: Tx, { person_id, once_key }: PendingRow): Promise<boolean> =>
  (await tx.row(
    tx.db
      .selectFrom('pending_notices')
      .select('once_key')
      .where('person_id', '=', person_id)
      .where('once_key', '=', once_key),
  )) !== undefined;

type Sending = Parameters<typeof sendToPerson>;
type Message = Sending[3];

interface Writing {
  readonly ctx: Sending[0];
  readonly tx: Tx;
  readonly owner: Sending[2];
}

async function sendEach(writing: Writing, row: PendingRow, messages: Messages): Promise<void> {
  const ready = messages.flatMap((one) => (one.kind === 'ready' ? [one.message] : []));
  const named = row.channels ?? recipeOf(row)?.channels ?? [];
  const isNamed = ({ channel }: Message): boolean => named.some((one) => one === channel);
  const states = await sendAll(writing, ready.filter(isNamed));
  // The letter is for whom nothing else may reach.
  if (states.every(isOver))
    states.push(
      ...(await sendAll(
        writing,
        ready.filter((one) => !isNamed(one)),
      )),
    );
  if (states.every(isOver)) tellNotSent(writing.ctx, row, ready.length > 0 ? 'notAllowed' : reasonOf(messages));
  // What is held may come too late, or never.
  if (states.some((state) => state === 'queued' || state === 'sent')) {
    await noteIfAnnounced(writing.ctx, writing.tx, row);
  }
}

type State = Awaited<ReturnType<typeof sendToPerson>>['message']['state'];

const isOver = (state: State): boolean => state === 'dropped' || state === 'failed';

async function sendAll({ ctx, tx, owner }: Writing, messages: readonly Message[]): Promise<State[]> {
  const states: State[] = [];
  for (const message of messages) states.push((await sendToPerson(ctx, tx, owner, message)).message.state);
  return states;
}

function reasonOf(messages: Messages): ReasonNotSent {
  if (messages.some(({ kind }) => kind === 'failed')) return 'valueMissing';
  return messages.some(({ kind }) => kind === 'noContact') ? 'noContact' : 'noTemplate';
}

/** Whoever has no contact, or no text, gets no notice: that is told only where the law asks for one. */
function tellNotSent({ emit }: Pick<Sending[0], 'emit'>, row: PendingRow, reason: ReasonNotSent): void {
  const isUsual = reason === 'noContact' || reason === 'noTemplate';
  if (isUsual && recipeOf(row)?.isRequired !== true) return;
  const { subject, source, source_id: sourceId, loan_id: loanId, case_id: caseId } = row;
  const about = { ...(loanId !== null && { loanId }), ...(caseId !== null && { caseId }) };
  emit(noticeNotSent, row.person_id, { subject, reason, source, sourceId }, { about });
}
