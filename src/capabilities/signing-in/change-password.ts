// A password is set for the first time, changed with the one until now, or reset by a code. All other sessions end.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import { forgetChallenges, forgetFactors } from '#capabilities/second-factor/index.ts';
import type { Whole } from '#platform/capability.ts';
import { machineNow } from '#platform/clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { forgetCodes, makeCode, takeCode } from './codes.ts';
import { notSignedIn, signInFailed } from './errors.ts';
import { hashPassword } from './hashing.ts';
import { lifetimes } from './lifetimes.ts';
import { namedUser } from './named-user.ts';
import { mustBeStrong } from './password-strength.ts';
import { shownToken } from './renew.ts';
import type { PasswordChange } from './schemas.ts';
import { endSessions, isAlive, sessionQuery } from './sessions.ts';
import { evenly, mustBePassword, passwordOf, type SignInQuery } from './sign-in.ts';
import type { TokenTools, Verified } from './token.ts';
import { activeUser } from './user-now.ts';

/** How it is known in the end, inside the transaction that writes, that the caller may. */
type Proof = (tx: Tx) => Promise<boolean>;

interface Change {
  readonly realm: Realm | undefined;
  readonly userId: string | undefined;
  readonly proof: Proof;
  /** The session that goes on. */
  readonly session?: string;
}

/** Errors: SignInFailed, Unauthorized, Forbidden, WeakPassword, InvalidRequest, TooManyRequests. */
export async function changePassword(
  ctx: OpenContext,
  whole: Pick<Whole, 'permissions' | 'defaultRoles'>,
  query: SignInQuery,
  body: PasswordChange,
): Promise<void> {
  const isSignedIn = ctx.headers.authorization !== undefined;
  mustBeStrong(body.newPassword, body.username === undefined ? [] : [body.username]);
  const { realm, userId, proof, session } = isSignedIn
    ? await ofSession(ctx, whole, body)
    : await evenly(ofName(ctx, query, body));
  // Also for nobody, so that it takes as long.
  const password_hash = await hashPassword(ctx.vault, body.newPassword);
  if (realm === undefined || userId === undefined) throw signInFailed();
  const isChanged = await ctx.database.transact(realm, async (tx) => {
    if (!(await proof(tx))) return false;
    writePassword(ctx, tx, userId, password_hash);
    endSessions(ctx, tx, userId, 'password changed', session === undefined ? {} : { except: session });
    return true;
  });
  if (!isChanged) throw signInFailed();
}

/** Codes that were sent before are good for nothing any more, nor is what was asked after the password until now. */
export function writePassword(
  { clock }: Pick<TokenTools, 'clock'>,
  tx: Tx,
  userId: string,
  password_hash: string,
): void {
  const values = { password_hash, changed_at: machineNow(clock) };
  tx.write(
    tx.db
      .insertInto('passwords')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values)),
  );
  forgetCodes(tx, userId);
  forgetChallenges(tx, userId);
}

/** For somebody who is locked out, from the machine: whatever let in until now no longer does, and a code sets a password. */
export function resetPassword(tools: TokenTools, tx: Tx, userId: string): string {
  forgetPassword(tx, userId);
  forgetFactors(tx, userId);
  endSessions(tools, tx, userId, 'password reset');
  return makeCode(tools, tx, userId, 'password');
}

export function forgetPassword(tx: Tx, userId: string): void {
  tx.write(tx.db.deleteFrom('passwords').where('user_id', '=', userId));
  forgetCodes(tx, userId);
  forgetChallenges(tx, userId);
}

async function ofName(
  ctx: OpenContext,
  query: SignInQuery,
  { username, password, code }: PasswordChange,
): Promise<Change> {
  if (username === undefined) throw refuseField('username', 'is missing', 'what the user signs in with, or a token');
  if ((password === undefined) === (code === undefined)) {
    throw refuseField('password', 'or a code is missing, or both are there', 'password or code');
  }
  const user = await namedUser(ctx, query, username);
  if (code !== undefined) return { ...user, proof: byCode(ctx, user.userId, code) };
  const { realm, userId, stored } = await mustBePassword(ctx, user, password as string);
  return { realm, userId, proof: isStill(userId, stored) };
}

async function ofSession(
  ctx: OpenContext,
  whole: Pick<Whole, 'permissions' | 'defaultRoles'>,
  { password, code }: PasswordChange,
): Promise<Change> {
  const shown = await shownToken(ctx);
  if (shown === undefined) throw notSignedIn();
  if (shown.kind === 'shortLived') throw new Refusal(errors.Forbidden, 'A short-lived token cannot do this.');
  const { realm, userId, sessionId: session } = shown;
  const reader = ctx.database.reader(realm);
  const [user, row, stored] = await Promise.all([
    activeUser(reader, userId, whole),
    reader.row(sessionQuery(reader, userId, session)),
    reader.row(passwordOf(reader, userId)),
  ]);
  const now = machineNow(ctx.clock);
  if (user === undefined || row === undefined || !isAlive(row, now)) throw notSignedIn();
  if (code !== undefined) return { realm, userId, session, proof: byCode(ctx, userId, code) };
  if (stored === undefined && addSeconds(row.created_at, lifetimes.fresh) > now) {
    return { realm, userId, session, proof: async (tx) => (await tx.row(passwordOf(tx, userId))) === undefined };
  }
  if (password === undefined) throw refuseField('password', 'is missing', 'the password until now, or a code');
  const proven = await mustBePassword(ctx, named(shown, user.type), password);
  return { realm, userId, session, proof: isStill(userId, proven.stored) };
}

const named = ({ realm, userId }: Verified, userType: 'agent' | 'borrower' | 'api') => ({
  realm,
  userType,
  name: userId,
  userId,
});

const byCode =
  (ctx: OpenContext, userId: string | undefined, code: string): Proof =>
  async (tx) =>
    userId !== undefined && takeCode(ctx, tx, { userId, purpose: 'password', code });

/** Two who change it at once: one of them is refused. */
const isStill =
  (userId: string, stored: string): Proof =>
  async (tx) =>
    (await tx.row(passwordOf(tx, userId).forUpdate()))?.password_hash === stored;
