// What is checked and written when a case is made or changed, and who hears of it.
import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { type CaseTypeFound, typeOfCase } from '#capabilities/case-types/index.ts';
import { type PersonRow, sealerOf, tokensFor } from '#capabilities/people/index.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { namedLoans, tellAssociations } from './associations.ts';
import { type CaseOfPath, caseResource, changeCase, detailsOf, isOpen } from './case.ts';
import { detailsAfter, mustNotRecast, nameAfter, type OfType, typeFor } from './case-content.ts';
import { datesAfter } from './case-dates.ts';
import { caseChanged, toldOfCase } from './events.ts';
import { moveAfter } from './move-after.ts';
import { type MovingContext, movingBy } from './moving-context.ts';
import { ownerAfter } from './owner.ts';
import { courtCaseTokens } from './search-people.ts';
import { caseStates } from './states.ts';
import type { CaseRow } from './tables.ts';
import { cancelTasksOf, handOver } from './tasks/task.ts';

/** A case that has just been made or has come to another status. */
export interface MovedCase {
  readonly row: CaseRow;
  /** Whose it is. */
  readonly parent: PersonRow;
  /** Null: it was just made. */
  readonly before: CaseRow | null;
  readonly fields: OfType['fields'];
  readonly customFields: OfType['customFields'];
  /** The version of its type. */
  readonly type: CaseTypeFound;
}

/** What later capabilities do in the commit that makes or moves a case. */
export interface CaseListener {
  readonly mayEmit: readonly EventKind[];
  moved(ctx: MovingContext, tx: Tx, moved: MovedCase): Promise<void>;
  /** Whatever was changed of it, when the status stays. */
  changed?(ctx: MovingContext, tx: Tx, changed: ChangedCase): Promise<void>;
}

/** A case that has changed, and is where it was. */
interface ChangedCase {
  readonly before: CaseRow;
  readonly row: CaseRow;
  readonly parent: PersonRow;
}

type Sent = Parameters<typeof caseResource.add>[2];

export function caseEndpoints(listeners: readonly CaseListener[]): Endpoint[] {
  const mayEmit = listeners.flatMap((one) => one.mayEmit);
  return caseResource.endpoints({
    mayEmit: { create: mayEmit, update: mayEmit },
    beforeWrite: (ctx, tx, { before, row, sent, parent }) =>
      columnsAfter(movingBy(ctx), tx, { before, row, sent, parent }),
    afterWrite: (ctx, tx, { before, row, parent }) => tellCase(movingBy(ctx), tx, listeners, before, { row, parent }),
  });
}

/** A case that is made by what happens elsewhere. Errors: NoRoom, CollectionCaseOpen. */
export async function openCase(
  ctx: MovingContext,
  tx: Tx,
  listeners: readonly CaseListener[],
  parent: PersonRow,
  sent: Sent,
  more: Partial<CaseRow> = {},
): Promise<CaseRow> {
  await caseResource.mustHaveRoom(tx, parent.person_id);
  const draft = caseResource.make(ctx, sealerOf(ctx.vault, parent), sent, {}, parent.person_id);
  const row = { ...draft, ...(await columnsAfter(ctx, tx, { before: undefined, row: draft, sent, parent })), ...more };
  caseResource.insert(tx, row);
  await tellCase(ctx, tx, listeners, undefined, { row, parent });
  return row;
}

/** A case that ends by itself. */
export async function closeCase(
  ctx: MovingContext,
  tx: Tx,
  listeners: readonly CaseListener[],
  { row: before, parent }: CaseOfPath,
  outcome: string,
): Promise<void> {
  const { to: status } = caseStates.move(before.status, 'settle', { id: before.id });
  const row = changeCase(tx, before, { status, outcome, status_updated_at: ctx.now, updated_at: ctx.now });
  await tellCase(ctx, tx, listeners, before, { row, parent });
}

/** A case that is changed by what happens elsewhere, as a request would. Errors: those of its update. */
export async function reviseCase(
  ctx: MovingContext,
  tx: Tx,
  listeners: readonly CaseListener[],
  { row: before, parent }: CaseOfPath,
  sent: Sent,
): Promise<CaseRow> {
  const columns = await columnsAfter(ctx, tx, { before, row: before, sent, parent });
  const row = changeCase(tx, before, { ...columns, updated_at: ctx.now });
  await tellCase(ctx, tx, listeners, before, { row, parent });
  return row;
}

interface Written {
  readonly before: CaseRow | undefined;
  readonly row: CaseRow;
  readonly sent: Sent;
  readonly parent: PersonRow;
}

