// Checks for `tenor doctor` whether questions can be asked.
import { type Check, fine, type InspectedDatabase, rowsOf, warning } from '#platform/doctor/check.ts';

export const questionsCheck: Check<InspectedDatabase> = {
  name: 'questions',
  async look(inspected) {
    const [row] = await rowsOf<{ made: boolean; may_create: boolean; lost: number }>(
      inspected,
      `select exists (select from pg_namespace where nspname = 'reporting_live') as made,
        (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as may_create,
        (select count(*)::integer from (select login from live.query_logins union all select login from test.query_logins) one
          where not exists (select from pg_roles where rolname = one.login)) as lost`,
    );
    if (row === undefined || !row.made) {
      const why =
        row?.may_create === false ? 'the account of DATABASE_URL may not create roles' : 'the database is a cluster';
      return [
        warning(
          `Questions in SQL are refused: ${why}.`,
          'Nothing, if nobody asks any. Otherwise grant CREATEROLE, or ask a replica by a tool of your own.',
        ),
      ];
    }
    if (row.lost > 0)
      return [fine(`Questions can be asked; ${row.lost} logins will be made anew when they are needed.`)];
    return [fine('Questions can be asked: the views are there, and each company has a login of its own.')];
  },
};
