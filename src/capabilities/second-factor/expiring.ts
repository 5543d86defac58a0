// What goes by itself, and what goes with its user.
import type { UserGone } from '#platform/capability.ts';
import type { ExpiringRows } from '#platform/expired-rows.ts';
import { forgetFactors } from './factors.ts';

/** That a passkey was used alone must be known for as long as its challenge lives. */
export const expiring: readonly ExpiringRows[] = [
  { table: 'factor_challenges', column: 'expires_at', keptSeconds: 3_600 },
];

export const forgetUser: UserGone = forgetFactors;
