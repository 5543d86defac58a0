// The callers' own ids: unique for each company, mode and kind of object. The row is found by the id itself and has the
// subject of the object, so that a look-up costs one row on any engine.
import { sql } from 'kysely';
import { type PlaceholderOf, prepared, preparedInsert } from '#platform/db/prepared.ts';
import { type Reader, type Tx, wholeCompany } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { referenceOf } from '#platform/ids.ts';
import { isTaken } from '#platform/sqlstate.ts';

interface Owned {
  readonly kind: string;
  /** The person, or the company, whose object it is. */
  readonly subjectId: string;
  readonly objectId: string;
}

const byExternalId = prepared((db, placeholder: PlaceholderOf<{ kind: string; externalId: string }>) =>
  db
    .selectFrom('external_ids')
    .select(['subject_id', 'object_id'])
    .where('external_id', '=', placeholder('externalId'))
    .where('kind', '=', placeholder('kind')),
);

const insertExternalId = preparedInsert('external_ids', ['external_id', 'kind', 'subject_id', 'object_id']);

export async function findExternalId(
  reader: Reader,
  kind: string,
  externalId: string,
): Promise<{ subjectId: string; objectId: string } | undefined> {
  const row = await reader.row(byExternalId(reader.db, { kind, externalId }));
  return row && { subjectId: row.subject_id, objectId: row.object_id };
}

/** The same for many at once: the objects of those external ids that are in use. */
export async function findExternalIds(
  reader: Reader,
  kind: string,
  externalIds: readonly string[],
): Promise<Map<string, { readonly subjectId: string; readonly objectId: string }>> {
  if (externalIds.length === 0) return new Map();
  const rows = await reader.rows(
    reader.db
      .selectFrom('external_ids')
      .select(['external_id', 'subject_id', 'object_id'])
      .where('external_id', '=', sql<string>`any(${externalIds}::text[])`)
      .where('kind', '=', kind),
  );
  return new Map(rows.map((row) => [row.external_id, { subjectId: row.subject_id, objectId: row.object_id }]));
}

/** The id of the object that a path or a body names; an `ext-` reference costs a look-up. */
export async function idOfReference(reader: Reader, kind: string, reference: string): Promise<string | undefined> {
  const named = referenceOf(reference);
  return 'id' in named ? named.id : (await findExternalId(reader, kind, named.externalId))?.objectId;
}

/** `path`: the field that names it, where that has another name. */
export function claimExternalId(
  tx: Tx,
  { kind, subjectId, objectId }: Owned,
  externalId: string,
  path = 'externalId',
): void {
  const row = { external_id: externalId, kind, subject_id: subjectId, object_id: objectId };
  tx.write(insertExternalId(tx.db, row), (error) => {
    if (!isTaken(error, 'external_ids_pkey')) return error;
    // Clients recognise the refusal by these first words and then read ext-<id>.
    return new Refusal(errors.DuplicateExternalId, `Duplicate external ID: another ${kind} has it already.`, {
      data: { path },
      cause: error,
    });
  });
}

/**
 * Frees an external id in the transaction that clears it or deletes its object, so that it can be used again at once.
 */
export function releaseExternalId(tx: Tx, kind: string, externalId: string): void {
  const whole = wholeCompany(tx);
  whole.write(whole.db.deleteFrom('external_ids').where('external_id', '=', externalId).where('kind', '=', kind));
}

/** The same, if the object still has it: between a read and this write somebody else may have got it. */
export function releaseExternalIdOf(tx: Tx, { kind, objectId }: Omit<Owned, 'subjectId'>, externalId: string): void {
  tx.write(
    tx.db
      .deleteFrom('external_ids')
      .where('external_id', '=', externalId)
      .where('kind', '=', kind)
      .where('object_id', '=', objectId),
  );
}

export function changeExternalId(tx: Tx, owned: Owned, from: string | null, to: string | null | undefined): void {
  if (to === undefined || to === from) return;
  if (from !== null) releaseExternalId(tx, owned.kind, from);
  if (to !== null) claimExternalId(tx, owned, to);
}
