// Checks that background work is being done: whether committed work waits too long for the relay, the workers or a
// receiver.
import type { Ask } from '../db/ask.ts';
import { type Mode, modes } from '../db/realm.ts';
import type { ClaimedRows } from '../work/claimed/claimed-rows.ts';
import {
  asking,
  type Check,
  checkOfModes,
  counted,
  type Finding,
  type InspectedDatabase,
  inTime,
  orFine,
  rowsOf,
  warning,
  wrong,
} from './check.ts';

/** Work announced by a signal starts within milliseconds, work found by polling within a second or two. */
const lateSeconds = { warning: 60, error: 600 };

const startWork = 'Start the service or "tenor worker"; where one runs, its log says what keeps it.';

/** No finding, or one that the oldest item has waited too long. `since` is a machine instant in microseconds. */
export function lateFinding(
  { clock }: Pick<InspectedDatabase, 'clock'>,
  since: number | null,
  what: string,
  remedy = startWork,
): Finding[] {
  if (since === null) return [];
  const seconds = (clock.micros() - since) / 1e6;
  if (seconds < lateSeconds.warning) return [];
  const says = `${what} for ${inTime(seconds)}.`;
  return [seconds < lateSeconds.error ? warning(says, remedy) : wrong(says, remedy)];
}

/** Work that waits in tables of a mode. The doctor and the metrics ask for it alike. */
export interface Queue {
  /** The label of its metric. */
  readonly name: string;
  /** Since when its oldest has waited, as a machine instant in microseconds; null when nothing waits. */
  since(ask: Ask, mode: Mode, now: number): Promise<number | null>;
}

async function oldest(ask: Ask, text: string, values?: unknown[]): Promise<number | null> {
  const [row] = await ask<{ since: string | null }>(text, values);
  return row?.since == null ? null : Number(row.since);
}

const outbox: Queue = {
  name: 'outbox',
  since: (ask, mode) => oldest(ask, `select min(position) as since from ${mode}.outbox`),
};

const events: Queue = {
  name: 'events',
  since: (ask, mode) => oldest(ask, `select min(position) as since from ${mode}.waiting_commits`),
};

/** Operations without a worker: queued a while ago and not yet taken, or left by a worker that died. */
const operations: Queue = {
  name: 'operations',
  since: (ask, mode, now) =>
    oldest(
      ask,
      `select min(greatest(position, lease_until)) as since from ${mode}.operations
      where state in ('queued', 'running') and lease_until < $1`,
      [now],
    ),
};

export const platformQueues: readonly Queue[] = [outbox, events, operations];

/** No finding, or one that the oldest of a queue has waited too long. */
export async function lateIn(
  queue: Queue,
  inspected: InspectedDatabase,
  mode: Mode,
  what: string,
  remedy = startWork,
): Promise<Finding[]> {
  const since = await queue.since(asking(inspected), mode, inspected.clock.micros());
  return lateFinding(inspected, since, what, remedy);
}

/** No finding, or that of claimed work that was tried in vain so often that a person must hear of it. */
export async function workInVain(
  rows: Pick<ClaimedRows, 'stuck'>,
  inspected: InspectedDatabase,
  mode: Mode,
  finding: (count: number, why: string | null) => Finding,
): Promise<Finding[]> {
  const { count, why } = await rows.stuck(asking(inspected), mode);
  return count === 0 ? [] : [finding(count, why)];
}

/** What is said after "again and again": why the last try was in vain, where that is known. */
export const because = (why: string | null): string => (why === null ? '' : ` (${why})`);

interface WorkChecked {
  readonly name: string;
  readonly rows: Queue & Pick<ClaimedRows, 'stuck'>;
  readonly fine: string;
  /** What has waited, until now. */
  late(mode: Mode): string;
  /** What was tried again and again, before why. */
  inVain(count: number, mode: Mode): string;
  readonly remedy: string;
  /** What else there is to say of it. */
  readonly besides?: (inspected: InspectedDatabase, mode: Mode) => Promise<readonly Finding[]>;
}

