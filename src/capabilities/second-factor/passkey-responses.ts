// What a browser answers, checked. The library throws for whatever is wrong, also for what cannot be read; here that is
// one refusal, so that an answer does not tell how far it came.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Page } from './pages.ts';
import type { PasskeyRow } from './tables.ts';

export type { AuthenticationResponseJSON, RegistrationResponseJSON };

/** Some hundred files, loaded with the first passkey: every start and every command would wait for them. */
const library = () => import('@simplewebauthn/server');

interface Expected {
  readonly challenge: string;
  /** The host for which the passkey was made. */
  readonly host: string;
  readonly pages: readonly Page[];
}

const expectations = ({ challenge, host, pages }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: pages.filter((page) => page.host === host).map(({ origin }) => origin),
  expectedRPID: [host],
});

/** ES256, EdDSA and RS256: all that browsers make. */
export const algorithms = [-7, -8, -257];

export async function newCredential(response: RegistrationResponseJSON, expected: Expected) {
  const { verifyRegistrationResponse } = await library();
  const checked = await verifyRegistrationResponse({
    response,
    ...expectations(expected),
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  return checked?.registrationInfo?.credential;
}

/** The counter that it tells now; undefined: it is not the passkey's answer to this challenge. */
export async function counterShown(
  response: AuthenticationResponseJSON,
  { credential_id, public_key }: Pick<PasskeyRow, 'credential_id' | 'public_key'>,
  { mustVerifyUser, ...expected }: Expected & { readonly mustVerifyUser: boolean },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const checked = await verifyAuthenticationResponse({
    response,
    ...expectations(expected),
    requireUserVerification: mustVerifyUser,
    // We compare the counters: one that goes back is to be seen.
    credential: { id: credential_id.toString('base64url'), publicKey: new Uint8Array(public_key), counter: 0 },
  }).catch(() => undefined);
  return checked?.verified ? checked.authenticationInfo.newCounter : undefined;
}

/** The challenge that it says it answers; it counts for nothing before the answer is checked. */
export function challengeIn({ response }: AuthenticationResponseJSON | RegistrationResponseJSON): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
