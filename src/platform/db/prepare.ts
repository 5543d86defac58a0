// Prepares a database at every start: schemas, logins, grants, migrations, and the check that the encryption key is the
// one that its data was written with.
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import pg, { type ClientBase } from 'pg';
import { type KeyHolder, keyHolder } from '../crypto/key-holder.ts';
import type { Keyring } from '../crypto/keyring.ts';
import { DatabaseRefused } from '../database-refused.ts';
import { randomBytes } from '../random.ts';
import { spreading } from './cluster/distribute.ts';
import { letLocksWait } from './cluster/lock-wait.ts';
import { isSpread } from './cluster/spread.ts';
import { type ClusterTraits, traitsOf } from './cluster/traits.ts';
import { poolConfig, type Server } from './connection.ts';
import { mustBeMade } from './made.ts';
import { type Migration, migrate, migrationLock } from './migrate.ts';
import type { Mode } from './realm.ts';
import type { TableClasses } from './tables.ts';
import { type Askers, quoted, readersOf, viewsOf, viewsSetting } from './views/make-views.ts';
import { ticketKeySetting } from './views/ticket.ts';
import type { View } from './views/view.ts';

export { DatabaseRefused };

interface Login {
  readonly user: string;
  readonly password: string;
}

interface Prepared {
  /** A login for each mode and one for the jobs; null when the account may not create roles. */
  readonly logins: Record<Mode | 'jobs', Login> | null;
  readonly migrationsRun: number;
  readonly cluster: ClusterTraits;
  /** By whom questions are asked; or why they cannot be asked here. */
  readonly asking: MayAsk;
}

/** With one login, tickets are signed by the key. */
export type MayAsk = (Askers & { readonly ticketKey?: Buffer }) | { readonly refused: string };

interface PrepareOptions {
  /** How long the modes' logins wait for a lock; undefined leaves it as it is. */
  readonly lockWaitMs?: number;
  /** On a cluster, new tables are spread by these classes; some may only grow. */
  readonly tables?: TableClasses;
  /** What questions may be asked of. */
  readonly views?: readonly View[];
  /** The login of the server that answers them, if another one is named for it. */
  readonly reportingLogin?: string | undefined;
  /**
   * A command, which may lack settings that the service has: it makes no database, and leaves as they are how long logins
   * wait and, unless it is the first of a new release, who may ask questions.
   */
  readonly joins?: boolean;
}

const versionMin = 150_000;
const tableWaitMs = 60_000;

