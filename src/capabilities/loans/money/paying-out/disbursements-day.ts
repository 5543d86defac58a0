// The day of money that is paid out: it goes on the books as the day begins on which it is there.

import { dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { duePages } from '#platform/work/due-page.ts';
import { bringOfLoans } from '../../core/day/due-of-loans.ts';
import { beginPayout, emittedBy } from './disbursement-taker.ts';
import { dueDisbursements } from './due.ts';
import type { Effects } from './effect.ts';
import type { DisbursementRow } from './tables.ts';
import { payouts } from './tables.ts';

/** This many share the cost of a commit. */
const together = 25;

type Place = Pick<DisbursementRow, 'person_id' | 'id' | 'loan_id' | 'act_at'>;

export const disbursementsDay = (effects: Effects): DailyStep => ({
  name: 'disbursements',
  due: dueDisbursements,
  /** By the day on which the money was there, whatever the instant says. */
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db.selectFrom('disbursements').select('id').where('company_id', '=', companyId).where('act_at', '<=', late),
  ),
  run: (day) =>
    inTurns<Place>(day, {
      next: duePages<Place>(dueDisbursements, { more: ['loan_id'] }),
      together,
      bring: (tx, now, things) => bring(day, tx, now, things, effects),
      isOfTheTime,
      failed({ person_id: person, id: disbursement }, error) {
        const { mode, companyId: company } = day.realm;
        const ids = { mode, company, person, disbursement };
        day.log.error({ err: error, ...ids }, 'money that is there could not be put on the books; it is tried again');
      },
    }),
});

const bring = (
  day: PassingDay,
  tx: Tx,
  now: Instant,
  things: readonly Place[],
  effects: Effects,
): Promise<readonly Place[]> =>
  bringOfLoans(day, tx, now, {
    things,
    emits: emittedBy(effects),
    async bring(work, _, held, { person_id, id }) {
      const row = await payouts.withId(tx, person_id, id);
      // Somebody was quicker: it has come back meanwhile, or is there already.
      if (row?.act_at == null || row.act_at > now || row.effective_on === null) return;
      await beginPayout({ work, tx, held, row, effects }, dayOf(row.effective_on));
    },
  });
