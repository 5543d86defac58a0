// How running processes hear that the keys change, and how a rotation knows that every process has heard. The session
// in which a process hears its signals has a lock for each key that the process knows and for the one it writes with.
// The locks end with the session, so a rotation does not wait for a process that has ended.
import type { ClientBase } from 'pg';
import type { KeyHolder } from '../crypto/key-holder.ts';
import type { Log } from '../log.ts';
import { keyWord, signalChannel } from '../signals/signals.ts';

/** Selects the sessions that hear signals; connection.ts and signals.ts give them this name. */
const listeners = "application_name = 'tenor signals' and datname = current_database()";

const lockClasses = { knows: 7_463_011, writes: 7_463_012 } as const;
export type KeyStage = keyof typeof lockClasses;

/** Enough of the fingerprint to distinguish the two keys of a rotation. */
const lockOf = (fingerprint: string): number => Number.parseInt(fingerprint.slice(0, 7), 16);

/** The returned function is called when the session begins, and each time the word is heard. */
export function keyNews(holder: KeyHolder, log: Log): (client: ClientBase) => Promise<void> {
  return async (client) => {
    try {
      const isWritten = (await holder.refresh(client)).next !== null;
      for (const fingerprint of holder.known) await say(client, 'knows', fingerprint);
      if (isWritten) await say(client, 'writes', holder.writing.keys.fingerprint);
    } catch (error) {
      log.error({ err: error }, 'the encryption keys of this process do not fit the database any more');
    }
  };
}

const say = (client: ClientBase, stage: KeyStage, fingerprint: string) =>
  client.query('select pg_try_advisory_lock_shared($1, $2)', [lockClasses[stage], lockOf(fingerprint)]);

export const announceKeys = (client: ClientBase) => client.query('select pg_notify($1, $2)', [signalChannel, keyWord]);

/** How many processes have not reached this stage with this key. */
export async function processesBehind(client: ClientBase, stage: KeyStage, fingerprint: string): Promise<number> {
  const { rows } = await client.query<{ behind: number }>(
    `select count(*)::int as behind from pg_stat_activity session
     where ${listeners} and not exists (
       select from pg_locks held where held.pid = session.pid and held.locktype = 'advisory' and held.granted
         and held.classid::bigint = $1 and held.objid::bigint = $2 and held.objsubid = 2)`,
    [lockClasses[stage], lockOf(fingerprint)],
  );
  return rows[0]?.behind ?? 0;
}
