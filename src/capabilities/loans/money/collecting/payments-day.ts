// The day of payments: those that are scheduled become orders as their instants come.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { duePages } from '#platform/work/due-page.ts';
import { bringOfLoans } from '../../core/day/due-of-loans.ts';
import type { TransactionRow } from '../../core/loan/tables.ts';
import { transactionEvents } from '../../core/transactions/events.ts';
import { untilAnswered } from './balance-check.ts';
import { duePayments } from './due.ts';
import { releasePayment } from './release-payments.ts';

/** This many share the cost of a commit. */
const together = 25;

type Place = Pick<TransactionRow, 'person_id' | 'id' | 'loan_id' | 'release_at'>;

export const paymentsDay: DailyStep = {
  name: 'payments',
  due: duePayments,
  /** The row says itself when it is due: what is found is one whose day has passed, whatever its instant says. */
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db
      .selectFrom('transactions')
      .select('id')
      .where('company_id', '=', companyId)
      .where('status', '=', 'scheduled')
      .where('release_at', '<=', late),
  ),
  async run(day) {
    const done = await inTurns<Place>(day, {
      next: duePages<Place>(duePayments, { more: ['loan_id'] }),
      together,
      bring: (tx, now, payments) => release(day, tx, now, payments),
      isOfTheTime,
      failed({ person_id: person, id: transaction }, error) {
        const { mode, companyId: company } = day.realm;
        const ids = { mode, company, person, transaction };
        day.log.error({ err: error, ...ids }, 'a scheduled payment could not be ordered; it is tried again');
      },
    });
    if (day.waits && !done.isMore) await untilAnswered(day);
    return done;
  },
};

const release = (day: PassingDay, tx: Tx, now: Instant, things: readonly Place[]): Promise<readonly Place[]> =>
  bringOfLoans(day, tx, now, {
    things,
    emits: transactionEvents,
    async bring(ctx, _, held, { person_id, id }) {
      const rows = tx.db.selectFrom('transactions').selectAll();
      const row = await tx.row(rows.where('person_id', '=', person_id).where('id', '=', id));
      // Somebody was quicker: it comes later, or not at all.
      if (row?.release_at == null || row.release_at > now) return;
      await releasePayment(ctx, tx, held, row);
    },
  });
