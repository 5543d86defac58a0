import type { Erasing } from '#platform/capability.ts';
import type { Chore } from '#platform/chore.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { ExpiringRows } from '#platform/expired-rows.ts';

/** Nothing of a message that says to whom it went or what it said. */
export const erased = { content_sealed: null, to_hash: null } as const;

const day = 24 * 3_600;
const keptMicros = 7 * day * 1_000_000;

/** All of them have ended long before. */
export const expiring: readonly ExpiringRows[] = [
  { table: 'messages', column: 'created_at', keptSeconds: 90 * day },
  { table: 'heard_messages', column: 'created_at', keptSeconds: 90 * day },
  { table: 'letters', column: 'created_at', keptSeconds: 90 * day },
];

/** A message that is still to be sent goes nowhere then. */
export const eraseMessages: Erasing = async (tx, personId) => {
  tx.write(tx.db.deleteFrom('messages').where('person_id', '=', personId));
  tx.write(tx.db.deleteFrom('letters').where('person_id', '=', personId));
};

/** The rows stay for some months, to say that something was sent. */
export const forgetContents = (database: RealmDatabase, clock: MachineClock): Chore => ({
  name: 'messages.forget',
  everyMs: 3_600_000,
  async run(mode) {
    const { db, rows } = database.unscoped(mode);
    await rows(
      db
        .updateTable('messages')
        .set(erased)
        .where('recorded_at', '<', clock.micros() - keptMicros)
        .where('content_sealed', 'is not', null),
    );
  },
});
