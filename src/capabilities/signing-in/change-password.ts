// A password is set for the first time, changed with the one until now, or reset by a code. All other sessions end.

import { addSeconds } from '@tenor/engine/values/instant.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import { forgetChallenges, forgetFactors } from '#capabilities/second-factor/index.ts';
import { type NameType, namesOf, signInNames, typedNameKey } from '#capabilities/users/index.ts';
import type { UserType } from '#platform/actor.ts';
import type { Whole } from '#platform/capability.ts';
import { machineNow } from '#platform/clock.ts';
import type { SecretTools } from '#platform/command/tools.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { forgetAttempts, openDay } from './attempts.ts';
import { forgetCodes, makeCode, takeCode } from './codes.ts';
import { forgetDevices } from './devices.ts';
import { notSignedIn, signInFailed } from './errors.ts';
import { hasherAt, hashPassword } from './hashing.ts';
import { lifetimes } from './lifetimes.ts';
import { type Named, namedUser } from './named-user.ts';
import { mustBeStrong } from './password-strength.ts';
import { shownToken } from './renew.ts';
import type { PasswordChange } from './schemas.ts';
import { endSessions, sessionNow } from './sessions.ts';
import { isKnownAt, mustBePassword, passwordOf, type SignInQuery } from './sign-in.ts';
import { tellingRefusal } from './told.ts';
import { counted, evenly, triedBy, type WhoTries } from './trying.ts';
import { activeUser } from './user-now.ts';
import { mustHavePasswords, waysIn } from './ways-in.ts';

/** How it is known in the end, inside the transaction that writes, that the caller may. */
type Proof = (tx: Tx) => Promise<boolean>;

interface Change {
  readonly realm: Realm | undefined;
  readonly userId: string | undefined;
  readonly userType: UserType;
  readonly name: string;
  readonly method: 'password' | 'code' | 'session';
  readonly proof: Proof;
  readonly device: string | undefined;
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
  const change = isSignedIn ? await ofSession(ctx, whole, body) : await evenly(ctx, ofName(ctx, query, body));
  // Also for nobody, so that it takes as long.
  const { realm, session } = change;
  const isKnown = session !== undefined || (await isKnownAt(ctx, { realm, device: change.device }));
  const holder = hasherAt({ realm, address: ctx.address, isKnown });
  const password_hash = await ctx.waitFor(holder, () => hashPassword(ctx.vault, body.newPassword, holder));
  await tellingRefusal(ctx, change, change.method, () => write(ctx, change, { ...body, password_hash }));
}

type Given = Pick<PasswordChange, 'newPassword'> & { readonly password_hash: string };

/** Errors: SignInFailed, WeakPassword. */
async function write(ctx: OpenContext, change: Change, { newPassword, password_hash }: Given): Promise<void> {
  const { realm, userId, userType, method, proof, session } = change;
  if (realm === undefined || userId === undefined) throw signInFailed();
  const isChanged = await ctx.transact(realm, async (tx) => {
    if (!(await proof(tx))) return false;
    // Only now: the names of a user are told to nobody else. A code that was right is not used up.
    await mustBeStrong(newPassword, await namesOf(tx, ctx.vault, userId), 'newPassword');
    writePassword(ctx, tx, userId, password_hash);
    endSessions(ctx, tx, userId, session === undefined ? {} : { except: session });
    ctx.tellWith(tx, { userId, userType, sessionId: session, method });
    return true;
  });
  if (!isChanged) throw signInFailed();
}

