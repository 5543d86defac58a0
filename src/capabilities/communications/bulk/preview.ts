// What would come of some rows of a bulk sending if it went on now. Nothing is written: a row says what the guard says of
// its message by itself, and what the text of it would be where that is asked for.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type MessageGuard, messageGuard } from '#capabilities/compliance/index.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { type Decision, decide } from '../outgoing/decide.ts';
import type { MessageAsked, Prepared } from '../prepare/asked.ts';
import { chosenWay, type Prepare } from '../prepare/prepare.ts';
import { askedOrRefused, readyRows, type SameForAll } from './ready.ts';
import { type RowResult, resultOfPrepared } from './results.ts';
import type { SourceRow } from './source.ts';
import type { BulkResult } from './tables.ts';

interface PreviewedRow extends Pick<RowResult, 'result' | 'failure' | 'variable'> {
  readonly row: SourceRow;
  readonly until: Instant | null;
  readonly blockedBy: readonly string[];
  readonly contactId: string | null;
  readonly subjectLine: string | null;
  readonly text: string | null;
  readonly html: string | null;
}

interface How {
  /** False: the guard alone is asked, which is enough to count. */
  readonly isRendered: boolean;
}

/** Errors: Forbidden (what a text names). */
export async function previewRows(
  prepare: Prepare,
  ctx: ReadContext,
  same: SameForAll,
  rows: readonly SourceRow[],
  { isRendered }: How,
): Promise<readonly PreviewedRow[]> {
  const now = await ctx.now();
  const people = [...new Set(rows.map(({ personId }) => personId))];
  const guard = await messageGuard(ctx, { people, now, timezone: ctx.caller.timezone });
  const given = { ctx, same, onceKeyOf: () => null };
  const asked = rows.map((row) => askedOrRefused(given, guard, row, now));
  const ready = isRendered ? await readyRows({ prepare, ...given }, rows) : null;
  return rows.map((row, i) => {
    const right = asked[i] as MessageAsked | Prepared;
    const prepared = ready?.[i]?.prepared ?? ('origin' in right ? null : right);
    if (!('origin' in right) || (prepared !== null && prepared.kind !== 'ready')) {
      return { ...none(row), ...resultOfPrepared(prepared ?? (right as Prepared)) };
    }
    return { ...none(row), ...prepared?.message.content, ...judged(guard, right, { now, ctx }) };
  });
}

const none = (row: SourceRow) => ({
  row,
  until: null,
  blockedBy: [],
  contactId: null,
  failure: null,
  variable: null,
  subjectLine: null,
  text: null,
  html: null,
});

function judged(guard: MessageGuard, asked: MessageAsked, { now, ctx }: { now: Instant; ctx: ReadContext }) {
  const { sendAt, personId } = asked;
  if (sendAt != null && sendAt > now) return { result: 'scheduled' as const, until: sendAt };
  const message = chosenWay(asked);
  const decision = decide(guard, personId, message, { now, timezone: ctx.caller.timezone });
  const { until, blockedBy, contact } = decision;
  return { result: resultOf(decision, asked), until, blockedBy, contactId: contact?.id ?? null };
}

function resultOf({ becomes }: Decision, { channel }: MessageAsked): BulkResult {
  if (becomes !== 'sent') return becomes;
  return channel === 'gui' ? 'sent' : 'queued';
}
