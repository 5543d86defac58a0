// What goes by itself, and what goes with its user.
import type { UserGone } from '#platform/capability.ts';
import type { ExpiringRows } from '#platform/expired-rows.ts';

const hour = 3_600;
const day = 24 * hour;

export const expiring: readonly ExpiringRows[] = [
  { table: 'codes', column: 'expires_at', keptSeconds: hour },
  // For whoever looks into what happened; a session that was ended has its end in the column.
  { table: 'sessions', column: 'expires_at', keptSeconds: 7 * day },
  { table: 'known_devices', column: 'last_used_at', keptSeconds: 180 * day },
  { table: 'known_networks', column: 'last_at', keptSeconds: 90 * day },
  // No failure counts for longer than a day, and nobody waits for longer than a quarter of an hour.
  { table: 'sign_in_attempts', column: 'last_at', keptSeconds: day + hour },
];

/** The sealed address of a session too. The audit keeps that there was one. */
export const forgetUser: UserGone = (tx, userId) => {
  for (const table of ['passwords', 'codes', 'sessions', 'known_devices'] as const) {
    tx.write(tx.db.deleteFrom(table).where('user_id', '=', userId));
  }
};
