// The one way from a proof to a session: whoever has shown who they are, in whatever way, comes through here.
import type { Tx } from '#platform/db/realm-database.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import type { SessionToken } from './schemas.ts';
import { beginSession } from './sessions.ts';
import type { SignInMethod } from './tables.ts';

interface Entry {
  readonly kind: 'user' | 'compliance';
  readonly userId: string;
  /** By what they have shown it. */
  readonly method: SignInMethod;
}

export const enter = (ctx: OpenContext, tx: Tx, entry: Entry): Promise<SessionToken> =>
  beginSession(ctx, tx, { ...entry, address: ctx.address });