/** Codes that were sent before are good for nothing any more, nor is what was asked after the password until now. */
export function writePassword(
  { clock }: Pick<SecretTools, 'clock'>,
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
export async function resetPassword(tools: SecretTools, tx: Tx, user: OfMachine): Promise<string> {
  const { userId } = user;
  forgetPassword(tx, userId);
  forgetFactors(tx, userId);
  forgetDevices(tx, userId);
  endSessions(tools, tx, userId);
  await openAgain(tools, tx, user);
  return makeCode(tools, tx, { userId, purpose: 'password', channel: null });
}

/** For somebody whom a setting of the company has locked out, from the machine: it signs in once, whatever is open. */
export async function signInCode(tools: SecretTools, tx: Tx, user: OfMachine): Promise<string> {
  await openAgain(tools, tx, user);
  return makeCode(tools, tx, { userId: user.userId, purpose: 'signIn', channel: null });
}

interface OfMachine {
  readonly userId: string;
  readonly userType: UserType;
}

/** Strangers may have used up the tries of the day, and no code would count. */
async function openAgain(tools: SecretTools, tx: Tx, { userId, userType }: OfMachine): Promise<void> {
  const names = Object.entries(await signInNames(tx, tools.vault, userId));
  const keys = names.map(([type, name]) => typedNameKey(tools.vault, tx.realm, type as NameType, name));
  openDay(tools, tx, userType, [userId, ...(await Promise.all(keys))]);
}

export function forgetPassword(tx: Tx, userId: string): void {
  tx.write(tx.db.deleteFrom('passwords').where('user_id', '=', userId));
  forgetCodes(tx, userId);
  forgetChallenges(tx, userId);
}

async function ofName(
  ctx: OpenContext,
  query: SignInQuery,
  { username, deviceToken, password, code }: PasswordChange,
): Promise<Change> {
  if (username === undefined) throw refuseField('username', 'is missing', 'what the user signs in with, or a token');
  if ((password === undefined) === (code === undefined)) {
    throw refuseField('password', 'or a code is missing, or both are there', 'password or code');
  }
  const user = await namedUser(ctx, query, { username, deviceToken });
  mustHavePasswords(user.ways, 'newPassword');
  if (code !== undefined) return { ...user, method: 'code', proof: await byCode(ctx, user, code) };
  const proven = await tellingRefusal(ctx, user, 'password', () => mustBePassword(ctx, user, password as string));
  return { ...user, method: 'password', proof: isStill(ctx, proven) };
}

async function ofSession(
  ctx: OpenContext,
  whole: Pick<Whole, 'permissions' | 'defaultRoles'>,
  { password, code }: PasswordChange,
): Promise<Change> {
  const shown = await shownToken(ctx);
  if (shown === undefined) throw notSignedIn();
  if (shown.kind === 'shortLived') throw new Refusal(errors.Forbidden, 'A short-lived token cannot do this.');
  const { realm, userId, sessionId: session, issuedSeconds } = shown;
  const reader = ctx.database.reader(realm);
  const [user, settings, found, stored] = await Promise.all([
    activeUser(reader, userId, whole),
    settingsOf(reader),
    sessionNow(ctx, reader, { userId, id: session, issuedSeconds }),
    reader.row(passwordOf(reader, userId)),
  ]);
  if (user === undefined || found === undefined) throw notSignedIn();
  const ways = waysIn(settings, user.type);
  mustHavePasswords(ways, 'newPassword');
  const personId = user.personId ?? undefined;
  const who = { realm, userId, userType: user.type, name: userId, personId, device: undefined, session };
  if (code !== undefined) return { ...who, method: 'code', proof: await byCode(ctx, { ...who, ways }, code) };
  if (stored === undefined && addSeconds(found.row.created_at, lifetimes.fresh) > machineNow(ctx.clock)) {
    return { ...who, method: 'session', proof: async (tx) => (await tx.row(passwordOf(tx, userId))) === undefined };
  }
  if (password === undefined) throw refuseField('password', 'is missing', 'the password until now, or a code');
  const proven = await tellingRefusal(ctx, who, 'password', () => mustBePassword(ctx, who, password, 'ownPassword'));
  return { ...who, method: 'password', proof: isStill(ctx, proven) };
}

/** Errors: TooManyRequests. */
async function byCode(ctx: OpenContext, who: WhoTries & Pick<Named, 'ways'>, code: string): Promise<Proof> {
  const { userId, ways, device } = who;
  const tried = await tellingRefusal(ctx, who, 'code', () => counted(ctx, who, 'passwordCode'));
  return async (tx) => {
    if (userId === undefined) return false;
    if (!(await takeCode(ctx, tx, { userId, purpose: 'password', code, ways, device }))) return false;
    forgetAttempts(ctx, tx, tried);
    forgetAttempts(ctx, tx, triedBy(who, 'codeForPassword', ctx.address));
    return true;
  };
}

/** Two who change it at once: one of them is refused. */
const isStill =
  (ctx: OpenContext, { userId, stored, account }: Awaited<ReturnType<typeof mustBePassword>>): Proof =>
  async (tx) => {
    if ((await tx.row(passwordOf(tx, userId).forUpdate()))?.password_hash !== stored) return false;
    forgetAttempts(ctx, tx, account);
    return true;
  };