/** Whether claimed work of a capability waits for too long, or is tried in vain. */
export const claimedWorkCheck = ({
  name,
  rows,
  fine,
  late,
  inVain,
  remedy,
  besides = async () => [],
}: WorkChecked): Check<InspectedDatabase> =>
  checkOfModes(name, fine, async (inspected, mode) => [
    ...(await lateIn(rows, inspected, mode, late(mode), remedy)),
    ...(await workInVain(rows, inspected, mode, (count, why) =>
      warning(`${inVain(count, mode)}, again and again${because(why)}.`, remedy),
    )),
    ...(await besides(inspected, mode)),
  ]);

export const outboxLag: Check<InspectedDatabase> = {
  name: 'outbox',
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) {
      findings.push(...(await lateIn(outbox, inspected, mode, `Work of ${mode} has waited in the outbox`)));
    }
    return orFine(findings, 'Nothing waits in the outbox.');
  },
};

export const eventLag: Check<InspectedDatabase> = {
  name: 'events',
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) {
      const what = `Events of ${mode} have waited for their place in the order`;
      findings.push(...(await lateIn(events, inspected, mode, what)));
      for (const { name, since: behind } of await followersOf(inspected, mode)) {
        findings.push(...lateFinding(inspected, behind, `What follows the events of ${mode} for ${name} is behind`));
      }
    }
    return orFine(findings, 'Every event has its place, and whoever follows them is there.');
  },
};

/** Each follower, with the instant of the first event that it has not taken. */
async function followersOf(inspected: InspectedDatabase, mode: string) {
  const followers = await rowsOf<{ name: string; since: string | null }>(
    inspected,
    `select name, (
      select position from ${mode}.placed_commits where place > followed.last_sequence order by place limit 1
    ) as since from ${mode}.event_places as followed where name <> 'events'`,
  );
  return followers.map(({ name, since }) => ({ name, since: since === null ? null : Number(since) }));
}

export const operationLag: Check<InspectedDatabase> = {
  name: 'operations',
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) {
      findings.push(...(await lateIn(operations, inspected, mode, `An operation of ${mode} has waited for a worker`)));
      const failed = await rowsOf<{ kind: string; n: number }>(
        inspected,
        `select kind, count(*)::integer as n from ${mode}.operations
        where state = 'failed' and finished_at > now() - interval '1 day' group by kind order by kind`,
      );
      for (const { kind, n } of failed) {
        findings.push(
          warning(
            `${counted(n, `operation`)} of ${mode} failed within a day: ${kind}.`,
            'GET /api/operations tells what each of them met.',
          ),
        );
      }
    }
    return orFine(findings, 'Every operation is in the hands of a worker, and none failed within a day.');
  },
};

/** The queue belongs to a login of its own, so another account may not be able to read it. */
export const queueLag: Check<InspectedDatabase> = {
  name: 'job queue',
  async look(inspected) {
    const [there] = await rowsOf<{ there: boolean }>(inspected, "select to_regclass('jobs.job') is not null as there");
    if (!there?.there) {
      return [
        warning('The job queue has not been made yet.', 'The first start of the service or of a worker makes it.'),
      ];
    }
    const [row] = await rowsOf<{ since: string | null; failed: number }>(
      inspected,
      `select (extract(epoch from min(start_after) filter (where state in ('created', 'retry') and start_after < now()))
          * 1e6)::bigint as since,
        (count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day'))::integer as failed
      from jobs.job where name not like '\\_\\_%'`,
    );
    const late = lateFinding(inspected, row?.since == null ? null : Number(row.since), 'A job has waited in the queue');
    const failed = row?.failed ?? 0;
    return orFine(
      failed === 0
        ? late
        : [...late, warning(`${counted(failed, 'job')} failed within a day.`, 'The log of the workers says why.')],
      'Nothing waits in the job queue.',
    );
  },
};
