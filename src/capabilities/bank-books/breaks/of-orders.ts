// Breaks of orders: what a provider told of one, and what a person said of one.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import type { BreakKind } from './words.ts';

const ofOrder = (reader: Reader, attemptId: string) =>
  reader.db.selectFrom('payment_breaks').select('id').where('attempt_id', '=', attemptId).limit(1);

/** Whether anything was told of it that nobody could explain. */
export const hadBreak = async (reader: Reader, attemptId: string): Promise<boolean> =>
  (await reader.row(ofOrder(reader, attemptId))) !== undefined;

export const hasOpenBreak = async (reader: Reader, attemptId: string, kind: BreakKind): Promise<boolean> =>
  (await reader.row(ofOrder(reader, attemptId).where('kind', '=', kind).where('resolved_at', 'is', null))) !==
  undefined;

interface Explained {
  readonly personId: string;
  readonly attemptId: string;
  readonly amount: Cents;
  readonly detail: string;
  readonly foundAt: Instant;
  readonly resolvedAt: Instant;
  readonly resolution: string;
}

/** Keeps a break that a person has already explained, so that the explanation can be read later. */
export function recordResolved(tx: Tx, { position }: { position(): number }, explained: Explained): void {
  const { personId, attemptId, amount, detail, foundAt, resolvedAt, resolution } = explained;
  tx.write(
    tx.db.insertInto('payment_breaks').values({
      id: newId('BR'),
      position: position(),
      kind: 'unknown',
      person_id: personId,
      attempt_id: attemptId,
      amount_cents: amount,
      detail,
      found_at: foundAt,
      resolved_at: resolvedAt,
      status: 'resolved',
      resolution,
    }),
    redraw('payment_breaks_pkey'),
  );
}
