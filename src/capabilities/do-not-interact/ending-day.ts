// Tells that the last day of a do-not-interact is over. It has stopped blocking by then: whoever asks compares the dates.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { holdEach } from '#capabilities/people/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { makerOfDay } from '#platform/work/day/maker-of-day.ts';
import { duePages } from '#platform/work/due-page.ts';
import { expire, isOver } from './commands/write.ts';
import { dueDoNotInteracts } from './due.ts';
import { doNotInteractExpired } from './events.ts';
import { type DoNotInteractRow, doNotInteracts } from './tables.ts';

/** This many share the cost of a commit. */
const together = 25;

type Place = Pick<DoNotInteractRow, 'person_id' | 'id' | 'ends_at'>;

export const doNotInteractsDay: DailyStep = {
  name: 'do-not-interacts',
  due: dueDoNotInteracts,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db.selectFrom('do_not_interacts').select('id').where('company_id', '=', companyId).where('ends_at', '<=', late),
  ),
  run: (day) =>
    inTurns<Place>(day, {
      next: duePages<Place>(dueDoNotInteracts),
      together,
      bring: (tx, now, places) => bring(day, tx, now, places),
      isOfTheTime,
      failed({ person_id: person, id: doNotInteract }, error) {
        const { mode, companyId: company } = day.realm;
        const about = { mode, company, person, id: doNotInteract };
        day.log.error({ err: error, ...about }, 'the end of a do-not-interact could not be told; it is tried again');
      },
    }),
};

async function bring(day: PassingDay, tx: Tx, now: Instant, places: readonly Place[]): Promise<readonly Place[]> {
  await holdEach(tx, makerOfDay(day, now, [doNotInteractExpired]), places, async ({ personId, emit }, own) => {
    for (const { id } of own) {
      const query = tx.db.selectFrom('do_not_interacts').select(doNotInteracts.all).where('person_id', '=', personId);
      const row = await tx.row(query.where('id', '=', id));
      if (row !== undefined && isOver(row, now)) expire({ now, emit }, tx, row);
    }
  });
  return places;
}
