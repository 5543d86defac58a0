// Writes what becomes of a break: its state, a step of its history, and the event, in one commit.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Actor } from '#platform/actor.ts';
import { redraw } from '#platform/db/races.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Emit } from '#platform/events/emit.ts';
import type { FieldsOf } from '#platform/events/event-kind.ts';
import { newId } from '#platform/ids.ts';
import { uuid } from '#platform/random.ts';
import { start } from '#platform/states.ts';
import { agesAt } from './age.ts';
import type { breakOpened } from './events.ts';
import { breakStates } from './states.ts';
import type { BreakRow, Proposed } from './tables.ts';

export interface BreakWork {
  readonly realm: Realm;
  readonly now: Instant;
  readonly emit: Emit;
  readonly actor: Actor;
  position(): number;
}

type NewBreak = Pick<BreakRow, 'kind' | 'amount_cents' | 'detail' | 'since' | 'candidates'> & {
  readonly bank_account_id: string;
  readonly about: string;
  readonly line_id: string | null;
  readonly statement_id: string | null;
};

const nothing = {
  person_id: null,
  attempt_id: null,
  resolved_at: null,
  resolution: null,
  owner_id: null,
  asked_at: null,
  proposed: null,
  proposed_by_type: null,
  proposed_by_id: null,
  item_id: null,
  transaction_id: null,
  updated_at: null,
} as const;

/** Opens a break where a statement and the cash book differ. Emits `money.break.opened`. */
export function openBreak(work: BreakWork, tx: Tx, about: NewBreak): void {
  const { to: status, emits } = breakStates.move(start, 'find');
  const id = newId('BR');
  const ages_at = agesAt(work.now, about.since);
  const row = { ...nothing, ...about, id, position: work.position(), found_at: work.now, status, ages_at };
  tx.write(tx.db.insertInto('payment_breaks').values(row), redraw('payment_breaks_pkey'));
  for (const event of emits) work.emit(event, work.realm.companyId, eventFields({ id, ...about }, null));
}

export const eventFields = (
  { id: moneyBreakId, kind, amount_cents: amount, bank_account_id: bankAccountId }: NamedBreak,
  resolvedBy: ResolvedBy | null,
): FieldsOf<typeof breakOpened> => ({ moneyBreakId, kind, amount, bankAccountId, resolvedBy });

type NamedBreak = Pick<BreakRow, 'id' | 'kind' | 'amount_cents' | 'bank_account_id'>;

type Verb = Exclude<Parameters<typeof breakStates.move>[1], 'find'>;

/** How it ended, or would end. */
type ResolvedBy = 'matched' | 'attached' | Proposed['by'];

interface Step {
  readonly by?: ResolvedBy;
  readonly note?: string | null;
  readonly changes?: Partial<Omit<BreakRow, 'company_id' | 'id' | 'status' | 'proposed'>>;
  readonly proposed?: Proposed | null;
}

/** Errors: BreakStatusForbids. */
export function moveBreak(work: BreakWork, tx: Tx, row: BreakRow, verb: Verb, step: Step = {}): BreakRow {
  const { to: status, emits } = breakStates.move(row.status, verb, { id: row.id });
  const { by, note = null, changes = {}, proposed = row.proposed } = step;
  const ended = status === 'resolved' ? { resolved_at: work.now, resolution: by ?? null } : {};
  const set = { ...changes, ...ended, status, updated_at: work.now };
  tx.write(
    tx.db
      .updateTable('payment_breaks')
      .set({ ...set, proposed: proposed && JSON.stringify(proposed) })
      .where('id', '=', row.id),
  );
  const { type: by_type, id: by_id } = work.actor;
  const about = { break_id: row.id, did: verb, note, by_type, by_id, at: work.now };
  tx.write(tx.db.insertInto('money_break_steps').values({ id: uuid(), position: work.position(), ...about }));
  for (const event of emits) work.emit(event, work.realm.companyId, eventFields(row, by ?? proposed?.by ?? null));
  return { ...row, ...set, proposed };
}
