// The day of credits: those that are old enough are paid back. Only loans that owe their borrower something have a row.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { approvalRequested } from '#capabilities/moving-money/index.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { bringOfLoans } from '../../core/day/due-of-loans.ts';
import { transactionEvents } from '../../core/transactions/events.ts';
import { dueCredits } from './due.ts';
import { creditBalanceEvents } from './events.ts';
import { refundCredit } from './refund-credit.ts';
import type { CreditRow } from './tables.ts';

/** This many share the cost of a commit. */
const together = 10;
const page = 500;

type Place = Pick<CreditRow, 'person_id' | 'loan_id' | 'look_at'> & { readonly id: string };

export const creditsDay: DailyStep = {
  name: 'credits',
  due: dueCredits,
  /** By the instant itself: what is due long ago was not looked at. */
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db
      .selectFrom('credit_refunds')
      .select('loan_id as id')
      .where('company_id', '=', companyId)
      .where('look_at', '<=', late),
  ),
  run: (day) =>
    inTurns<Place>(day, {
      next: nextDue,
      together,
      bring: (tx, now, credits) => bring(day, tx, now, credits),
      isOfTheTime,
      failed({ person_id: person, loan_id: loan }, error) {
        const { mode, companyId: company } = day.realm;
        const ids = { mode, company, person, loan };
        day.log.error({ err: error, ...ids }, 'credit of a borrower could not be paid back; it is tried again');
      },
    }),
};

function nextDue(reader: Reader, now: Instant, after: Place | undefined): Promise<Place[]> {
  let due = reader.db
    .selectFrom('credit_refunds')
    .select(['look_at', 'person_id', 'loan_id', 'loan_id as id'])
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .orderBy('person_id')
    .orderBy('loan_id')
    .limit(page);
  if (after !== undefined) {
    const place = sql`(${after.look_at}::timestamptz, ${after.person_id}, ${after.loan_id})`;
    due = due.where(sql<boolean>`(look_at, person_id, loan_id) > ${place}`);
  }
  return reader.rows(due);
}

const bring = (day: PassingDay, tx: Tx, now: Instant, things: readonly Place[]): Promise<readonly Place[]> =>
  bringOfLoans(day, tx, now, {
    things,
    emits: [...transactionEvents, ...creditBalanceEvents, approvalRequested],
    async bring(ctx, _, held, { person_id, loan_id }) {
      const own = tx.db.selectFrom('credit_refunds').selectAll();
      const row = await tx.row(own.where('person_id', '=', person_id).where('loan_id', '=', loan_id).forUpdate());
      // Somebody was quicker.
      if (row?.look_at == null || row.look_at > now) return;
      const next = await refundCredit(ctx, tx, held, row);
      const update = tx.db.updateTable('credit_refunds').set(next);
      tx.write(update.where('person_id', '=', person_id).where('loan_id', '=', loan_id));
    },
  });
