// What time brings to orders: those that are to be sent later, those of which nobody knows and that are asked for, and
// those that no return can come of any more.
import { setTimeout as sleep } from 'node:timers/promises';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { readSoFar, recordBreak } from '#capabilities/bank-books/index.ts';
import { system } from '#platform/actor.ts';
import { stopwatch } from '#platform/clock.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { isUnreachable } from '#platform/sqlstate.ts';
import type { DailyStep, LeftBehind, PassingDay } from '#platform/work/day/daily-step.ts';
import { LeaseLost } from '#platform/work/lease.ts';
import { togetherOrOneByOne } from '#platform/work/one-by-one.ts';
import type { Carrier } from '../companies-providers/carrier.ts';
import { type AttemptRef, attemptRow, attemptUpdate, lockAttempt, writeAttempt } from './attempt.ts';
import { confirmedAt } from './calendar.ts';
import { dueOrders } from './due.ts';
import { lookAgainMicros } from './give-order.ts';
import { type LastWrites, lastWrites } from './last-writes.ts';
import { type OrderParts, type OrderWork, whileTaking, workIn } from './order-work.ts';
import { enqueueOrder } from './orders-job.ts';
import { sendMany, togetherMax } from './send-many.ts';
import { workOn } from './send-order.ts';
import { attemptStates } from './states.ts';
import { isStopped } from './switch.ts';
import type { AttemptRow } from './tables.ts';
import { type Report, settlesByCalendar, takeReport } from './take-report.ts';
import type { Taking } from './taker.ts';
import { isShownByBank } from './waits-for-bank.ts';

/** Only a provider in this process is called as the day passes. */
export const nothingElsewhere = { webhookDevHosts: new Set<string>() };

/** What is not confirmed because its returns have not been read is looked at again; statements come once a day. */
const unreadSeconds = { returns: 600, statement: 3_600 };

/** After this time the other realms have their turn. */
const turnMsUsual = 1_000;
const page = 200;

/**
 * What fails stays due, and each turn begins with it. So a turn ends only after it has worked on something: passing over
 * what may not be tried yet is no progress. A clock that is moved has no other realms: it goes over all of it once.
 */
export const ordersDay = (parts: OrderParts, turnMs = turnMsUsual): DailyStep => ({
  name: 'orders',
  due: dueOrders,
  leftBehind,
  async run(day) {
    const since = stopwatch();
    let hasWorked = false;
    for (let place: Place | undefined; ; ) {
      const found = await day.transact(async (tx, now) => nextDue(tx, now, place, await isStopped(tx)));
      for (let at = 0; at < found.length; ) {
        if (day.stopping.aborted) return { isMore: false };
        if (hasWorked && !day.waits && since() >= turnMs) return { isMore: true };
        const some = found.slice(at, at + Math.min(togetherMax, day.grouping.personsMax));
        hasWorked = (await workOnDue(day, parts, some)) || hasWorked;
        place = some.at(-1);
        at += some.length;
      }
      if (found.length < page) return { isMore: false };
    }
  },
});

interface Place {
  readonly act_at: Instant | null;
  readonly person_id: string;
  readonly id: string;
}

/** In the order of their instants. */
function nextDue(reader: Reader, now: Instant, after: Place | undefined, isStopped: boolean): Promise<Place[]> {
  let due = reader.db
    .selectFrom('payment_attempts')
    .select(['act_at', 'person_id', 'id'])
    .where('act_at', '<=', now)
    .orderBy('act_at')
    .orderBy('person_id')
    .orderBy('id')
    .limit(page);
  // What was never sent stays due until payments are resumed.
  if (isStopped) due = due.where('state', '!=', 'ready');
  if (after !== undefined) {
    const place = sql`(${after.act_at}::timestamptz, ${after.person_id}, ${after.id})`;
    due = due.where(sql<boolean>`(act_at, person_id, id) > ${place}`);
  }
  return reader.rows(due);
}

