// What a case of a monitor means for loans: autopay stops when it is likely or confirmed; interest is bounded when the
// service is confirmed, and no longer when the service ends; late fees are suspended for the days of a disaster. All of it
// as far as the company wants it.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { CaseListener, MovedCase, MovingContext } from '#capabilities/cases/index.ts';
import { followService, militaryService } from '#capabilities/people/index.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { capsInterest, monitorsOf, stopsAutopay, suspendsLateFees } from '../monitor.ts';
import { monitorKinds } from '../words.ts';
import { askForOtherDays, askOfLoans } from './action.ts';

const recorded = militaryService.events.slice(0, 2);

/** A case by hand is left to people: only what a monitor has opened is followed. */
const isOfMonitor = async (reader: Reader, { row, before }: MovedCase): Promise<boolean> => {
  if (before === null) return row.created_by_type === 'system';
  const own = reader.db.selectFrom('monitor_hits').select('id').where('person_id', '=', row.person_id);
  return (await reader.row(own.where('case_id', '=', row.id).limit(1))) !== undefined;
};

/** How sure it is by now; undefined: nothing follows. */
type Sureness = 'likely' | 'confirmed' | 'over' | 'mistaken';

const surenessOfOutcome: Readonly<Record<string, Sureness>> = {
  approved: 'confirmed',
  ended: 'over',
  rejected: 'mistaken',
};

function surenessOf({ row, fields }: MovedCase): Sureness | undefined {
  if (row.status === 'initiated' && fields.matchQuality !== 'possible') return 'likely';
  if (row.status !== 'completed') return undefined;
  return surenessOfOutcome[row.outcome ?? ''];
}

export const loanActionsOfCases: CaseListener = {
  mayEmit: recorded,
  async moved(ctx, tx, moved) {
    const { row } = moved;
    const monitor = monitorKinds.find((kind) => kind === row.case_type);
    const sureness = surenessOf(moved);
    if (monitor === undefined || sureness === undefined || !(await isOfMonitor(tx, moved))) return;
    const setting = (await monitorsOf(tx)).find(({ kind }) => kind === monitor);
    if (setting?.is_enabled !== true) return;
    const of = { personId: row.person_id, caseId: row.id };
    const holds = sureness === 'likely' || sureness === 'confirmed';
    if (holds && stopsAutopay(setting)) await askOfLoans(ctx, tx, { ...of, action: 'stopAutopay' });
    if (suspendsLateFees(setting)) await suspendLateFees(ctx, tx, moved, sureness);
    if (sureness !== 'likely' && sureness !== 'mistaken' && capsInterest(setting)) {
      await boundInterest(ctx, tx, moved, sureness);
    }
  },
};

interface DisasterFields {
  readonly incidentBeginDate?: CivilDate;
  readonly declarationDate?: CivilDate;
  readonly reliefWindowEndDate?: CivilDate;
}

/** From the first day of the incident until the relief is over, or on no day where it struck somebody else. */
async function suspendLateFees(
  ctx: MovingContext,
  tx: Tx,
  { row, fields }: MovedCase,
  sureness: Sureness,
): Promise<void> {
  const of = { personId: row.person_id, caseId: row.id };
  if (sureness === 'mistaken') askForOtherDays(ctx, tx, { ...of, last: null });
  if (sureness === 'mistaken' || sureness === 'over') return;
  const { incidentBeginDate, declarationDate, reliefWindowEndDate: last } = fields as DisasterFields;
  const first = incidentBeginDate ?? declarationDate;
  if (first === undefined || last === undefined) return;
  await askOfLoans(ctx, tx, { ...of, action: 'suspendLateFees', days: { first, last } });
}

interface DutyFields {
  readonly dutyBeginDate?: CivilDate;
  readonly dutyEndDate?: CivilDate | null;
}

/** One that began on the same day is the same service. What is over is followed only where it was confirmed before. */
async function boundInterest(
  ctx: MovingContext,
  tx: Tx,
  { row, fields }: MovedCase,
  sureness: 'confirmed' | 'over',
): Promise<void> {
  const { dutyBeginDate: startDate } = fields as DutyFields;
  const of = { personId: row.person_id, caseId: row.id };
  if (startDate === undefined || (sureness === 'over' && !(await isBounded(tx, of)))) return;
  const endDate = lastDayOf(ctx, fields as DutyFields, sureness);
  const service = await followService(ctx, tx, { personId: row.person_id, startDate, endDate });
  const asked = { ...of, serviceId: service.id };
  if (sureness === 'confirmed') await askOfLoans(ctx, tx, { ...asked, action: 'capInterest' });
  if (service.isMoved) await askOfLoans(ctx, tx, { ...asked, action: 'endCap' });
}

async function isBounded(reader: Reader, { personId, caseId }: { personId: string; caseId: string }): Promise<boolean> {
  const own = reader.db.selectFrom('monitor_actions').select('id').where('person_id', '=', personId);
  const caps = own.where('case_id', '=', caseId).where('action', '=', 'capInterest');
  return (await reader.row(caps.limit(1))) !== undefined;
}

/** A register may say that somebody serves no more, and not since when: then the day on which it is heard is the last. */
function lastDayOf(
  { now, timezone }: MovingContext,
  { dutyBeginDate = undefined, dutyEndDate = null }: DutyFields,
  sureness: 'confirmed' | 'over',
): CivilDate | null {
  const told = dutyEndDate !== null && dutyBeginDate !== undefined && dutyEndDate < dutyBeginDate ? null : dutyEndDate;
  return told ?? (sureness === 'over' ? dateInZone(now, timezone) : null);
}
