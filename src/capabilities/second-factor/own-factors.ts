// What people do with their own factors: in a whole session that has begun not long ago. The first factor that is added
// and each that is removed end all other sessions.

import { writeControl } from '#capabilities/access/index.ts';
import { readUser, userHeldForChange } from '#capabilities/users/index.ts';
import type { UserType } from '#platform/actor.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import { toolsOf } from '#platform/command/tools.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { presenter } from '#platform/resource/columns.ts';
import { beginTotp, confirmTotp, forgetTotp } from './app-codes.ts';
import { stillRequired } from './errors.ts';
import { factorsOf, forgetFactors, hasFactor, isRequired } from './factors.ts';
import { freshSession } from './fresh-session.ts';
import { pagesOf } from './pages.ts';
import type { RegistrationResponseJSON } from './passkey-responses.ts';
import { registerPasskey, registrationOptions, removePasskey } from './passkeys.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { Passkey, type SecondFactors } from './schemas.ts';
import type { PasskeyRow } from './tables.ts';

/** What this folder needs of sessions, which come after it. */
export interface OfSessions {
  /** A session is fresh for so long. */
  readonly freshSeconds: number;
  end(ctx: CommandContext, tx: Tx, userId: string, which?: { readonly except?: string }): void;
}

interface Self {
  readonly userId: string;
  readonly userType: UserType;
  readonly sessionId: string;
}

/** The caller, held for the change. Errors: Forbidden, SignInAgain. */
async function freshSelf(ctx: CommandContext, tx: Tx, { freshSeconds }: OfSessions): Promise<Self> {
  const session = freshSession(ctx, freshSeconds);
  const { actor } = ctx.caller;
  await userHeldForChange(tx, actor.id);
  return { userId: actor.id, userType: session.userType, sessionId: session.id };
}

export async function askTotp(ctx: CommandContext, tx: Tx, of: OfSessions) {
  const { userId } = await freshSelf(ctx, tx, of);
  const { userName } = await readUser(tx, ctx.vault, userId);
  return {
    object: 'totpSecret' as const,
    ...(await beginTotp(toolsOf(ctx), tx, { userId, account: userName ?? userId })),
  };
}

export async function addTotp(ctx: CommandContext, tx: Tx, of: OfSessions, code: string): Promise<SecondFactors> {
  const self = await freshSelf(ctx, tx, of);
  await endOthersIfFirst(ctx, tx, of, self);
  await confirmTotp(toolsOf(ctx), tx, { userId: self.userId, code });
  return shownFactors(tx, self);
}

/** Errors: NotFound, SecondFactorRequired. */
export async function removeTotp(ctx: CommandContext, tx: Tx, of: OfSessions): Promise<void> {
  const self = await freshSelf(ctx, tx, of);
  if ((await factorsOf(tx, self.userId)).totp === null) {
    throw new Refusal(errors.NotFound, 'You have no app that shows codes.');
  }
  forgetTotp(tx, self.userId);
  await afterRemoval(ctx, tx, of, self);
}

export async function askPasskey(ctx: CommandContext, tx: Tx, of: OfSessions, origin: string | undefined) {
  const { userId, userType } = await freshSelf(ctx, tx, of);
  const { userName, employee } = await readUser(tx, ctx.vault, userId);
  const name = userName ?? userId;
  const owner = { userId, name, displayName: employee?.fullName ?? name };
  const pages = await pagesOf(tx, userType);
  return registrationOptions(toolsOf(ctx), tx, owner, { pages, origin });
}

export async function addPasskey(
  ctx: CommandContext,
  tx: Tx,
  of: OfSessions,
  { name, response }: { readonly name: string; readonly response: RegistrationResponseJSON },
): Promise<Passkey> {
  const self = await freshSelf(ctx, tx, of);
  await endOthersIfFirst(ctx, tx, of, self);
  const owner = { userId: self.userId, name, pages: await pagesOf(tx, self.userType) };
  return shownPasskey(await registerPasskey(toolsOf(ctx), tx, owner, response));
}

export async function takeAwayPasskey(ctx: CommandContext, tx: Tx, of: OfSessions, id: string): Promise<void> {
  const self = await freshSelf(ctx, tx, of);
  await removePasskey(tx, self.userId, id);
  await afterRemoval(ctx, tx, of, self);
}

/** Errors: InvalidRequest. */
export async function makeRecoveryCodes(ctx: CommandContext, tx: Tx, of: OfSessions) {
  const { userId } = await freshSelf(ctx, tx, of);
  if (!hasFactor(await factorsOf(tx, userId))) {
    throw refuseField('', 'There is no second factor that they could stand for.', 'an app or a passkey first');
  }
  return { object: 'recoveryCodes' as const, recoveryCodes: newRecoveryCodes(toolsOf(ctx), tx, userId) };
}

async function endOthersIfFirst(ctx: CommandContext, tx: Tx, of: OfSessions, { userId, sessionId }: Self) {
  if (hasFactor(await factorsOf(tx, userId))) return;
  of.end(ctx, tx, userId, { except: sessionId });
}

/** Without a factor its recovery codes stand for nothing. */
async function afterRemoval(ctx: CommandContext, tx: Tx, of: OfSessions, { userId, userType, sessionId }: Self) {
  if (!hasFactor(await factorsOf(tx, userId))) {
    if (await isRequired(tx, userType)) throw stillRequired();
    forgetFactors(tx, userId);
  }
  of.end(ctx, tx, userId, { except: sessionId });
}

/** By somebody else; the user signs in anew. */
export function clearFactors(ctx: CommandContext, tx: Tx, of: OfSessions, userId: string): void {
  writeControl(tx, ctx, userId);
  forgetFactors(tx, userId);
  of.end(ctx, tx, userId);
}

export async function readFactors(reader: Reader, { actor, session }: Caller): Promise<SecondFactors> {
  const shown = await shownFactors(reader, { userId: actor.id, userType: session?.userType ?? 'api' });
  return { ...shown, mustSetUp: shown.mustSetUp && session?.mustSetUpFactor === true };
}

async function shownFactors(reader: Reader, { userId, userType }: Pick<Self, 'userId' | 'userType'>) {
  const [factors, required] = await Promise.all([factorsOf(reader, userId), isRequired(reader, userType)]);
  const { totp, passkeys, recoveryCodesLeft } = factors;
  return {
    object: 'secondFactors' as const,
    isRequired: required,
    mustSetUp: required && !hasFactor(factors),
    totp: totp && { confirmedAt: totp.confirmed_at, lastUsedAt: totp.last_used_at },
    passkeys: passkeys.map(shownPasskey),
    recoveryCodesLeft,
  };
}

const present = presenter<typeof Passkey, PasskeyRow>(Passkey);

const shownPasskey = (row: PasskeyRow): Passkey => present(row, { host: row.rp_id });
