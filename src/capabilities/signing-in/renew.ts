// Renewing a token: by its refresh token, or by itself while it still counts.
import type { SessionKind } from '#platform/command/context.ts';
import { errors } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import type { Signing } from './enter.ts';
import { notSignedIn } from './errors.ts';
import type { SessionToken } from './schemas.ts';
import { readSecret } from './session-secret.ts';
import { renewSession, usedTwice } from './sessions.ts';
import { type Verified, verifyToken } from './token.ts';
import { activeUser } from './user-now.ts';

/** Errors: Unauthorized, TooManyRequests. */
export async function renew(
  ctx: OpenContext,
  { kind, whole }: Signing,
  refreshToken: string | undefined,
): Promise<SessionToken> {
  const shown = refreshToken === undefined ? await byToken(ctx, kind) : readSecret('refresh', refreshToken);
  if (shown === undefined) throw notSignedIn();
  const { realm, ...session } = shown;
  const { userId } = session;
  const user = await activeUser(ctx.database.reader(realm), userId, whole);
  if (user === undefined) throw notSignedIn();
  // A refusal is committed too: it may have ended the session.
  const renewed = await ctx.transact(realm, async (tx) => {
    const next = await renewSession(ctx, tx, { ...session, kind, address: ctx.address });
    const refused = { sessionId: session.id, errorType: errors.Unauthorized.errorType, reason: usedTwice };
    if (next === usedTwice) ctx.tellWith(tx, { userId, userType: user.type, method: 'refreshToken', ...refused });
    return next;
  });
  if (renewed === undefined || renewed === usedTwice) throw notSignedIn();
  return renewed;
}

async function byToken(ctx: OpenContext, kind: SessionKind) {
  const verified = await shownToken(ctx);
  return verified?.kind === kind ? { ...verified, id: verified.sessionId } : undefined;
}

/** The token that the request carries, where an endpoint may be called without one. */
export async function shownToken(ctx: OpenContext): Promise<Verified | undefined> {
  const token = /^Bearer +(\S+) *$/i.exec(String(ctx.headers.authorization ?? ''))?.[1];
  return token === undefined ? undefined : verifyToken(ctx, token);
}
