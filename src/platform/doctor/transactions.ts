// Checks for transactions that stay open: they keep locks, and prevent the server from removing old rows that nobody
// needs.
import { type Check, type Finding, type InspectedDatabase, inTime, orFine, rowsOf, warning, wrong } from './check.ts';

interface PatienceSeconds {
  readonly warning: number;
  readonly error: number;
}

/** Our own statements end within half a minute. A migration, a backup or a person at a prompt may take longer. */
const patience: PatienceSeconds = { warning: 60, error: 900 };

interface Session {
  readonly pid: number;
  readonly who: string;
  readonly state: string;
  readonly seconds: number;
}

export const transactionsOlderThan = (limits: PatienceSeconds): Check<InspectedDatabase> => ({
  name: 'transactions',
  async look(inspected) {
    const findings = [...(await open(inspected, limits)), ...(await prepared(inspected, limits))];
    return orFine([...findings, ...(await unseen(inspected))], 'No transaction is open for long.');
  },
});

export const transactions = transactionsOlderThan(patience);

async function open(inspected: InspectedDatabase, limits: PatienceSeconds): Promise<Finding[]> {
  const sessions = await rowsOf<Session>(
    inspected,
    `select pid, coalesce(nullif(application_name, ''), usename, backend_type) as who, state,
      extract(epoch from clock_timestamp() - xact_start)::float as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and xact_start < clock_timestamp() - make_interval(secs => $1)
    order by xact_start limit 10`,
    [limits.warning],
  );
  return sessions.map(({ pid, who, state, seconds }) =>
    (seconds < limits.error ? warning : wrong)(
      `A transaction of "${who}" (process ${pid} of the database) is ${state} and has been open for ${inTime(seconds)}.`,
      `Find out what it does; if nobody misses it, end it: "select pg_terminate_backend(${pid})".`,
    ),
  );
}

/** We never prepare transactions. A forgotten one keeps its locks for ever, even over restarts. */
async function prepared(inspected: InspectedDatabase, limits: PatienceSeconds): Promise<Finding[]> {
  const forgotten = await rowsOf<{ gid: string; seconds: number }>(
    inspected,
    `select gid, extract(epoch from clock_timestamp() - prepared)::float as seconds from pg_prepared_xacts
    where database = current_database() and prepared < clock_timestamp() - make_interval(secs => $1)`,
    [limits.warning],
  );
  return forgotten.map(({ gid, seconds }) =>
    wrong(
      `The prepared transaction "${gid}" has waited for ${inTime(seconds)} and keeps its locks.`,
      `Ask whoever prepared it, then "rollback prepared '${gid.replaceAll("'", "''")}'" or "commit prepared".`,
    ),
  );
}

async function unseen(inspected: InspectedDatabase): Promise<Finding[]> {
  const [row] = await rowsOf<{ n: number }>(
    inspected,
    `select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and state is null`,
  );
  if (inspected.isEmbedded || !row?.n) return [];
  return [
    warning(
      `What ${row.n} sessions of other logins do cannot be seen by this account.`,
      'As a superuser: "grant pg_monitor to" the account of DATABASE_URL.',
    ),
  ];
}
