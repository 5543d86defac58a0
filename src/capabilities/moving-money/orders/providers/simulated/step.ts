// The simulator's own day: what it has to tell at an instant is delivered then, as a provider's request would come.

import { addSeconds } from '@tenor/engine/values/instant.ts';
import type { Mail } from '@tenor/simulator/told.ts';
import type { RealmNow } from '#platform/business-clock.ts';
import { stopwatch } from '#platform/clock.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { DailyStep, LeftBehind, PassingDay } from '#platform/work/day/daily-step.ts';
import { dueRows, overdueAfterSeconds } from '#platform/work/due-rows.ts';
import type { Delivery } from '../provider.ts';
import { lineTo } from './line.ts';

/** Takes a delivery in the way of any provider's notice; it throws when it could not take it. */
export type Deliver = (realm: Realm, carrierId: string, delivery: Delivery, day: PassingDay) => Promise<void>;

const page = 500;
/** After this time the other realms have their turn. */
const turnMs = 1_000;

const dueNotices = dueRows({ table: 'simulated_notices', column: 'due_at', subject: 'notice of the simulator' });

export const simulatorDay = (deliver: Deliver): DailyStep => ({
  name: 'simulator',
  due: dueNotices,
  leftBehind,
  async run(day) {
    if (day.realm.mode !== 'test') return { isMore: false };
    const since = stopwatch();
    const line = lineTo(day, day.realm.companyId);
    for (;;) {
      const now = await day.transact(async (_tx, at) => at);
      const due = await line.dueMail(now, page);
      for (const mail of due) {
        if (day.stopping.aborted) return { isMore: false };
        const sinceMail = stopwatch();
        if (await isTaken(day, deliver, mail)) await line.delivered(mail);
        else await line.notDelivered(mail, now);
        await day.rest(sinceMail());
      }
      if (due.length === 0) return { isMore: false };
      if (since() > turnMs) return { isMore: true };
    }
  },
});

async function isTaken(day: PassingDay, deliver: Deliver, { carrier, headers, body }: Mail): Promise<boolean> {
  try {
    await deliver(day.realm, carrier, { headers, body }, day);
    day.told('done');
    return true;
  } catch (error) {
    day.told('failed');
    const company = day.realm.companyId;
    day.log.warn({ err: error, company }, 'a notice of the simulator was not taken; it comes again');
    return false;
  }
}

const shownMax = 20;

/** By what has happened, not by when its notice is due: a notice that is not delivered once its time is long past. */
async function leftBehind(database: RealmDatabase, mode: Mode, realms: readonly RealmNow[]): Promise<LeftBehind> {
  const ids: string[] = [];
  let count = 0;
  if (mode !== 'test') return { count, ids };
  for (const { companyId, now } of realms) {
    const { db, rows } = database.unscoped(mode);
    const late = await rows(
      db
        .selectFrom('simulated_notices')
        .select('id')
        .where('company_id', '=', companyId)
        .where('due_at', '<=', addSeconds(now, -overdueAfterSeconds))
        .limit(1_000),
    );
    count += late.length;
    ids.push(...late.map(({ id }) => id));
  }
  return { count, ids: ids.slice(0, shownMax) };
}
