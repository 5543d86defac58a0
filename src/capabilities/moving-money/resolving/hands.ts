// Who may not touch a break: nobody looks after his own money, and nobody approves what he has read in himself.
import { behind } from '#capabilities/access/index.ts';
import { whoChanged } from '#platform/audit/who-changed.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { notSecond } from '../approvals/approver.ts';
import type { BreakRow } from '../breaks/tables.ts';

const path = 'moneyBreakId';

/** Errors: SecondPersonNeeded. */
export async function mustNotBeOwn(ctx: CommandContext, reader: Reader, row: BreakRow): Promise<void> {
  const subject = await subjectOf(reader, row);
  if (subject === undefined) return;
  const [own, makers] = await Promise.all([
    behind(reader, ctx.caller.actor.id),
    whoChanged(reader, { objectId: subject }),
  ]);
  if (![...makers].some((id) => own.has(id))) return;
  throw notSecond(
    path,
    'orderedPayment',
    'You, or whoever made your key, made or changed the payment that it is about.',
  );
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

/** Whoever sends a statement could have written it. Errors: SecondPersonNeeded. */
export async function mustNotHaveRead(
  reader: Reader,
  second: ReadonlySet<string>,
  { statement_id }: BreakRow,
): Promise<void> {
  if (statement_id === null) return;
  const row = await reader.row(
    reader.db.selectFrom('bank_statements').select('read_by_id').where('id', '=', statement_id),
  );
  if (row?.read_by_id == null || !second.has(row.read_by_id)) return;
  throw notSecond(path, 'readStatement', 'You, or whoever made your key, sent the statement.');
}
