// Checks the contents that lie outside of the database, in a folder or a bucket: whether the bytes of each are there, and
// whether anything lies there that belongs to none.
import type { BlobSettings } from '../blob-settings.ts';
import type { OutsideStore } from '../blobs/blob-store.ts';
import { outsideStores } from '../blobs/outside-stores.ts';
import { firstPlace, surveyPart } from '../blobs/survey.ts';
import { type Mode, modes } from '../db/realm.ts';
import {
  asking,
  type Check,
  counted,
  type Finding,
  fine,
  type InspectedDatabase,
  rowsOf,
  warning,
  wrong,
} from './check.ts';

export const outsideContents = (settings: Partial<BlobSettings>): Check<InspectedDatabase> => ({
  name: 'contents outside',
  async look(inspected) {
    const stores = outsideStores(settings);
    const findings: Finding[] = [];
    for (const mode of modes) {
      findings.push(...(await ofOtherStores(inspected, mode, stores)));
      for (const store of stores) findings.push(...(await inStore(inspected, mode, store).catch(notReached(store))));
    }
    return findings.length > 0 ? findings : [fine('No content lies outside of the database.')];
  },
});

async function ofOtherStores(
  inspected: InspectedDatabase,
  mode: Mode,
  stores: readonly OutsideStore[],
): Promise<Finding[]> {
  const found = await rowsOf<{ store: string; n: number }>(
    inspected,
    `select store, count(*)::integer as n from ${mode}.blobs
    where store <> 'database' and store <> all($1) and goes_at is null group by store order by store`,
    [stores.map(({ name }) => name)],
  );
  return found.map(({ store, n }) =>
    wrong(
      `${counted(n, 'content')} of ${mode} lie in the store "${store}", which the settings do not name.`,
      'Set it again: BLOBS_DIR for a folder, BLOBS_S3_URL for a bucket. Until then nobody can read them.',
    ),
  );
}

/** The doctor is to answer soon; the service looks through all of it once a day. */
const looksMax = 100_000;
const shownMax = 1_000;

async function inStore(inspected: InspectedDatabase, mode: Mode, store: OutsideStore): Promise<Finding[]> {
  const survey = { ask: asking(inspected), mode, store };
  const [lost, strays]: [string[], string[]] = [[], []];
  let kept = 0;
  let next: typeof firstPlace | null = firstPlace;
  while (next !== null && kept < looksMax && lost.length + strays.length < shownMax) {
    const part = await surveyPart(survey, next);
    kept += part.kept;
    lost.push(...part.lost.map(({ id }) => id));
    strays.push(...part.strays.map(({ id }) => id));
    next = part.next;
  }
  const looked = `${next === null ? '' : 'the first '}${counted(kept, 'content')} of ${mode} in the store "${store.name}"`;
  const findings: Finding[] = [];
  if (lost.length > 0) {
    const says = `Of ${looked}, ${lost.length} have lost their bytes; one is ${lost[0]}.`;
    findings.push(wrong(says, 'Bring them back from a copy of the folder or the bucket, by the ids of the contents.'));
  } else if (kept > 0) {
    findings.push(fine(`Of ${looked}, each has its bytes.`));
  }
  if (strays.length > 0) {
    const says = `${counted(strays.length, 'thing')} of ${mode} in the store "${store.name}" belong to no content of this database; one is ${strays[0]}.`;
    findings.push(warning(says, strayRemedy));
  }
  return findings;
}

const strayRemedy =
  'A restore of an older backup leaves them, and so does another installation that uses the same place. Nothing removes them: do it by hand once you know.';

const notReached =
  (store: OutsideStore) =>
  (error: Error): Finding[] => {
    const why = error.cause instanceof Error ? error.cause.message : error.message;
    return [
      wrong(
        `The store "${store.name}" cannot be looked through: ${why}.`,
        'Check its settings, and whether it answers. Until it does, nobody can read the contents that lie there.',
      ),
    ];
  };
