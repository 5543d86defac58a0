// Reads the audit of a company from its first row and finds the first one that was altered, removed or cut off.
import type { Selectable } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { type Head, hashOf, noHead } from './chain-audit.ts';
import { rowIds } from './row-ids.ts';

interface Verified {
  readonly rows: number;
  /** What is wrong, in a sentence that names the row; null if nothing is. */
  readonly finding: string | null;
}

type Row = Selectable<Tables['audit']>;

const batch = 1_000;

/** `kept`: a last row that was kept elsewhere, as the log tells it. */
export async function verifyAudit(reader: Reader, kept?: Head): Promise<Verified> {
  // What is chained from here on is not looked at. The rows come first: a row beyond the head would be nobody's.
  const [[newest], [head = noHead], days] = await reader.together(
    reader.db.selectFrom('audit').select('number').orderBy('number', 'desc').limit(1),
    reader.db.selectFrom('audit_heads').select(['last_number', 'last_hash']),
    reader.db.selectFrom('audit_days').select(['day', 'last_number', 'last_hash']).orderBy('day'),
  );
  const wanted: Wanted[] = days.map((day) => ({ ...day, whence: `was recorded on ${day.day}` }));
  if (kept !== undefined) wanted.push({ ...kept, whence: 'was kept elsewhere' });
  wanted.push({ ...head, whence: 'is recorded as the last one' });
  const walked = await walk(reader, wanted);
  if (walked.finding !== null || newest === undefined || newest.number <= head.last_number) return walked;
  return {
    ...walked,
    finding: `Row ${newest.number} was added by nobody who chains: the last one is ${head.last_number}.`,
  };
}

/** A row that must be there with this hash. */
interface Wanted extends Head {
  readonly whence: string;
}

async function walk(reader: Reader, wanted: readonly Wanted[]): Promise<Verified> {
  const byNumber = Map.groupBy(wanted, ({ last_number }) => last_number);
  const end = Math.max(...byNumber.keys());
  let last = noHead;
  while (last.last_number < end) {
    const rows = await rowsAfter(reader, last.last_number, end);
    for (const row of rows) {
      const finding = findingIn(reader, row, last, byNumber.get(row.number) ?? []);
      if (finding !== null) return { rows: last.last_number, finding };
      last = { last_number: row.number, last_hash: row.hash };
    }
    if (rows.length === 0) return { rows: last.last_number, finding: cutOff(last, wanted) };
  }
  return { rows: last.last_number, finding: null };
}

const rowsAfter = (reader: Reader, number: number, end: number): Promise<Row[]> =>
  reader.rows(
    reader.db
      .selectFrom('audit')
      .selectAll()
      .where('number', '>', number)
      .where('number', '<=', end)
      .orderBy('number')
      .limit(batch),
  );

function findingIn({ realm }: Reader, row: Row, last: Head, wanted: readonly Wanted[]): string | null {
  const { number, hash } = row;
  if (number !== last.last_number + 1) return `Row ${last.last_number + 1} was removed.`;
  const name = `Row ${number} (${rowIds(realm).idOf(number)})`;
  if (!hash.equals(hashOf(last.last_hash, row.company_id, number, row))) return `${name} was altered.`;
  const other = wanted.find(({ last_hash }) => !hash.equals(last_hash));
  if (other === undefined) return null;
  return `${name} is not the one that ${other.whence}: it, or one before it, was altered or removed, and the chain made anew.`;
}

function cutOff({ last_number }: Head, wanted: readonly Wanted[]): string {
  const beyond = wanted.find((one) => one.last_number > last_number) as Wanted;
  return `The rows from ${last_number + 1} on were cut off: row ${beyond.last_number} ${beyond.whence}.`;
}
