// The day of repayment notifications: at the hour of the company each active one is run for the dates of which it speaks
// on this day. What it costs is what is due then, whatever the portfolio holds. A day on which nobody worked is made up for.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import { stopwatch } from '#platform/clock.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { inGroups } from '#platform/work/in-groups.ts';
import { dueRepayments } from '../due.ts';
import { hourOn, nextHour, noticeHourOf } from '../notice-hour.ts';
import { addPending, type NewPending } from '../pending.ts';
import { withOthers } from '../recipients.ts';
import { type RepaymentRow, repaymentNotifications } from '../tables.ts';
import { datesOn } from './days.ts';
import { type Found, findersOf } from './find.ts';
import { firstRepayment, speakingDay } from './speaking-day.ts';
import { wordsOfTriggers } from './words.ts';

const page = 500;

export const repaymentDay: DailyStep = {
  name: 'repayment-notifications',
  due: dueRepayments,
  firstIn: firstRepayment,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db
      .selectFrom('repayment_notifications')
      .select('id')
      .where('company_id', '=', companyId)
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .where('run_at', '<=', late),
  ),
  async run(day) {
    for (;;) {
      const row = await day.transact(nextDue);
      if (row === undefined || day.stopping.aborted) return { isMore: false };
      await runOne(day, row);
    }
  },
};

const nextDue = (tx: Tx, now: Instant): Promise<RepaymentRow | undefined> =>
  tx.row(
    tx.db
      .selectFrom('repayment_notifications')
      .select(repaymentNotifications.all)
      .where('run_at', '<=', now)
      .orderBy('run_at')
      .orderBy('id')
      .limit(1),
  );

/** Whoever stops in the middle begins anew: what waits or was sent is not added again. */
async function runOne(day: PassingDay, row: RepaymentRow): Promise<void> {
  const [{ closedDays }, hour, now] = await day.transact((tx, at) =>
    Promise.all([settingsOf(tx), noticeHourOf(tx), Promise.resolve(at)]),
  );
  const closed = closedDays ?? [];
  const next = nextHour(now, hour).date;
  const days = { from: dayOf(row.run_on as CivilDate), until: dayOf(next) - 1, closed };
  const today = await speakingDay(day.database.reader(day.realm), row, days);
  if (today === null) {
    await day.transact((tx) => moveOn(tx, row, next));
    return;
  }
  const dates = datesOn(today, { day: row.day, dayType: row.day_type }, closed).map(dateOf);
  for (const date of dates) {
    for (const find of findersOf[row.trigger]) {
      for (let after: Found | undefined; ; ) {
        const found = await day.transact((tx) => find(tx, { date, loanTypeId: row.product_id, after, limit: page }));
        await addFound(
          day,
          row,
          date,
          found.filter(({ isPassedOver }) => isPassedOver !== true),
        );
        if (day.stopping.aborted) return;
        if (found.length < page) break;
        after = found.at(-1);
      }
    }
  }
  await day.transact((tx) => moveOn(tx, row, addDays(dateOf(today), 1)));
  day.told('done');
}

async function addFound(day: PassingDay, row: RepaymentRow, date: CivilDate, found: readonly Found[]): Promise<void> {
  const { to } = wordsOfTriggers[row.trigger];
  const own = found.map((one) => ({ row: pendingOf(row, date, one), to }));
  const rows = await withOthers(day.database.reader(day.realm), own);
  await inGroups(rows, day.grouping, async (group) => {
    const since = stopwatch();
    await day.transact(async (tx, now) => addPending(tx, now, group));
    await day.rest(since());
  });
}

/** The same day of a loan is spoken of once, by whichever version of the notification. */
const pendingOf = (row: RepaymentRow, dueDate: CivilDate, found: Found): NewPending => ({
  person_id: found.person_id,
  once_key: `${row.id} ${found.id} ${dueDate}`,
  subject: row.subject,
  source: 'repayment',
  source_id: row.id,
  channels: row.channels,
  loan_id: found.loanId,
  transaction_id: found.transactionId ?? null,
  told: {
    trigger: row.trigger,
    channels: row.channels,
    dueDate,
    ...(found.paymentInstrumentId != null && { paymentInstrumentId: found.paymentInstrumentId }),
  },
  due_at: row.run_at as Instant,
});

/** Unless somebody has changed it meanwhile: then it is run as it is now. */
async function moveOn(tx: Tx, { id, run_at: ranAt }: RepaymentRow, next: CivilDate): Promise<void> {
  tx.write(
    tx.db
      .updateTable('repayment_notifications')
      .set({ run_on: next, run_at: hourOn(next, await noticeHourOf(tx)) })
      .where('id', '=', id)
      .where('run_at', '=', ranAt),
  );
}
