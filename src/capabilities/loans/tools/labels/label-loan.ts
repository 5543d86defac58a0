// Gives a loan a label, and takes it away. The books of the loan stay as they are.

import { microsOfInstant } from '@tenor/engine/values/instant.ts';
import type { Actor } from '#platform/actor.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { presenter } from '#platform/resource/columns.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { findLoan, loanNotFound } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { toldOfLoan } from '../../core/loan/events.ts';
import { mustBeFree } from '../../core/loan/lock.ts';
import { keysOf, type LoanKeys } from '../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { touchLoan } from '../../core/transactions/commands/update-transaction.ts';
import { labelAdded, labelRemoved } from './events.ts';
import { loanLabel, loanLabelsOf } from './loan-label.ts';
import { LabelOfLoan, type LoanLabelAdd } from './schemas.ts';
import { type LabelingRow, type LoanLabelRow, loanLabelings } from './tables.ts';

const labelsMax = 20;

const rowsOf = ({ db }: Reader, { personId, loanId }: LoanKeys) =>
  db
    .selectFrom('loan_labelings')
    .select(loanLabelings.all)
    .where('person_id', '=', personId)
    .where('loan_id', '=', loanId);

/** The label that was added last comes first. */
export async function listLabels(reader: Reader, keys: LoanKeys): Promise<LabelOfLoan[]> {
  const present = rowsOf(reader, keys).where('removed_at', 'is', null);
  const rows = await reader.rows(present.orderBy('added_at', 'desc').orderBy('label_id', 'desc'));
  const labels = await loanLabelsOf(
    reader,
    rows.map(({ label_id }) => label_id),
  );
  return rows.map((row) => shown(row, labels.get(row.label_id) as LoanLabelRow));
}

/** What a command has, and so has work that gives a loan a label by itself. */
type Labeling = Pick<CommandContext, 'now' | 'emit'> & { readonly caller: { readonly actor: Actor } };

/** Errors: NotFound (label), InvalidRequest (archived), NothingToDo, NoRoom. */
export async function addLabel(
  ctx: Labeling,
  tx: Tx,
  { row: loan }: HeldLoan,
  { loanLabelId }: LoanLabelAdd,
): Promise<LabelOfLoan> {
  const label = await namedIn('loanLabelId', loanLabel.find(tx, loanLabelId));
  if (label.status === 'archived') throw refuseField('loanLabelId', 'is archived', 'a label that is active');
  const before = await tx.rows(rowsOf(tx, keysOf(loan)));
  const present = before.filter(({ removed_at }) => removed_at === null);
  if (present.some(({ label_id }) => label_id === label.id)) {
    const reason = 'the loan has the label already';
    throw new Refusal(loanErrors.NothingToDo, `${loan.id} has ${label.id} already.`, { data: { reason } });
  }
  if (present.length >= labelsMax) {
    throw new Refusal(errors.NoRoom, `The loan has ${labelsMax} labels.`, { data: { atMost: labelsMax } });
  }
  const row = {
    person_id: loan.person_id,
    loan_id: loan.id,
    label_id: label.id,
    loan_position: loan.position,
    added_at: ctx.now,
    added_by_type: ctx.caller.actor.type,
    added_by_id: ctx.caller.actor.id,
    removed_at: null,
  };
  // The version of the loan guards how many labels it has.
  touchLoan(tx, loan);
  if (before.some(({ label_id }) => label_id === label.id)) writeLabeling(tx, row);
  else tx.write(tx.db.insertInto('loan_labelings').values(row));
  tell(ctx, loan, labelAdded, label.id);
  return shown({ ...row, company_id: loan.company_id }, label);
}

/** Errors: NotFound. */
export async function removeLabel(
  ctx: Labeling,
  tx: Tx,
  { row: loan }: HeldLoan,
  reference: string,
): Promise<LabelOfLoan> {
  const label = await loanLabel.find(tx, reference);
  const row = await tx.row(rowsOf(tx, keysOf(loan)).where('label_id', '=', label.id));
  if (row === undefined || row.removed_at !== null) {
    throw notFound('label', reference, 'loanLabelId', 'This loan');
  }
  touchLoan(tx, loan);
  writeLabeling(tx, { ...row, removed_at: ctx.now });
  tell(ctx, loan, labelRemoved, label.id);
  return shown(row, label);
}

function writeLabeling(tx: Tx, row: Omit<LabelingRow, 'company_id'>): void {
  const { added_at, added_by_type, added_by_id, removed_at } = row;
  tx.write(
    tx.db
      .updateTable('loan_labelings')
      .set({ added_at, added_by_type, added_by_id, removed_at })
      .where('person_id', '=', row.person_id)
      .where('loan_id', '=', row.loan_id)
      .where('label_id', '=', row.label_id),
  );
}

function tell(ctx: Labeling, loan: LoanRow, kind: typeof labelAdded, loanLabelId: string): void {
  ctx.emit(kind, loan.person_id, { ...toldOfLoan(loan), loanLabelId }, { about: { loanId: loan.id } });
}

const presentLabeling = presenter<typeof LabelOfLoan, LabelingRow>(LabelOfLoan);

const shown = (row: LabelingRow, { name, color, status }: LoanLabelRow): LabelOfLoan =>
  presentLabeling(row, { id: row.label_id, name, color, status });

interface Asked {
  readonly verb: 'add' | 'remove';
  readonly loanLabelId: string;
}

/** By work without a request. What is so already stays so. Errors: NotFound, InvalidRequest (archived), NoRoom, Locked. */
export async function labelByWork(
  ctx: Labeling & Pick<CommandContext, 'machineNow'>,
  tx: Tx,
  keys: LoanKeys,
  { verb, loanLabelId }: Asked,
): Promise<void> {
  const held = await findLoan(tx, keys);
  if (held === undefined) throw loanNotFound(keys.loanId);
  mustBeFree(held.row, Number(microsOfInstant(ctx.machineNow())));
  try {
    if (verb === 'add') await addLabel(ctx, tx, held, { loanLabelId });
    else await removeLabel(ctx, tx, held, loanLabelId);
  } catch (error) {
    const isSo = verb === 'add' ? loanErrors.NothingToDo : errors.NotFound;
    if (!(error instanceof Refusal) || error.kind !== isSo) throw error;
  }
}
