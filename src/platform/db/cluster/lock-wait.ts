// How long a write waits for a lock is set by the session that sends it. On a cluster that setting stays at the node which
// the session enters, and the locks are on others. What is set for a login in this database is known to every node.
import type { ClientBase } from 'pg';
import { isUnreachable } from '../../sqlstate.ts';
import { isSpread } from './spread.ts';

/**
 * Sets it where it differs. Plain PostgreSQL, and a cluster that has it already, are left alone. With a node down it
 * stays as it was, because a start must not fail for that: the next one sets it, and the doctor looks at it.
 */
export async function letLocksWait(client: ClientBase, logins: readonly string[], waitMs: number): Promise<void> {
  if (!(await isSpread(client))) return;
  const wanted = `lock_timeout=${waitMs}ms`;
  const { rows } = await client.query<{ login: string; statement: string }>(
    `select format('alter role %I in database %I set lock_timeout = %L', rolname, current_database(), $2::text) as statement
     from pg_roles role
     where rolname = any($1) and not exists (
       select from pg_db_role_setting setting
       where setrole = role.oid and setdatabase = (select oid from pg_database where datname = current_database())
         and $3 = any(setconfig))`,
    [logins, `${waitMs}ms`, wanted],
  );
  for (const { statement } of rows) {
    await client.query(statement).catch((error) => {
      if (!isUnreachable(error)) throw error;
    });
  }
}
