// Checks the contents of documents: how many there are and where, whether the sweep removes what nobody keeps, and
// whether any has lost its bytes.

import { type Mode, modes } from '../db/realm.ts';
import {
  type Check,
  counted,
  type Finding,
  fine,
  type InspectedDatabase,
  inBytes,
  inTime,
  rowsOf,
  warning,
  wrong,
} from './check.ts';

/** The sweep comes every minute, and tries again after an hour what it could not remove. */
const lateSecondsMax = 2 * 3_600;

export const blobs: Check<InspectedDatabase> = {
  name: 'contents',
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) {
      findings.push(...(await kept(inspected, mode)));
      findings.push(...(await left(inspected, mode)), ...(await withoutBytes(inspected, mode)));
    }
    return findings.length > 0 ? findings : [fine('No content of a document is stored.')];
  },
};

async function kept(inspected: InspectedDatabase, mode: Mode): Promise<Finding[]> {
  const found = await rowsOf<{ store: string; n: number; bytes: string }>(
    inspected,
    `select store, count(*)::integer as n, sum(length) as bytes from ${mode}.blobs where goes_at is null
    group by store order by store`,
  );
  return found.map(({ store, n, bytes }) =>
    fine(`${counted(n, 'content')} of ${mode}, ${inBytes(Number(bytes))}, in the store "${store}".`),
  );
}

async function left(inspected: InspectedDatabase, mode: Mode): Promise<Finding[]> {
  const [row] = await rowsOf<{ n: number; orphans: number; since: string }>(
    inspected,
    `select count(*)::integer as n, count(*) filter (where length is null or sealed is not null)::integer as orphans,
      min(nullif(goes_at, 0)) as since from ${mode}.blobs where goes_at <= $1`,
    [inspected.clock.micros()],
  );
  if (row === undefined || row.n === 0) return [];
  const seconds = row.since === null ? 0 : (inspected.clock.micros() - Number(row.since)) / 1e6;
  const says = `${counted(row.n, 'content')} of ${mode} that nobody keeps (${row.orphans} never kept) are to be removed`;
  if (seconds < lateSecondsMax) return [fine(`${says}.`)];
  return [
    warning(
      `${says}, the first for ${inTime(seconds)}.`,
      'Start the service or "tenor worker"; where one runs, its log says why a store does not let go of them.',
    ),
  ];
}

const shownMax = 1_000;

async function withoutBytes(inspected: InspectedDatabase, mode: Mode): Promise<Finding[]> {
  const [row] = await rowsOf<{ n: number; first: string | null }>(
    inspected,
    `select count(*)::integer as n, min(id::text) as first from (
      select id from ${mode}.blobs b where goes_at is null and store = 'database' and not exists (
        select from ${mode}.blob_chunks c where c.owner_id = b.owner_id and c.blob_id = b.id and c.number = 0)
      limit ${shownMax}) as lost`,
  );
  if (row === undefined || row.n === 0) return [];
  return [
    wrong(
      `${counted(row.n, 'content')} of ${mode} have lost their bytes; one is ${row.first}.`,
      'Somebody has deleted rows of blob_chunks: restore a backup into a new database and take the rows from there.',
    ),
  ];
}