export async function prepareDatabase(
  server: Server,
  given: KeyHolder | Keyring,
  migrations: readonly Migration[],
  { lockWaitMs, tables = {}, views = [], reportingLogin, joins = false }: PrepareOptions = {},
): Promise<Prepared> {
  const client = new pg.Client({
    ...poolConfig({ server, searchPath: 'tenor', lockWaitMs: tableWaitMs, connectionsMax: 1 }),
    pipeline: false,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    // Migrating a large table takes its time, and so does waiting for another process that migrates. A migration itself
    // waits only briefly for a table, because all requests for the table would queue behind it.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(`set lock_timeout = ${tableWaitMs}`);
    await mustBeRecent(client);
    await mustBeUtf8(client);
    if (joins) await mustBeMade(client);
    await makeSchemas(client);
    const keys = 'fit' in given ? given : keyHolder(given);
    await keys.fit(client);
    const forQuestions = viewsOf(client, views, migrations);
    await forQuestions.drop();
    const migrationsRun = await migrate(client, migrations, await spreading(client, tables));
    const logins = await makeLogins(client, keys.current, onlyGrowing(tables));
    const asking = await mayAsk(client, logins, views, reportingLogin);
    if (!('refused' in asking)) await forQuestions.make(asking, { keepsAskers: joins });
    if (lockWaitMs !== undefined && !joins) await letLocksWait(client, await whoWaits(client, logins), lockWaitMs);
    return { logins, migrationsRun, cluster: await traitsOf(client), asking };
  } finally {
    await client.end();
  }
}

/** A view is of one node. Each company has a login of its own, where the account may make them. */
async function mayAsk(
  client: ClientBase,
  logins: Prepared['logins'],
  views: readonly View[],
  reportingLogin: string | undefined,
): Promise<MayAsk> {
  if (views.length === 0) return { refused: 'This program has no views.' };
  if (await isSpread(client)) {
    return {
      refused:
        'The database is a Citus cluster: a question would ask all its nodes. Ask a replica by a tool of your own.',
    };
  }
  if (logins === null) {
    const known = 'select rolname from pg_roles where rolname = coalesce($1, current_user)';
    const [login] = (await client.query(known, [reportingLogin])).rows;
    if (login !== undefined) return { oneLogin: login.rolname, ticketKey: await ticketKeyOf(client) };
    return {
      refused: `The server of DATABASE_URL does not know the login of REPORTING_DATABASE_URL, ${reportingLogin}: create it there.`,
    };
  }
  return { readers: { live: readersOf(logins.live.user), test: readersOf(logins.test.user) } };
}

async function ticketKeyOf(client: ClientBase): Promise<Buffer> {
  await client.query('insert into tenor.settings (name, value) values ($1, $2) on conflict do nothing', [
    ticketKeySetting,
    randomBytes(32).toString('hex'),
  ]);
  const { rows } = await client.query('select value from tenor.settings where name = $1', [ticketKeySetting]);
  return Buffer.from(rows[0].value, 'hex');
}

/** The logins of requests. Where there is none for each mode, requests use that of DATABASE_URL. */
async function whoWaits(client: ClientBase, logins: Prepared['logins']): Promise<string[]> {
  if (logins !== null) return [logins.live.user, logins.test.user];
  return (await client.query('select current_user as login')).rows.map(({ login }) => login);
}

/** With another encoding the database could not store every borrower's name, and the answer would be 500. */
export async function mustBeUtf8(client: ClientBase): Promise<void> {
  const { rows } = await client.query('show server_encoding');
  if (rows[0].server_encoding === 'UTF8') return;
  throw new DatabaseRefused(
    `The database is in ${rows[0].server_encoding}. Tenor needs one in UTF-8: create it with "encoding 'UTF8' template template0".`,
  );
}

export async function mustBeRecent(client: ClientBase): Promise<void> {
  const { rows } = await client.query('show server_version_num');
  const version = Number(rows[0].server_version_num);
  if (version >= versionMin) return;
  throw new DatabaseRefused(
    `The database server is PostgreSQL ${Math.floor(version / 10_000)}. Tenor needs 15 or newer: upgrade it, or set DATABASE_URL to another.`,
  );
}

async function makeSchemas(client: ClientBase): Promise<void> {
  const { rows } = await client.query("select to_regclass('tenor.settings') is not null as made");
  if (!rows[0].made) await client.query(`begin; ${makingSchemas} commit;`);
}

/** What must exist before the first migration. */
export const makingSchemas = `
    create schema if not exists tenor;
    create schema if not exists live;
    create schema if not exists test;
    create schema if not exists jobs;
    create table tenor.settings (name text primary key, value text not null);
    create table tenor.migrations (
      schema_name text not null,
      name text not null,
      hash text not null,
      ran_at timestamptz not null default now(),
      primary key (schema_name, name)
    );
    insert into tenor.settings (name, value) values ('login_prefix', current_database());`;

/** Settings of the database's place and not of its data: they stay when the data moves. */
export const settingsOfThePlace: readonly string[] = ['login_prefix', 'logins'];

/** A backup has none: views and a key for tickets are made again by whoever starts, also where a restore has dropped them. */
export const settingsOfNoBackup: readonly string[] = [...settingsOfThePlace, viewsSetting, ticketKeySetting];

const onlyGrowing = (tables: TableClasses): string[] =>
  Object.entries(tables).flatMap(([name, one]) => (one.kind === 'coordinator' && one.onlyGrows ? [name] : []));

/**
 * One login for each mode, which can access only its schema. When the account may not create roles, it is used itself.
 */
async function makeLogins(client: ClientBase, keys: Keyring, growing: readonly string[]): Promise<Prepared['logins']> {
  const { rows } = await client.query(`
    select coalesce((select value from tenor.settings where name = 'login_prefix'), current_database()) as prefix,
      exists (select from tenor.settings where name = 'logins') as made_here,
      (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as may_create`);
  const { prefix, made_here: madeHere, may_create: mayCreate } = rows[0];
  if (!mayCreate) return null;
  const login = (name: string): Login => ({ user: `${prefix}_${name}`, password: keys.loginPassword(name) });
  const logins = { live: login('live'), test: login('test'), jobs: login('jobs') };
  for (const one of Object.values(logins)) await makeLogin(client, one, madeHere);
  if (!(await areGranted(client, logins, growing))) await client.query(grants(logins, growing));
  await client.query("insert into tenor.settings (name, value) values ('logins', $1) on conflict do nothing", [prefix]);
  return logins;
}

async function makeLogin(client: ClientBase, { user, password }: Login, madeHere: boolean): Promise<void> {
  const { rows } = await client.query('select rolname from pg_roles where rolname = $1', [user]);
  const isThere = rows.length > 0;
  if (isThere && madeHere) return;
  await setLogin(client, { user, password }, isThere);
}

async function setLogin(client: ClientBase, { user, password }: Login, isThere: boolean): Promise<void> {
  // Roles survive their database: a database that is dropped and made again finds the roles of its name, with an old
  // password. The new password is sent as its verifier, so that no server log can show it.
  await client.query(
    `${isThere ? 'alter' : 'create'} role ${quoted(user)} login noinherit password '${scramVerifier(password)}'`,
  );
}

/** Runs within the caller's transaction: the logins made here get the passwords of another key. */
export async function changePasswords(client: ClientBase, keys: Keyring): Promise<void> {
  const { rows } = await client.query("select value as prefix from tenor.settings where name = 'logins'");
  for (const { prefix } of rows) {
    for (const name of ['live', 'test', 'jobs']) {
      await setLogin(client, { user: `${prefix}_${name}`, password: keys.loginPassword(name) }, true);
    }
  }
}

/** Looked at first, because on a cluster a grant needs every node, and a start must not. */
async function areGranted(
  client: ClientBase,
  logins: Record<Mode | 'jobs', Login>,
  growing: readonly string[],
): Promise<boolean> {
  const { rows } = await client.query(
    `select has_schema_privilege($3, 'jobs', 'usage') and has_schema_privilege($3, 'jobs', 'create')
       and not exists (
         select from unnest(array['live', 'test', 'jobs'], array[$1, $2, $3]::text[]) as login(schema, name)
         where not has_database_privilege(name, current_database(), 'connect')
           or not has_schema_privilege(name, schema, 'usage'))
       and not exists (
         select from unnest(array['live', 'test'], array[$1, $2]::text[]) as login(schema, name)
         join pg_class t on t.relnamespace = schema::regnamespace and t.relkind in ('r', 'p')
         cross join unnest(array['select', 'insert', 'update', 'delete']) verb
         where has_table_privilege(name, t.oid, verb)
           = (verb in ('update', 'delete') and t.relname = any($4::text[]))) as granted`,
    [logins.live.user, logins.test.user, logins.jobs.user, growing],
  );
  return rows[0].granted;
}

const grants = (logins: Record<Mode | 'jobs', Login>, growing: readonly string[]): string =>
  (['live', 'test'] as const)
    .map((mode) => {
      const user = quoted(logins[mode].user);
      const revoked = growing.map((table) => `revoke update, delete on ${mode}.${table} from ${user};`).join('');
      return `
        grant usage on schema ${mode} to ${user};
        grant select, insert, update, delete on all tables in schema ${mode} to ${user};
        ${revoked}`;
    })
    .concat(`grant usage, create on schema jobs to ${quoted(logins.jobs.user)};`, grantConnect(logins))
    .join('');

/** By default every login may connect. When that right was taken away, our logins need it back. */
const grantConnect = (logins: Record<string, Login>): string => `
  do $$ begin
    execute format('grant connect on database %I to ${Object.values(logins)
      .map(({ user }) => quoted(user))
      .join(', ')}', current_database());
  end $$;`;

/**
 * Rounds make guessing slow. Our passwords are derived from a key of 32 bytes, which cannot be guessed, so one round
 * will do.
 */
const iterations = 1;

/** RFC 5803: the form in which PostgreSQL stores a password. */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const mac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(mac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${mac('Server Key').toString('base64')}`;
}
