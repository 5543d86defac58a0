// From whom a provider has recognised to a user of the company: found or made by the company's rules, with the roles
// that follow from the groups. What comes out is a token that the browser exchanges for a session, once.
import { timezoneOf, writeControlOnce } from '#capabilities/access/index.ts';
import { exchangeTokenOf, maySignIn } from '#capabilities/signing-in/index.ts';
import {
  createUser,
  findUser,
  isOwner,
  replaceUsersRoles,
  rolesNamed,
  userByName,
  userCreated,
  userRoleAdded,
  userRoleRemoved,
  usersErrors,
} from '#capabilities/users/index.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import type { Connection } from './connection.ts';
import { noConnection, refused } from './errors.ts';
import type { Identity } from './identity.ts';
import { rememberNetwork } from './networks.ts';
import type { StoredConnection } from './schemas.ts';

/** Errors: SingleSignOnRefused, NoSingleSignOn. */
export async function admit(ctx: OpenContext, connection: Connection, identity: Identity): Promise<string> {
  mustBeOfCompany(connection.settings, identity);
  const caller = await asProvider(ctx, connection);
  const once = async (): Promise<string> => {
    let token = '';
    await ctx.runCommand({
      caller,
      requestId: ctx.requestId,
      // People sign in while a test clock moves.
      clock: 'undated',
      emits: [userCreated, userRoleAdded, userRoleRemoved],
      async run(command, tx) {
        const userId = await userFor(command, tx, connection.settings, identity);
        await writeControlOnce(tx, command, userId);
        token = exchangeTokenOf(command, tx, userId).exchangeToken;
        rememberNetwork(tx, ctx, command.machineNow());
      },
      present: () => ({ status: 200, headers: {}, body: '' }),
    });
    return token;
  };
  // Two who come at once may both want to make the user: the second one finds it.
  return once().catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    return once().catch((again: unknown) => {
      throw isTaken(again) ? refused('taken', again) : again;
    });
  });
}

const isTaken = (error: unknown): boolean => error instanceof Refusal && error.kind === usersErrors.UserExists;

/** The provider acts: no user of the company does, before the session. */
async function asProvider({ database }: OpenContext, { realm, settings }: Connection): Promise<Caller> {
  const timezone = await timezoneOf(database.reader(realm));
  if (timezone === undefined) throw noConnection();
  const name = 'the identity provider';
  const actor = { type: 'provider', id: settings.kind } as const;
  return { realm, timezone, actor, name, permissions: new Set(), apiVersion: null, reach: 'company', session: null };
}

/** Errors: SingleSignOnRefused. */
function mustBeOfCompany({ matchBy, emailDomains }: StoredConnection, { email, isVerified }: Identity): void {
  const isNeeded = matchBy === 'email' || emailDomains.length > 0;
  if (!isNeeded) return;
  if (email === undefined || !isVerified) throw refused('email');
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (emailDomains.length > 0 && !emailDomains.includes(domain)) throw refused('email');
}

/** Errors: SingleSignOnRefused, UserExists. */
async function userFor(ctx: CommandContext, tx: Tx, settings: StoredConnection, identity: Identity): Promise<string> {
  const { userType, matchBy } = settings;
  const name = { email: identity.email, username: identity.username, samlSubjectNameId: identity.subject }[matchBy];
  if (name === undefined) throw refused('subject');
  const known = await userByName(tx, ctx.vault, { userType, nameType: matchBy, name });
  if (known === undefined) return made(ctx, tx, settings, identity, name);
  const found = await findUser(tx, known.userId, true);
  if (found === undefined) throw refused('unknown');
  const { status, user_type: type, person_id: personId } = found.row;
  if (!maySignIn({ status, type, personId })) throw refused('inactive');
  if (settings.updatesRoles) await follow(ctx, tx, settings, identity, found);
  return found.row.id;
}

/** Errors: SingleSignOnRefused, UserExists. */
async function made(
  ctx: CommandContext,
  tx: Tx,
  settings: StoredConnection,
  identity: Identity,
  name: string,
): Promise<string> {
  const { createsUsers, matchBy, userType } = settings;
  if (!createsUsers || userType !== 'agent') throw refused('unknown');
  const { email, isVerified, firstName = null, lastName = null } = identity;
  const names = email !== undefined && isVerified ? { email } : {};
  const given = { userType, authType: { ...names, [matchBy]: name }, employee: { firstName, lastName } } as const;
  const roles = await rolesFor(tx, settings, identity);
  const made = await createUser(ctx, tx, { ...given, roles }).catch((error: unknown) => {
    // A name that cannot be one, as the provider gives it.
    throw error instanceof Refusal && !isTaken(error) ? refused('subject', error) : error;
  });
  return made.row.id;
}

/** Roles that still exist; locked, so that none changes before it is given. */
async function rolesFor(tx: Tx, { roles, rolesByGroup }: StoredConnection, { groups }: Identity) {
  const byGroup = rolesByGroup.filter(({ group }) => groups.includes(group)).flatMap((one) => one.roles);
  return [...(await rolesNamed(tx, [...new Set([...roles, ...byGroup])])).values()];
}

type UserWithRoles = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/** The company keeps an owner, whatever the provider says: the last one stays one. */
async function follow(
  ctx: CommandContext,
  tx: Tx,
  settings: StoredConnection,
  identity: Identity,
  user: UserWithRoles,
): Promise<void> {
  const wanted = await rolesFor(tx, settings, identity);
  const isSame =
    wanted.length === user.roles.length && wanted.every(({ id }) => user.roles.some((one) => one.id === id));
  if (isSame) return;
  try {
    await replaceUsersRoles(ctx, tx, user, wanted);
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== usersErrors.LastOwner) throw error;
    const kept = user.roles.filter((role) => isOwner([role]));
    await replaceUsersRoles(ctx, tx, user, [...wanted, ...kept]);
  }
}