/** Returns whether there was something that may be tried. */
async function workOnDue(day: PassingDay, parts: OrderParts, due: readonly Place[]): Promise<boolean> {
  const refs = due.map(({ person_id: personId, id }) => ({ personId, id })).filter(({ id }) => day.troubles.mayTry(id));
  if (refs.length === 0) return false;
  const work: OrderWork = { ...parts, ...day, settings: nothingElsewhere };
  const sinceStart = stopwatch();
  const troubles = new Set<AttemptRef>();
  const failed = (ref: AttemptRef, error: unknown): void => {
    troubles.add(ref);
    day.troubles.failed(ref.id);
    day.told('failed');
    const { mode, companyId: company } = day.realm;
    day.log.error({ err: error, mode, company, attempt: ref.id }, 'an order that is due could not be worked on');
  };
  const toBeDoneHere = await doDueOrders(work, refs, failed);
  // Where a clock begins to move meanwhile, it waits for the answer: so that is written down as the job writes it.
  const sending = day.waits ? work : workIn(work, day.realm);
  for (const ref of await sendMany(sending, toBeDoneHere, failed)) {
    await eachByItself(ref, failed, () => workOn(sending, ref));
  }
  if (day.waits) for (const ref of toBeDoneHere) await untilSent(day, ref);
  for (const ref of refs) {
    if (troubles.has(ref)) continue;
    day.troubles.succeeded(ref.id);
    day.told('done');
  }
  await day.rest(sinceStart());
  return true;
}

const lookEveryMs = 10;

/** Its job may have been quicker: a clock that is moved waits for it, so that all of it is of the instant. */
async function untilSent({ database, realm, clock }: PassingDay, ref: AttemptRef): Promise<void> {
  const reader = database.reader(realm);
  for (;;) {
    const row = await reader.row(attemptRow(reader.db, ref));
    const isBeingSent = row?.state === 'sending' && row.held_until !== null && row.held_until > clock.micros();
    if (!isBeingSent) return;
    await sleep(lookEveryMs);
  }
}

type Failed = (ref: AttemptRef, error: unknown) => void;

/** Returns those whose provider answers here and now, so that a clock that is moved may wait for it. */
async function doDueOrders(work: OrderWork, refs: readonly AttemptRef[], failed: Failed): Promise<AttemptRef[]> {
  let here: AttemptRef[] = [];
  await togetherOrOneByOne({
    together: () =>
      work.transact(async (tx, now) => {
        const last = lastWrites(tx, work);
        const byPerson = Map.groupBy(refs, ({ personId }) => personId);
        const doing = [...byPerson.values()].map(async (own) => {
          const left: AttemptRef[] = [];
          for (const ref of own) if (await doDueOrder(work, tx, now, ref, last)) left.push(ref);
          return left;
        });
        here = (await Promise.all(doing)).flat();
        last.write();
      }),
    things: () => refs,
    async one(ref) {
      if (await work.transact((tx, now) => doDueOrder(work, tx, now, ref))) here.push(ref);
    },
    failed,
  });
  return here;
}

async function eachByItself(ref: AttemptRef, failed: Failed, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof LeaseLost || isUnreachable(error)) throw error;
    failed(ref, error);
  }
}

