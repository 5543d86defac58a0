// Whoever replaces what they themselves sign in with shows the present credential in the same call: somebody who has stolen
// a session could else let themselves in for ever. What others replace is a matter of rights.
import { settingsOf } from '#capabilities/company/index.ts';
import { freshSession } from '#capabilities/second-factor/index.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import { toolsOf } from '#platform/command/tools.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { AheadTools } from '#platform/http/endpoint.ts';
import { countAttempt, forgetAttempts, type Tried } from './attempts.ts';
import { takeCode } from './codes.ts';
import { signInFailed } from './errors.ts';
import { isPassword } from './hashing.ts';
import { lifetimes } from './lifetimes.ts';
import { passwordOf } from './sign-in.ts';
import { waysIn } from './ways-in.ts';

interface Shown {
  readonly presentPassword?: string;
  readonly presentCode?: string;
}

/** What has been found right of it; a code is looked at with the change. */
interface Present extends Shown {
  readonly stored?: string | undefined;
  readonly tried?: Tried;
}

/** Counts the try, and hashes, before the command begins. Errors: SignInFailed, TooManyRequests. */
export async function presentShown(tools: AheadTools, caller: Caller, shown: Shown): Promise<Present> {
  const { session, realm, actor } = caller;
  const { presentPassword: password, presentCode: code } = shown;
  if (session === null || (password === undefined && code === undefined)) return {};
  const { vault, clock, database } = tools;
  const what = password === undefined ? 'ownCode' : 'ownPassword';
  // The session stands for the address: it waits longer each time, and the user has the bound of the day.
  const tried: Tried = { what, userType: session.userType, whom: actor.id, address: session.id };
  await database.transact(realm, (tx) => countAttempt({ vault, clock }, tx, tried));
  if (password === undefined) return { ...shown, tried };
  const reader = database.reader(realm);
  const stored = (await reader.row(passwordOf(reader, actor.id)))?.password_hash;
  if (!(await isPassword(vault, stored, { password, who: caller }))) throw signInFailed();
  return { ...shown, stored, tried };
}

/**
 * Asks for the caller's own password, or for a code that was sent to sign in where there is no password that lets in.
 * Errors: Forbidden, SignInAgain, InvalidRequest, SignInFailed.
 */
export async function mustBePresent(ctx: CommandContext, tx: Tx, userId: string, present: Present): Promise<void> {
  if (ctx.caller.actor.id !== userId) return;
  const { userType } = freshSession(ctx, lifetimes.fresh);
  const ways = waysIn(await settingsOf(tx), userType);
  const row = ways.authType === 'basic' ? await tx.row(passwordOf(tx, userId).forUpdate()) : undefined;
  const tools = toolsOf(ctx);
  if (row !== undefined) {
    if (present.presentPassword === undefined) throw missing('presentPassword', 'the password until now');
    if (present.stored !== row.password_hash) throw signInFailed();
  } else {
    const { presentCode: code } = present;
    if (code === undefined) throw missing('presentCode', 'a code that was sent to you to sign in');
    if (!(await takeCode(tools, tx, { userId, purpose: 'signIn', code, ways, device: undefined })))
      throw signInFailed();
  }
  if (present.tried !== undefined) forgetAttempts(tools, tx, present.tried);
}

const missing = (path: keyof Shown, expected: string) =>
  refuseField(path, 'is missing: it is what you sign in with yourself', expected);
