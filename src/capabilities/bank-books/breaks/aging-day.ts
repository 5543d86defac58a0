// Tells of breaks that are open for long.

import { recordingByHand } from '#platform/events/record-events.ts';
import type { DailyStep } from '#platform/work/day/daily-step.ts';
import { agingBreaks } from './due.ts';
import { breakAged } from './events.ts';
import { eventFields } from './write-break.ts';

const together = 100;

export const agingDay: DailyStep = {
  name: 'old breaks',
  due: agingBreaks,
  leftBehind: async () => ({ count: 0, ids: [] }),
  async run(day) {
    const { realm, position } = day;
    const told = await day.transact(async (tx, now) => {
      const old = await tx.rows(
        tx.db
          .selectFrom('payment_breaks')
          .select(['id', 'kind', 'amount_cents', 'bank_account_id', 'resolved_at'])
          .where('ages_at', '<=', now)
          .orderBy('ages_at')
          .limit(together)
          .forUpdate()
          .skipLocked(),
      );
      if (old.length === 0) return 0;
      const ids = old.map(({ id }) => id);
      tx.write(
        tx.db
          .updateTable('payment_breaks')
          .set({ ages_at: null })
          .where('id', '=', (eb) => eb.fn.any(eb.val(ids))),
      );
      await recordingByHand({ realm, now, position, declared: [breakAged] }, tx, async (emit) => {
        for (const one of old) if (one.resolved_at === null) emit(breakAged, realm.companyId, eventFields(one, null));
      });
      return old.length;
    });
    if (told > 0) day.told('done');
    return { isMore: told === together && !day.stopping.aborted };
  },
};
