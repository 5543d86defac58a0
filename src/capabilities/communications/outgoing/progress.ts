// How a message goes on: its row, its interaction, the verdict and the events of a step are one commit. The caller has
// locked the person.
import type { MovingContext } from '#capabilities/cases/index.ts';
import { type JudgedMessage, keepMessageVerdict } from '#capabilities/compliance/index.ts';
import { findInteraction, type InteractionRow, reportInteraction } from '#capabilities/interactions/index.ts';
import type { PersonRow } from '#capabilities/people/index.ts';
import { preparedChanges } from '#platform/db/prepared-changes.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import {
  aboutOfMessage,
  communicationFailed,
  communicationSent,
  interactionBlocked,
  toldOfMessage,
} from '../events.ts';
import { outgoingStates } from '../states.ts';
import { type MessageRow, outgoingMessages } from '../tables.ts';
import { type Decision, quietHours } from './decide.ts';
import { takeFromQueue } from './message-rows.ts';

export interface Progressing {
  readonly ctx: MovingContext;
  readonly tx: Tx;
  readonly owner: PersonRow;
  readonly row: MessageRow;
  /** As it stands, where it was read before. */
  readonly interaction?: InteractionRow;
}

const change = preparedChanges(outgoingMessages, ['person_id', 'id']);

type Changes = Partial<Omit<MessageRow, 'person_id' | 'id' | 'company_id'>>;

export function changeMessage(ctx: Pick<MovingContext, 'now'>, tx: Tx, row: MessageRow, changes: Changes): MessageRow {
  const changed = { ...changes, updated_at: ctx.now };
  tx.write(change(tx.db, row, changed));
  return { ...row, ...changed };
}

type Report = Partial<
  Pick<
    InteractionRow,
    | 'status'
    | 'status_details'
    | 'started_at'
    | 'ended_at'
    | 'scheduled_at_from'
    | 'contact_id'
    | 'document_id'
    | 'undeliverable'
    | 'is_autodialed'
  >
>;

export const interactionOf = async ({ tx, row, interaction }: Progressing): Promise<InteractionRow> =>
  interaction ?? findInteraction(tx, row.person_id, row.interaction_id);

export async function reportOf(going: Progressing, report: Report): Promise<InteractionRow> {
  const { ctx, tx, owner } = going;
  const before = await interactionOf(going);
  return reportInteraction(ctx, tx, { owner, row: before }, report);
}

export function keepVerdictOf({ ctx, tx, row }: Progressing, judged: JudgedMessage | null, leaves: boolean): void {
  const { person_id: personId, interaction_id: interactionId } = row;
  if (judged !== null) keepMessageVerdict(tx, { personId, interactionId, now: ctx.now, leaves }, judged);
}

/** How an interaction says that its message waits. */
export const waitingDetails = ({ blockedBy }: Pick<Decision, 'blockedBy'>): string =>
  blockedBy.every((one) => one === quietHours) ? 'heldForQuietHours' : 'heldByRules';

export function tellBlocked({ ctx, row }: Progressing, becomes: 'held' | 'dropped', decision: Decision): void {
  const { until, blockedBy } = decision;
  const told = { ...toldOfMessage(row), becomes, until, ruleIds: [...blockedBy] };
  ctx.emit(interactionBlocked, row.person_id, told, aboutOfMessage(row));
}

/** It may not go out: it waits, it is dropped, or there is nobody to send it to any more. */
export async function putOff(going: Progressing, decision: Decision): Promise<MessageRow> {
  const { ctx, tx, row } = going;
  if (row.state === 'queued') takeFromQueue(tx, row);
  keepVerdictOf(going, decision.judged, false);
  const blocked_by = [...decision.blockedBy];
  if (decision.becomes === 'held') {
    const { until } = decision;
    await reportOf(going, { status_details: waitingDetails(decision), scheduled_at_from: until });
    tellBlocked(going, 'held', decision);
    const state = outgoingStates.move(row.state, 'hold').to;
    return changeMessage(ctx, tx, row, { state, act_at: until, blocked_by });
  }
  if (decision.becomes === 'noContact') return failed(going, 'noContact', 'there is no contact to send it to');
  await reportDropped(going);
  tellBlocked(going, 'dropped', decision);
  const state = outgoingStates.move(row.state, 'drop').to;
  return changeMessage(ctx, tx, row, { state, act_at: null, blocked_by });
}

/** One that was tried before did not succeed; of one that was not, nothing took place. */
async function reportDropped(going: Progressing): Promise<void> {
  const { ctx, tx, owner } = going;
  const before = await interactionOf(going);
  const status = before.status === 'scheduled' ? 'canceled' : 'failed';
  reportInteraction(ctx, tx, { owner, row: before }, { status, status_details: 'droppedByRules' });
}

type FailureReason = 'refused' | 'bounced' | 'unknown' | 'noContact';

export function tellFailed({ ctx, row }: Progressing, reason: FailureReason): void {
  ctx.emit(communicationFailed, row.person_id, { ...toldOfMessage(row), reason }, aboutOfMessage(row));
}

/** It has not gone out, and will not. */
async function failed(going: Progressing, reason: 'noContact', why: string): Promise<MessageRow> {
  const { ctx, tx, row } = going;
  await reportOf(going, { status: 'failed', status_details: reason, started_at: ctx.now });
  tellFailed(going, reason);
  const state = outgoingStates.move(row.state, 'refuse').to;
  return changeMessage(ctx, tx, row, { state, act_at: null, last_failure: why });
}

/** It was handed over, or is shown. */
export function tellSent({ ctx, row }: Progressing): void {
  ctx.emit(communicationSent, row.person_id, toldOfMessage(row), aboutOfMessage(row));
}
