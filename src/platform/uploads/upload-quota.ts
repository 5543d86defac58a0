// How much a company may send before earlier uploads are done: so that no company fills the disk of all.
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import './tables.ts';

/** The limit for a company in a mode: the stored size of what is not done yet. */
const uploadQuota = { waitingBytes: 2_147_483_648 } as const;

const retryAfterSeconds = 30;

/** Errors: TooManyImports. */
export async function mustHaveQuota(reader: Reader): Promise<void> {
  const row = await reader.row(
    reader.db
      .selectFrom('import_chunks')
      .select(sql<number>`coalesce(sum(octet_length(sealed)), 0)::bigint`.as('bytes'))
      .where('sealed', 'is not', null),
  );
  const bytes = row?.bytes ?? 0;
  if (bytes < uploadQuota.waitingBytes) return;
  throw tooMany(
    `${bytes} bytes of this company wait to be imported; with ${uploadQuota.waitingBytes} nothing is added.`,
  );
}

const tooMany = (message: string): Refusal =>
  new Refusal(errors.TooManyImports, message, {
    data: { ...uploadQuota },
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
