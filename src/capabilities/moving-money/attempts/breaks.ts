// A break: two accounts of the same money differ. It is kept and shown to people, and never put right by itself.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import type { Taking } from './taker.ts';

type BreakKind =
  | 'theirsNotOurs'
  | 'amount'
  | 'chargedTwice'
  | 'contradiction'
  | 'returnTwice'
  | 'returnUnknown'
  | 'returnOpen'
  | 'changeOpen'
  | 'refundedAndReturned';

export interface Break {
  readonly kind: BreakKind;
  /** A sentence for people, with nothing that says whose money it is. */
  readonly detail: string;
}

interface About {
  readonly personId?: string;
  readonly attemptId?: string;
  /** Null: nobody may read it. */
  readonly amount?: Cents | null;
}

export function recordBreak(
  tx: Tx,
  { position, now, log }: Pick<Taking, 'position' | 'now' | 'log'>,
  { kind, detail }: Break,
  { personId, attemptId, amount }: About = {},
): void {
  const id = newId('BR');
  log.error({ break: id, kind, attempt: attemptId }, `a break of moving money: ${detail}`);
  tx.write(
    tx.db.insertInto('payment_breaks').values({
      id,
      position: position(),
      kind,
      person_id: personId ?? null,
      attempt_id: attemptId ?? null,
      amount_cents: amount ?? null,
      detail,
      found_at: now,
      resolved_at: null,
      resolution: null,
    }),
    redraw('payment_breaks_pkey'),
  );
}
