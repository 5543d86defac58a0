// Signing in by what is shown second, or by a passkey alone.
import {
  isOpen,
  optionsForAnybody,
  type PasskeyAnswer,
  takePasskeyAlone,
  takeSecondFactor,
  userOfPasskey,
} from '#capabilities/second-factor/index.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { countAttempt, forgetAttempts } from './attempts.ts';
import { begin, enter, pageOf, type Signing } from './enter.ts';
import { orFailed } from './entering.ts';
import { signInFailed } from './errors.ts';
import { type RealmAsked, realmOf } from './named-user.ts';
import type { SessionToken, SignIn } from './schemas.ts';
import { readSecret } from './session-secret.ts';
import { activeUser } from './user-now.ts';

type Answer = Pick<SignIn, 'totp' | 'recoveryCode' | 'passkey'>;

/** Errors: SignInFailed, InvalidRequest, TooManyRequests. */
export async function bySecondFactor(
  ctx: OpenContext,
  { kind, whole }: Signing,
  asked: RealmAsked,
  text: string,
  { totp, recoveryCode, passkey }: Answer,
): Promise<SessionToken> {
  if ([totp, recoveryCode, passkey].filter((one) => one !== undefined).length !== 1) {
    throw refuseField('totp', 'or another answer is missing, or there are two', 'totp, recoveryCode or passkey');
  }
  const challenge = readSecret('challenge', text);
  if (challenge === undefined || (await isElsewhere(ctx, asked, challenge.realm))) throw signInFailed();
  const { realm, userId } = challenge;
  const reader = ctx.database.reader(realm);
  const user = await activeUser(reader, userId, whole);
  if (user === undefined || !(await isOpen(ctx, reader, userId, challenge))) throw signInFailed();
  const account = { what: 'secondFactor', userType: user.type, name: userId, address: ctx.address } as const;
  await ctx.database.transact(realm, (tx) => countAttempt(ctx, tx, account));
  const proof = { ...(totp && { totp }), ...(recoveryCode && { recoveryCode }), ...(passkey && { passkey }) };
  return orFailed(ctx, realm, async (tx) => {
    // What the library takes has the same form.
    const answered = { userId, kind, challenge, proof: proof as Parameters<typeof takeSecondFactor>[2]['proof'] };
    const first = await takeSecondFactor(ctx, tx, answered);
    if (first === undefined) return undefined;
    forgetAttempts(ctx, tx, account);
    return { session: await begin(ctx, tx, { kind, userId, method: first.method as 'password' }) };
  });
}

async function isElsewhere(
  ctx: OpenContext,
  asked: RealmAsked,
  { companyId, mode }: { companyId: string; mode: string },
) {
  if (asked.domain === undefined && asked.companyId === undefined) return false;
  const { realm } = await realmOf(ctx, asked);
  return realm?.companyId !== companyId || realm.mode !== mode;
}

/** Errors: SignInFailed. */
export async function byPasskey(
  ctx: OpenContext,
  { kind, whole }: Signing,
  asked: RealmAsked,
  passkey: PasskeyAnswer,
): Promise<SessionToken> {
  const { realm, userType } = await realmOf(ctx, asked);
  const response = passkey as Parameters<typeof takePasskeyAlone>[3];
  const userId = userOfPasskey(response);
  const user = realm && (await activeUser(ctx.database.reader(realm), userId, whole));
  const isAnother = user?.type !== userType || (kind === 'compliance' && userType !== 'agent');
  if (realm === undefined || isAnother) throw signInFailed();
  return orFailed(ctx, realm, async (tx) => {
    if (!(await takePasskeyAlone(ctx, tx, userId, response))) return undefined;
    return enter(ctx, tx, { kind, userId, method: 'passkey' });
  });
}

/** Errors: InvalidRequest, NotFound, NoPageForPasskeys. */
export async function passkeyOptions(ctx: OpenContext, asked: RealmAsked) {
  const { realm, userType } = await realmOf(ctx, asked);
  if (realm === undefined) {
    const path = asked.domain === undefined ? 'companyId' : 'domain';
    if (asked.domain === undefined && asked.companyId === undefined) {
      throw refuseField('companyId', 'is missing', 'the company, or the domain of the page');
    }
    throw new Refusal(errors.NotFound, `There is no company of this ${path}.`, { data: { path } });
  }
  return optionsForAnybody(ctx, ctx.database.reader(realm), { userType, page: pageOf(ctx, asked.domain) });
}
