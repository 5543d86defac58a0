// The day of payments: those that are scheduled become orders as their instants come.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { peopleAsSubjects } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { eventRecorder, writeEvents } from '#platform/events/record-events.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { dueRows, overdueAfterSeconds } from '#platform/work/due-rows.ts';
import { findLoan } from '../lifecycle/loan.ts';
import { isOfTheTime } from '../loan/is-of-the-time.ts';
import { mayBeChanged } from '../loan/lock.ts';
import type { TransactionRow } from '../loan/tables.ts';
import { transactionEvents } from '../transactions/events.ts';
import { releasePayment } from './release-payments.ts';

export const duePayments = dueRows({ table: 'transactions', column: 'release_at', subject: 'scheduled payment' });

/** So many that they share the cost of a commit. */
const together = 25;
const page = 500;
const shownMax = 20;

type Place = Pick<TransactionRow, 'person_id' | 'id' | 'loan_id' | 'release_at'>;

export const paymentsDay: DailyStep = {
  name: 'payments',
  due: duePayments,
  /** The row says itself when it is due: what is found is one whose day has passed, whatever its instant says. */
  async leftBehind(database, mode, realms) {
    const { db, rows } = database.unscoped(mode);
    const behind: string[] = [];
    let count = 0;
    for (const { companyId, now } of realms) {
      const found = await rows(
        db
          .selectFrom('transactions')
          .select('id')
          .where('company_id', '=', companyId)
          .where('status', '=', 'scheduled')
          .where('release_at', '<=', addSeconds(now, -overdueAfterSeconds))
          .limit(shownMax),
      );
      count += found.length;
      behind.push(...found.map(({ id }) => id));
    }
    return { count, ids: behind.slice(0, shownMax) };
  },
  run: (day) =>
    inTurns<Place>(day, {
      next: nextDue,
      together,
      bring: (tx, now, payments) => release(day, tx, now, payments),
      isOfTheTime,
      failed({ person_id: person, id: transaction }, error) {
        const { mode, companyId: company } = day.realm;
        const ids = { mode, company, person, transaction };
        day.log.error({ err: error, ...ids }, 'a scheduled payment could not be ordered; it is tried again');
      },
    }),
};

function nextDue(reader: Reader, now: Instant, after: Place | undefined): Promise<Place[]> {
  let due = reader.db
    .selectFrom('transactions')
    .select(['release_at', 'person_id', 'id', 'loan_id'])
    .where('release_at', '<=', now)
    .orderBy('release_at')
    .orderBy('person_id')
    .orderBy('id')
    .limit(page);
  if (after !== undefined) {
    const place = sql`(${after.release_at}::timestamptz, ${after.person_id}, ${after.id})`;
    due = due.where(sql<boolean>`(release_at, person_id, id) > ${place}`);
  }
  return reader.rows(due);
}

/** Those of one loan one after the other: each sees what the one before has ordered. */
async function release(day: PassingDay, tx: Tx, now: Instant, payments: readonly Place[]): Promise<readonly Place[]> {
  const owners = await peopleAsSubjects(
    tx,
    payments.map((one) => one.person_id),
  );
  const events: Parameters<typeof writeEvents>[1][number][] = [];
  const byLoan = [...Map.groupBy(payments, ({ loan_id }) => loan_id).values()];
  await Promise.all(
    byLoan.map(async (own) => {
      for (const one of own) {
        const recorder = eventRecorder(
          {
            realm: tx.realm,
            now,
            position: day.position,
            requestId: null,
            actor: system,
            declared: transactionEvents,
          },
          owners.get(one.person_id),
        );
        await releaseOne(day, tx, now, one, recorder.emit);
        events.push(...recorder.rows);
      }
    }),
  );
  writeEvents(tx, events);
  return payments;
}

async function releaseOne(
  day: PassingDay,
  tx: Tx,
  now: Instant,
  { person_id: personId, id, loan_id: loanId }: Place,
  emit: ReturnType<typeof eventRecorder>['emit'],
): Promise<void> {
  const [row, held] = await Promise.all([
    tx.row(tx.db.selectFrom('transactions').selectAll().where('person_id', '=', personId).where('id', '=', id)),
    findLoan(tx, { personId, loanId }),
  ]);
  // Somebody was quicker, or works on the loan: it comes later.
  if (row?.release_at == null || row.release_at > now || held === undefined) return;
  if (!mayBeChanged(held.row, day.clock.micros())) return;
  const work = {
    realm: tx.realm,
    now,
    vault: day.vault,
    position: day.position,
    actor: system,
    machineMicros: () => day.clock.micros(),
    emit,
    enqueue: (job: string, payload: Record<string, unknown>) =>
      writeOutbox(tx, [{ subjectId: personId, position: day.position(), job, payload }]),
  };
  await releasePayment(work, tx, held, row);
}
