// What a case of a monitor means for loans: autopay stops when it is likely or confirmed, and interest is bounded when the
// service is confirmed, as far as the company wants it.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { CaseListener, MovedCase, MovingContext } from '#capabilities/cases/index.ts';
import { militaryService, recordService } from '#capabilities/people/index.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { capsInterest, monitorsOf, stopsAutopay } from '../monitor.ts';
import { type MonitorKind, monitorKinds } from '../words.ts';
import { askOfLoans } from './action.ts';

const recorded = militaryService.events.slice(0, 1);

/** A case by hand is left to people: only what a monitor has opened is followed. */
const isOfMonitor = async (reader: Reader, { row, wasStatus }: MovedCase): Promise<boolean> => {
  if (wasStatus === null) return row.created_by_type === 'system';
  const own = reader.db.selectFrom('monitor_hits').select('id').where('person_id', '=', row.person_id);
  return (await reader.row(own.where('case_id', '=', row.id).limit(1))) !== undefined;
};

export const loanActionsOfCases: CaseListener = {
  mayEmit: recorded,
  async moved(ctx, tx, moved) {
    const { row, fields, wasStatus } = moved;
    const monitor = monitorKinds.find((kind) => kind === row.case_type);
    if (monitor === undefined) return;
    const isConfirmed = row.status === 'completed' && row.outcome === 'approved';
    const isLikely = row.status === 'initiated' && fields.matchQuality !== 'possible' && wasStatus === null;
    if (!(isConfirmed || isLikely) || !(await isOfMonitor(tx, moved))) return;
    await follow(ctx, tx, moved, { monitor, isConfirmed });
  },
};

interface Followed {
  readonly monitor: MonitorKind;
  readonly isConfirmed: boolean;
}

async function follow(ctx: MovingContext, tx: Tx, moved: MovedCase, { monitor, isConfirmed }: Followed): Promise<void> {
  const setting = (await monitorsOf(tx)).find(({ kind }) => kind === monitor);
  if (setting?.is_enabled !== true) return;
  const { person_id: personId, id: caseId } = moved.row;
  if (stopsAutopay(setting)) await askOfLoans(ctx, tx, { personId, caseId, action: 'stopAutopay' });
  if (!isConfirmed || !capsInterest(setting)) return;
  const serviceId = await serviceOf(ctx, tx, moved);
  if (serviceId !== undefined) await askOfLoans(ctx, tx, { personId, caseId, action: 'capInterest', serviceId });
}

/** The service that the register has told of; one that began on the same day is the same. */
async function serviceOf(ctx: MovingContext, tx: Tx, { row, fields }: MovedCase): Promise<string | undefined> {
  const { dutyBeginDate: startDate, dutyEndDate: endDate = null } = fields as DutyFields;
  return startDate && recordService(ctx, tx, { personId: row.person_id, startDate, endDate });
}

interface DutyFields {
  readonly dutyBeginDate?: CivilDate;
  readonly dutyEndDate?: CivilDate | null;
}