const ownerFields = { employee: 'owningEmployeeId', team: 'owningTeamId' } as const;

/** Errors: NotFound, InvalidRequest, CaseClosed. */
async function columnsAfter(
  ctx: MovingContext,
  tx: Tx,
  { before, row, sent, parent }: Written,
): Promise<Partial<CaseRow>> {
  const sealer = sealerOf(ctx.vault, parent);
  mustNotRecast(before, sent);
  const loans = sent.loanIds && (await namedLoans(tx, row.person_id, sent.loanIds));
  const type = before === undefined ? await typeFor(tx, sent, loans?.[0]?.loanTypeId) : await typeOfCase(tx, before);
  const moved = moveAfter(caseStates, before, sent);
  const today = dateInZone(ctx.now, ctx.timezone);
  const dates = datesAfter(type.caseType, before, sent, today);
  const owner = await ownerAfter(tx, before, sent, ownerFields);
  const isFilled = before === undefined || sent.fields !== undefined || sent.customFields !== undefined;
  return {
    ...moved,
    ...(moved.status !== before?.status && { status_updated_at: ctx.now }),
    ...(before === undefined && { ...madeBy(ctx.actor), case_type: type.caseType, case_type_id: type.id }),
    name: nameAfter(type, before, sent.name),
    ...dates,
    ...owner,
    ...(loans && { loan_ids: [...new Set(loans.map(({ id }) => id))] }),
    ...(isFilled && sealedColumns(ctx, row, parent, detailsAfter(type, before && detailsOf(sealer, before), sent))),
  };
}

const sealedColumns = ({ vault, realm }: MovingContext, row: CaseRow, parent: PersonRow, details: OfType) => ({
  details_sealed: caseResource.withDetails(sealerOf(vault, parent), row, details).details_sealed,
  search_tokens: courtCaseTokens(tokensFor(vault, realm, parent.data_key), details),
});

async function tellCase(
  ctx: MovingContext,
  tx: Tx,
  listeners: readonly CaseListener[],
  before: CaseRow | undefined,
  { row, parent }: CaseOfPath,
): Promise<void> {
  const sealer = sealerOf(ctx.vault, parent);
  if (before !== undefined && isAsBefore(sealer, row, before)) return;
  const about = { about: { caseId: row.id } };
  ctx.emit(caseChanged, row.person_id, { ...toldOfCase(row), previousStatus: before?.status ?? null }, about);
  tellAssociations(ctx, before?.loan_ids ?? [], row);
  if (before !== undefined) keepTasks(ctx, tx, before, row);
  if (row.status === before?.status) return tellChanged(ctx, tx, listeners, { before, row, parent });
  await tellMoved(ctx, tx, listeners, { before: before ?? null, row, parent });
}

/** Also of a case that waits to be looked at anew where it is: whatever follows from its status is asked again. */
export async function tellMoved(
  ctx: MovingContext,
  tx: Tx,
  listeners: readonly CaseListener[],
  { before, row, parent }: CaseOfPath & { readonly before: CaseRow | null },
): Promise<void> {
  if (listeners.length === 0) return;
  const type = await typeOfCase(tx, row);
  const moved = { row, parent, before, ...detailsOf(sealerOf(ctx.vault, parent), row), type };
  for (const one of listeners) await one.moved(ctx, tx, moved);
}

/** Later capabilities hear of whatever was changed of a case that is where it was. */
export async function tellChanged(
  ctx: MovingContext,
  tx: Tx,
  listeners: readonly CaseListener[],
  changed: ChangedCase,
): Promise<void> {
  for (const one of listeners) await one.changed?.(ctx, tx, changed);
}

/** What is sent a second time is no news. */
function isAsBefore(sealer: Sealer, row: CaseRow, before: CaseRow): boolean {
  const { updated_at, details_sealed } = before;
  // The same details are other bytes each time that they are sealed.
  return (
    isDeepStrictEqual({ ...row, updated_at, details_sealed }, before) &&
    isDeepStrictEqual(detailsOf(sealer, row), detailsOf(sealer, before))
  );
}

/** The open tasks end with the case, and go to its new owner. */
function keepTasks(ctx: { readonly now: Instant }, tx: Tx, before: CaseRow, row: CaseRow): void {
  if (isOpen(before) && !isOpen(row)) cancelTasksOf(ctx, tx, row);
  else if (ownerOf(before) !== ownerOf(row)) handOver(tx, before, row);
}

const ownerOf = (row: CaseRow): string | null => row.owning_employee_id ?? row.owning_team_id;
