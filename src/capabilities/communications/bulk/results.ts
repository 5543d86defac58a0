// What came of a row of a bulk sending when its turn was.
import type { Refusal } from '#platform/errors.ts';
import type { SentMessage } from '../outgoing/send-to-person.ts';
import type { Prepared } from '../prepare/asked.ts';
import type { BulkResult, BulkRow } from './tables.ts';

export type RowResult = Pick<
  BulkRow,
  'result' | 'message_id' | 'interaction_id' | 'until' | 'blocked_by' | 'failure' | 'variable'
>;

const nothing = (): Omit<RowResult, 'result'> => ({
  message_id: null,
  interaction_id: null,
  until: null,
  blocked_by: [],
  failure: null,
  variable: null,
});

/** What came of a row whose message was not made. Where it was ready, there is no such borrower any more. */
export function resultOfPrepared(prepared: Prepared): RowResult {
  if (prepared.kind === 'ready') return { ...nothing(), result: 'noPerson' };
  if (prepared.kind !== 'failed') return { ...nothing(), result: prepared.kind };
  return { ...nothing(), result: 'failed', failure: prepared.reason, variable: prepared.name };
}

export function resultOfSent({ message }: SentMessage): RowResult {
  const { state, id, interaction_id, act_at, blocked_by } = message;
  const result = state === 'failed' ? 'noContact' : state;
  const isFirst = ['queued', 'scheduled', 'held', 'dropped', 'sent', 'noContact'].includes(result);
  return {
    ...nothing(),
    // What was made before a crash may have gone on since.
    result: isFirst ? (result as BulkResult) : 'queued',
    message_id: id,
    interaction_id,
    until: act_at,
    blocked_by,
  };
}

/** The field that is wrong stands where the variable does that is missing. */
export const refusedRow = ({ kind: { errorType }, data }: Refusal): Prepared => ({
  kind: 'failed',
  reason: errorType,
  part: null,
  line: null,
  column: null,
  name: typeof data.path === 'string' ? data.path : null,
  message: errorType,
});
