// Personal fields of a plain resource of a person. They have no columns of their own: they lie together in the column
// `details_sealed`, sealed with the key of the person, and are null once the row was deleted or the person erased.
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
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
  const none = Object.fromEntries(sealed.fields.map((field) => [field, null]));
  return rows.map((row) => {
    const details = row.details_sealed as Buffer | null;
    const text =
      details === null ? undefined : sealers.get(row.person_id as string)?.unseal(partOf(declared, row), details);
    return text === undefined ? none : { ...none, ...(JSON.parse(text) as AnyFields) };
  });
}

interface Write {
  readonly verb: Verb;
  readonly before: AnyRow | undefined;
  readonly row: AnyRow;
  readonly sent: AnyFields;
}

/** The column as the write leaves it. What was not sent stays. */
export async function sealedDetails(declared: AnyDeclared, ctx: Opening, { verb, before, row, sent }: Write) {
  const { sealed, defaults = {} } = declared;
  if (sealed === undefined) return {};
  if (verb === 'delete') return { details_sealed: null };
  const given = sealed.fields.filter((field) => sent[field] !== undefined);
  if (before !== undefined && given.length === 0) return {};
  const [opened] = before === undefined ? [defaults] : await openedDetails(declared, [before], ctx);
  const details = sealed.fields.map((field) => [
    field,
    sent[field] ?? (field in sent ? null : (opened?.[field] ?? null)),
  ]);
  const personId = row.person_id as string;
  const sealer = (await sealed.sealersOf(ctx.reader, ctx.vault, [personId])).get(personId);
  if (sealer === undefined) throw new Error(`${personId} has no key.`);
  return { details_sealed: sealer.seal(partOf(declared, row), JSON.stringify(Object.fromEntries(details))) };
}
