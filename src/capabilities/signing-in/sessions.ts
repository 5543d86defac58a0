// Sessions: begun by signing in, renewed, ended. Whatever ends one ends the short-lived ones that it asked for.

import { addSeconds, type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';
import { machineNow, secondsOf } from '#platform/clock.ts';
import type { SessionKind } from '#platform/command/context.ts';
import type { RowTools, SecretTools } from '#platform/command/tools.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { countAttempt } from './attempts.ts';
import { tooManyAttempts } from './errors.ts';
import { lifetimes, renewalGraceSeconds, type SessionLifetimes, sessionLifetimes } from './lifetimes.ts';
import type { SessionToken } from './schemas.ts';
import { addressPart } from './sealed.ts';
import { hashOf, newSecret, successorOf, writeSecret } from './session-secret.ts';
import type { SessionRow, SignInMethod } from './tables.ts';
import { signToken, type TokenSubject } from './token.ts';

interface Begun {
  readonly userId: string;
  readonly kind: Exclude<SessionKind, 'shortLived'>;
  readonly method: SignInMethod;
  readonly address: string;
}

export async function beginSession(tools: RowTools, tx: Tx, begun: Begun): Promise<SessionToken> {
  const id = newId('SN');
  const secret = newSecret();
  const { userId, kind } = begun;
  const refresh_hash = hashOf(tools.vault, 'refresh', id, secret);
  const ofCompany = await sessionLifetimes(tx);
  const expires_at = addSeconds(machineNow(tools.clock), ofCompany.session);
  writeSession(tools, tx, { ...begun, id, refresh_hash, expires_at });
  const life = { endsAt: expires_at, token: ofCompany.token };
  return tokensOf(tools, { realm: tx.realm, userId, sessionId: id, kind }, life, secret);
}

interface Asked {
  readonly userId: string;
  readonly parent: SessionNow;
  readonly address: string;
  readonly permissions: readonly string[];
}

/**
 * The most that one session may have at the same time. All of a user's sessions end in one commit, which must not
 * become too long: whoever has stolen a token could else make so many that nobody can end them.
 */
const shortLivedMax = 500;

/** It cannot be renewed, and lives no longer than the session that asks for it. Errors: TooManyRequests. */
export async function beginShortLived(tools: RowTools, tx: Tx, asked: Asked): Promise<SessionToken> {
  const { userId, address } = asked;
  const { row: parent, endsAt, token } = asked.parent;
  const since = tools.clock.micros() - lifetimes.shortLived * 1_000_000;
  const recent = tx.db.selectFrom('sessions').select('id').where('user_id', '=', userId).where('position', '>', since);
  if (
    await tx.row(
      recent
        .where('parent_id', '=', parent.id)
        .offset(shortLivedMax - 1)
        .limit(1),
    )
  ) {
    throw tooManyAttempts(lifetimes.shortLived);
  }
  const id = newId('SN');
  const expires_at = earlier(addSeconds(machineNow(tools.clock), lifetimes.shortLived), endsAt);
  const more = { parent_id: parent.id, permissions: [...asked.permissions] };
  writeSession(tools, tx, { id, userId, kind: 'shortLived', method: parent.method, address, expires_at, ...more });
  const subject = { realm: tx.realm, userId, sessionId: id, kind: 'shortLived' as const };
  return tokensOf(tools, subject, { endsAt: expires_at, token });
}

interface NewRow
  extends Pick<SessionRow, 'id' | 'kind' | 'method' | 'expires_at'>,
    Partial<Pick<SessionRow, 'refresh_hash' | 'parent_id' | 'permissions'>> {
  readonly userId: string;
  readonly address: string;
}

function writeSession({ vault, clock, position }: RowTools, tx: Tx, { userId, address, ...row }: NewRow): void {
  const now = machineNow(clock);
  const sealed = vault.companySealer(tx.realm.companyId).seal(addressPart(row.id), address);
  tx.write(
    tx.db.insertInto('sessions').values({
      ...row,
      user_id: userId,
      position: position(),
      address_sealed: sealed,
      created_at: now,
      last_used_at: now,
    }),
    redraw('sessions_pkey'),
  );
}

async function tokensOf(
  tools: SecretTools,
  subject: TokenSubject,
  { endsAt, token: seconds }: Pick<SessionNow, 'endsAt' | 'token'>,
  secret?: string,
): Promise<SessionToken> {
  const soon = addSeconds(instantOfMicros(BigInt(secondsOf(tools.clock)) * 1_000_000n), seconds);
  const ends = earlier(soon, endsAt);
  const token = await signToken(tools, subject, Math.floor(Date.parse(ends) / 1000));
  const refreshToken =
    secret === undefined ? null : writeSecret('refresh', { ...subject, id: subject.sessionId }, secret);
  return { id: subject.sessionId, token, refreshToken, expiresAt: ends };
}

const earlier = (one: Instant, other: Instant): Instant => (one < other ? one : other);

/** When it ends however often it is renewed. */
export const endOf = (row: SessionRow, { session }: SessionLifetimes): Instant =>
  earlier(row.expires_at, addSeconds(row.created_at, session));

const sessionQuery = ({ db }: Reader, userId: string, id: string) =>
  db.selectFrom('sessions').selectAll().where('user_id', '=', userId).where('id', '=', id);

/** A session that goes on. */
interface SessionNow {
  readonly row: SessionRow;
  readonly endsAt: Instant;
  /** How many seconds its tokens count. */
  readonly token: number;
}

interface Which {
  readonly userId: string;
  readonly id: string;
  /** When the shown token was issued: one that is older than tokens may become counts no more. */
  readonly issuedSeconds?: number;
}

/** The one place that says whether a session goes on; undefined: it does not. Within a command it is locked. */
export async function sessionNow(
  { clock }: Pick<SecretTools, 'clock'>,
  reader: Reader,
  { userId, id, issuedSeconds }: Which,
  lock?: 'update' | 'share',
): Promise<SessionNow | undefined> {
  const query = sessionQuery(reader, userId, id);
  const [row, ofCompany] = await Promise.all([
    reader.row(lock === undefined ? query : lock === 'update' ? query.forUpdate() : query.forShare()),
    sessionLifetimes(reader),
  ]);
  const now = machineNow(clock);
  if (row === undefined || row.ended_at !== null || addSeconds(row.last_used_at, ofCompany.idle) <= now) {
    return undefined;
  }
  const endsAt = endOf(row, ofCompany);
  const isOld = issuedSeconds !== undefined && issuedSeconds + ofCompany.token <= secondsOf(clock);
  return endsAt <= now || isOld ? undefined : { row, endsAt, token: ofCompany.token };
}

export const usedTwice = 'refresh token used twice';

interface Renewed extends Which {
  readonly kind: SessionKind;
  /** The refresh token; undefined: a token that still counts was shown instead. */
  readonly secret?: string;
  readonly address: string;
}

/**
 * A refresh token works once. Its repeat within seconds gives the same successor; a later one is a sign that two have
 * it, and ends the session. Undefined: it is renewed no more. Errors: TooManyRequests.
 */
export async function renewSession(
  tools: SecretTools,
  tx: Tx,
  asked: Renewed,
): Promise<SessionToken | typeof usedTwice | undefined> {
  const { userId, id, kind, secret } = asked;
  const now = machineNow(tools.clock);
  const session = await sessionNow(tools, tx, asked, 'update');
  if (session === undefined || session.row.kind !== kind || kind === 'shortLived') return undefined;
  const { row } = session;
  const subject = { realm: tx.realm, userId, sessionId: id, kind };
  type Changed = 'refresh_hash' | 'previous_refresh_hash' | 'refreshed_at';
  const change = (set: Partial<Pick<SessionRow, Changed>>): void =>
    tx.write(
      tx.db
        .updateTable('sessions')
        .set({ ...set, last_used_at: now })
        .where('user_id', '=', userId)
        .where('id', '=', id),
    );
  if (secret === undefined) {
    change({});
    return tokensOf(tools, subject, session);
  }
  const given = hashOf(tools.vault, 'refresh', id, secret);
  const next = successorOf(tools.vault, id, secret);
  if (row.refresh_hash?.equals(given)) {
    const refresh_hash = hashOf(tools.vault, 'refresh', id, next);
    change({ refresh_hash, previous_refresh_hash: given, refreshed_at: now });
  } else if (!isRepeat(row, given, now)) {
    // Looking through the chain costs some milliseconds, so nobody may have it done over and over.
    await countAttempt(tools, tx, { what: 'refreshToken', userType: kind, whom: id, address: asked.address });
    if (!cameBefore(tools, row, secret)) return undefined;
    endSessions(tools, tx, userId, { only: id });
    return usedTwice;
  }
  return tokensOf(tools, subject, session, next);
}

const isRepeat = ({ previous_refresh_hash, refreshed_at }: SessionRow, given: Buffer, now: Instant): boolean =>
  previous_refresh_hash?.equals(given) === true &&
  refreshed_at !== null &&
  addSeconds(refreshed_at, renewalGraceSeconds) >= now;

/** A session of thirty days that is renewed each quarter of an hour has fewer. */
const renewalsMax = 3_000;

/** Whether the present refresh token follows, in any number of renewals, from this secret. */
function cameBefore({ vault }: SecretTools, { id, refresh_hash }: SessionRow, secret: string): boolean {
  let one = secret;
  for (let i = 0; i < renewalsMax; i++) {
    one = successorOf(vault, id, one);
    if (refresh_hash?.equals(hashOf(vault, 'refresh', id, one))) return true;
  }
  return false;
}

interface Ended {
  readonly only?: string;
  readonly except?: string;
}

/** Ends the sessions of a user: all, one, or all but one. */
export function endSessions(
  { clock }: Pick<SecretTools, 'clock'>,
  tx: Tx,
  userId: string,
  { only, except }: Ended = {},
): void {
  const now = machineNow(clock);
  const ending = tx.db
    .updateTable('sessions')
    // Its row goes some days after its end.
    .set({ ended_at: now, expires_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(only !== undefined, (q) => q.where((eb) => eb.or([eb('id', '=', only!), eb('parent_id', '=', only!)])))
    .$if(except !== undefined, (q) =>
      q.where('id', '!=', except!).where((eb) => eb.or([eb('parent_id', 'is', null), eb('parent_id', '!=', except!)])),
    );
  tx.write(ending);
}
