// The case of a member: made when work meets the member without one, with what stands on each case of the supercase.
import {
  type CaseListener,
  type CaseRow,
  caseOf,
  type MovingContext,
  openCase,
  writeNote,
} from '#capabilities/cases/index.ts';
import type { PersonRow } from '#capabilities/people/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { contentOf } from '../notes.ts';
import { subcaseTypeOf } from '../supercase.ts';
import type { MemberRow, SupercaseNoteRow, SupercaseRow } from '../tables.ts';

/** The case of a member, and whose it is. */
export interface Subcase {
  readonly row: CaseRow;
  readonly parent: PersonRow;
  /** True: this work has made it. */
  readonly isNew: boolean;
}

/** What is the same for all members of a commit. */
export interface OfAll {
  readonly listeners: readonly CaseListener[];
  readonly supercase: SupercaseRow;
  /** The work that is done. */
  readonly operationId: string;
  /** The notes that stand on each case. */
  readonly notes: readonly SupercaseNoteRow[];
}

/** Errors: those of a new case. */
export async function subcaseOf(
  ctx: MovingContext,
  tx: Tx,
  parent: PersonRow,
  member: MemberRow,
  all: OfAll,
): Promise<Subcase> {
  const { person_id, id, case_id } = member;
  const isNew = case_id === null;
  const row = isNew ? await makeCase(ctx, tx, parent, member, all) : await caseOf(tx, person_id, case_id);
  if (isNew || member.error_type !== null) {
    const set = tx.db.updateTable('population_members').set({ case_id: row.id, error_type: null });
    tx.write(set.where('person_id', '=', person_id).where('id', '=', id));
  }
  return { row, parent, isNew };
}

async function makeCase(
  ctx: MovingContext,
  tx: Tx,
  parent: PersonRow,
  { loan_id }: MemberRow,
  { listeners, supercase, notes }: OfAll,
): Promise<CaseRow> {
  const { subcase_type_id: caseTypeId, subcase_name: name } = supercase;
  const { caseType } = await subcaseTypeOf(tx, supercase);
  const type = caseTypeId === null ? { caseType } : { caseTypeId };
  const sent = { ...type, name, loanIds: [loan_id] };
  const row = await openCase(ctx, tx, listeners, parent, sent, { supercase_id: supercase.id });
  for (const note of notes) await layNote(ctx, tx, { row, parent }, note);
  return row;
}

/** Writes a global note on a case. Errors: CaseClosed, NoRoom. */
export async function layNote(
  ctx: MovingContext,
  tx: Tx,
  subcase: Pick<Subcase, 'row' | 'parent'>,
  note: SupercaseNoteRow,
): Promise<void> {
  const { important, sensitive_data: sensitiveData } = note;
  await writeNote(ctx, tx, subcase, { content: contentOf(ctx.vault, note), important, sensitiveData }, note.id);
}
