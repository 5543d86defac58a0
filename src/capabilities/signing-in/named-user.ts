// Who signs in: the company and mode that a page names, and the user of that name in it.
import { realmOfDomain } from '#capabilities/company/index.ts';
import { type NameType, userByName } from '#capabilities/users/index.ts';
import type { UserType } from '#platform/actor.ts';
import { type Mode, modes, type Realm } from '#platform/db/realm.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { maySignIn } from './user-now.ts';

export interface RealmAsked {
  readonly companyId?: string;
  readonly domain?: string;
  readonly mode?: Mode;
  readonly userType?: UserType;
}

export interface Named {
  readonly realm: Realm | undefined;
  readonly userType: UserType;
  readonly name: string;
  /** Undefined: there is none of this name who may sign in. */
  readonly userId: string | undefined;
}

export async function namedUser(
  ctx: OpenContext,
  asked: RealmAsked & { readonly authValueType?: NameType },
  name: string,
): Promise<Named> {
  const { realm, userType } = await realmOf(ctx, asked);
  const nameType = asked.authValueType ?? looksLike(name);
  const found = realm && (await userByName(ctx.database.reader(realm), ctx.vault, { userType, nameType, name }));
  const userId = found !== undefined && maySignIn({ ...found, type: userType }) ? found.userId : undefined;
  return { realm, userType, name: name.trim().toLowerCase(), userId };
}

/** A domain names company and mode; beside a company the mode may be said. */
export async function realmOf(
  { database }: OpenContext,
  { companyId, domain, mode, userType = 'agent' }: RealmAsked,
): Promise<{ realm: Realm | undefined; userType: UserType }> {
  if (domain !== undefined) {
    const realm = await realmOfDomain(database, domain);
    const isOther = companyId !== undefined && companyId !== realm?.companyId;
    return { realm: isOther ? undefined : realm, userType };
  }
  if (companyId === undefined) return { realm: undefined, userType };
  return { realm: { companyId, mode: mode ?? modes[0] }, userType };
}

export function looksLike(name: string): NameType {
  if (name.includes('@')) return 'email';
  return /^\+?[\d\s().-]{7,}$/.test(name) ? 'phone' : 'username';
}
