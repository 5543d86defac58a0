// Signing in by what is shown second, or by a passkey alone.
import { settingsOf } from '#capabilities/company/index.ts';
import {
  isOpen,
  optionsForAnybody,
  type PasskeyAnswer,
  takePasskeyAlone,
  takeSecondFactor,
  userOfPasskey,
} from '#capabilities/second-factor/index.ts';
import type { Realm } from '#platform/db/realm.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { forgetAttempts } from './attempts.ts';
import { knownDevice } from './devices.ts';
import { begin, enter, pageOf, type Signing } from './enter.ts';
import { orFailed } from './entering.ts';
import { signInFailed } from './errors.ts';
import { type RealmAsked, readerOf } from './named-user.ts';
import type { SessionToken, SignIn } from './schemas.ts';
import { readSecret } from './session-secret.ts';
import type { SignInMethod } from './tables.ts';
import { tellingRefusal } from './told.ts';
import { counted } from './trying.ts';
import { activeUser } from './user-now.ts';
import { mustSignInHere, waysIn } from './ways-in.ts';

type Answer = Pick<SignIn, 'totp' | 'recoveryCode' | 'passkey'>;

/** Errors: SignInFailed, InvalidRequest, TooManyRequests. */
export async function bySecondFactor(
  ctx: OpenContext,
  { kind, whole, deviceToken }: Signing,
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
  const { type: userType } = user;
  const device = await knownDevice(ctx.vault, reader, userId, deviceToken);
  const who = { realm, userId, userType, name: userId, personId: user.personId ?? undefined, device };
  const second = totp ? 'totp' : recoveryCode ? 'recoveryCode' : 'passkey';
  const proof = { ...(totp && { totp }), ...(recoveryCode && { recoveryCode }), ...(passkey && { passkey }) };
  return tellingRefusal(ctx, who, second, async () => {
    const tried = await counted(ctx, who, second);
    return orFailed(ctx, realm, async (tx) => {
      // What the library takes has the same form.
      const answered = { userId, kind, challenge, proof: proof as Parameters<typeof takeSecondFactor>[2]['proof'] };
      const first = await takeSecondFactor(ctx, tx, answered);
      if (first === undefined) return undefined;
      forgetAttempts(ctx, tx, tried);
      const method = first.method as SignInMethod;
      return { session: await begin(ctx, tx, { kind, userId, userType, method, deviceToken }, second) };
    });
  });
}

async function isElsewhere(ctx: OpenContext, asked: RealmAsked, { companyId, mode }: Realm): Promise<boolean> {
  if (asked.domain === undefined && asked.companyId === undefined) return false;
  const realm = (await readerOf(ctx.database, asked))?.realm;
  return realm?.companyId !== companyId || realm.mode !== mode;
}

/** Errors: SignInFailed, InvalidRequest. */
export async function byPasskey(
  ctx: OpenContext,
  { kind, whole, deviceToken }: Signing,
  asked: RealmAsked,
  passkey: PasskeyAnswer,
): Promise<SessionToken> {
  const { userType = 'agent' } = asked;
  const reader = await readerOf(ctx.database, asked);
  if (reader === undefined) throw signInFailed();
  mustSignInHere(waysIn(await settingsOf(reader), userType), 'passkey');
  const response = passkey as Parameters<typeof takePasskeyAlone>[3];
  const userId = userOfPasskey(response);
  const user = await activeUser(reader, userId, whole);
  if (user?.type !== userType || (kind === 'compliance' && userType !== 'agent')) throw signInFailed();
  const { realm } = reader;
  return tellingRefusal(ctx, { realm, userId, userType, name: userId }, 'passkey', () =>
    orFailed(ctx, realm, async (tx) => {
      if (!(await takePasskeyAlone(ctx, tx, userId, response))) return undefined;
      return enter(ctx, tx, { kind, deviceToken, userId, userType, method: 'passkey' });
    }),
  );
}

/** Errors: InvalidRequest, NotFound, NoPageForPasskeys. */
export async function passkeyOptions(ctx: OpenContext, asked: RealmAsked) {
  const reader = await readerOf(ctx.database, asked);
  if (reader === undefined) {
    const path = asked.domain === undefined ? 'companyId' : 'domain';
    if (asked.domain === undefined && asked.companyId === undefined) {
      throw refuseField('companyId', 'is missing', 'the company, or the domain of the page');
    }
    throw new Refusal(errors.NotFound, `There is no company of this ${path}.`, { data: { path } });
  }
  const { userType = 'agent', domain } = asked;
  mustSignInHere(waysIn(await settingsOf(reader), userType), 'passkey');
  return optionsForAnybody(ctx, reader, { userType, page: pageOf(ctx, domain) });
}
