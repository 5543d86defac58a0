// The last backup, noted in the database that was backed up: for the doctor and the metrics.
import type { ClientBase } from 'pg';
import type { Ask } from '../db/ask.ts';
import { modes } from '../db/realm.ts';

/** Each mode has its own row, because a login reads only the tables of its mode. */
export async function noteBackup(client: ClientBase, madeAt: string): Promise<void> {
  for (const mode of modes) {
    await client.query(`insert into ${mode}.backups (made_at) values ($1) on conflict do nothing`, [madeAt]);
  }
}

/** In seconds since 1970; null when there was none. */
export async function lastBackup(ask: Ask): Promise<number | null> {
  const [row] = await ask<{ seconds: number | null }>(
    'select extract(epoch from max(made_at))::float as seconds from live.backups',
  );
  return row?.seconds ?? null;
}
