import type { Erasing } from '#platform/capability.ts';
import type { Chore } from '#platform/chore.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';

/** Nothing of a message that says to whom it went or what it said. */
export const erased = { content_sealed: null, to_hash: null } as const;

const keptMicros = 7 * 24 * 3_600 * 1_000_000;

/** A message that is still to be sent goes nowhere then. */
export const eraseMessages: Erasing = async (tx, personId) => {
  tx.write(tx.db.deleteFrom('messages').where('person_id', '=', personId));
};

/** The rows stay, to say that something was sent. */
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
