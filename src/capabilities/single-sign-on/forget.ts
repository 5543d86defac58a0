// Requests that nobody answered, and assertions that have ended by themselves.

import type { WorkTools } from '#platform/capability.ts';
import type { Chore } from '#platform/chore.ts';
import { machineNow } from '#platform/clock.ts';

export const forgetEnded = ({ database, clock }: Pick<WorkTools, 'database' | 'clock'>): Chore => ({
  name: 'single-sign-on.forget',
  everyMs: 3_600_000,
  async run(mode) {
    const { db, rows } = database.unscoped(mode);
    for (const table of ['single_sign_on_requests', 'single_sign_on_assertions'] as const) {
      await rows(db.deleteFrom(table).where('expires_at', '<=', machineNow(clock)));
    }
  },
});
