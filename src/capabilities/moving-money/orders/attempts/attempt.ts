// How an attempt is found and shown to whoever gave the order.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import { typesOf } from '#platform/db/define-table.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { Deed, Rail } from '../order/order.ts';
import type { AttemptState } from './states.ts';
import { type AttemptRow, paymentAttempts } from './tables.ts';

/** The part of the row's name in the seal. */
export const bodyPart = (id: string): string => `attempt.${id}.body`;

export const keyOf = ({ subject_id, number }: Pick<AttemptRow, 'subject_id' | 'number'>): string =>
  `${subject_id}.${number}`;

export interface AttemptRef {
  readonly personId: string;
  readonly id: string;
}

export const attemptUpdate = (db: Builder, { person_id, id }: Pick<AttemptRow, 'person_id' | 'id'>) =>
  db.updateTable('payment_attempts').where('person_id', '=', person_id).where('id', '=', id);

export const attemptRow = (db: Builder, { personId, id }: AttemptRef) =>
  db.selectFrom('payment_attempts').selectAll().where('person_id', '=', personId).where('id', '=', id);

const locked = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; id: string }>) =>
    attemptRow(db, { personId: placeholder('personId'), id: placeholder('id') }).forNoKeyUpdate(),
  { personId: 'text', id: 'text' },
);

/** After the person, where both are locked. */
export const lockAttempt = (tx: Tx, { personId, id }: AttemptRef): Promise<AttemptRow | undefined> =>
  tx.row(locked(tx.db, { personId, id }));

/** Everybody locks many in this order, so that two do not wait for each other. */
export async function lockAttempts(tx: Tx, refs: readonly AttemptRef[]): Promise<AttemptRow[]> {
  const placeOf = ({ personId, id }: AttemptRef): string => `${personId} ${id}`;
  const inOrder = [...refs].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  const rows = await tx.together(...inOrder.map(({ personId, id }) => locked(tx.db, { personId, id })));
  return rows.flat();
}

type Changes = Partial<Omit<AttemptRow, 'person_id' | 'id' | 'company_id'>>;

/** An update for each set of changed columns. */
const updates = new Map<string, ReturnType<typeof updateOf>>();

const updateOf = (changed: readonly (keyof Changes)[]) =>
  prepared(
    (db, placeholder: PlaceholderOf<Readonly<Record<string, unknown>>>) =>
      attemptUpdate(db, { person_id: placeholder('person_id') as string, id: placeholder('id') as string }).set(
        Object.fromEntries(changed.map((column) => [column, placeholder(column)])),
      ),
    typesOf(paymentAttempts, ['person_id', 'id', ...changed]),
  );

/** The caller has locked the row. */
export function writeAttempt(tx: Tx, { person_id, id }: Pick<AttemptRow, 'person_id' | 'id'>, changes: Changes): void {
  const changed = Object.keys(changes) as (keyof Changes)[];
  const update = updates.get(changed.join()) ?? updateOf(changed);
  updates.set(changed.join(), update);
  tx.write(update(tx.db, { person_id, id, ...changes }));
}

/** Whether a provider has orders of which more may come. */
export async function hasOpenOrders(reader: Reader, carrierIds: readonly string[]): Promise<boolean> {
  const open = reader.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('carrier_id', '=', sql<string>`any(${carrierIds}::text[])`)
    .where('state', 'in', ['ready', 'sending', 'unknown', 'accepted', 'settled', 'disputed'])
    .limit(1);
  return (await reader.row(open)) !== undefined;
}

/** Whether money has come for certain from this instrument for this borrower. */
export async function hasConfirmedDebit(reader: Reader, personId: string, instrumentId: string): Promise<boolean> {
  const found = reader.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('person_id', '=', personId)
    .where('instrument_id', '=', instrumentId)
    .where('deed', '=', 'debit')
    .where('state', '=', 'confirmed')
    .limit(1);
  return (await reader.row(found)) !== undefined;
}

export interface Attempt {
  readonly id: string;
  readonly subjectId: string;
  readonly number: number;
  readonly state: AttemptState;
  readonly rail: Rail;
  readonly deed: Deed;
  readonly amount: Cents;
  readonly instrumentId: string;
  readonly carrierId: string;
  readonly providerId: string | null;
  readonly entryDate: string | null;
  readonly reason: string | null;
  readonly code: string | null;
  readonly sentAt: Instant | null;
  readonly acceptedAt: Instant | null;
  readonly settledOn: string | null;
  readonly confirmedAt: Instant | null;
}

/** All attempts of these subjects of a person, in their order. */
export async function attemptsOf(reader: Reader, personId: string, subjectIds: readonly string[]): Promise<Attempt[]> {
  if (subjectIds.length === 0) return [];
  const rows = await reader.rows(
    reader.db
      .selectFrom('payment_attempts')
      .selectAll()
      .where('person_id', '=', personId)
      .where('subject_id', '=', sql<string>`any(${subjectIds}::text[])`)
      .orderBy('subject_id')
      .orderBy('number'),
  );
  return rows.map(presentAttempt);
}

const presentAttempt = (row: AttemptRow): Attempt => ({
  id: row.id,
  subjectId: row.subject_id,
  number: row.number,
  state: row.state,
  rail: row.rail,
  deed: row.deed,
  amount: row.amount_cents,
  instrumentId: row.instrument_id,
  carrierId: row.carrier_id,
  providerId: row.provider_id,
  entryDate: row.entry_date,
  reason: row.reason,
  code: row.code,
  sentAt: row.first_sent_at,
  acceptedAt: row.accepted_at,
  settledOn: row.settled_on,
  confirmedAt: row.confirmed_at,
});
