// The one way from a proof to a session: whoever has shown who they are, in whatever way, comes through here.
import type { UserType } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import type { SessionToken } from './schemas.ts';
import { beginSession } from './sessions.ts';
import type { SignInMethod } from './tables.ts';

interface Entry {
  readonly kind: 'user' | 'compliance';
  readonly userId: string;
  readonly userType?: UserType;
  /** By what they have shown it. */
  readonly method: SignInMethod;
}

export async function enter(ctx: OpenContext, tx: Tx, { userType, ...entry }: Entry): Promise<SessionToken> {
  const begun = await beginSession(ctx, tx, { ...entry, address: ctx.address });
  ctx.tellWith(tx, { userId: entry.userId, userType, sessionId: begun.id, method: entry.method });
  return begun;
}
