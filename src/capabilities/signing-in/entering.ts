// The end of each way in: one answer for every failure, and what is asked for besides.
import { secondFactorNeeded } from '#capabilities/second-factor/index.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import type { Entered } from './enter.ts';
import { signInFailed } from './errors.ts';
import type { SessionToken } from './schemas.ts';
import { writeSecret } from './session-secret.ts';

/**
 * A failure is committed too: it has taken a try. So is what is asked for: its challenge must be there. Errors:
 * SignInFailed, SecondFactorNeeded.
 */
export async function orFailed(
  ctx: OpenContext,
  realm: Realm,
  work: (tx: Tx) => Promise<Entered | undefined>,
): Promise<SessionToken> {
  const entered = await ctx.transact(realm, work);
  if (entered === undefined) throw signInFailed();
  if ('session' in entered) return entered.session;
  const { id, secret } = entered.asked.challenge;
  throw secondFactorNeeded(writeSecret('challenge', { realm, userId: entered.userId, id }, secret), entered.asked);
}
