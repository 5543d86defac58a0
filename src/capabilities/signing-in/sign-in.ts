// Signing in: by password, by a code that was sent, or by an exchange token. Whatever is wrong, the answer is one, and it
// takes as long.
import type { NameType } from '#capabilities/users/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { forgetAttempts, takeBackAttempt } from './attempts.ts';
import { takeCode, takeExchangeToken } from './codes.ts';
import { enter, type Signing } from './enter.ts';
import { orFailed } from './entering.ts';
import { signInFailed } from './errors.ts';
import { hasherAt, isPassword } from './hashing.ts';
import { isKnownNetwork } from './known-networks.ts';
import { type Named, namedUser, type RealmAsked } from './named-user.ts';
import type { authTypes, SessionToken, SignIn } from './schemas.ts';
import { byPasskey, bySecondFactor } from './second-step.ts';
import { readSecret } from './session-secret.ts';
import { tellingRefusal } from './told.ts';
import { counted, evenly, triedBy, type WhoTries } from './trying.ts';
import { activeUser } from './user-now.ts';
import { mustHavePasswords } from './ways-in.ts';

export interface SignInQuery extends RealmAsked {
  readonly authType?: (typeof authTypes)[number];
  readonly authValueType?: NameType;
}

/** Errors: SignInFailed, InvalidRequest, TooManyRequests. */
export async function signIn(
  ctx: OpenContext,
  place: Signing,
  query: SignInQuery,
  { username, deviceToken, password, code, exchangeToken, challenge, ...factors }: SignIn,
): Promise<SessionToken> {
  if (query.authType === 'google' || query.authType === 'SAML') {
    throw refuseField('authType', 'is done by its provider, not here', 'basic, oneTimeCodeEmail or oneTimeCodeText');
  }
  const signing = { ...place, domain: query.domain, deviceToken };
  if (challenge !== undefined) return evenly(ctx, bySecondFactor(ctx, signing, query, challenge, factors));
  const { passkey } = factors;
  if ([password, code, exchangeToken, passkey].filter((one) => one !== undefined).length !== 1) {
    const right = 'password, code, exchangeToken or passkey';
    throw refuseField('password', 'or another proof is missing, or there are two', right);
  }
  if (passkey !== undefined) return evenly(ctx, byPasskey(ctx, signing, query, passkey));
  if (exchangeToken !== undefined) return evenly(ctx, byExchangeToken(ctx, signing, query, exchangeToken));
  if (username === undefined) throw refuseField('username', 'is missing', 'what the user signs in with');
  const user = await namedUser(ctx, query, { username, deviceToken });
  if (password !== undefined) mustHavePasswords(user.ways, 'password');
  // Compliance tools belong to the company.
  const who = signing.kind === 'compliance' && user.userType !== 'agent' ? { ...user, userId: undefined } : user;
  const by = password === undefined ? 'code' : 'password';
  return evenly(
    ctx,
    tellingRefusal(ctx, who, by, () =>
      password === undefined ? byCode(ctx, signing, who, code as string) : byPassword(ctx, signing, who, password),
    ),
  );
}

/** Errors: SignInFailed, TooManyRequests. */
export async function mustBePassword(
  ctx: OpenContext,
  who: WhoTries,
  password: string,
  what: 'password' | 'ownPassword' = 'password',
) {
  const { realm, userId } = who;
  const account = await counted(ctx, who, what);
  const reader = realm && ctx.database.reader(realm);
  const stored = (reader && (await reader.row(passwordOf(reader, userId ?? ''))))?.password_hash;
  const isKnown = what === 'ownPassword' || (await isKnownAt(ctx, who));
  const holder = hasherAt({ realm, address: ctx.address, isKnown });
  // Meanwhile the request takes no turn of those that others need.
  const hashed = ctx.waitFor(holder, () => isPassword(ctx.vault, stored, { password, who: holder }));
  const isRight = await hashed.catch(async (error: unknown) => {
    if (realm !== undefined) await ctx.transact(realm, async (tx) => takeBackAttempt(ctx, tx, account));
    throw error;
  });
  if (!isRight || realm === undefined || userId === undefined) throw signInFailed();
  return { realm, userId, account, stored: stored as string };
}

/** Whether the user has signed in on this device before, or somebody of the company from this network. */
export async function isKnownAt(ctx: OpenContext, { realm, device }: Pick<WhoTries, 'realm' | 'device'>) {
  if (realm === undefined || device !== undefined) return realm !== undefined;
  return isKnownNetwork(ctx, ctx.database.reader(realm), ctx.address);
}

async function byPassword(ctx: OpenContext, signing: Signing, user: Named, password: string): Promise<SessionToken> {
  const { realm, userId, account, stored } = await mustBePassword(ctx, user, password);
  return orFailed(ctx, realm, async (tx) => {
    // Whoever changed it meanwhile has ended the sessions that it had begun; no other may follow.
    const now = await tx.row(passwordOf(tx, userId).forShare());
    if (now?.password_hash !== stored) return undefined;
    forgetAttempts(ctx, tx, account);
    const { kind, domain, deviceToken } = signing;
    return enter(ctx, tx, { kind, domain, deviceToken, userId, userType: user.userType, method: 'password' });
  });
}

export const passwordOf = ({ db }: Reader, userId: string) =>
  db.selectFrom('passwords').select('password_hash').where('user_id', '=', userId);

async function byCode(ctx: OpenContext, signing: Signing, user: Named, code: string): Promise<SessionToken> {
  const { realm, userId, ways, device } = user;
  const account = await counted(ctx, user, 'signInCode');
  if (realm === undefined || userId === undefined) throw signInFailed();
  return orFailed(ctx, realm, async (tx) => {
    if (!(await takeCode(ctx, tx, { userId, purpose: 'signIn', code, ways, device }))) return undefined;
    forgetAttempts(ctx, tx, account);
    // Whoever uses the codes that come is no stranger who asks for them.
    forgetAttempts(ctx, tx, triedBy(user, 'codeToSignIn', ctx.address));
    const { kind, domain, deviceToken } = signing;
    return enter(ctx, tx, { kind, domain, deviceToken, userId, userType: user.userType, method: 'code' });
  });
}

async function byExchangeToken(
  ctx: OpenContext,
  signing: Signing,
  { companyId }: SignInQuery,
  text: string,
): Promise<SessionToken> {
  const read = readSecret('exchange', text);
  const isOther = companyId !== undefined && companyId !== read?.realm.companyId;
  if (read === undefined || isOther || signing.kind !== 'user') throw signInFailed();
  const { realm, userId } = read;
  const user = await activeUser(ctx.database.reader(realm), userId, signing.whole);
  if (user === undefined) throw signInFailed();
  return tellingRefusal(ctx, { realm, userId, userType: user.type, name: userId }, 'exchangeToken', () =>
    orFailed(ctx, realm, async (tx) => {
      const method = await takeExchangeToken(ctx, tx, read);
      const { kind, domain } = signing;
      return method && enter(ctx, tx, { kind, domain, userId, userType: user.type, method });
    }),
  );
}
