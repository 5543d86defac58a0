// Begins a file for an agency: one of a month, and each month after the one before; or a correction of the last one.
import { type CivilDate, isMonthEnd, monthEndBefore } from '@tenor/engine/values/civil-date.ts';
import type { Actor } from '#platform/actor.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { isTaken } from '#platform/sqlstate.ts';
import { start } from '#platform/states.ts';
import { type Starting, startOperation } from '#platform/work/operations/operations.ts';
import { noneLeftOut } from '../accounts/left-out.ts';
import { creditErrors } from '../errors.ts';
import { type AgencyRow, creditFiles, type FileRow } from '../tables.ts';
import { tellFile } from './file.ts';
import { fileJob } from './job.ts';
import { fileTable } from './states.ts';

interface Begun {
  readonly agency: AgencyRow;
  readonly asOf: CivilDate;
  readonly isCorrection: boolean;
  readonly isScheduled: boolean;
  /** Whose rights it needs. */
  readonly responsible: Actor;
}

/** The agency is locked. Errors: CreditFileThere. */
export function startFile(ctx: Starting, tx: Tx, { agency, asOf, responsible, ...kind }: Begun): FileRow {
  const id = newId('MF');
  const operation = startOperation({ ...ctx, caller: { actor: responsible } }, tx, fileJob, { creditFileId: id });
  const row: FileRow = {
    id,
    company_id: agency.company_id,
    position: ctx.position(),
    agency_id: agency.id,
    as_of: asOf,
    known_at: ctx.now,
    is_correction: kind.isCorrection,
    is_scheduled: kind.isScheduled,
    state: fileTable.move(start, 'initiate').to,
    operation_id: operation.id,
    responsible_type: responsible.type,
    responsible_id: responsible.id,
    num_accounts: null,
    left_out: noneLeftOut,
    findings: [],
    content_id: null,
    file_name: null,
    error_message: null,
    due_at: null,
    holder: null,
    tries: 0,
    last_failure: null,
    left_at: null,
    finished_at: null,
    created_at: ctx.now,
    updated_at: null,
  };
  const { company_id: _, ...columns } = row;
  const stored = { ...columns, left_out: JSON.stringify(row.left_out), findings: '[]' };
  tx.write(tx.db.insertInto('credit_files').values(stored), (error) =>
    isTaken(error, 'credit_files_once') ? alreadyThere(null, error) : error,
  );
  tellFile(ctx.emit, agency.company_id, row);
  return row;
}

interface Asked {
  readonly today: CivilDate;
  readonly asOf: CivilDate | null | undefined;
  readonly isCorrection: boolean;
}

/** The month that is meant. Errors: InvalidRequest, CreditFileThere, CreditAgencyInactive. */
export async function monthAsked(
  reader: Reader,
  agency: AgencyRow,
  { today, asOf: sent, isCorrection }: Asked,
): Promise<CivilDate> {
  if (!agency.is_active) throw new Refusal(creditErrors.CreditAgencyInactive, `The agency ${agency.id} is not active.`);
  const going = await goingOf(reader, agency.id);
  if (going !== undefined) throw alreadyThere(going.id);
  const last = await filesOf(reader, agency.id, [fileTable.to('make')], false);
  const asOf = sent ?? (isCorrection ? last?.as_of : undefined) ?? monthEndBefore(today);
  if (!isMonthEnd(asOf)) throw refuseField('asOf', 'is not the last day of a month', 'a day such as 2026-01-31');
  if (asOf >= today) throw refuseField('asOf', 'is not over', `the last day of a month before ${today}`);
  if (isCorrection) {
    if (last?.as_of === asOf) return asOf;
    throw refuseField(
      'asOf',
      'is no month of which the agency has heard last',
      last?.as_of ?? 'none: it has heard nothing',
    );
  }
  if (last !== undefined && last.as_of >= asOf) throw alreadyThere(last.id);
  return asOf;
}

/** The file of the last month in one of these states. What is said goes on from it, so only one is made at a time. */
const filesOf = (
  reader: Reader,
  agencyId: string,
  states: readonly FileRow['state'][],
  isCorrection?: boolean,
): Promise<FileRow | undefined> => {
  const own = reader.db
    .selectFrom('credit_files')
    .select(creditFiles.all)
    .where('agency_id', '=', agencyId)
    .where('state', 'in', states)
    .orderBy('as_of', 'desc')
    .limit(1);
  const found = isCorrection === undefined ? own : own.where('is_correction', '=', isCorrection);
  return reader.row(found) as Promise<FileRow | undefined>;
};

const goingOf = (reader: Reader, agencyId: string) => filesOf(reader, agencyId, fileTable.from('fail'));

export const isMakingOne = async (reader: Reader, agencyId: string): Promise<boolean> =>
  (await goingOf(reader, agencyId)) !== undefined;

/** A month before was begun, and was not made nor passed over by hand since. */
export async function hasUnmade(reader: Reader, agencyId: string, asOf: CivilDate): Promise<boolean> {
  const broken = await filesOf(reader, agencyId, ['refused', 'failed'], false);
  if (broken === undefined || broken.as_of >= asOf) return false;
  const made = await filesOf(reader, agencyId, [fileTable.to('make')], false);
  return made === undefined || made.as_of < broken.as_of;
}

const alreadyThere = (creditFileId: string | null, cause?: unknown): Refusal =>
  new Refusal(
    creditErrors.CreditFileThere,
    'The agency has a file of this month or of a later one, or one that is being made.',
    {
      data: { path: 'asOf', creditFileId },
      cause,
    },
  );
