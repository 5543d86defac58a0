import type { Reader } from '#platform/db/realm-database.ts';
import type { LoanTapeRow, TapeTypeRow } from '../tables.ts';
import { permissionsOfType } from '../types/problems.ts';
import { findTapeType } from '../types/tape-type.ts';
import { readTape } from './tape.ts';

/** What is needed to read a tape: what its columns tell, and of a comparison those of both. */
export async function permissionsOfTape(reader: Reader, tape: LoanTapeRow): Promise<readonly string[]> {
  const other = tape.compared_with_id === null ? undefined : await readTape(reader, tape.compared_with_id);
  const types = [tape, ...(other === undefined ? [] : [other])].map(({ loan_tape_type_id: id }) => id);
  const found = await Promise.all([...new Set(types)].map((id) => findTapeType(reader, id)));
  return [...new Set(found.flatMap((type) => permissionsOfType(type as TapeTypeRow)))];
}
