// How long things live, in seconds of the machine clock.
import { settingsOf } from '#capabilities/company/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';

export const lifetimes = {
  shortLived: 5 * 60,
  code: 10 * 60,
  exchange: 60,
  /** For this long after signing in the first password may be set, and second factors changed. */
  fresh: 15 * 60,
} as const;

/** A renewal may be repeated for this long, because its answer may have been lost on the way. */
export const renewalGraceSeconds = 10;

export interface SessionLifetimes {
  readonly token: number;
  /** A session that is not renewed for this long is over. */
  readonly idle: number;
  readonly session: number;
}

/** As the company has set them. They are read with each look at a session, so a shorter one holds for all that go on. */
export async function sessionLifetimes(reader: Reader): Promise<SessionLifetimes> {
  const { tokenMinutes, idleMinutes, sessionMinutes } = (await settingsOf(reader)).sessions ?? {};
  return {
    token: 60 * (tokenMinutes ?? 15),
    idle: 60 * (idleMinutes ?? 12 * 60),
    session: 60 * (sessionMinutes ?? 30 * 24 * 60),
  };
}
