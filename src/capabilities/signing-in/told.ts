// What the audit is told of signing in that failed.
import type { SignInTold } from '#platform/audit/of-sign-in.ts';
import { Refusal } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import type { Named } from './named-user.ts';

type WhoNamed = Pick<Named, 'realm' | 'userType' | 'name' | 'userId'>;

/** What was typed as a name is not kept: it may be a password. */
export function toldOf({ vault }: Pick<OpenContext, 'vault'>, who: WhoNamed): SignInTold {
  const { realm, userType, name, userId } = who;
  if (userId !== undefined) return { userId, userType };
  const text = JSON.stringify([realm?.mode, realm?.companyId, userType, name]);
  return { userType, unknownName: vault.secretHash('name nobody has', text).toString('hex').slice(0, 16) };
}

/** Tells of a refusal for wrong credentials or for too many; a wrong request is nobody's attempt. */
export async function tellingRefusal<T>(
  ctx: OpenContext,
  who: WhoNamed,
  method: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isAttempt = error instanceof Refusal && [401, 429].includes(error.kind.status);
    if (isAttempt && who.realm !== undefined) {
      ctx.tell(who.realm, { ...toldOf(ctx, who), method, errorType: error.kind.errorType });
    }
    throw error;
  }
}
