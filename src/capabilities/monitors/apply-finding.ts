// What a finding does, in the commit that holds its borrower: a case, its do-not-interacts by its type, an event, and a
// task for whoever works on the case. Told again it does nothing.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import {
  type CaseListener,
  type CaseRow,
  caseEvents,
  caseOf,
  closeCase,
  isOpen,
  type MovingContext,
  openCase,
  openTask,
  reviseCase,
  taskEvents,
  tellMoved,
  toldOfTask,
} from '#capabilities/cases/index.ts';
import { ownOpenLoans } from '#capabilities/loans/index.ts';
import { heardEvents, type PersonRow, sealerOf } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { newId } from '#platform/ids.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { hitChanged, hitEnded, hitFound, hitWithdrawn } from './events.ts';
import { insertHit, type OpenHit, sealHit, writeHit } from './hit.ts';
import { askForOtherDays } from './loan-actions/action.ts';
import { type Deed, decide } from './rules/decide.ts';
import type { Finding } from './rules/finding.ts';
import type { HitRow } from './tables.ts';
import type { CaseMonitor, HitSource } from './words.ts';

export interface Applying {
  readonly ctx: MovingContext;
  readonly tx: Tx;
  readonly listeners: readonly CaseListener[];
  readonly parent: PersonRow;
}

export interface Origin {
  /** What its case is made by, besides. */
  readonly supercaseId?: string | null | undefined;
  /** Who has said it, besides whoever the events name. */
  readonly preparedBy: readonly string[];
}

interface Found extends Origin {
  readonly monitor: CaseMonitor;
  readonly source: HitSource;
  readonly finding: Finding;
}

export const emittedByFindings = (listeners: readonly CaseListener[]): EventKind[] => [
  ...caseEvents,
  ...taskEvents,
  ...heardEvents,
  hitFound,
  hitChanged,
  hitEnded,
  hitWithdrawn,
  ...listeners.flatMap(({ mayEmit }) => mayEmit),
];

/** A register that names more of one borrower tells nonsense. */
const hitsMax = 100;
const loansMax = 100;

const toldBy = {
  open: hitFound,
  change: hitChanged,
  reopen: hitChanged,
  end: hitEnded,
  reject: hitWithdrawn,
} as const satisfies Record<Exclude<Deed, 'nothing'>, EventKind>;

/** What is known of a borrower by a monitor, by the keys of findings; what is found is known from then on. */
export type KnownHits = Map<string, OpenHit>;

/** The case that it is about; undefined: nothing is known of it, and nothing follows. Errors: those of a case. */
export async function applyFinding(applying: Applying, found: Found, known: KnownHits): Promise<string | undefined> {
  const { ctx, tx, parent } = applying;
  const { monitor, finding } = found;
  const before = known.get(finding.key);
  if (before === undefined && known.size >= hitsMax) throw new Error(`More than ${hitsMax} hits of one borrower.`);
  const ofCase = before && (await caseOf(tx, parent.person_id, before.row.case_id));
  const deed = decide(finding, before && ofCase && knownOf(before, ofCase));
  if (deed === 'nothing') return before?.row.case_id;
  const row = await (ofCase === undefined
    ? openedCase(applying, found)
    : movedCase(applying, ofCase, { deed, finding }));
  known.set(finding.key, keptHit(applying, found, before, row));
  if (deed === 'change') followDays(applying, row, finding);
  const told = { monitor, matchQuality: finding.quality };
  ctx.emit(toldBy[deed], parent.person_id, told, { about: { caseId: row.id } });
  if (deed === 'open' || deed === 'change' || deed === 'reopen') await askSomebody(applying, row, deed);
  return row.id;
}

/** Nobody hears of an open case whose fields change: the relief of a disaster that lasts longer is followed here. */
function followDays({ ctx, tx, parent }: Applying, { id: caseId }: CaseRow, { fields }: Finding): void {
  const { reliefWindowEndDate: last } = fields as { readonly reliefWindowEndDate?: CivilDate };
  if (last !== undefined) askForOtherDays(ctx, tx, { personId: parent.person_id, caseId, last });
}

