// Users by hand, so that an owner who is locked out gets in from the machine. Access to the database is the only
// permission that is needed.
import { keysHeldBy } from '#capabilities/access/index.ts';
import { resetPassword, signInCode } from '#capabilities/signing-in/index.ts';
import {
  createUser,
  disableUser,
  findUser,
  roleNamed,
  userByName,
  userCreated,
  userNotFound,
  userUpdated,
} from '#capabilities/users/index.ts';
import { system } from '#platform/actor.ts';
import { auditByHand } from '#platform/audit/by-hand.ts';
import { machineNow } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Emit } from '#platform/events/emit.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import { print, type Values } from './command.ts';
import { realmOf } from './realm-of.ts';
import type { Service } from './service.ts';
import { withService } from './with-service.ts';
import { WrongUse } from './wrong-use.ts';

export const newUser = (config: Config, values: Values): Promise<void> =>
  withService(config, async (service) =>
    print(await createUserByHand(service, await realmOf(service, values), values)),
  );

export const endUser = (config: Config, values: Values, [id]: readonly string[]): Promise<void> =>
  withService(config, async (service) => {
    if (id === undefined) throw new WrongUse('The id of the user is missing.');
    print(await disableUserByHand(service, await realmOf(service, values), id));
  });

export async function createUserByHand(service: Service, realm: Realm, values: Values): Promise<string> {
  const email = values.email?.trim();
  if (!email) throw new WrongUse('--email is missing: say who signs in.');
  const made = await byHand(service, realm, 'tenor user create', async (ctx, tx) => {
    const asked = values.role ?? 'owner';
    const role = await roleNamed(tx, asked);
    if (role === undefined) throw new WrongUse(`There is no role ${asked} in this company and mode.`);
    return createUser(ctx, tx, { userType: 'agent', authType: { email }, roles: [role] });
  });
  return `id  ${made.row.id}`;
}

export async function disableUserByHand(service: Service, realm: Realm, id: string): Promise<string> {
  await byHand(service, realm, 'tenor user disable', async (ctx, tx) => {
    const user = await findUser(tx, id, true);
    if (user === undefined) throw userNotFound(id);
    return disableUser(ctx, tx, user);
  });
  const keys = await keysHeldBy(service.database.reader(realm), id);
  if (keys.length === 0) return 'Disabled.';
  return `Disabled. Refused from now on, unless somebody else takes them over: ${keys.join(', ')}.`;
}

export const resetUser = (config: Config, values: Values, [who]: readonly string[]): Promise<void> =>
  withService(config, async (service) => {
    if (who === undefined) throw new WrongUse('The e-mail address or the id of the user is missing.');
    print(await resetPasswordByHand(service, await realmOf(service, values), who));
  });

/** It sets no password, which would stand in the history of the shell, but gives a code with which the user sets one. */
export async function resetPasswordByHand(service: Service, realm: Realm, who: string): Promise<string> {
  const { code, query } = await codeByHand(service, realm, who, ['tenor user reset-password', resetPassword]);
  return `code  ${code}\nFor ten minutes: POST /api/auth/password?${query} with username, code and newPassword.`;
}

export const signInUser = (config: Config, values: Values, [who]: readonly string[]): Promise<void> =>
  withService(config, async (service) => {
    if (who === undefined) throw new WrongUse('The e-mail address or the id of the user is missing.');
    print(await signInCodeByHand(service, await realmOf(service, values), who));
  });

/** It counts whatever kinds of signing in the company has opened. */
export async function signInCodeByHand(service: Service, realm: Realm, who: string): Promise<string> {
  const { code, query } = await codeByHand(service, realm, who, ['tenor user sign-in-code', signInCode]);
  return `code  ${code}\nFor ten minutes: POST /api/auth/token?${query} with username and code.`;
}

type MakeCode = typeof signInCode;

async function codeByHand(service: Service, realm: Realm, who: string, [command, make]: readonly [string, MakeCode]) {
  const { vault, clock } = service;
  let code = '';
  const { row } = await byHand(service, realm, command, async (_, tx) => {
    const named = await userByName(tx, vault, { userType: 'agent', nameType: 'email', name: who });
    const user = await findUser(tx, named?.userId ?? who, true);
    if (user === undefined) throw userNotFound(who);
    code = await make({ vault, clock }, tx, { userId: user.row.id, userType: user.row.user_type });
    return user;
  });
  return { code, query: `companyId=${realm.companyId}&mode=${realm.mode}&userType=${row.user_type}` };
}

type Ctx = Parameters<typeof createUser>[0];
type Made = Awaited<ReturnType<typeof createUser>>;

async function byHand(
  service: Service,
  realm: Realm,
  command: string,
  work: (ctx: Ctx, tx: Tx) => Promise<Made>,
): Promise<Made> {
  const { vault, position, clock, database } = service;
  const maker = { realm, vault, position, now: machineNow(clock), declared: [userCreated, userUpdated] };
  return database.transact(realm, async (tx) => {
    const user = await recordingByHand(maker, tx, (emit: Emit) =>
      work({ ...maker, emit, caller: { actor: system } }, tx),
    );
    auditByHand(service, tx, { command, objectId: user.row.id });
    return user;
  });
}
