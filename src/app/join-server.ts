// Joins the database server: the operator's own, or the embedded one, which is started or joined.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#platform/config.ts';
import { type Server, serverOfUrl } from '#platform/db/connection.ts';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import type { Log } from '#platform/log.ts';

/** Joins the server only; nothing in it is prepared. */
export async function joinServer(
  { databaseUrl, dataDirectory }: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
  log: Log,
  say: (sentence: string) => void,
): Promise<{ server: Server; leave(): Promise<void> }> {
  if (databaseUrl !== null) return { server: serverOfUrl(databaseUrl), leave: async () => {} };
  let embedded = await joinEmbedded({ dataDirectory, say });
  let isLeaving = false;
  const rejoin = async (): Promise<void> => {
    embedded = await joinEmbedded({ dataDirectory, say });
    embedded.onLost(lost);
  };
  const lost = async (reason: Error): Promise<void> => {
    log.error({ err: reason }, 'the embedded database was lost; it is started again');
    while (!isLeaving && !(await succeeds(rejoin, log))) await sleep(startAgainEveryMs, undefined, { ref: false });
  };
  embedded.onLost(lost);
  return {
    server: embedded.server,
    async leave() {
      isLeaving = true;
      await embedded.leave();
    },
  };
}

/** A server that could not start because the disk was full is tried again, in case there is room by then. */
const startAgainEveryMs = 5_000;

async function succeeds(rejoin: () => Promise<void>, log: Log): Promise<boolean> {
  try {
    await rejoin();
    return true;
  } catch (error) {
    log.fatal({ err: error }, 'the embedded database does not come back; it is started again in a moment');
    return false;
  }
}
