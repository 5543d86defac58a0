// What is needed to read a tape: what its columns tell, and of a comparison those of both.
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { type LoanTapeRow, loanTapeTypes, type TapeTypeRow } from '../tables.ts';
import { permissionsOfType } from '../types/problems.ts';
import { sendingPermission } from '../types/recipient.ts';
import { typesOfTapes } from './find-tape.ts';

type Read = Pick<LoanTapeRow, 'id' | 'loan_tape_type_id' | 'compared_with_id'>;

/** By the ids of the tapes: as many statements for a page as for one. */
async function permissionsOfTapes(
  reader: Reader,
  tapes: readonly Read[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const others = await typesOfTapes(reader, [...new Set(tapes.flatMap((one) => one.compared_with_id ?? []))]);
  const typesOf = ({ loan_tape_type_id: own, compared_with_id: other }: Read): readonly string[] =>
    other === null ? [own] : [own, others.get(other) ?? own];
  const types = await readTypes(reader, [...new Set(tapes.flatMap(typesOf))]);
  const needs = new Map([...types].map(([id, type]) => [id, permissionsOfType(type)]));
  const neededBy = (one: Read) => typesOf(one).flatMap((id) => needs.get(id) as readonly string[]);
  return new Map(tapes.map((one) => [one.id, [...new Set(neededBy(one))]]));
}

async function readTypes(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, TapeTypeRow>> {
  const found = reader.db
    .selectFrom('loan_tape_types')
    .select(loanTapeTypes.all)
    .where('id', '=', sql<string>`any(${ids}::text[])`);
  return new Map(((await reader.rows(found)) as TapeTypeRow[]).map((row) => [row.id, row]));
}

export const permissionsOfTape = async (reader: Reader, tape: Read): Promise<readonly string[]> =>
  (await permissionsOfTapes(reader, [tape])).get(tape.id) as readonly string[];

/** The tapes that whoever has these permissions may download. */
export async function downloadableBy<T extends Read>(
  reader: Reader,
  permissions: ReadonlySet<string>,
  tapes: readonly T[],
): Promise<readonly T[]> {
  if (!permissions.has(sendingPermission) || tapes.length === 0) return [];
  const needed = await permissionsOfTapes(reader, tapes);
  return tapes.filter(({ id }) => needed.get(id)?.every((one) => permissions.has(one)));
}
