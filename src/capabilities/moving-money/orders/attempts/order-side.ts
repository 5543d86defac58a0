// What the books at banks ask of orders and providers.
import { sql } from 'kysely';
import type { OrderSide, OrderSum } from '#capabilities/bank-books/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { simulator } from '../companies-providers/words.ts';

const inTransit = (reader: Reader, carrierId: string) =>
  reader.db
    .selectFrom('payment_attempts')
    .where('carrier_id', '=', carrierId)
    .where('accepted_at', 'is not', null)
    .where('settled_on', 'is', null)
    .where('deed', '!=', 'void');

const sumOf = (row: { readonly n: number; readonly cents: number } | undefined): OrderSum => ({
  count: Number(row?.n ?? 0),
  amountCents: Number(row?.cents ?? 0),
});

export const orderSide: OrderSide = {
  async knownProviders(reader, ids) {
    const rows = await reader.rows(
      reader.db.selectFrom('payment_providers').select('id').where('id', '=', sql<string>`any(${ids}::text[])`),
    );
    return new Set([...rows.map(({ id }) => id), ...(reader.realm.mode === 'test' ? [simulator] : [])]);
  },
  /** What came back before it had settled is on its way too. */
  async inTransit(reader, carrierId) {
    const rows = await reader.rows(
      inTransit(reader, carrierId)
        .select(sql<string>`case deed when 'debit' then 'CT' else 'DT' end`.as('account'))
        .select(sql<number>`sum(case deed when 'debit' then amount_cents else -amount_cents end)::bigint`.as('cents'))
        .where((eb) =>
          eb.or([
            eb('state', 'in', ['accepted', 'disputed', 'confirmed']),
            eb.and([eb('state', '=', 'returned'), eb('deed', '=', 'debit')]),
          ]),
        )
        .groupBy('account'),
    );
    return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]));
  },
  async notSettledBefore(reader, carrierId, day) {
    return sumOf(
      await reader.row(
        inTransit(reader, carrierId)
          .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.sum<number>('amount_cents').as('cents')])
          .where('state', '=', 'accepted')
          .where('entry_date', '<', day),
      ),
    );
  },
  async unansweredSince(reader, carrierId, sentBefore) {
    return sumOf(
      await reader.row(
        reader.db
          .selectFrom('payment_attempts')
          .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.sum<number>('amount_cents').as('cents')])
          .where('carrier_id', '=', carrierId)
          .where('state', 'in', ['sending', 'unknown'])
          .where((eb) => eb.or([eb('act_at', 'is not', null), eb('held_until', 'is not', null)]))
          .where('last_sent_at', '<=', sentBefore),
      ),
    );
  },
  async goingOut(reader, carrierId, until) {
    const row = await reader.row(
      reader.db
        .selectFrom('payment_attempts')
        .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
        .where('carrier_id', '=', carrierId)
        .where('state', '=', 'ready')
        .where('deed', 'in', ['credit', 'refund'])
        .where((eb) => eb.or([eb('act_at', 'is', null), eb('act_at', '<=', until)])),
    );
    return Number(row?.cents ?? 0);
  },
  async hasOrderedSince(reader, carrierId, since) {
    const some = reader.db
      .selectFrom('payment_attempts')
      .select('id')
      .where('carrier_id', '=', carrierId)
      .where('created_at', '>', since)
      .limit(1);
    return (await reader.row(some)) !== undefined;
  },
  async subjectOf(reader, { personId, id }) {
    const row = await reader.row(
      reader.db
        .selectFrom('payment_attempts')
        .select('subject_id')
        .where('person_id', '=', personId)
        .where('id', '=', id),
    );
    return row?.subject_id;
  },
};
