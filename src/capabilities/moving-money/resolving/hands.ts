// Who may not touch a break: nobody looks after his own money, and nobody approves what he has read in himself.
import { whoChanged } from '#platform/audit/who-changed.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustBeNoneOf } from '../approvals/approver.ts';
import type { FirstPersons } from '../attempts/taker.ts';
import type { BreakRow } from '../breaks/tables.ts';

/** Errors: SecondPersonNeeded. */
export const mustNotBeOwn = async (ctx: CommandContext, reader: Reader, row: BreakRow): Promise<void> =>
  mustBeNoneOf(ctx, reader, [await whoPaid(reader, row)], 'moneyBreakId');

/** The people who made or changed the payment that it is about. */
export async function whoPaid(reader: Reader, row: BreakRow): Promise<FirstPersons> {
  const subject = await subjectOf(reader, row);
  const ids =
    subject === undefined
      ? []
      : [...(await whoChanged(reader, { objectId: subject, personId: row.person_id as string }))];
  const message = 'You, or somebody whom you made or who made you, made or changed the payment that it is about.';
  return { ids, reason: 'orderedPayment', message };
}

/** The payment that a provider told of. */
async function subjectOf(reader: Reader, { person_id, attempt_id }: BreakRow): Promise<string | undefined> {
  if (person_id === null || attempt_id === null) return undefined;
  const row = await reader.row(
    reader.db
      .selectFrom('payment_attempts')
      .select('subject_id')
      .where('person_id', '=', person_id)
      .where('id', '=', attempt_id),
  );
  return row?.subject_id;
}

/** Whoever sends a statement could have written it. */
export async function whoRead(reader: Reader, { statement_id }: BreakRow): Promise<FirstPersons> {
  const row =
    statement_id === null
      ? undefined
      : await reader.row(reader.db.selectFrom('bank_statements').select('read_by_id').where('id', '=', statement_id));
  const message = 'You, or somebody whom you made or who made you, sent the statement.';
  return { ids: row?.read_by_id == null ? [] : [row.read_by_id], reason: 'readStatement', message };
}