/** Does what the calendar asks of an order that is due. True: its provider answers here, and must be asked now. */
async function doDueOrder(work: OrderWork, tx: Tx, now: Instant, ref: AttemptRef, last?: LastWrites): Promise<boolean> {
  const row = await tx.row(attemptRow(tx.db, ref));
  if (row === undefined || row.act_at === null || row.act_at > now) return false;
  const carrier = await work.carrierById(tx, work, row.carrier_id);
  if (attemptStates.from('confirmed').includes(row.state) || row.state === 'accepted') {
    const what = row.state === 'accepted' && settlesByCalendar(row) ? 'settled' : 'confirmed';
    const zone = carrier?.provider.can.zone ?? 'America/New_York';
    // A prenote waits a day longer, for the same returns.
    const until = row.deed === 'verify' && row.settled_on !== null ? confirmedAt(row.settled_on, zone) : row.act_at;
    const waits = what === 'confirmed' && carrier ? await unreadFor(work, tx, carrier, until, row) : undefined;
    if (waits !== undefined) writeAttempt(tx, row, { act_at: addSeconds(now, waits) });
    else await byCalendar(work, tx, ref, { what, at: row.act_at, zone }, last);
    return false;
  }
  if (carrier === undefined || carrier.provider.can.isHere) return true;
  // A provider elsewhere may hang: the day does not wait for it.
  const held_until = work.clock.micros() + lookAgainMicros;
  const mine = attemptUpdate(tx.db, row).set({ act_at: null, held_until }).where('act_at', '=', row.act_at);
  if ((await tx.affected(mine)) > 0) enqueueOrder(tx, work.position, ref);
  return false;
}

/**
 * A missing list of returns stops confirmations, it does not speed them up; nor does a missing statement, where the
 * bank sends them. A bridge lives by the machine's clock: in a test realm, whose clock may be years ahead, its list is
 * not waited for. Returns after how many seconds it is to be looked at again.
 */
async function unreadFor(
  { realm }: OrderWork,
  tx: Tx,
  carrier: Carrier,
  until: Instant,
  row: AttemptRow,
): Promise<number | undefined> {
  const { poll, isHere, answers } = carrier.provider.can;
  const { read_until = null, bank_through = null } = (await readSoFar(tx, carrier.id)) ?? {};
  if (!isShownByBank(row, bank_through)) return unreadSeconds.statement;
  const isLive = realm.mode === 'live';
  const isAwaited = answers === 'file' ? isLive : poll && (isLive || isHere);
  if (!isAwaited) return undefined;
  return read_until !== null && read_until >= until ? undefined : unreadSeconds.returns;
}

interface ByCalendar {
  readonly what: 'settled' | 'confirmed';
  readonly at: Instant;
  readonly zone: string;
}

/** ACH has no yes, only the absence of a no: it is confirmed by the calendar. */
function byCalendar(
  work: OrderWork,
  tx: Tx,
  ref: AttemptRef,
  { what, at, zone }: ByCalendar,
  last?: LastWrites,
): Promise<void> {
  const doing = async (taking: Taking): Promise<void> => {
    const row = await lockAttempt(tx, ref);
    if (row === undefined || row.act_at === null || row.act_at > at) return;
    const on = what === 'settled' ? row.entry_date : row.settled_on;
    const report: Report = { what, id: null, at, amount: null, code: null, on };
    const taken = await takeReport(taking, tx, row, report, { takers: work.takers, zone });
    if (typeof taken === 'object') recordBreak(tx, taking, taken, { personId: ref.personId, attemptId: row.id });
  };
  return whileTaking(work, tx, { now: at, personId: ref.personId, actor: system }, doing, last);
}

const slackSeconds = 3_600;
const shownMax = 20;

/** Orders of which nobody has heard for a long time, and that nothing looks at any more. */
const leftBehind: DailyStep['leftBehind'] = async (database, mode, realms): Promise<LeftBehind> => {
  const { db, rows } = database.unscoped(mode);
  const nows = new Map(realms.map(({ companyId, now }) => [companyId, now]));
  const open = await rows(
    db
      .selectFrom('payment_attempts')
      .select(['company_id', 'id', 'created_at'])
      .where('state', 'in', ['ready', 'sending', 'unknown'])
      .where('held_until', 'is', null)
      .where('act_at', 'is', null)
      // What waits for a file, or stands in one, is found by its entry.
      .where('carrier_kind', '!=', 'ach'),
  );
  const behind = open.filter(({ company_id, created_at }) => {
    const now = nows.get(company_id);
    return now !== undefined && created_at <= addSeconds(now, -slackSeconds);
  });
  return { count: behind.length, ids: behind.slice(0, shownMax).map(({ id }) => id) };
};
