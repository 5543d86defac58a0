// How fast commits that wait get their places: the one thing of a cluster that has one place. SQL writes them
// while the service is stopped; the measurement goes from the first place that is given to the last.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const [commits, subjects] = [20_000, 2_000];
/** As many as a payment tells. */
const eventsOfCommit = 5;

const written = `
  insert into live.event_commits (subject_id, position, company_id, created_at, effective_at, message_id, actor_type, types, events)
  select 'BO-' || i % ${subjects}, last + i, (select company_id from live.companies limit 1), now(), now(), 'm' || i, 'key',
    array_fill('payment.updated'::text, array[${eventsOfCommit}]), to_jsonb(array_fill('{}'::jsonb, array[${eventsOfCommit}]))
  from generate_series(1, ${commits}) i, (select coalesce(max(position), 0) as last from live.event_commits) known;
  insert into live.waiting_commits (subject_id, position, company_id)
  select subject_id, position, company_id from live.event_commits
  where position > (select coalesce(max(position), 0) - ${commits} from live.event_commits)`;

const lastPlace = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query(
    `select last_sequence::float8 as last from live.event_places where name = 'events'`,
  );
  return rows[0].last;
};

const patienceMs = 120_000;

/** Commits that got their places in a second. */
export async function placesPerSecond(client: pg.Client, goOn: () => void): Promise<number> {
  await client.query(written);
  const before = await lastPlace(client);
  goOn();
  const given = async (count: number): Promise<{ count: number; at: number }> => {
    for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(20)) {
      const found = ((await lastPlace(client)) - before) / eventsOfCommit;
      if (found >= count) return { count: found, at: performance.now() };
    }
    throw new Error('The commits that wait get no places.');
  };
  const [first, last] = [await given(1), await given(commits)];
  return ((last.count - first.count) / (last.at - first.at)) * 1_000;
}
