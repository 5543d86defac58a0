// The login by which the questions of a company and mode are asked. It is made when the company asks first, by the account
// of DATABASE_URL; its name says nothing, and its password lies sealed.
import pg from 'pg';
import type { Vault } from '#platform/crypto/vault.ts';
import { scramVerifier } from '#platform/db/prepare.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { AskingPlace } from '#platform/db/views/asking-place.ts';
import { quoted } from '#platform/db/views/make-views.ts';
import { Refusal } from '#platform/errors.ts';
import { randomBytes } from '#platform/random.ts';
import { questionErrors } from '../errors.ts';
import { passwordPart } from '../sealed.ts';
import '../tables.ts';

export interface Login {
  readonly user: string;
  readonly password: string;
}

export interface AskTools {
  readonly database: RealmDatabase;
  readonly vault: Vault;
}

/** All processes together have so many sessions of a company and mode: the server counts. */
export const sessionsOfLogin = 4;

/** Errors: QuestionsNotPossible. */
export function placeOf({ database: { asking } }: AskTools): AskingPlace & { readonly may: { readonly readers: object } } {
  if (asking === undefined) throw new Refusal(questionErrors.QuestionsNotPossible, 'This program asks no questions.');
  if ('refused' in asking.may) throw new Refusal(questionErrors.QuestionsNotPossible, asking.may.refused);
  return asking as AskingPlace & { readonly may: { readonly readers: object } };
}

export async function loginOf(tools: AskTools, realm: Realm): Promise<Login> {
  return (await keptLogin(tools, realm)) ?? makeLogin(tools, realm);
}

async function keptLogin({ database, vault }: AskTools, realm: Realm): Promise<Login | undefined> {
  const reader = database.reader(realm);
  const row = await reader.row(reader.db.selectFrom('query_logins').select(['login', 'password_sealed']));
  if (row === undefined) return undefined;
  const password = vault.companySealer(realm.companyId).unseal(passwordPart(row.login), row.password_sealed);
  return { user: row.login, password };
}

/** In some databases nobody may connect without being named. */
async function mayConnect(client: pg.Client, { user }: Login): Promise<void> {
  const { rows } = await client.query('select quote_ident(current_database()) as name');
  await client.query(`grant connect on database ${rows[0].name} to ${quoted(user)}`);
}

const diskMax = '2GB';

/** What a question may lay aside on the disk of the server, where the account may say so. */
async function boundDisk(client: pg.Client, { user }: Login): Promise<void> {
  const { rows } = await client.query("select has_parameter_privilege('temp_file_limit', 'set') as may");
  if (rows[0].may) await client.query(`alter role ${quoted(user)} set temp_file_limit = '${diskMax}'`);
}

/**
 * Makes a login in place of one that the server does not know, or not with this password: after a restore, roles are not
 * there. Errors: QuestionsNotPossible.
 */
export async function makeLogin(tools: AskTools, realm: Realm, instead?: Login): Promise<Login> {
  const { server, may } = placeOf(tools);
  const readers = (may as { readonly readers: Record<string, string> }).readers[realm.mode] as string;
  const login = { user: `tq_${randomBytes(12).toString('hex')}`, password: randomBytes(32).toString('base64url') };
  const sealed = tools.vault.companySealer(realm.companyId).seal(passwordPart(login.user), login.password);
  const client = new pg.Client(server);
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    if (instead !== undefined) {
      await client.query(`delete from ${realm.mode}.query_logins where login = $1`, [instead.user]);
    }
    const { rowCount } = await client.query(
      `insert into ${realm.mode}.query_logins (login, company_id, password_sealed) values ($1, $2, $3)
       on conflict do nothing`,
      [login.user, realm.companyId, sealed],
    );
    if (rowCount === 1) {
      await client.query(
        `create role ${quoted(login.user)} login nocreatedb nocreaterole connection limit ${sessionsOfLogin}
         password '${scramVerifier(login.password)}' in role ${quoted(readers)}`,
      );
      await mayConnect(client, login);
      await boundDisk(client, login);
    }
    await client.query('commit');
    // Another process was faster.
    return rowCount === 1 ? login : ((await keptLogin(tools, realm)) ?? login);
  } finally {
    await client.end();
  }
}
