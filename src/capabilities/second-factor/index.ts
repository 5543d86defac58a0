// The door of the second factor: codes of an app, passkeys, and codes for recovery.
import type { Capability } from '#platform/capability.ts';
import { secondFactorErrors } from './errors.ts';
import { forgetFactors } from './factors.ts';
import type { OfSessions } from './own-factors.ts';
import { secondFactorRoutes } from './routes.ts';
import { secondFactorSealed } from './sealed.ts';
import { secondFactorTables } from './tables.ts';

export {
  askSecondFactor,
  isOpen,
  type SecondFactorAsked,
  secondFactorNeeded,
  takeSecondFactor,
} from './ask.ts';
export { forgetChallenges } from './challenges.ts';
export { secondFactorErrors } from './errors.ts';
export { factorsOf, forgetFactors, hasFactor, isRequired } from './factors.ts';
export { freshSession } from './fresh-session.ts';
export type { PageAsked } from './pages.ts';
export { optionsForAnybody, takePasskeyAlone, userOfPasskey } from './passkey-alone.ts';
export { PasskeyAnswer, PasskeyRequestOptions, recoveryCode, totp } from './schemas.ts';

/** Sessions come after it: the app gives it what it needs of them. */
export const secondFactor = (ofSessions: OfSessions): Capability => ({
  name: 'second-factor',
  migrations: new URL('./migrations/', import.meta.url),
  tables: secondFactorTables,
  sealed: secondFactorSealed,
  errors: { 'Second factor': secondFactorErrors },
  routes: (whole) => secondFactorRoutes(whole, ofSessions),
  isUndated: true,
  // That a passkey was used alone must be known for as long as its challenge lives.
  expiring: [{ table: 'factor_challenges', column: 'expires_at', keptSeconds: 3_600 }],
  usersGone: [forgetFactors],
});
