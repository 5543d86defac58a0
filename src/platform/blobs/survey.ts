// Holds a store outside of the database against the rows of contents, part by part: what should lie there and does not,
// and what lies there and belongs to no row. Contents come and go meanwhile, so what looks wrong is looked at again: bytes
// come after their row and go before it.
import type { Ask } from '#platform/db/ask.ts';
import type { Mode } from '#platform/db/realm.ts';
import { type BlobPlace, type LyingBlob, type OutsideStore, sealedLengthOf } from './blob-store.ts';

interface Surveyed {
  /** How many contents should lie there. */
  readonly kept: number;
  /** Contents whose bytes are gone, or are more or fewer than were written. */
  readonly lost: readonly BlobPlace[];
  /** What lies there and belongs to no content. */
  readonly strays: readonly BlobPlace[];
  /** Where the next part begins; null: this was the last one. */
  readonly next: BlobPlace | null;
}

interface Survey {
  readonly ask: Ask;
  readonly mode: Mode;
  readonly store: OutsideStore;
}

export const firstPlace: BlobPlace = { companyId: '', id: '00000000-0000-0000-0000-000000000000' };

export async function surveyPart(survey: Survey, after: BlobPlace): Promise<Surveyed> {
  const lying = await survey.store.list(survey.mode, after);
  const rows = await rowsBehind(survey, after);
  const ends = [lying.at(-1), rows.length === rowsAtOnce ? rows.at(-1) : undefined].filter((end) => end !== undefined);
  const next = ends.sort(inOrder)[0] ?? null;
  const isWithin = (place: BlobPlace): boolean => next === null || inOrder(place, next) <= 0;
  const there = new Map(lying.filter(isWithin).map((one) => [one.id, one]));
  const known = new Map(rows.filter(isWithin).map((row) => [row.id, row]));
  const kept = [...known.values()].filter((row) => row.length !== null);
  return {
    kept: kept.length,
    lost: await confirmLost(
      survey,
      kept.filter((row) => there.get(row.id)?.bytes !== sealedLength(row)),
    ),
    strays: await confirmStrays(
      survey,
      [...there.values()].filter(({ id }) => !known.has(id)),
    ),
    next: next && { companyId: next.companyId, id: next.id },
  };
}

/** Company ids and ids have only signs that every order knows in one way. */
const inOrder = (one: BlobPlace, other: BlobPlace): number =>
  compare(one.companyId, other.companyId) || compare(one.id, other.id);

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

interface KnownBlob extends BlobPlace {
  /** Null: nobody keeps it, and it may lie there or not. */
  readonly length: string | null;
}

const sealedLength = ({ length }: KnownBlob): number => sealedLengthOf(Number(length));

const rowsAtOnce = 1_000;

/** These have an index of their own, for the usual store has far more rows. */
const outside = (mode: Mode): string => `${mode}.blobs where store <> 'database' and store = $1`;
const inColumns = `company_id as "companyId", id::text, case when goes_at is null then length end as length`;

const rowsBehind = ({ ask, mode, store }: Survey, { companyId, id }: BlobPlace): Promise<KnownBlob[]> =>
  ask(
    `select ${inColumns} from ${outside(mode)} and (company_id collate "C", id) > ($2, $3::uuid)
    order by company_id collate "C", id limit ${rowsAtOnce}`,
    [store.name, companyId, id],
  );

async function knownOf({ ask, mode, store }: Survey, places: readonly BlobPlace[]): Promise<Map<string, KnownBlob>> {
  const rows = await ask<KnownBlob>(
    `select ${inColumns} from ${outside(mode)} and company_id collate "C" = any($2::text[]) and id = any($3::uuid[])`,
    [store.name, places.map(({ companyId }) => companyId), places.map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const lengthOf = ({ store, mode }: Survey, { companyId, id }: BlobPlace): Promise<number | null> =>
  store.lengthOf({ realm: { mode, companyId }, id });

/** One that has just come was not listed yet; one that goes has lost its bytes already, and its row next. */
async function confirmLost(survey: Survey, rows: readonly KnownBlob[]): Promise<BlobPlace[]> {
  const lost: KnownBlob[] = [];
  for (const row of rows) if ((await lengthOf(survey, row)) !== sealedLength(row)) lost.push(row);
  if (lost.length === 0) return [];
  const now = await knownOf(survey, lost);
  return lost.filter(({ id }) => now.get(id)?.length != null);
}

/** One that has just come has a row by now; one that goes is gone by now. */
async function confirmStrays(survey: Survey, lying: readonly LyingBlob[]): Promise<BlobPlace[]> {
  if (lying.length === 0) return [];
  const known = await knownOf(survey, lying);
  const strays: LyingBlob[] = [];
  for (const one of lying) if (!known.has(one.id) && (await lengthOf(survey, one)) !== null) strays.push(one);
  return strays;
}
