// The login by which the questions of a company and mode are asked. It is made when the company asks first, by the account
// of DATABASE_URL; its name says nothing, and its password lies sealed.
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Vault } from '#platform/crypto/vault.ts';
import { scramVerifier } from '#platform/db/prepare.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import type { AskingPlace } from '#platform/db/views/asking-place.ts';
import { type Askers, quoted } from '#platform/db/views/make-views.ts';
import { Refusal } from '#platform/errors.ts';
import { randomText } from '#platform/random.ts';
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
  /** Whether others would wait for what takes the whole machine; absent: nobody would for long. */
  isServing?(): Promise<boolean>;
  /** Waited for after a piece of work, so that others come first; absent: it goes on at once. */
  rest?(workedMs: number): Promise<void>;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** All processes together have so many sessions of a company and mode: the server counts. */
const sessionsOfLogin = 4;

interface Place extends Omit<AskingPlace, 'may'> {
  readonly askers: Askers;
  /** Where all companies ask by one login. */
  readonly ticketKey: Buffer | undefined;
}

/** Errors: QuestionsNotPossible. */
export function placeOf({ database: { asking } }: AskTools): Place {
  if (asking === undefined) throw new Refusal(questionErrors.QuestionsNotPossible, 'This program asks no questions.');
  const { may, ...place } = asking;
  if ('refused' in may) throw new Refusal(questionErrors.QuestionsNotPossible, may.refused);
  return { ...place, askers: may, ticketKey: may.ticketKey };
}

export async function loginOf(tools: AskTools, realm: Realm): Promise<Login> {
  const kept = await keptLogin(tools, realm);
  // A restored database has the logins of the one that was backed up, which may stand beside it.
  return kept?.user.startsWith(beginOf(tools, realm)) ? kept : makeLogin(tools, realm, kept);
}

/** Names begin alike for one database and mode, and say nothing else: every login can read them. */
const beginOf = (tools: AskTools, realm: Realm): string =>
  `tq_${createHash('sha256').update(readersOf(tools, realm)).digest('hex').slice(0, 8)}_`;

/** The role that reads the views of the mode. */
function readersOf(tools: AskTools, { mode }: Realm): string {
  const { askers } = placeOf(tools);
  if ('readers' in askers) return askers.readers[mode];
  throw new Error('Questions are asked by one login here: none is made for a company.');
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

/** Whether the server that makes logins knows it: a replica may not know it yet. */
export const isMade = (tools: AskTools, { user }: Login): Promise<boolean> =>
  asOwner(
    tools,
    async (client) => (await client.query('select from pg_roles where rolname = $1', [user])).rowCount === 1,
  );

/** Asks with the account of DATABASE_URL, by a connection that ends. */
export async function asOwner<T>(tools: AskTools, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(placeOf(tools).server);
  client.on('error', () => {});
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
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
  const login = {
    user: `${beginOf(tools, realm)}${randomText(16, alphabet)}`,
    password: randomText(48, alphabet),
  };
  const isOurs = await asOwner(tools, async (client) => {
    await client.query('begin');
    const isFirst = await keep(client, tools, realm, login, instead);
    if (isFirst) await createRole(client, login, readersOf(tools, realm));
    await client.query('commit');
    return isFirst;
  });
  // Otherwise another process was faster.
  return isOurs ? login : ((await keptLogin(tools, realm)) ?? login);
}

/** False: there is one already. */
async function keep(
  client: pg.Client,
  { vault }: AskTools,
  { mode, companyId }: Realm,
  { user, password }: Login,
  instead: Login | undefined,
): Promise<boolean> {
  if (instead !== undefined) await client.query(`delete from ${mode}.query_logins where login = $1`, [instead.user]);
  const sealed = vault.companySealer(companyId).seal(passwordPart(user), password);
  const { rowCount } = await client.query(
    `insert into ${mode}.query_logins (login, company_id, password_sealed) values ($1, $2, $3) on conflict do nothing`,
    [user, companyId, sealed],
  );
  return rowCount === 1;
}

async function createRole(client: pg.Client, login: Login, readers: string): Promise<void> {
  await client.query(
    `create role ${quoted(login.user)} login nocreatedb nocreaterole connection limit ${sessionsOfLogin}
     password '${scramVerifier(login.password)}' in role ${quoted(readers)}`,
  );
  await mayConnect(client, login);
  await boundDisk(client, login);
}
