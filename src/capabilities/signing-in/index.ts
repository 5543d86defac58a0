// The door of signing in: passwords, codes, tokens and sessions.
import type { Capability } from '#platform/capability.ts';
import { signingInErrors } from './errors.ts';
import { expiring, forgetUser } from './expiring.ts';
import { signingInRoutes } from './routes.ts';
import { signingInSealed } from './sealed.ts';
import { sessionCallers } from './session-callers.ts';
import { signingInTables } from './tables.ts';

export { resetPassword, signInCode } from './change-password.ts';
export { exchangeTokenOf } from './exchange.ts';
export { ofSessions } from './of-sessions.ts';
export { publicKeys } from './signing-keys.ts';
export { maySignIn } from './user-now.ts';

export const signingIn: Capability = {
  name: 'signing-in',
  migrations: new URL('./migrations/', import.meta.url),
  tables: signingInTables,
  sealed: signingInSealed,
  errors: { 'Signing in': signingInErrors },
  routes: signingInRoutes,
  isUndated: true,
  expiring,
  usersGone: [forgetUser],
  callers: (tools) => [sessionCallers(tools)],
};
