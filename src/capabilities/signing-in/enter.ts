// The one way from a proof to a session: whoever has shown who they are, in whatever way, comes through here.
import { askSecondFactor, type PageAsked, type SecondFactorAsked } from '#capabilities/second-factor/index.ts';
import type { UserType } from '#platform/actor.ts';
import type { Whole } from '#platform/capability.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { keepDevice } from './devices.ts';
import { rememberNetwork } from './known-networks.ts';
import type { SessionToken } from './schemas.ts';
import { beginSession } from './sessions.ts';
import type { SignInMethod } from './tables.ts';

export interface Signing {
  readonly kind: 'user' | 'compliance';
  readonly whole: Pick<Whole, 'permissions' | 'defaultRoles'>;
  /** The domain of the page, where it was named. */
  readonly domain?: string | undefined;
  /** Comes from an earlier sign-in on the same device, as far as the page says so. */
  readonly deviceToken?: string | undefined;
}

interface Entry {
  readonly kind: 'user' | 'compliance';
  readonly userId: string;
  readonly userType?: UserType;
  /** The method by which they have shown it. */
  readonly method: SignInMethod;
  /** The domain of the page, where it was named. */
  readonly domain?: string | undefined;
  readonly deviceToken?: string | undefined;
}

/** A session, or the second factor that is asked for; the challenge is written in the same transaction. */
export type Entered =
  | { readonly session: SessionToken }
  | { readonly asked: SecondFactorAsked; readonly userId: string };

/**
 * A passkey is two factors; by an exchange token the lender's server speaks for a borrower, and by single sign-on a
 * provider that asks for the factors of its company.
 */
const suffices: ReadonlySet<SignInMethod> = new Set(['passkey', 'exchangeToken', 'singleSignOn']);

export async function enter(ctx: OpenContext, tx: Tx, { domain, ...entry }: Entry): Promise<Entered> {
  if (suffices.has(entry.method)) return { session: await begin(ctx, tx, entry) };
  const asked = await askSecondFactor(ctx, tx, { ...entry, page: pageOf(ctx, domain) });
  if (typeof asked === 'object') return { asked, userId: entry.userId };
  const session = await begin(ctx, tx, entry);
  return { session: asked === 'mustSetUp' ? { ...session, mustSetUpSecondFactor: true } : session };
}

/** By these a server of others has vouched: our counters of tries were not asked, so no device need be known. */
const vouched: ReadonlySet<SignInMethod> = new Set(['exchangeToken', 'singleSignOn']);

/** `second`: what was shown after the first proof, where something was asked for. */
export async function begin(
  ctx: OpenContext,
  tx: Tx,
  { userType, deviceToken, ...entry }: Omit<Entry, 'domain'>,
  second?: string,
): Promise<SessionToken> {
  const begun = await beginSession(ctx, tx, { ...entry, address: ctx.address });
  const method = second === undefined ? entry.method : `${entry.method}+${second}`;
  ctx.tellWith(tx, { userId: entry.userId, userType, sessionId: begun.id, method });
  await rememberNetwork(ctx, tx, ctx.address);
  if (vouched.has(entry.method)) return begun;
  return { ...begun, deviceToken: await keepDevice(ctx, tx, entry.userId, deviceToken) };
}

/** A browser says the origin of the page. */
export function pageOf({ headers }: OpenContext, domain: string | undefined): PageAsked {
  return { origin: typeof headers.origin === 'string' ? headers.origin : undefined, domain };
}
