// Asks for the second factor after a first proof, and takes the answer.

import { userHeld } from '#capabilities/users/index.ts';
import type { SecretTools } from '#platform/command/tools.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { takeTotp } from './app-codes.ts';
import {
  type Challenge,
  closeChallenge,
  type FirstProof,
  openChallenge,
  passkeyChallengeOf,
  writeChallenge,
} from './challenges.ts';
import { secondFactorErrors } from './errors.ts';
import { type Factors, factorsOf, hasFactor, isRequired } from './factors.ts';
import { type PageAsked, pageNamed, pagesOf } from './pages.ts';
import type { AuthenticationResponseJSON } from './passkey-responses.ts';
import { requestOptions, takePasskey } from './passkeys.ts';
import { takeRecoveryCode } from './recovery-codes.ts';

export interface SecondFactorAsked {
  readonly challenge: Challenge;
  readonly methods: readonly ('totp' | 'passkey' | 'recoveryCode')[];
  readonly passkey: ReturnType<typeof requestOptions> | undefined;
}

/** `none`: the user has none, and need not. `mustSetUp`: has none, and may do nothing else before. */
type Outcome = 'none' | 'mustSetUp' | SecondFactorAsked;

/** The user is held until the commit: a first factor that is added at the same time ends the session that begins. */
export async function askSecondFactor(
  tools: SecretTools,
  tx: Tx,
  proof: FirstProof & { readonly page: PageAsked },
): Promise<Outcome> {
  const { userId } = proof;
  const user = await userHeld(tx, userId);
  const factors = await factorsOf(tx, userId);
  if (!hasFactor(factors)) return user && (await isRequired(tx, user.type)) ? 'mustSetUp' : 'none';
  const challenge = writeChallenge(tools, tx, proof);
  const pages = factors.passkeys.length > 0 && user ? await pagesOf(tx, user.type) : [];
  const hosts = hostsOf(pages, proof.page);
  // The newest that can be used on the page; all of its host come with it.
  const host = factors.passkeys.findLast(({ rp_id }) => hosts.has(rp_id))?.rp_id;
  const usable = factors.passkeys.filter(({ rp_id }) => rp_id === host);
  const passkey = host && requestOptions(passkeyChallengeOf(tools.vault, challenge), host, usable, 'preferred');
  return { challenge, methods: methodsOf(factors, passkey !== undefined), passkey: passkey || undefined };
}

/** Where a request says nothing of its page, any page of the company. */
function hostsOf(pages: Awaited<ReturnType<typeof pagesOf>>, asked: PageAsked): Set<string> {
  const isNamed = asked.origin !== undefined || asked.domain !== undefined;
  return new Set((isNamed ? [pageNamed(pages, asked)] : pages).flatMap((page) => page?.host ?? []));
}

const methodsOf = ({ totp, recoveryCodesLeft }: Factors, isPasskeyUsable: boolean) => [
  ...(totp === null ? [] : ['totp' as const]),
  ...(isPasskeyUsable ? ['passkey' as const] : []),
  ...(recoveryCodesLeft === 0 ? [] : ['recoveryCode' as const]),
];

/** `challenge`: as the client is to send it back. */
export const secondFactorNeeded = (challenge: string, { methods, passkey }: SecondFactorAsked): Refusal =>
  new Refusal(secondFactorErrors.SecondFactorNeeded, 'What was shown is right, and a second factor is needed.', {
    data: { challenge, methods, ...(passkey && { passkey }) },
    headers: { 'www-authenticate': 'Bearer' },
  });

interface SecondProof {
  readonly totp?: string;
  readonly recoveryCode?: string;
  readonly passkey?: AuthenticationResponseJSON;
}

interface Answered extends Pick<FirstProof, 'userId' | 'kind'> {
  readonly challenge: Challenge;
  readonly proof: SecondProof;
}

/** What was shown first, when the answer is right; undefined otherwise, and a try is gone. */
export async function takeSecondFactor(
  tools: SecretTools,
  tx: Tx,
  { userId, kind, challenge, proof }: Answered,
): Promise<{ readonly method: string } | undefined> {
  const user = await userHeld(tx, userId);
  const row = await openChallenge(tools, tx, userId, challenge, true);
  if (user === undefined || row === undefined || row.session_kind !== kind) return undefined;
  const isRight = await isShown(tools, tx, { ...user, userId }, challenge, proof);
  closeChallenge(tools, tx, row, isRight);
  return isRight ? { method: row.sign_in_method as string } : undefined;
}

type User = NonNullable<Awaited<ReturnType<typeof userHeld>>> & { readonly userId: string };

async function isShown(
  tools: SecretTools,
  tx: Tx,
  { userId, type }: User,
  challenge: Challenge,
  { totp, recoveryCode, passkey }: SecondProof,
): Promise<boolean> {
  if (totp !== undefined) return takeTotp(tools, tx, userId, totp);
  if (recoveryCode !== undefined) return takeRecoveryCode(tools, tx, userId, recoveryCode);
  if (passkey === undefined) return false;
  const shown = { userId, response: passkey, challenge: passkeyChallengeOf(tools.vault, challenge) };
  return takePasskey(tools, tx, { ...shown, pages: await pagesOf(tx, type), mustVerifyUser: false });
}

/** Whether somebody has a challenge that can be answered, before it costs a try. */
export const isOpen = async (tools: SecretTools, reader: Reader, userId: string, challenge: Challenge) =>
  (await openChallenge(tools, reader, userId, challenge)) !== undefined;
