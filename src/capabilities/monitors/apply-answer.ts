// What a register answers of a borrower, applied and noted in the status: for a borrower who is watched, and no other.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sealerOf } from '#capabilities/people/index.ts';
import { type Applying, applyFinding, type KnownHits, type Origin } from './apply-finding.ts';
import type { Answer } from './formats/format.ts';
import { hitsOf, type OpenHit } from './hit.ts';
import type { Finding } from './rules/finding.ts';
import { writeStatus } from './status.ts';
import { monitoringStatuses, type StatusRow } from './tables.ts';
import type { CaseMonitor, HitSource } from './words.ts';

interface Answered {
  readonly monitor: CaseMonitor;
  readonly answer: Answer;
  readonly asOf: CivilDate;
  readonly preparedBy: readonly string[];
}

/** Errors: those of a case. */
export async function applyAnswer(applying: Applying, { monitor, ...said }: Answered): Promise<void> {
  const { tx, parent } = applying;
  const own = tx.db
    .selectFrom('monitoring_statuses')
    .select(monitoringStatuses.all)
    .where('person_id', '=', parent.person_id)
    .where('monitor', '=', monitor);
  const row = await tx.row(own);
  if (row === undefined) return;
  writeStatus(tx, row, await appliedAnswer(applying, { ...row, monitor }, { ...said, source: 'file' }));
}

interface Heard {
  readonly answer: Answer;
  readonly asOf: CivilDate;
  readonly source: HitSource;
  /** Who has prepared all of it, besides whoever the events name. */
  readonly preparedBy?: readonly string[];
  /** Where findings come from, by their keys. */
  readonly origins?: ReadonlyMap<string, Origin>;
  /** What was found before, if it has been read already. */
  readonly known?: readonly OpenHit[] | undefined;
}

type StatusOfCases = StatusRow & { readonly monitor: CaseMonitor };

/** The columns of the status after a look. Errors: those of a case. */
export async function appliedAnswer(applying: Applying, row: StatusOfCases, heard: Heard): Promise<Partial<StatusRow>> {
  const { answer, asOf, source, origins, preparedBy = [] } = heard;
  const known = await knownHits(applying, row, heard);
  const over = answer.isWhole ? overBy(known, answer.findings, asOf) : [];
  const { now } = applying.ctx;
  let hit: Partial<StatusRow> = {};
  for (const finding of [...answer.findings, ...over]) {
    const found = { monitor: row.monitor, source, finding, preparedBy, ...origins?.get(finding.key) };
    const caseId = await applyFinding(applying, found, known);
    if (caseId === undefined || finding.standing !== 'stands') continue;
    const isNew = row.last_result !== 'hit' || row.case_id !== caseId;
    hit = { match_quality: finding.quality, case_id: caseId, ...(isNew && { last_hit_at: now }) };
  }
  return { ...hit, last_result: hit.case_id === undefined ? 'noHit' : 'hit', last_checked_at: now };
}

/** They are read and opened once for all findings of a look, and not at all where there is nothing to compare. */
async function knownHits(
  { ctx, tx, parent }: Applying,
  { monitor }: StatusOfCases,
  { answer, known }: Heard,
): Promise<KnownHits> {
  const isSilent = answer.findings.length === 0 && !answer.isWhole;
  const hits = known ?? (isSilent ? [] : await hitsOf(tx, sealerOf(ctx.vault, parent), parent.person_id, monitor));
  return new Map(hits.map((one) => [one.details.key, one]));
}

/** What is known and not said any more has ended. */
const overBy = (known: KnownHits, findings: readonly Finding[], asOf: CivilDate): Finding[] =>
  [...known.values()]
    .filter(({ row, details }) => row.standing === 'stands' && !findings.some(({ key }) => key === details.key))
    .map(({ row, details }) => ({ ...details, quality: row.match_quality, standing: 'ended', asOf }));
