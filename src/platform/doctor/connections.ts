// Compares the connections that the server allows with those that our processes may need.
import { connectionsOf } from '../db/database.ts';
import { modes } from '../db/realm.ts';
import { jobConnectionsMax } from '../work/jobs.ts';
import { type Check, type Finding, type InspectedDatabase, orFine, rowsOf, warning, wrong } from './check.ts';

/**
 * Both pools, the job queue and its listener, the relay, the signals, and the presence connection of the embedded
 * server.
 */
const connectionsOfProcess = (workers: number): number => modes.length * connectionsOf(workers) + jobConnectionsMax + 4;

/** The process for long work, which a service of several workers has, takes no jobs from the queue and never leads. */
const connectionsForLongWork = (workers: number): number =>
  workers > 1 ? connectionsOfProcess(workers) - jobConnectionsMax - 2 : 0;

/** Each process that does background work has one session of each of these names. */
const signals = 'tenor signals';
const shareMax = { warning: 0.8, error: 0.95 };

interface Counted {
  readonly allowed: number;
  readonly used: number;
  readonly processes: number;
}

export const connections: Check<InspectedDatabase> = {
  name: 'connections',
  async look(inspected) {
    const [row] = await rowsOf<Counted>(
      inspected,
      `select greatest(least(
          current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
            - coalesce(current_setting('reserved_connections', true), '0')::integer,
          case when datconnlimit >= 0 then datconnlimit else 1000000 end), 0) as allowed,
        (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as used,
        (select count(*)::integer from pg_stat_activity where application_name = $1 and datname = current_database())
          as processes
      from pg_database where datname = current_database()`,
      [signals],
    );
    const state = row as Counted;
    const each = connectionsOfProcess(inspected.workers);
    const says = `${state.used} of ${state.allowed} connections are in use; ${state.processes} of our processes may take ${each} each`;
    return orFine([...inUse(state, says), ...mayTake(state, each, inspected.workers)], `${says}.`);
  },
};

const remedy =
  'Raise max_connections of the server, end what else uses it, or run fewer services and workers (WORKERS); "select application_name, count(*) from pg_stat_activity group by 1" tells who has them.';

function inUse({ used, allowed }: Counted, says: string): Finding[] {
  if (used >= allowed * shareMax.error) return [wrong(`${says.split(';')[0]}.`, remedy)];
  return used >= allowed * shareMax.warning ? [warning(`${says.split(';')[0]}.`, remedy)] : [];
}

function mayTake({ allowed, processes }: Counted, each: number, workers: number): Finding[] {
  const forLongWork = connectionsForLongWork(workers);
  const others = Math.max(workers, forLongWork > 0 ? processes - 1 : processes);
  const most = others * each + forLongWork;
  if (most <= allowed) return [];
  const count = forLongWork > 0 ? others + 1 : others;
  const who = count > 1 ? `${count} processes` : 'One process';
  return [
    warning(
      `${who} of Tenor may take ${most} connections, and the server allows ${allowed}: the last ones answer 503.`,
      remedy,
    ),
  ];
}
