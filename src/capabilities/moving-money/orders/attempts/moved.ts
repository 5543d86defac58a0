// How much a company has ordered to move, as limits and bounds count it. Several orders of one commit are looked at before
// any of them is stored: so what was found once is counted on.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { AttemptState } from './states.ts';
import type { AttemptRow } from './tables.ts';

/** Which orders are counted. What is left out may have any value. */
export interface Which extends Partial<Columns> {
  readonly ordered_by?: string;
}

type Columns = Pick<AttemptRow, 'person_id' | 'instrument_id' | 'payout_kind' | 'account_token'>;

interface Asked {
  readonly which: Which;
  /** Orders since this business instant count; null: all orders count. */
  readonly since: Instant | null;
  /** Only what has gone out by the word of one person. */
  readonly isAlone?: true;
  /** Orders that have ended so do not count. */
  readonly gone: readonly AttemptState[];
}

interface Moved {
  cents: number;
}

/** The caller has taken its turn, unless all of it is of one person. It adds what it orders. */
export const movedInCommit = (tx: Tx, asked: Asked): Promise<Moved> => once(tx, nameOf(asked), () => moved(tx, asked));

const nameOf = ({ which: { account_token: token, ...which }, since, isAlone, gone }: Asked): string =>
  JSON.stringify([which, token?.toString('hex'), since, isAlone, gone]);

const asked = new WeakMap<Tx, Map<string, Promise<unknown>>>();

/** The same question is asked once in a commit. */
export function once<T>(tx: Tx, name: string, ask: () => Promise<T>): Promise<T> {
  const known = asked.get(tx) ?? new Map<string, Promise<unknown>>();
  asked.set(tx, known);
  const answer = (known.get(name) as Promise<T> | undefined) ?? ask();
  known.set(name, answer);
  return answer;
}

/** By its own index: nobody's order is looked at but those of that person. */
const countedAs =
  (orderedBy: string, since: Instant | null) =>
  (eb: ExpressionBuilder<Tables, 'payment_attempts'>): Expression<SqlBool> => {
    const own = eb
      .selectFrom('payment_orderers')
      .select('payment_orderers.attempt_id')
      .whereRef('payment_orderers.person_id', '=', 'payment_attempts.person_id')
      .whereRef('payment_orderers.attempt_id', '=', 'payment_attempts.id')
      .where('payment_orderers.ordered_by', '=', orderedBy);
    return eb.exists(since === null ? own : own.where('payment_orderers.created_at', '>', since));
  };

async function moved(tx: Tx, { which: { ordered_by, ...which }, since, isAlone, gone }: Asked): Promise<Moved> {
  let sum = tx.db
    .selectFrom('payment_attempts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount_cents'), eb.val('0')).as('sum'))
    .where('deed', 'in', ['debit', 'credit'])
    .where('state', 'not in', gone);
  if (since !== null) sum = sum.where('created_at', '>', since);
  if (ordered_by !== undefined) sum = sum.where(countedAs(ordered_by, since));
  if (isAlone) sum = sum.where('payout_kind', 'is not', null).where('approval_id', 'is', null);
  for (const [column, value] of Object.entries(which)) sum = sum.where(column as keyof Columns, '=', value as never);
  return { cents: Number((await tx.row(sum))?.sum ?? 0) };
}
