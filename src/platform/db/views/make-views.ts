// Makes the views for questions: a schema for each mode, beside those with the tables. A view shows the rows of the company
// of whoever is connected, by the login, which nothing inside a session can change, or by a signed ticket. They are no data:
// they are dropped before a migration, so that none stands in its way, and made again after it.
import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Migration } from '#platform/db/migrate.ts';
import { type Mode, modes } from '#platform/db/realm.ts';
import { companyOfTicket, sqlOfTickets } from './ticket.ts';
import type { View } from './view.ts';

export const schemaOfViews = (mode: Mode): string => `reporting_${mode}`;

/** Kept in tenor.settings: by what the views were made. */
export const viewsSetting = 'reporting_views';

/** The role that may read the views of a mode, named after the login of the mode; each login of a company is in one. */
export const readersOf = (login: string): string => `${login}_questions`;

/** Who asks: roles, by mode, of which each login of a company is in one; or one login, with tickets. */
export type Askers = { readonly readers: Readonly<Record<Mode, string>> } | { readonly oneLogin: string };

const hashOf = (...what: unknown[]): string => createHash('sha256').update(JSON.stringify(what)).digest('hex');

export function viewsOf(client: ClientBase, views: readonly View[], migrations: readonly Migration[]) {
  const hash = hashOf(
    modes.map((mode) => sqlOfViews(views, mode, companyOfLogin(mode))),
    sqlOfTickets(''),
    migrations.map((one) => one.hash),
  );
  return {
    /** Drops views that were made for other tables. */
    async drop(): Promise<void> {
      const { rows } = await client.query('select value from tenor.settings where name = $1', [viewsSetting]);
      if (rows.length === 0 || rows[0].value.startsWith(hash)) return;
      const drop = modes.map((mode) => `drop schema if exists ${schemaOfViews(mode)} cascade;`).join('');
      await client.query(`begin; ${drop} delete from tenor.settings where name = '${viewsSetting}'; commit;`);
    },
    /** `keepsAskers`: views that are there stay with those who ask now. */
    async make(askers: Askers, { keepsAskers = false } = {}): Promise<void> {
      const made = `${hash} ${hashOf('readers' in askers ? askers.readers : askers.oneLogin)}`;
      const { rows } = await client.query('select value from tenor.settings where name = $1', [viewsSetting]);
      if (rows[0]?.value === made || (keepsAskers && rows.length > 0)) return;
      const tickets = 'oneLogin' in askers ? sqlOfTickets(quoted(askers.oneLogin)) : '';
      const schemas = modes.map((mode) => sqlOfSchema(views, mode, askers)).join('');
      await client.query(`begin; ${tickets} ${schemas}
        insert into tenor.settings (name, value) values ('${viewsSetting}', '${made}')
          on conflict (name) do update set value = excluded.value; commit;`);
    },
  };
}

function sqlOfSchema(views: readonly View[], mode: Mode, askers: Askers): string {
  const [reader, role, company] =
    'readers' in askers
      ? [askers.readers[mode], sqlOfRole(askers.readers[mode]), companyOfLogin(mode)]
      : [askers.oneLogin, '', companyOfTicket(mode)];
  return `${role}
  drop schema if exists ${schemaOfViews(mode)} cascade;
  create schema ${schemaOfViews(mode)};
  ${sqlOfViews(views, mode, company)}
  grant usage on schema ${schemaOfViews(mode)} to ${quoted(reader)};
  grant select on all tables in schema ${schemaOfViews(mode)} to ${quoted(reader)};`;
}

/** The role survives a database that is dropped, and is then found. */
const sqlOfRole = (readers: string): string => `
  do $$ begin
    if not exists (select from pg_roles where rolname = ${literal(readers)}) then
      create role ${quoted(readers)} nologin;
    end if;
  end $$;`;

const companyOfLogin = (mode: Mode): string =>
  `q.company_id from ${mode}.query_logins q where q.login = session_user::text`;

const sqlOfViews = (views: readonly View[], mode: Mode, company: string): string =>
  views.map((view) => sqlOfView(view, mode, `(select ${company})`)).join('');

function sqlOfView({ name, says, from, company, where, columns }: View, mode: Mode, ownCompany: string): string {
  const schema = schemaOfViews(mode);
  const within = (sql: string) => sql.replaceAll('{mode}', mode).replaceAll('{company}', ownCompany);
  const all = Object.entries(columns);
  const shown = all.map(([column, { sql }]) => `${within(sql)} as ${column}`).join(',\n    ');
  const own = `${company} = ${ownCompany}`;
  const comments = all.map(([column, one]) => `comment on column ${schema}.${name}.${column} is ${literal(one.says)};`);
  return `
  create view ${schema}.${name} with (security_barrier) as select ${shown}
    from ${within(from)} where ${own}${where === undefined ? '' : ` and ${within(where)}`};
  comment on view ${schema}.${name} is ${literal(says)};
  ${comments.join('\n  ')}`;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
