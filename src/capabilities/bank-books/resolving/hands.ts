// Who may not touch a break: nobody looks after his own money, and nobody approves what he has read in himself.

import { type FirstPersons, mustBeNoneOf } from '#capabilities/access/index.ts';
import { whoChanged } from '#platform/audit/who-changed.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { BreakRow } from '../breaks/tables.ts';
import type { OrderSide } from '../cash-book/order-side.ts';

/** Errors: SecondPersonNeeded. */
export const mustNotBeOwn = async (
  orders: OrderSide,
  ctx: CommandContext,
  reader: Reader,
  row: BreakRow,
): Promise<void> => mustBeNoneOf(ctx, reader, [await whoPaid(orders, reader, row)], 'moneyBreakId');

/** The people who made or changed the payment that it is about: one that a provider told of. */
export async function whoPaid(
  orders: OrderSide,
  reader: Reader,
  { person_id: personId, attempt_id: id }: BreakRow,
): Promise<FirstPersons> {
  const message = 'You, or somebody whom you made or who made you, made or changed the payment that it is about.';
  const nobody = { ids: [], reason: 'orderedPayment', message };
  if (personId === null || id === null) return nobody;
  const objectId = await orders.subjectOf(reader, { personId, id });
  return objectId === undefined ? nobody : { ...nobody, ids: [...(await whoChanged(reader, { objectId, personId }))] };
}

/** The person who sent the statement may have changed it first, and so may not approve what it shows. */
export async function whoRead(reader: Reader, { statement_id }: BreakRow): Promise<FirstPersons> {
  const row =
    statement_id === null
      ? undefined
      : await reader.row(reader.db.selectFrom('bank_statements').select('read_by_id').where('id', '=', statement_id));
  const message = 'You, or somebody whom you made or who made you, sent the statement.';
  return { ids: row?.read_by_id == null ? [] : [row.read_by_id], reason: 'readStatement', message };
}
