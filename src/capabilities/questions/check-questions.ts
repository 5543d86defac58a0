// Checks for `tenor doctor` whether questions can be asked.
import { type Check, type Finding, fine, type InspectedDatabase, rowsOf, warning } from '#platform/doctor/check.ts';

export const questionsCheck: Check<InspectedDatabase> = {
  name: 'questions',
  async look(inspected) {
    const [row] = await rowsOf<{ made: boolean; may_create: boolean; asker: string | null; lost: number }>(
      inspected,
      `select exists (select from pg_namespace where nspname = 'reporting_live') as made,
        (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as may_create,
        (select min(grantee::regrole::text) from pg_class, aclexplode(relacl)
          where oid = to_regclass('reporting_live.loans') and grantee <> relowner) as asker,
        (select count(*)::integer from (select login from live.query_logins union all select login from test.query_logins) one
          where not exists (select from pg_roles where rolname = one.login)) as lost`,
    );
    if (row === undefined || !row.made) {
      const why =
        row?.may_create === false
          ? 'its server does not know the login of REPORTING_DATABASE_URL'
          : 'the database is a cluster';
      return [
        warning(
          `Questions in SQL are refused: ${why}.`,
          'Nothing, if nobody asks any. Otherwise create that login, or ask a replica by a tool of your own.',
        ),
      ];
    }
    if (!row.may_create && row.asker !== null) return aboutAsker(inspected, row.asker);
    if (!row.may_create)
      return [
        warning(
          'Questions in SQL are asked by the account of DATABASE_URL, which can read all tables: the words of a question are the only wall.',
          'Grant the account CREATEROLE, or name a login in REPORTING_DATABASE_URL that has no rights of its own.',
        ),
      ];
    if (row.lost > 0)
      return [fine(`Questions can be asked; ${row.lost} logins will be made anew when they are needed.`)];
    return [fine('Questions can be asked: the views are there, and each company has a login of its own.')];
  },
};

/** A ticket is a wall as long as whoever asks by it reaches nothing but the views: neither its key nor a table. */
async function aboutAsker(inspected: InspectedDatabase, asker: string): Promise<readonly Finding[]> {
  const [row] = await rowsOf<{ readable: string | null; owner: string | null }>(
    inspected,
    `with tables as (
       select c.oid, c.relowner, format('%I.%I', n.nspname, c.relname) as name, n.nspname = 'tenor' as is_ours
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('tenor', 'live', 'test') and c.relkind in ('r', 'p'))
     select (select min(relowner::regrole::text) from tables where pg_has_role($1::regrole, relowner, 'member')) as owner,
       (select name from tables where has_any_column_privilege($1::regrole, oid, 'select')
         order by is_ours desc, name limit 1) as readable`,
    [asker],
  );
  const reached = row?.owner != null ? `can become ${row.owner}` : row?.readable && `can read ${row.readable}`;
  if (!reached)
    return [fine(`Questions can be asked: by one login for all companies, ${asker}, with a signed ticket.`)];
  return [
    warning(
      `Questions in SQL are asked by one login for all companies, and this login, ${asker}, ${reached}: the words of a question are the only wall.`,
      'Take that right away, or name a login in REPORTING_DATABASE_URL that has no rights of its own.',
    ),
  ];
}
