// What time brings to files: at a cut-off they are closed, and what stands in them is told to be accepted.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import { stopwatch } from '#platform/clock.ts';
import { isUnreachable } from '#platform/sqlstate.ts';
import type { DailyStep, LeftBehind, PassingDay } from '#platform/work/day/daily-step.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { overdueAfterSeconds } from '#platform/work/due-rows.ts';
import { LeaseLost } from '#platform/work/lease.ts';
import type { OrderParts, OrderWork } from '../../orders/attempts/order-work.ts';
import { nothingElsewhere } from '../../orders/attempts/orders-day.ts';
import type { Carrier } from '../../orders/companies-providers/carrier.ts';
import { closeFile, StoppedMeanwhile } from './close-file.ts';
import { dueEntries, dueFiles } from './due.ts';
import { tellSome } from './tell-entries.ts';

const turnMs = 1_000;
const filesMax = 50;

export const closingDay = (parts: OrderParts): DailyStep => ({
  name: 'ACH files',
  due: dueEntries,
  leftBehind: waitsTooLong,
  async run(day) {
    const carriers = await day.transact((tx, now) =>
      tx.rows(tx.db.selectFrom('ach_entries').select('carrier_id').where('leaves_at', '<=', now).distinct()),
    );
    let isMore = false;
    for (const { carrier_id: carrierId } of carriers) {
      if (day.stopping.aborted) return { isMore: false };
      const isClosed = await attempt(day, carrierId, 'a file could not be closed', () => close(day, parts, carrierId));
      // Another file may be needed for what this one had no room for.
      isMore = isMore || isClosed === true;
    }
    return { isMore };
  },
});

function close(day: PassingDay, parts: OrderParts, carrierId: string): Promise<boolean> {
  const work: OrderWork = { ...parts, ...day, settings: nothingElsewhere };
  return day.transact(async (tx, now) => {
    const carrier = await parts.carrierById(tx, work, carrierId);
    if (carrier?.files === undefined) throw new Error(`Entries wait for ${carrierId}, which takes no files.`);
    return closeFile(work, tx, now, { carrierId, settings: carrier.files });
  });
}

export const tellingDay = (parts: OrderParts): DailyStep => ({
  name: 'ACH files accepted',
  due: dueFiles,
  leftBehind: async () => ({ count: 0, ids: [] }),
  async run(day) {
    const since = stopwatch();
    const due = await day.transact((tx, now) =>
      tx.rows(
        tx.db
          .selectFrom('ach_files')
          .select(['id', 'carrier_id'])
          .where('act_at', '<=', now)
          .orderBy('act_at')
          .limit(filesMax),
      ),
    );
    const work: OrderWork = { ...parts, ...day, settings: nothingElsewhere };
    for (const { id, carrier_id } of due) {
      const carrier = await day.transact((tx) => parts.carrierById(tx, work, carrier_id));
      const isMore =
        carrier && (await attempt(day, id, 'a file could not be told', () => tellFile(day, work, id, carrier, since)));
      if (isMore) return { isMore: !day.stopping.aborted };
    }
    return { isMore: false };
  },
});

/** True: its turn is over, and there is more. */
async function tellFile(
  day: PassingDay,
  work: OrderWork,
  fileId: string,
  carrier: Carrier,
  since: () => number,
): Promise<boolean> {
  const { personsMax } = day.grouping;
  for (;;) {
    const sinceBatch = stopwatch();
    const isMore = await tellSome(work, {
      fileId,
      carrier,
      personsMax,
      failed(attemptId, error) {
        day.told('failed');
        day.log.error({ err: error, attempt: attemptId, file: fileId }, 'an order of a file could not be accepted');
      },
    });
    await day.rest(sinceBatch());
    if (!isMore) return false;
    if (since() > turnMs || day.stopping.aborted) return true;
  }
}

/** One that fails stops no other, and is tried again later. */
async function attempt<T>(day: PassingDay, id: string, says: string, work: () => Promise<T>): Promise<T | undefined> {
  if (!day.troubles.mayTry(id)) return undefined;
  const since = stopwatch();
  try {
    const done = await work();
    day.troubles.succeeded(id);
    day.told('done');
    return done;
  } catch (error) {
    if (error instanceof LeaseLost || isUnreachable(error) || isOfTheTime(error)) throw error;
    if (error instanceof StoppedMeanwhile) return undefined;
    day.troubles.failed(id);
    day.told('failed');
    day.log.error({ err: error, company: day.realm.companyId, about: id }, says);
    return undefined;
  } finally {
    await day.rest(since());
  }
}

const shownMax = 20;

/** Entries that were to leave more than an hour ago, whether or not anything says that they are due. */
const waitsTooLong: DailyStep['leftBehind'] = async (database, mode, realms): Promise<LeftBehind> => {
  const { db, rows } = database.unscoped(mode);
  const ids: string[] = [];
  for (const { companyId, now } of realms) {
    const late = addSeconds(now, -overdueAfterSeconds);
    const found = await rows(
      db
        .selectFrom('ach_entries')
        .select('attempt_id')
        .where('company_id', '=', companyId as never)
        .where('file_id', 'is', null)
        .where('leaves_at', '<=', late)
        .limit(shownMax),
    );
    ids.push(...found.map(({ attempt_id }) => attempt_id));
  }
  return { count: ids.length, ids: ids.slice(0, shownMax) };
};
