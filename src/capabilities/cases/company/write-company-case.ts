// What is checked and written when a case of the company is made or changed, and who hears of it.
import { type CaseTypeFound, typeOfCase } from '#capabilities/case-types/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { detailsAfter, mustNotRecast, nameAfter, typeFor } from '../case-content.ts';
import { moveAfter } from '../move-after.ts';
import { type MovingContext, movingBy } from '../moving-context.ts';
import { mustNotBePast } from '../not-past.ts';
import { ownerAfter } from '../owner.ts';
import { caseStates } from '../states.ts';
import { companyCase, detailsOf, detailsPart } from './company-case.ts';
import { type CompanyCaseRow, companyCaseTypes } from './tables.ts';
import { keepCompanyTasks } from './task.ts';

/** A case of the company that has just been made, or has changed. */
interface ChangedCompanyCase {
  /** Null: it was just made. */
  readonly before: CompanyCaseRow | null;
  readonly row: CompanyCaseRow;
  /** The version of its type. */
  readonly type: CaseTypeFound;
}

/** What later capabilities do in the commit that makes or changes a case of the company. */
export interface CompanyCaseListener {
  readonly mayEmit: readonly EventKind[];
  changed(ctx: MovingContext, tx: Tx, changed: ChangedCompanyCase): Promise<void>;
}

export function companyCaseRoutes(listeners: readonly CompanyCaseListener[]): readonly Endpoint[] {
  const mayEmit = listeners.flatMap((one) => one.mayEmit);
  return companyCase.endpoints({
    mayEmit: { create: mayEmit, update: mayEmit },
    beforeWrite: columnsAfter,
    async afterWrite(ctx, tx, { before, row }) {
      if (before !== undefined) keepCompanyTasks(ctx, tx, before, row);
      const changed = { before: before ?? null, row, type: await typeOfCase(tx, row) };
      for (const one of listeners) await one.changed(movingBy(ctx), tx, changed);
    },
  });
}

type BeforeWrite = NonNullable<NonNullable<Parameters<typeof companyCase.endpoints>[0]>['beforeWrite']>;

const ownerFields = { employee: 'owningEmployeeId', team: 'owningTeamId' } as const;

/** Errors: NotFound, InvalidRequest, CaseClosed. */
async function columnsAfter(
  ctx: CommandContext,
  tx: Tx,
  { before, row, sent }: Parameters<BeforeWrite>[2],
): Promise<Partial<CompanyCaseRow>> {
  mustNotRecast(before, sent);
  const type = before === undefined ? await typeFor(tx, sent) : await typeOfCase(tx, before);
  const caseType = companyCaseTypes.find((one) => one === type.caseType);
  if (caseType === undefined) {
    throw refuseField('caseTypeId', `is one of ${type.caseType}`, `a type of ${companyCaseTypes.join(', ')}`);
  }
  const moved = moveAfter(caseStates, before, sent);
  mustNotBePast(ctx, sent.dueAt);
  const details = detailsAfter(type, before && detailsOf(ctx.vault, before), sent);
  const sealer = ctx.vault.companySealer(row.company_id);
  return {
    ...moved,
    ...(await ownerAfter(tx, before, sent, ownerFields)),
    ...(moved.status !== before?.status && { status_updated_at: ctx.now }),
    ...(before === undefined && { ...madeBy(ctx.caller.actor), case_type: caseType, case_type_id: type.id }),
    name: nameAfter(type, before, sent.name),
    due_at: sent.dueAt ?? before?.due_at ?? ctx.now,
    details_sealed: sealer.seal(detailsPart(row.id), JSON.stringify(details)),
  };
}

interface Owner {
  readonly owningEmployeeId?: string;
  readonly owningTeamId?: string;
}

/** What happens elsewhere gives it to another owner, as a request would. Errors: NotFound, InvalidRequest. */
export async function giveCompanyCase(
  ctx: MovingContext,
  tx: Tx,
  before: CompanyCaseRow,
  to: Owner,
): Promise<CompanyCaseRow> {
  const row = { ...before, ...(await ownerAfter(tx, before, to, ownerFields)), updated_at: ctx.now };
  companyCase.change(tx, before, row);
  keepCompanyTasks(ctx, tx, before, row);
  companyCase.tell(ctx, 'updated', row);
  return row;
}
