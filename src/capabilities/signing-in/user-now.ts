// What a user may do and see now.
import { timezoneOf } from '#capabilities/access/index.ts';
import { factorsOf, hasFactor, isRequired } from '#capabilities/second-factor/index.ts';
import { rightsOfUser, type UserRights } from '#capabilities/users/index.ts';
import type { UserType } from '#platform/actor.ts';
import type { CallerTools, Whole } from '#platform/capability.ts';
import type { Reach } from '#platform/db/reach.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';

interface UserNow {
  readonly userType: UserType;
  readonly permissions: ReadonlySet<string>;
  readonly timezone: string;
  readonly reach: Reach;
  /** The company requires a second factor of the user, who has none. */
  readonly mustSetUpFactor: boolean;
}

export async function userNow(tools: CallerTools, realm: Realm, userId: string): Promise<UserNow | undefined> {
  const reader = tools.database.reader(realm);
  const known = { permissions: tools.permissions(), defaultRoles: tools.defaultRoles() };
  const [user, timezone, requiresFactor] = await Promise.all([
    rightsOfUser(reader, userId, known),
    timezoneOf(reader),
    isRequired(reader, 'agent'),
  ]);
  if (user === undefined || timezone === undefined || !maySignIn(user)) return undefined;
  const { type: userType, permissions, personId } = user;
  const mustSetUpFactor = requiresFactor && userType === 'agent' && !hasFactor(await factorsOf(reader, userId));
  const now = { userType, permissions, timezone, mustSetUpFactor };
  if (userType !== 'borrower') return { ...now, reach: 'company' };
  const sharedLoans = await tools.sharedLoans(reader, personId as string);
  return { ...now, reach: { personId: personId as string, sharedLoans } };
}

/** A borrower's user whose person is gone is nobody. */
export const maySignIn = ({ status, type, personId }: Pick<UserRights, 'status' | 'type' | 'personId'>): boolean =>
  status === 'active' && (type !== 'borrower' || personId !== null);

/** Undefined: nobody, or nobody who may sign in any more. */
export async function activeUser(
  reader: Reader,
  userId: string,
  whole: Pick<Whole, 'permissions' | 'defaultRoles'>,
): Promise<UserRights | undefined> {
  const user = await rightsOfUser(reader, userId, whole);
  return user !== undefined && maySignIn(user) ? user : undefined;
}
