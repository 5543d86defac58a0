// How long things live, in seconds of the machine clock.
export const lifetimes = {
  token: 15 * 60,
  /** A session that is not renewed for this long is over. */
  idle: 12 * 3_600,
  session: 30 * 24 * 3_600,
  shortLived: 5 * 60,
  code: 10 * 60,
  exchange: 60,
  /** For this long after signing in the first password may be set, and second factors changed. */
  fresh: 15 * 60,
} as const;

/** A renewal may be repeated for this long, because its answer may have been lost on the way. */
export const renewalGraceSeconds = 10;
