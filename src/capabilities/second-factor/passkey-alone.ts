// A passkey as the only proof: it says whose it is, and its device has checked who holds it.

import { userHeld } from '#capabilities/users/index.ts';
import type { UserType } from '#platform/actor.ts';
import type { SecretTools } from '#platform/command/tools.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { challengeOfAnybody, openChallengeOfAnybody, useChallengeOfAnybody } from './challenges.ts';
import { noPage } from './errors.ts';
import { type PageAsked, pageNamed, pagesOf } from './pages.ts';
import { type AuthenticationResponseJSON, challengeIn } from './passkey-responses.ts';
import { passkeySeconds, requestOptions, takePasskey, userOfHandle } from './passkeys.ts';

/** The same for everybody, whether they have a passkey or are known at all. Errors: NoPageForPasskeys, InvalidRequest. */
export async function optionsForAnybody(
  tools: SecretTools,
  reader: Reader,
  { userType, page }: { readonly userType: UserType; readonly page: PageAsked },
) {
  const pages = await pagesOf(reader, userType);
  if (pages.length === 0) throw noPage();
  const named = pageNamed(pages, page);
  if (named === undefined) {
    const path = page.origin === undefined ? 'domain' : 'Origin';
    throw refuseField(path, 'is no page where such users sign in', 'a page that the company has named');
  }
  const challenge = challengeOfAnybody(tools, reader.realm, passkeySeconds);
  return requestOptions(challenge, named.host, [], 'required');
}

export const userOfPasskey = ({ response }: AuthenticationResponseJSON): string => userOfHandle(response.userHandle);

/** Whether it is a right answer of this user, for the first time. */
export async function takePasskeyAlone(
  tools: SecretTools,
  tx: Tx,
  userId: string,
  response: AuthenticationResponseJSON,
): Promise<boolean> {
  const user = await userHeld(tx, userId);
  const challenge = challengeIn(response);
  if (user === undefined || challenge === undefined) return false;
  const open = await openChallengeOfAnybody(tools, tx, userId, challenge);
  if (open === undefined) return false;
  const pages = await pagesOf(tx, user.type);
  if (!(await takePasskey(tools, tx, { userId, response, challenge, pages, mustVerifyUser: true }))) return false;
  return useChallengeOfAnybody(tools, tx, open);
}
