// Makes, changes and takes away the do-not-interacts of a case.
import { type CaseRow, type MovingContext, mustBeOpen, touchCase } from '#capabilities/cases/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { mustHaveRoomFor } from '#platform/resource/room.ts';
import { type CaseOfPath, type DoNotInteractOfPath, standingOnCase } from '../do-not-interact.ts';
import { doNotInteractErrors } from '../errors.ts';
import { aboutCaseOf, type Change, doNotInteractChanged, doNotInteractExpired, toldOf } from '../events.ts';
import { type Said, saidAfter } from '../input.ts';
import type { Source } from '../rules/words.ts';
import type { DoNotInteractInput } from '../schemas.ts';
import type { DoNotInteractRow } from '../tables.ts';

/** What writing a do-not-interact needs. A command has it, and so has a case that moves. */
export type Writing = Pick<MovingContext, 'realm' | 'now' | 'emit' | 'position' | 'actor' | 'timezone'>;

export const writingOf = (ctx: CommandContext): Writing => ({
  ...ctx,
  actor: ctx.caller.actor,
  timezone: ctx.caller.timezone,
});

/** So many a case may have had, ended and deleted ones included. Types may make more. */
const atMost = 1_000;

/** Errors: InvalidRequest, CaseClosed, DoNotInteractExists, NoRoom. */
export async function createDoNotInteract(
  ctx: Writing,
  tx: Tx,
  { row: ofCase }: Pick<CaseOfPath, 'row'>,
  input: DoNotInteractInput,
): Promise<DoNotInteractRow> {
  mustBeOpen(ofCase);
  const said = saidAfter(undefined, input, { now: ctx.now, zone: ctx.timezone });
  const standing = await byHandOn(ctx, tx, ofCase);
  if (standing !== undefined) throw exists(standing);
  return make(ctx, tx, ofCase, said, 'api');
}

/** The one that was made on the case by hand or in bulk and has not ended. */
export async function byHandOn(ctx: Writing, tx: Tx, { person_id: personId, id }: CaseRow) {
  const byHand = (await standingOnCase(tx, personId, id)).find((one) => one.do_not_interact_type_number === null);
  if (byHand === undefined || !isOver(byHand, ctx.now)) return byHand;
  // The day's work has not come to it yet.
  expire(ctx, tx, byHand);
  return undefined;
}

export const exists = ({ id, case_id: caseId }: DoNotInteractRow): Refusal =>
  new Refusal(doNotInteractErrors.DoNotInteractExists, `The case ${caseId} has the do-not-interact ${id} already.`, {
    data: { doNotInteractId: id },
  });

/** The caller knows that the case has none by hand. Errors: NoRoom. */
export async function make(
  ctx: Writing,
  tx: Tx,
  ofCase: CaseRow,
  said: Said,
  source: Source,
): Promise<DoNotInteractRow> {
  const { person_id: personId, id: caseId } = ofCase;
  const ofThisCase = tx.db.selectFrom('do_not_interacts').select('id').where('person_id', '=', personId);
  const own = ofThisCase.where('case_id', '=', caseId);
  await mustHaveRoomFor(tx, own, atMost, `This case has had ${atMost} do-not-interacts already.`);
  const made = insert(ctx, tx, { personId, caseId, said, source, type: null });
  touchCase(ctx, tx, ofCase);
  return made;
}

/** What is not sent stays. Errors: InvalidRequest, CaseClosed, DoNotInteractEnded. */
export async function updateDoNotInteract(
  ctx: CommandContext,
  tx: Tx,
  { ofCase, row: before }: DoNotInteractOfPath,
  input: DoNotInteractInput,
): Promise<DoNotInteractRow> {
  mustBeOpen(ofCase);
  if (before.ended_at !== null || isOver(before, ctx.now)) {
    throw new Refusal(doNotInteractErrors.DoNotInteractEnded, `The do-not-interact ${before.id} has ended.`, {
      data: { endDate: before.end_date },
    });
  }
  return rewrite(
    writingOf(ctx),
    tx,
    ofCase,
    before,
    saidAfter(before, input, { now: ctx.now, zone: ctx.caller.timezone }),
  );
}

export function rewrite(ctx: Writing, tx: Tx, ofCase: CaseRow, before: DoNotInteractRow, said: Said): DoNotInteractRow {
  const row = { ...before, ...said, updated_at: ctx.now };
  change(tx, row, { ...said, ...asJson(said), updated_at: ctx.now });
  touchCase(ctx, tx, ofCase);
  tell(ctx, row, 'updated');
  return row;
}

/** Errors: CaseClosed. */
export async function deleteDoNotInteract(ctx: CommandContext, tx: Tx, { ofCase, row }: DoNotInteractOfPath) {
  mustBeOpen(ofCase);
  change(tx, row, { deleted_at: ctx.now, ends_at: null });
  touchCase(ctx, tx, ofCase);
  tell(ctx, row, 'deleted');
}

interface New {
  readonly personId: string;
  readonly caseId: string;
  readonly said: Said;
  readonly source: Source;
  /** The type that makes it; null: somebody makes it by hand or in bulk. */
  readonly type: { readonly id: string; readonly number: number } | null;
}

export function insert(ctx: Writing, tx: Tx, { personId, caseId, said, source, type }: New): DoNotInteractRow {
  const row: DoNotInteractRow = {
    person_id: personId,
    id: newId('DN'),
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    case_id: caseId,
    source,
    do_not_interact_type_id: type?.id ?? null,
    do_not_interact_type_number: type?.number ?? null,
    ...said,
    ended_at: null,
    ...madeBy(ctx.actor),
    created_at: ctx.now,
    updated_at: null,
    deleted_at: null,
  };
  const { company_id: _, ...columns } = row;
  tx.write(
    tx.db.insertInto('do_not_interacts').values({ ...columns, ...asJson(row) }),
    redraw('do_not_interacts_pkey'),
  );
  tell(ctx, row, 'created');
  return row;
}

export const isOver = ({ ends_at }: Pick<DoNotInteractRow, 'ends_at'>, now: string): boolean =>
  ends_at !== null && ends_at <= now;

/** Ends it because its last day is over. */
export function expire(ctx: Pick<Writing, 'now' | 'emit'>, tx: Tx, row: DoNotInteractRow): void {
  change(tx, row, { ended_at: ctx.now, ends_at: null });
  ctx.emit(doNotInteractExpired, row.person_id, toldOf(row), aboutCaseOf(row));
}

/** Ends it because its type says so, or a bulk action. */
export function release(ctx: Pick<Writing, 'now' | 'emit'>, tx: Tx, row: DoNotInteractRow): void {
  change(tx, row, { ended_at: ctx.now, ends_at: null });
  tell(ctx, row, 'released');
}

const asJson = ({ days_of_week, times_of_day }: Pick<DoNotInteractRow, 'days_of_week' | 'times_of_day'>) => ({
  days_of_week: JSON.stringify(days_of_week),
  times_of_day: JSON.stringify(times_of_day),
});

type Columns = Partial<Omit<DoNotInteractRow, 'company_id' | keyof ReturnType<typeof asJson>>> &
  Partial<ReturnType<typeof asJson>>;

function change(tx: Tx, { person_id: personId, id }: DoNotInteractRow, columns: Columns): void {
  tx.write(tx.db.updateTable('do_not_interacts').set(columns).where('person_id', '=', personId).where('id', '=', id));
}

const tell = (ctx: Pick<Writing, 'emit'>, row: DoNotInteractRow, said: Change): void =>
  ctx.emit(doNotInteractChanged, row.person_id, { ...toldOf(row), change: said }, aboutCaseOf(row));
