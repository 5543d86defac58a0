// What a tool of a loan would change is asked before it is ordered, in a commit that is rolled back, and kept with its item.
// Until then the day orders nothing: a tool that is refused is refused again, and tried again as its type says.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { holdPerson, sealerOf } from '#capabilities/people/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { PassingDay } from '#platform/work/day/daily-step.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { automaticOf } from '../actions/act.ts';
import type { Around } from '../actions/acting.ts';
import { previewOfTool } from '../actions/loan-tool.ts';
import { sealPreview } from '../show.ts';
import { type Place, withRuns } from './with-runs.ts';

/** So many in a turn: each takes two commits. */
const most = 50;

/** Returns whether there are tools now that may be ordered. */
export async function previewTools(day: PassingDay, around: Around): Promise<boolean> {
  const places = await day.transact((tx, now) => waiting(tx, now));
  let kept = 0;
  for (const place of places) {
    if (day.stopping.aborted || !day.troubles.mayTry(place.id)) continue;
    try {
      await keep(day, place, await previewOf(day, place, around));
      kept += 1;
    } catch (error) {
      if (isOfTheTime(error)) continue;
      day.troubles.failed(place.id);
      const { mode, companyId: company } = day.realm;
      const ids = { mode, company, person: place.person_id, id: place.id };
      day.log.error({ err: error, ...ids }, 'a tool of a workflow could not be previewed; it is tried again');
    }
  }
  return kept > 0;
}

const waiting = (reader: Reader, now: Instant): Promise<Place[]> =>
  reader.rows(
    reader.db
      .selectFrom('workflow_items')
      .select(['person_id', 'id', 'workflow_id', 'look_at'])
      // In the words of the index.
      .where(sql<boolean>`needs_preview`)
      .where('acts_at', '<=', now)
      .orderBy('acts_at')
      .orderBy('person_id')
      .orderBy('id')
      .limit(most),
  );

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

const keep = (day: PassingDay, { person_id, id }: Place, preview: string | null): Promise<void> =>
  day.transact(async (tx) => {
    const owner = (await holdPerson(tx, person_id))?.subject;
    if (owner === undefined || owner.erased_at !== null) return;
    const preview_sealed = preview === null ? null : sealPreview(sealerOf(day.vault, owner), id, preview);
    tx.write(
      tx.db
        .updateTable('workflow_items')
        .set({ needs_preview: false, preview_sealed })
        .where('person_id', '=', person_id)
        .where('id', '=', id)
        .where('needs_preview', '=', true),
    );
  });
