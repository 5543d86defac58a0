// Who signs in: the company and mode that a page names, and the user of that name in it.
import { timezoneOf } from '#capabilities/access/index.ts';
import { languageOf, realmOfDomain, settingsOf } from '#capabilities/company/index.ts';
import { type NameType, typedNameKey, userByName } from '#capabilities/users/index.ts';
import type { UserType } from '#platform/actor.ts';
import { type Mode, modes, type Realm } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase } from '#platform/db/realm-database.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { knownDevice } from './devices.ts';
import { maySignIn } from './user-now.ts';
import { nameTypeOf, type WaysIn, waysIn } from './ways-in.ts';

export interface RealmAsked {
  readonly companyId?: string;
  readonly domain?: string;
  readonly mode?: Mode;
  readonly userType?: UserType;
}

/** What a page shows of who comes. */
interface Shown {
  readonly username: string;
  readonly deviceToken?: string | undefined;
}

export interface Named {
  /** Undefined: there is no such company. */
  readonly realm: Realm | undefined;
  readonly timezone: string | undefined;
  readonly userType: UserType;
  /** What stands for the name in its normal form, whether somebody has it or not. */
  readonly name: string;
  /** Undefined: there is none of this name who may sign in. */
  readonly userId: string | undefined;
  /** On which the user has signed in before. */
  readonly device: string | undefined;
  /** Only a borrower has one. */
  readonly personId: string | undefined;
  readonly ways: WaysIn;
  /** That of the company. */
  readonly language: 'en' | 'es';
}

/** Errors: InvalidRequest. */
export async function namedUser(
  { database, vault }: OpenContext,
  asked: RealmAsked & { readonly authValueType?: NameType },
  { username, deviceToken }: Shown,
): Promise<Named> {
  const { userType = 'agent' } = asked;
  const reader = await readerOf(database, asked);
  const [timezone, settings] = reader ? await Promise.all([timezoneOf(reader), settingsOf(reader)]) : [];
  const ways = waysIn(settings ?? {}, userType);
  const nameType = nameTypeOf(ways, asked.authValueType) ?? looksLike(username);
  const name = reader ? await typedNameKey(vault, reader.realm, nameType, username) : '';
  const found = reader && (await userByName(reader, vault, { userType, nameType, name: username }));
  const isActive = found !== undefined && maySignIn({ ...found, type: userType });
  const realm = timezone === undefined ? undefined : reader?.realm;
  const unknown = { userId: undefined, personId: undefined, device: undefined };
  const language = languageOf(settings ?? {});
  const named = { realm, timezone, userType, name, ways, language, ...unknown };
  if (!isActive || reader === undefined) return named;
  const { userId, personId } = found;
  const device = await knownDevice(vault, reader, userId, deviceToken);
  return { ...named, userId, personId: personId ?? undefined, device };
}

/** A domain names company and mode; beside a company the mode may be said. */
export async function readerOf(
  database: RealmDatabase,
  { companyId, domain, mode = modes[0] }: RealmAsked,
): Promise<Reader | undefined> {
  if (domain === undefined) return companyId === undefined ? undefined : database.reader({ companyId, mode });
  const realm = await realmOfDomain(database, domain);
  const isOther = companyId !== undefined && companyId !== realm?.companyId;
  return isOther ? undefined : realm && database.reader(realm);
}

export function looksLike(name: string): NameType {
  if (name.includes('@')) return 'email';
  return /^\+?[\d\s().-]{7,}$/.test(name) ? 'phone' : 'username';
}
