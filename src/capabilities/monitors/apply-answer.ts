// What a register answers of a borrower, applied and noted in the status: for a borrower who is watched, and no other.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sealerOf } from '#capabilities/people/index.ts';
import { type Applying, applyFinding } from './apply-finding.ts';
import type { Answer } from './formats/format.ts';
import { hitsOf } from './hit.ts';
import type { Finding } from './rules/finding.ts';
import { writeStatus } from './status.ts';
import { monitoringStatuses, type StatusRow } from './tables.ts';
import type { HitSource, MonitorKind } from './words.ts';

interface Answered {
  readonly monitor: MonitorKind;
  readonly answer: Answer;
  readonly asOf: CivilDate;
}

/** False: the borrower is not watched. */
export async function applyAnswer(applying: Applying, { monitor, answer, asOf }: Answered): Promise<boolean> {
  const { tx, parent } = applying;
  const own = tx.db
    .selectFrom('monitoring_statuses')
    .select(monitoringStatuses.all)
    .where('person_id', '=', parent.person_id)
    .where('monitor', '=', monitor);
  const row = await tx.row(own);
  if (row === undefined) return false;
  const over = answer.isWhole ? await overBy(applying, monitor, answer.findings, asOf) : [];
  const seen = await applyFindings(applying, row, [...answer.findings, ...over], 'file');
  writeStatus(tx, row, seen);
  return true;
}

/** What is known and not said any more has ended. */
async function overBy(
  { ctx, tx, parent }: Applying,
  monitor: MonitorKind,
  findings: readonly Finding[],
  asOf: CivilDate,
): Promise<Finding[]> {
  const known = await hitsOf(tx, sealerOf(ctx.vault, parent), parent.person_id, monitor);
  return known
    .filter(({ row, details }) => row.standing === 'stands' && !findings.some(({ key }) => key === details.key))
    .map(({ row, details }) => ({ ...details, quality: row.match_quality, standing: 'ended', asOf }));
}

/** The columns of the status after a look. Errors: those of a case. */
export async function applyFindings(
  applying: Applying,
  row: StatusRow,
  findings: readonly Finding[],
  source: HitSource,
): Promise<Partial<StatusRow>> {
  const { now } = applying.ctx;
  let hit: Partial<StatusRow> = {};
  for (const finding of findings) {
    const caseId = await applyFinding(applying, { monitor: row.monitor, source, finding });
    if (caseId === undefined || finding.standing !== 'stands') continue;
    const isNew = row.last_result !== 'hit' || row.case_id !== caseId;
    hit = { match_quality: finding.quality, case_id: caseId, ...(isNew && { last_hit_at: now }) };
  }
  return { ...hit, last_result: hit.case_id === undefined ? 'noHit' : 'hit', last_checked_at: now };
}
