// A break: two accounts of the same money differ. It is kept, told, and shown to people, and never put right by itself.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { system } from '#platform/actor.ts';
import { redraw } from '#platform/db/races.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import { agesAt } from './age.ts';
import { breakOpened } from './events.ts';
import type { BreakKind } from './words.ts';

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

interface Recording {
  readonly realm: Realm;
  readonly now: Instant;
  readonly log: Log;
  position(): number;
}

/** Records what a provider told and we cannot explain. Emits `money.break.opened`. */
export function recordBreak(
  tx: Tx,
  { position, now, log, realm }: Recording,
  { kind, detail }: Break,
  { personId, attemptId, amount = null }: About = {},
): void {
  const id = newId('BR');
  log.error({ break: id, kind, attempt: attemptId }, `a break of moving money: ${detail}`);
  const of = { person_id: personId ?? null, attempt_id: attemptId ?? null, amount_cents: amount };
  const none = { resolved_at: null, resolution: null, ages_at: agesAt(now) };
  tx.write(
    tx.db
      .insertInto('payment_breaks')
      .values({ id, position: position(), kind, detail, found_at: now, status: 'open', ...of, ...none }),
    redraw('payment_breaks_pkey'),
  );
  const events = eventRecorder({ realm, now, position, requestId: null, actor: system, declared: [breakOpened] });
  events.emit(breakOpened, realm.companyId, { moneyBreakId: id, kind, amount, bankAccountId: null, resolvedBy: null });
  events.flush(tx);
}
