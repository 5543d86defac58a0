// A person who has looked at the provider says what became of an order of which nobody knows. It is kept who, and why.

import type { Instant } from '@tenor/engine/values/instant.ts';
import { recordResolved } from '#capabilities/bank-books/index.ts';
import { system } from '#platform/actor.ts';
import type { Realm } from '#platform/db/realm.ts';
import { type AttemptRef, lockAttempt, writeAttempt } from './attempt.ts';
import { type OrderTools, whileTaking, workIn } from './order-work.ts';
import { takeReport } from './take-report.ts';

interface Resolution {
  /** The key of the order, as the provider was given it. */
  readonly key: string;
  /** The provider's id of what happened; null: nothing has happened, and nothing will. */
  readonly providerId: string | null;
  readonly by: string;
  readonly reason: string;
}

/** What stopped it; undefined: it is done. */
type NotResolved = 'noSuchOrder' | 'notUnknown';

/** Errors: none; what is wrong is returned. */
export async function resolveOrder(
  tools: OrderTools,
  realm: Realm,
  resolution: Resolution,
): Promise<NotResolved | undefined> {
  const work = workIn(tools, realm);
  const keyed = /^(.+)\.([1-9]\d{0,8})$/.exec(resolution.key);
  if (keyed === null) return 'noSuchOrder';
  return work.transact(async (tx, now) => {
    const [found] = await tx.rows(
      tx.db
        .selectFrom('payment_attempts')
        .select(['person_id', 'id'])
        .where('subject_id', '=', keyed[1] as string)
        .where('number', '=', Number(keyed[2])),
    );
    if (found === undefined) return 'noSuchOrder';
    const ref: AttemptRef = { personId: found.person_id, id: found.id };
    return whileTaking(work, tx, { now, personId: ref.personId, actor: system }, async (taking) => {
      const row = await lockAttempt(tx, ref);
      if (row?.state !== 'unknown') return 'notUnknown';
      const carrier = await work.carrierById(tx, work, row.carrier_id);
      // Whoever asks for it at this moment is not heard any more.
      writeAttempt(tx, row, { claim: row.claim + 1, held_until: null, act_at: null });
      const said = saidBy(resolution, now);
      await takeReport(taking, tx, { ...row, act_at: null }, said, {
        takers: work.takers,
        zone: carrier?.provider.can.zone ?? 'America/New_York',
      });
      const { by, reason, providerId } = resolution;
      const became = providerId === null ? 'It never happened' : `It happened as ${providerId}`;
      recordResolved(tx, work, {
        personId: ref.personId,
        attemptId: row.id,
        amount: row.amount_cents,
        detail: `Nobody knew what became of ${resolution.key}.`,
        foundAt: row.last_sent_at ?? row.created_at,
        resolvedAt: now,
        resolution: `${became}, says ${by}: ${reason}`,
      });
      return undefined;
    });
  });
}

const saidBy = ({ providerId }: Resolution, at: Instant) => {
  const nothing = { at, amount: null, code: null, on: null };
  return providerId === null
    ? ({ ...nothing, what: 'refused', id: null, reason: 'neverReceived' } as const)
    : ({ ...nothing, what: 'accepted', id: providerId } as const);
};
