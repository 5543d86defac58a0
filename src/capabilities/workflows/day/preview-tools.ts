// What a tool of a loan would change is asked before it is ordered, in a commit that is rolled back, and kept with its item.
// Until then the day orders nothing: a tool that is refused is refused again, and tried again as its type says.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { holdPerson, sealerOf } from '#capabilities/people/index.ts';
import { stopwatch } from '#platform/clock.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { isUnreachable } from '#platform/sqlstate.ts';
import type { PassingDay } from '#platform/work/day/daily-step.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { automaticOf } from '../actions/act.ts';
import type { Around } from '../actions/acting.ts';
import { previewOfTool } from '../actions/loan-tool.ts';
import { sealPreview } from '../show.ts';
import type { ItemRow } from '../tables.ts';
import { type Place, withRuns } from './with-runs.ts';

const page = 50;
/** So many are looked at in a turn: each takes two commits. */
const looksMax = 50;

type Waiting = Place & Pick<ItemRow, 'acts_at'>;

/** Returns whether there is more to do: tools that may be ordered now, or others that wait for their preview. */
export async function previewTools(day: PassingDay, around: Around): Promise<boolean> {
  let looks = 0;
  for (let place: Waiting | undefined; ; ) {
    const places: readonly Waiting[] = await day.transact((tx, now) => waiting(tx, now, place));
    place = places.at(-1);
    if (place === undefined) return looks > 0;
    for (const one of places) {
      if (day.stopping.aborted) return false;
      // What has failed waits longer each time, and those behind it have their turn.
      if (!day.troubles.mayTry(troubleOf(one))) continue;
      if (looks === looksMax) return true;
      if (await lookAt(day, one, around)) looks += 1;
    }
  }
}

function waiting(reader: Reader, now: Instant, after: Waiting | undefined): Promise<Waiting[]> {
  let items = reader.db
    .selectFrom('workflow_items')
    .select(['owner_id', 'case_id', 'id', 'workflow_id', 'acts_at'])
    // In the words of the index.
    .where(sql<boolean>`needs_preview`)
    .where('acts_at', '<=', now)
    .orderBy('acts_at')
    .orderBy('owner_id')
    .orderBy('id')
    .limit(page);
  if (after !== undefined) {
    const place = sql`(${after.acts_at}::timestamptz, ${after.owner_id}, ${after.id})`;
    items = items.where(sql<boolean>`(acts_at, owner_id, id) > ${place}`);
  }
  return reader.rows(items);
}

/** Its own name: that something else of the item was done says nothing of its preview. */
const troubleOf = ({ id }: Place): string => `preview ${id}`;

/** Returns whether it was kept or has failed; otherwise somebody else was quicker, and the next turn comes back to it. */
async function lookAt(day: PassingDay, place: Waiting, around: Around): Promise<boolean> {
  const since = stopwatch();
  try {
    await keep(day, place, await previewOf(day, place, around));
    day.troubles.succeeded(troubleOf(place));
  } catch (error) {
    if (isUnreachable(error)) throw error;
    if (isOfTheTime(error)) return false;
    day.troubles.failed(troubleOf(place));
    day.told('failed');
    const { mode, companyId: company } = day.realm;
    const ids = { mode, company, person: place.owner_id, id: place.id };
    day.log.error({ err: error, ...ids }, 'a tool of a workflow could not be previewed; it is tried again');
  }
  await day.rest(since());
  return true;
}

/** Ends a commit that was only to be looked at. */
class RolledBack extends Error {}

/** Null: the tool has none, or is refused. */
async function previewOf(day: PassingDay, place: Place, around: Around): Promise<string | null> {
  let preview: string | null = null;
  const looking = day.transact(async (tx, now) => {
    await withRuns(day, tx, { now, places: [place], ...around }, async (run) => {
      const item = run.items.find(({ id }) => id === place.id);
      const asked = item && automaticOf(run, item).automatic.loanTool;
      if (asked) preview = await previewOfTool(asked, { run, item, ...around });
    });
    throw new RolledBack();
  });
  await looking.catch((error: unknown) => {
    if (error instanceof Refusal && error.kind.status !== 423) return;
    if (!(error instanceof RolledBack)) throw error;
  });
  return preview;
}

const keep = (day: PassingDay, { owner_id, id }: Place, preview: string | null): Promise<void> =>
  day.transact(async (tx) => {
    const owner = (await holdPerson(tx, owner_id))?.subject;
    if (owner === undefined || owner.erased_at !== null) return;
    const preview_sealed = preview === null ? null : sealPreview(sealerOf(day.vault, owner), id, preview);
    tx.write(
      tx.db
        .updateTable('workflow_items')
        .set({ needs_preview: false, preview_sealed })
        .where('owner_id', '=', owner_id)
        .where('id', '=', id)
        .where('needs_preview', '=', true),
    );
  });