const knownOf = ({ row, details }: OpenHit, ofCase: CaseRow) => ({
  quality: row.match_quality,
  standing: row.standing,
  asOf: row.as_of,
  fields: details.fields,
  case: { isOpen: isOpen(ofCase), outcome: ofCase.outcome },
});

const fieldsOf = ({ fields, quality }: Finding) => ({ ...fields, matchQuality: quality });

async function openedCase(
  { ctx, tx, listeners, parent }: Applying,
  { monitor, finding, supercaseId = null }: Found,
): Promise<CaseRow> {
  const loans = await ownOpenLoans(tx, parent.person_id);
  const loanIds = loans.slice(0, loansMax).map(({ id }) => id);
  const sent = { caseType: monitor, fields: fieldsOf(finding), loanIds };
  // The service has made it, also where somebody has brought the file: only such cases are followed.
  return openCase(ctx, tx, listeners, parent, sent, { supercase_id: supercaseId, ...madeBy(system) });
}

interface Move {
  readonly deed: Deed;
  readonly finding: Finding;
}

const outcomes = { end: 'ended', reject: 'rejected' } as const;

/** What is closed is reopened first, since nothing closed changes; then it waits to be worked on, as a new one does. */
async function movedCase(
  { ctx, tx, listeners, parent }: Applying,
  before: CaseRow,
  { deed, finding }: Move,
): Promise<CaseRow> {
  const revise = (row: CaseRow, sent: Parameters<typeof reviseCase>[4]) =>
    reviseCase(ctx, tx, listeners, { row, parent }, sent);
  const open = isOpen(before) ? before : await revise(before, { status: 'reopened' });
  const row = await revise(open, { fields: fieldsOf(finding) });
  if (deed === 'reopen') {
    if (row.status !== 'initiated') return revise(row, { status: 'initiated' });
    await tellMoved(ctx, tx, listeners, { before: row, row, parent });
    return row;
  }
  if (deed !== 'end' && deed !== 'reject') return row;
  await closeCase(ctx, tx, listeners, { row, parent }, outcomes[deed]);
  return row;
}

function keptHit(
  { ctx, tx, parent }: Applying,
  found: Found,
  before: OpenHit | undefined,
  { id: case_id }: CaseRow,
): OpenHit {
  const { monitor, source, finding, preparedBy } = found;
  const hitId = before?.row.id ?? newId('MH');
  const row: HitRow = {
    person_id: parent.person_id,
    id: hitId,
    company_id: parent.company_id,
    position: before?.row.position ?? ctx.position(),
    monitor,
    source,
    match_quality: finding.quality,
    standing: finding.standing,
    as_of: finding.asOf,
    case_id,
    prepared_by_ids: [...new Set([...(before?.row.prepared_by_ids ?? []), ...preparedBy])],
    details_sealed: sealHit(sealerOf(ctx.vault, parent), hitId, finding),
    created_at: before?.row.created_at ?? ctx.now,
    updated_at: before === undefined ? null : ctx.now,
  };
  (before === undefined ? insertHit : writeHit)(tx, row);
  return { row, details: finding };
}

const reasons = {
  open: 'A monitor has found this. Look whether it is the borrower, and complete the case.',
  change: 'A monitor has found more about this. Look what follows from it.',
  reopen: 'A monitor has found more about this, or is surer of it. Look at it again.',
} as const;

async function askSomebody({ ctx, tx, parent }: Applying, row: CaseRow, deed: keyof typeof reasons): Promise<void> {
  const making = { ...ctx, caller: { actor: ctx.actor } };
  const task = await openTask(making, tx, { row, parent }, 'escalation', { reason: reasons[deed] });
  const { kind, fields } = toldOfTask(task, row);
  ctx.emit(kind, parent.person_id, fields, { about: { caseId: row.id } });
}
