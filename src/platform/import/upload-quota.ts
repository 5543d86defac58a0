// How much a company may send to be imported before what it sent is done: so that nobody fills the disk of all, or holds
// the places of all with uploads that drip in.
import { sql } from 'kysely';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import './tables.ts';

/** Of a company in a mode. `atOnce`: in each process. `waitingBytes`: as they are kept, until they are done. */
export const uploadQuota = { atOnce: 8, waitingBytes: 2_147_483_648 } as const;

const retryAfterSeconds = 30;

/** Takes a place among the uploads of the company, and gives what leaves it. Errors: TooManyImports. */
export type EnterUpload = (realm: Realm) => () => void;

export function uploadPlaces(): EnterUpload {
  const underWay = new Map<string, number>();
  return ({ mode, companyId }) => {
    const name = `${mode} ${companyId}`;
    const count = underWay.get(name) ?? 0;
    if (count >= uploadQuota.atOnce)
      throw tooMany(`${count} uploads of this company are under way, which is the most.`);
    underWay.set(name, count + 1);
    return () => {
      const left = (underWay.get(name) ?? 1) - 1;
      if (left === 0) underWay.delete(name);
      else underWay.set(name, left);
    };
  };
}

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
