// Personal fields of a plain resource of a person. They have no columns of their own: they lie together in the column
// `details_sealed`, sealed with the key of the person, and are null once the row was deleted or the person erased.
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import type { AnyDeclared, AnyFields, AnyRow, Verb } from './declared-resource.ts';

interface Opening {
  readonly reader: Reader;
  readonly vault: Vault;
}

/** The id is part of the seal: details that are moved to another row cannot be opened. */
const partOf = ({ table }: AnyDeclared, { id }: AnyRow): string => `${table.name}.${id}.details`;

/** The personal fields of each row: one query for all of them. */
export async function openedDetails(
  declared: AnyDeclared,
  rows: readonly AnyRow[],
  { reader, vault }: Opening,
): Promise<readonly AnyFields[]> {
  const { sealed } = declared;
  if (sealed === undefined || rows.length === 0) return rows.map(() => ({}));
  const sealers = await sealed.sealersOf(reader, vault, [...new Set(rows.map((row) => row.person_id as string))]);
  return eachInSlices(rows, (row) => opened(declared, row, sealers.get(row.person_id as string)));
}

/** The same of one row. */
export function opened(declared: AnyDeclared, row: AnyRow, sealer: Sealer | undefined): AnyFields {
  const sealed = row.details_sealed as Buffer | null;
  const none = Object.fromEntries((declared.sealed?.fields ?? []).map((field) => [field, null]));
  if (sealed === null || sealer === undefined) return none;
  return { ...none, ...(JSON.parse(sealer.unseal(partOf(declared, row), sealed)) as AnyFields) };
}

/** The column with these personal fields, for a row that a command makes; none where there are no such fields. */
export function sealedDetails(declared: AnyDeclared, row: AnyRow, sealer: Sealer, given: AnyFields) {
  if (declared.sealed === undefined) return {};
  const details = Object.fromEntries((declared.sealed?.fields ?? []).map((field) => [field, given[field] ?? null]));
  return { details_sealed: sealer.seal(partOf(declared, row), JSON.stringify(details)) };
}

interface Write {
  readonly verb: Verb;
  readonly before: AnyRow | undefined;
  readonly row: AnyRow;
  readonly sent: AnyFields;
}

/** The personal fields as the write leaves them, and the column with them. What was not sent stays. */
export async function detailsAfter(declared: AnyDeclared, ctx: Opening, { verb, before, row, sent }: Write) {
  const { sealed, defaults = {} } = declared;
  if (sealed === undefined) return { details: {}, columns: {} };
  if (verb === 'delete') return { details: {}, columns: { details_sealed: null } };
  const personId = row.person_id as string;
  const sealer = (await sealed.sealersOf(ctx.reader, ctx.vault, [personId])).get(personId);
  if (sealer === undefined) throw new Error(`${personId} has no key.`);
  const kept = before === undefined ? defaults : opened(declared, before, sealer);
  const details = Object.fromEntries(
    sealed.fields.map((field) => [field, sent[field] === undefined ? (kept[field] ?? null) : sent[field]]),
  );
  return { details, columns: sealedDetails(declared, row, sealer, details) };
}
