// The day of workflows: what goes by itself acts, waits end, and what is late is reminded of, given to somebody else,
// escalated or passed by. Each is done in the commit that writes it down, so it has its effect once, whatever is killed.
import { sql } from 'kysely';
import type { CaseListener } from '#capabilities/cases/index.ts';
import type { DailyStep } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { duePages } from '#platform/work/due-page.ts';
import { write } from '../run/write.ts';
import type { ItemRow } from '../tables.ts';
import { dueItems } from './due.ts';
import { passDue, waitsForPreview } from './pass-due.ts';
import { previewTools } from './preview-tools.ts';
import { type Place, withRuns } from './with-runs.ts';

/** This many share the cost of a commit. */
const together = 25;

type DuePlace = Place & Pick<ItemRow, 'look_at' | 'needs_preview' | 'acts_at'>;

export const workflowDay = (listeners: readonly CaseListener[]): DailyStep => ({
  name: 'workflows',
  due: dueItems,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db.selectFrom('workflow_items').select('id').where('company_id', '=', companyId).where('look_at', '<=', late),
  ),
  async run(day) {
    const around = { listeners, whole: day.whole };
    const passed = await inTurns<DuePlace>(day, {
      next: duePages<DuePlace>(dueItems, {
        owner: 'owner_id',
        more: ['case_id', 'workflow_id', 'needs_preview', 'acts_at'],
        but: (now) => sql<boolean>`(needs_preview and acts_at is not null and acts_at <= ${now}::timestamptz)`,
      }),
      together,
      isOfTheTime,
      bring: async (tx, now, found) => {
        // What has come to wait for its preview since it was found: its owner is not held, and it does not count as done.
        const places = found.filter((place) => !waitsForPreview(place, now));
        if (places.length === 0) return places;
        await withRuns(day, tx, { now, places, ...around }, async (run) => {
          await passDue(run, around);
          write(run);
        });
        return places;
      },
      failed({ owner_id: subject, id }, error) {
        const { mode, companyId: company } = day.realm;
        const ids = { mode, company, subject, id };
        day.log.error({ err: error, ...ids }, 'a workitem could not go on by itself; it is tried again');
      },
    });
    const isMore = await previewTools(day, around);
    return { isMore: passed.isMore || isMore };
  },
});
