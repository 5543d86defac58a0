// The access token: a JWT that says which session it belongs to. What the session may do is looked up, so a token that
// was made before a change gives no more than one made after it.

import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { secondsOf } from '#platform/clock.ts';
import type { SessionKind } from '#platform/command/context.ts';
import type { SecretTools } from '#platform/command/tools.ts';
import { type Mode, modes, type Realm } from '#platform/db/realm.ts';
import { opaqueToken } from '#platform/ids.ts';
import { signingKey, verifyingKey } from './signing-keys.ts';

const issuer = 'tenor';
const algorithm = 'EdDSA';
const kinds: readonly SessionKind[] = ['user', 'compliance', 'shortLived'];
/** The clocks of two processes may differ by this. */
const clocksDifferSeconds = 5;

export interface TokenSubject {
  readonly realm: Realm;
  readonly userId: string;
  readonly sessionId: string;
  readonly kind: SessionKind;
}

export interface Verified extends TokenSubject {
  readonly issuedSeconds: number;
  readonly expiresSeconds: number;
}

export async function signToken(
  { vault, clock }: SecretTools,
  { realm, userId, sessionId, kind }: TokenSubject,
  expiresSeconds: number,
): Promise<string> {
  const now = secondsOf(clock);
  const { kid, key } = signingKey(vault, realm.mode, now);
  return new SignJWT({ sid: sessionId, company: realm.companyId, mode: realm.mode })
    .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(kind)
    .setSubject(userId)
    .setJti(opaqueToken())
    .setIssuedAt(now)
    .setNotBefore(now - clocksDifferSeconds)
    .setExpirationTime(expiresSeconds)
    .sign(key);
}

/** Undefined for whatever is not a token of ours that counts now. The mode of the key must be that of the claims. */
export async function verifyToken({ vault, clock }: SecretTools, token: string): Promise<Verified | undefined> {
  const seconds = secondsOf(clock);
  const kid = keyNamedBy(token);
  const mode = modes.find((one) => kid.startsWith(`${one}-`));
  const key = mode && verifyingKey(vault, mode, kid, seconds);
  if (mode === undefined || key === undefined) return undefined;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      issuer,
      audience: [...kinds],
      typ: 'JWT',
      currentDate: new Date(seconds * 1000),
      requiredClaims: ['sub', 'sid', 'company', 'mode', 'iat', 'nbf', 'exp', 'jti'],
    });
    return verified(payload, mode);
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function keyNamedBy(token: string): string {
  try {
    return String(decodeProtectedHeader(token).kid);
  } catch {
    return '';
  }
}

function verified(payload: JWTPayload, mode: Mode): Verified | undefined {
  const { sub, sid, company, mode: claimed, aud, iat, exp } = payload;
  const kind = kinds.find((one) => one === aud);
  if (claimed !== mode || kind === undefined || typeof sid !== 'string' || typeof company !== 'string')
    return undefined;
  return {
    realm: { mode, companyId: company },
    userId: sub as string,
    sessionId: sid,
    kind,
    issuedSeconds: iat as number,
    expiresSeconds: exp as number,
  };
}
