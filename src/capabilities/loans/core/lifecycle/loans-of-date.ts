// The loans of the company of which something comes due on a date, or has been overdue since it: pages for work that
// writes to their borrowers. Only loans that still ask for payments, here, are among them.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LoanStatus } from '../loan/statuses.ts';

export interface LoanOfDate {
  readonly person_id: string;
  readonly id: string;
}

export interface PageOfDate {
  readonly date: CivilDate;
  /** Null: loans of every type. */
  readonly loanTypeId: string | null;
  readonly after: LoanOfDate | undefined;
  readonly limit: number;
}

interface Kind {
  /** Only loans that autopay pays, or does not pay. */
  readonly isOnAutopay?: boolean;
  /** Only loans of which nothing came due before. */
  readonly isFirst?: boolean;
}

const asking: readonly LoanStatus[] = ['active', 'frozen', 'accelerated'];

const loansAsking = (db: Builder, { loanTypeId, after, date, limit }: PageOfDate, { isOnAutopay, isFirst }: Kind) => {
  let query = db
    .selectFrom('loans')
    .select(['loans.person_id', 'loans.id'])
    .where('loans.status', 'in', asking)
    .where('loans.is_closed', '=', false)
    .where('loans.serviced_by', '=', 'creditor')
    .orderBy('loans.person_id')
    .orderBy('loans.id')
    .limit(limit);
  if (loanTypeId !== null) query = query.where('loans.loan_type_id', '=', loanTypeId);
  if (isOnAutopay !== undefined) query = query.where('loans.autopay_plan_id', isOnAutopay ? 'is not' : 'is', null);
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('loans.person_id', 'loans.id'), '>', eb.tuple(after.person_id, after.id)),
    );
  }
  if (isFirst !== true) return query;
  return query.where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('loan_obligations as before')
          .select('before.key')
          .whereRef('before.person_id', '=', 'loans.person_id')
          .whereRef('before.loan_id', '=', 'loans.id')
          .where('before.due_date', '<', date)
          .where('before.deleted_at', 'is', null),
      ),
    ),
  );
};

/** Finds loans of which an instalment comes due on the date. What a line asks for lies with its bill: `billsDueOn`. */
export const loansDueOn = (reader: Reader, page: PageOfDate, kind: Kind = {}): Promise<LoanOfDate[]> =>
  reader.rows(
    loansAsking(reader.db, page, kind)
      .innerJoin('loan_standing', (join) =>
        join.onRef('loan_standing.person_id', '=', 'loans.person_id').onRef('loan_standing.loan_id', '=', 'loans.id'),
      )
      .where('loan_standing.next_due_on', '=', page.date),
  );

/** Finds loans of which something that was billed comes due on the date. */
export const billsDueOn = (reader: Reader, page: PageOfDate, kind: Kind = {}): Promise<LoanOfDate[]> =>
  reader.rows(
    loansAsking(reader.db, page, kind)
      .innerJoin('loan_obligations as bill', (join) =>
        join.onRef('bill.person_id', '=', 'loans.person_id').onRef('bill.loan_id', '=', 'loans.id'),
      )
      .where('bill.due_date', '=', page.date)
      .where('bill.deleted_at', 'is', null),
  );

/** Finds loans of which the oldest amount that is overdue came due on the date. */
export const loansOverdueSince = (reader: Reader, page: PageOfDate): Promise<LoanOfDate[]> =>
  reader.rows(
    loansAsking(reader.db, page, {})
      .innerJoin('loan_standing', (join) =>
        join.onRef('loan_standing.person_id', '=', 'loans.person_id').onRef('loan_standing.loan_id', '=', 'loans.id'),
      )
      .where('loan_standing.oldest_due_on', '=', page.date)
      .where('loan_standing.past_due', '>', 0),
  );

export interface PaymentOfDate extends LoanOfDate {
  readonly loan_id: string;
  readonly instrument_id: string | null;
}

const releaseAt = sql.ref('transactions.release_at');

/** Payments that are scheduled for the date, and collected then. */
export const scheduledOn = (
  reader: Reader,
  { date, loanTypeId, after, limit }: PageOfDate,
): Promise<PaymentOfDate[]> => {
  let query = reader.db
    .selectFrom('transactions')
    .innerJoin('loans', (join) =>
      join.onRef('loans.person_id', '=', 'transactions.person_id').onRef('loans.id', '=', 'transactions.loan_id'),
    )
    .select(['transactions.person_id', 'transactions.id', 'transactions.loan_id', 'transactions.instrument_id'])
    // The day of a payment begins at most a day before its release in any zone; the index finds these.
    .where(sql<boolean>`${releaseAt} >= ${date}::date - interval '2 days'`)
    .where(sql<boolean>`${releaseAt} < ${date}::date + interval '2 days'`)
    .where('transactions.effective_on', '=', date)
    .where('transactions.status', '=', 'scheduled')
    .orderBy('transactions.person_id')
    .orderBy('transactions.id')
    .limit(limit);
  if (loanTypeId !== null) query = query.where('loans.loan_type_id', '=', loanTypeId);
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('transactions.person_id', 'transactions.id'), '>', eb.tuple(after.person_id, after.id)),
    );
  }
  return reader.rows(query);
};
