// The works on the cases of a supercase: making them, closing them, writing a note on each, forbidding contact with their
// borrowers and allowing it again.
import Type from 'typebox';
import { closeCase, hasNote, isOpen, subcasesAfter } from '#capabilities/cases/index.ts';
import {
  DoNotInteractInput,
  doNotInteractEvents,
  forbidInBulk,
  releaseInBulk,
} from '#capabilities/do-not-interact/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { OperationView } from '#platform/work/operations/operations.ts';
import { supercaseErrors } from '../errors.ts';
import type { StartNoting } from '../notes.ts';
import { mustBeOpen } from '../states.ts';
import { supercase } from '../supercase.ts';
import type { SupercaseRow } from '../tables.ts';
import { layNote, type OfAll } from './subcase.ts';
import { subcaseWork } from './work.ts';

/** What completes a commit that has been made: it goes on whatever its caller may do by then. */
export const making = subcaseWork({
  kind: 'supercases.makeSubcases',
  ofMembers: true,
  given: Type.Object({}),
  bring: (_ctx, _tx, { isNew }) => isNew,
});

/** The permission for all that changes many cases at once. */
export const bulkUpdate = 'supercase:bulk.update';

export const closing = subcaseWork({
  kind: 'supercases.closeSubcases',
  given: Type.Object({ outcome: Type.String() }),
  needs: [bulkUpdate],
  async bring(ctx, tx, { row, parent }, { outcome }, { listeners }) {
    if (!isOpen(row)) return false;
    await closeCase(ctx, tx, listeners, { row, parent }, outcome);
    return true;
  },
});

const noting = subcaseWork({
  kind: 'supercases.noteSubcases',
  given: Type.Object({ noteId: Type.String() }),
  async bring(ctx, tx, subcase, { noteId }, { notes }) {
    const note = notes.find(({ id }) => id === noteId);
    // A case that was made after the note has it already.
    if (note === undefined || !isOpen(subcase.row) || (await hasNote(tx, subcase.row, noteId))) return false;
    await layNote(ctx, tx, subcase, note);
    return true;
  },
});

/**
 * Whether nothing else was said of contact since. It is asked while the borrower is held, so that a work that was asked for
 * later finds whatever an earlier one still did.
 */
async function isLastWord(tx: Tx, { supercase: { id }, operationId }: OfAll): Promise<boolean> {
  return (await supercase.find(tx, id)).contact_work_id === operationId;
}

export const forbidding = subcaseWork({
  kind: 'supercases.forbidContact',
  given: DoNotInteractInput,
  needs: [bulkUpdate],
  emits: doNotInteractEvents,
  bring: async (ctx, tx, { row }, input, all) =>
    isOpen(row) && (await isLastWord(tx, all)) && (await forbidInBulk(ctx, tx, row, input)),
});

export const releasing = subcaseWork({
  kind: 'supercases.releaseContact',
  given: Type.Object({}),
  needs: [bulkUpdate],
  emits: doNotInteractEvents,
  bring: async (ctx, tx, { row }, _given, all) => (await isLastWord(tx, all)) && (await releaseInBulk(ctx, tx, row)),
});

/** Makes the operation the last word on contact with all these borrowers. */
export function sayLast(tx: Tx, ofCases: SupercaseRow, operation: OperationView): OperationView {
  supercase.change(tx, ofCases, { ...ofCases, contact_work_id: operation.id });
  return operation;
}

export const subcaseWorks = [making, closing, noting, forbidding, releasing];

/** The populations whose cases there are, or soon will be. */
async function committedOf(tx: Tx, { id }: SupercaseRow): Promise<string[]> {
  const own = tx.db.selectFrom('populations').select('id').where('supercase_id', '=', id);
  return (await tx.rows(own.where('is_draft', '=', false).orderBy('position'))).map((row) => row.id);
}

const firstCaseOf = (tx: Tx, { id }: SupercaseRow) => subcasesAfter(tx, id, { after: undefined, limit: 1 });

/** Errors: SupercaseClosed, NoSubcases. */
export async function populationsToBring(tx: Tx, ofCases: SupercaseRow): Promise<string[]> {
  mustBeOpen(ofCases);
  const populationIds = await committedOf(tx, ofCases);
  const [found] = populationIds.length > 0 ? populationIds : await firstCaseOf(tx, ofCases);
  if (found !== undefined) return populationIds;
  throw new Refusal(
    supercaseErrors.NoSubcases,
    `The supercase ${ofCases.id} has no committed population and no case.`,
    {
      data: { path: 'supercaseId' },
    },
  );
}

export const startNoting: StartNoting = async (ctx: CommandContext, tx, ofCases, noteId) => {
  const populationIds = await committedOf(tx, ofCases);
  const [found] = populationIds.length > 0 ? populationIds : await firstCaseOf(tx, ofCases);
  return found === undefined ? undefined : noting.start(ctx, tx, ofCases.id, populationIds, { noteId });
};
