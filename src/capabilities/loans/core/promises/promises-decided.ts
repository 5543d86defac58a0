// What became of promises to pay whose last deadline lies in a span of days, added up by their status.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { PromiseStatus } from './base/words.ts';
import { graceDaysMax } from './schemas.ts';

interface DecidedPromises {
  readonly status: PromiseStatus;
  readonly count: number;
  /** In cents, as the next one. */
  readonly promised: number;
  readonly paid: number;
}

interface Span {
  readonly from: CivilDate;
  readonly through: CivilDate;
}

const periods = sql`jsonb_array_elements(plan.periods)`.as<'period'>(sql`period(terms)`);

const centsOf = (key: 'amount' | 'paid') => sql<number>`sum((period.terms->>${sql.lit(key)})::bigint)`;

/** The last deadline is the last date with its days of grace. */
export const promisesDecided = (reader: Reader, { from, through }: Span): Promise<DecidedPromises[]> =>
  reader.rows(
    reader.db
      .selectFrom('promise_plans as plan')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom(periods)
            .select([centsOf('amount').as('promised'), centsOf('paid').as('paid')])
            .as('sums'),
        (join) => join.onTrue(),
      )
      .select([
        'plan.status',
        sql<number>`count(*)::integer`.as('count'),
        sql<number>`coalesce(sum(sums.promised), 0)::bigint`.as('promised'),
        sql<number>`coalesce(sum(sums.paid), 0)::bigint`.as('paid'),
      ])
      // The first two are for the index.
      .where('plan.end_date', '>=', sql<CivilDate>`${from}::date - ${graceDaysMax}::integer`)
      .where('plan.end_date', '<=', through)
      .where(sql<boolean>`plan.end_date + plan.grace_days >= ${from}::date`)
      .where(sql<boolean>`plan.end_date + plan.grace_days <= ${through}::date`)
      .groupBy('plan.status'),
  );
