// Finds the caller of a token: the signature is checked once, the session and its user at most once a second. So what
// was ended, disabled or changed counts everywhere within that second.

import { userActor } from '#platform/actor.ts';
import type { CallerTools } from '#platform/capability.ts';
import { secondsOf } from '#platform/clock.ts';
import type { Callers } from '#platform/command/authentication.ts';
import { callerMemory } from '#platform/command/caller-memory.ts';
import type { Caller } from '#platform/command/context.ts';
import { rememberedRights } from '#platform/command/remembered-rights.ts';
import { sessionNow } from './sessions.ts';
import type { SessionRow } from './tables.ts';
import { type Verified, verifyToken } from './token.ts';
import { userNow } from './user-now.ts';

interface Found {
  readonly caller: Caller;
  readonly expiresSeconds: number;
}

export function sessionCallers(tools: CallerTools): Callers {
  const memory = callerMemory<Found>();
  const verify = verifiedOnce(tools);
  return {
    credential: 'session',
    actors: 'user',
    authentication: {
      recognizes: memory.hasFound,
      async authenticate(token) {
        const found = await memory.find(token, tools.clock.micros(), async () => {
          const verified = await verify(token);
          return verified && findCaller(tools, verified);
        });
        return found !== undefined && found.expiresSeconds > secondsOf(tools.clock) ? found.caller : undefined;
      },
      async ended(token) {
        const verified = await verify(token);
        return (
          verified && { realm: verified.realm, actor: userActor(verified.userId), session: { id: verified.sessionId } }
        );
      },
      close: async () => {},
    },
    rightsOf: rememberedRights(tools.clock, async (realm, { id }) => (await userNow(tools, realm, id))?.permissions),
  };
}

const verifiedMax = 10_000;
/** So long a signature counts without another look: a key that was retired ends with it. */
const verifiedMicros = 60_000_000;

function verifiedOnce(tools: CallerTools) {
  const known = new Map<string, { readonly verified: Verified; readonly until: number }>();
  return async (token: string): Promise<Verified | undefined> => {
    const now = tools.clock.micros();
    const earlier = known.get(token);
    if (earlier !== undefined && earlier.until > now) return earlier.verified;
    const verified = await verifyToken(tools, token);
    if (verified === undefined) return undefined;
    if (known.size >= verifiedMax) known.clear();
    known.set(token, { verified, until: now + verifiedMicros });
    return verified;
  };
}

async function findCaller(tools: CallerTools, verified: Verified): Promise<Found | undefined> {
  const { realm, userId, sessionId, kind, issuedSeconds } = verified;
  const reader = tools.database.reader(realm);
  const [session, user] = await Promise.all([
    sessionNow(tools, reader, { userId, id: sessionId, issuedSeconds }),
    userNow(tools, realm, userId),
  ]);
  if (session === undefined || session.row.kind !== kind || user === undefined) return undefined;
  const expiresSeconds = Math.min(verified.expiresSeconds, issuedSeconds + session.token);
  const { permissions, userType, timezone, reach } = user;
  // The provider of a single sign-on asks for the factors of its company.
  const mustSetUpFactor = user.mustSetUpFactor && session.row.method !== 'singleSignOn';
  const caller = {
    realm,
    timezone,
    actor: userActor(userId),
    name: userId,
    permissions: mustSetUpFactor ? nothing : narrowed(permissions, session.row),
    apiVersion: null,
    reach,
    session: { id: sessionId, userType, kind, beganAt: session.row.created_at, mustSetUpFactor },
  };
  return { caller, expiresSeconds };
}

/** What somebody may do before there is the second factor that the company requires. */
const nothing: ReadonlySet<string> = new Set();

/** A short-lived session has what was asked for it, as far as the user still has it. */
const narrowed = (permissions: ReadonlySet<string>, { permissions: asked }: SessionRow): ReadonlySet<string> =>
  asked === null ? permissions : permissions.intersection(new Set(asked));
