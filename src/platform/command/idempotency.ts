// A repeated POST answers what the first one answered. Only committed outcomes are kept: a refused or failed request
// may be corrected and sent again with the same key.
import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { MachineClock } from '#platform/clock.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import { type HoleOf, prepared, preparedInsert } from '#platform/db/prepared.ts';
import type { RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import { isLockTimeout, isTaken } from '#platform/db/sqlstate.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { Chore } from '#platform/outbox/relay.ts';
import type { IdempotencyRow } from '#platform/tables.ts';
import { LostRace } from './context.ts';

/** An answer, ready to be sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface IdempotentRequest {
  readonly keyHash: Buffer;
  /** Of method, path, query and body as they came. */
  readonly requestHash: Buffer;
}

/** The names of what is sealed of a kept answer. */
export const replyPart = 'idempotency';
export const requestPart = 'idempotency.request';

const keptMicros = 24 * 3600 * 1_000_000;

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest();
};

export function idempotentRequest(
  key: string,
  method: string,
  url: string,
  body: Buffer | undefined,
): IdempotentRequest {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new Refusal(errors.InvalidRequest, 'Idempotency-Key: must be 1 to 255 printable ASCII characters', {
      data: { path: 'Idempotency-Key', expected: '1 to 255 printable ASCII characters, for example a UUID' },
    });
  }
  return { keyHash: sha256(key), requestHash: sha256(method, url, body ?? '') };
}

/** Where the row lies: with the person whose command it is, else under its own key. */
export const subjectOf = (request: IdempotentRequest, subjectId: string | undefined): string =>
  subjectId ?? request.keyHash.toString('hex');

const keptReply = prepared((db, hole: HoleOf<{ subjectId: string; keyHash: Buffer }>) =>
  db
    .selectFrom('idempotency')
    .select(['request_hash', 'request_sealed', 'status', 'headers', 'body', 'recorded_at'])
    .where('subject_id', '=', hole('subjectId'))
    .where('key_hash', '=', hole('keyHash')),
);

const insertReply = preparedInsert('idempotency', [
  'subject_id',
  'key_hash',
  'request_sealed',
  'status',
  'headers',
  'body',
  'recorded_at',
]);

export async function earlierReply(
  tx: Tx,
  request: IdempotentRequest,
  subjectId: string,
  sealer: Sealer,
  nowMicros: number,
  formerHashes: (hash: Buffer) => Buffer[],
): Promise<Reply | undefined> {
  const row = await tx.row(keptReply(tx.db, { subjectId, keyHash: request.keyHash }));
  if (row === undefined) return undefined;
  if (row.recorded_at < nowMicros - keptMicros) {
    tx.write(
      tx.db.deleteFrom('idempotency').where('subject_id', '=', subjectId).where('key_hash', '=', request.keyHash),
    );
    return undefined;
  }
  if (!isSame(row, request, sealer, formerHashes)) {
    throw new Refusal(
      errors.IdempotencyKeyReused,
      'This Idempotency-Key was used for a request that was not the same.',
    );
  }
  const body = sealer.unseal(replyPart, row.body);
  return { status: row.status, headers: { ...row.headers, 'idempotent-replayed': 'true' }, body };
}

/** Sealed, because whoever has only the rows could guess the body from its hash: a card number in it, say. */
function isSame(
  { request_sealed, request_hash }: Pick<Selectable<IdempotencyRow>, 'request_sealed' | 'request_hash'>,
  { requestHash }: IdempotentRequest,
  sealer: Sealer,
  formerHashes: (hash: Buffer) => Buffer[],
): boolean {
  if (request_sealed !== null) return sealer.unseal(requestPart, request_sealed) === requestHash.toString('base64');
  return formerHashes(requestHash).some((hash) => request_hash?.equals(hash));
}

export function keepReply(
  tx: Tx,
  request: IdempotentRequest,
  subjectId: string,
  sealer: Sealer,
  nowMicros: number,
  reply: Reply,
): void {
  const insert = insertReply(tx.db, {
    subject_id: subjectId,
    key_hash: request.keyHash,
    request_sealed: sealer.seal(requestPart, request.requestHash.toString('base64')),
    status: reply.status,
    headers: JSON.stringify(reply.headers),
    body: sealer.seal(replyPart, reply.body),
    recorded_at: nowMicros,
  });
  tx.write(insert, (error) => {
    if (isTaken(error, 'idempotency_pkey')) return new LostRace('The same request was committed meanwhile.');
    return isLockTimeout(error) ? stillRunning() : error;
  });
}

/** Of one subject, before their day is over. */
export function forgetRepliesOf(tx: Tx, subjectId: string): void {
  tx.write(tx.db.deleteFrom('idempotency').where('subject_id', '=', subjectId));
}

/**
 * Of commands that made a thing: their answers lie with no subject. Nothing is looked through where the thing is older
 * than any answer.
 */
export async function forgetRepliesNaming(
  tx: Tx,
  objectId: string,
  sealer: Sealer,
  madeMicros: number,
  nowMicros: number,
): Promise<void> {
  if (madeMicros < nowMicros - 2 * keptMicros) return;
  const rows = await tx.rows(
    tx.db
      .selectFrom('idempotency')
      .select(['subject_id', 'body'])
      .where('recorded_at', '>=', madeMicros - keptMicros)
      .where('status', '<', 300)
      .where(sql<boolean>`subject_id = encode(key_hash, 'hex')`),
  );
  const naming = rows.filter(({ body }) => sealer.unseal(replyPart, body).includes(objectId));
  for (const { subject_id } of naming) forgetRepliesOf(tx, subject_id);
}

/** Requests of this process that are still running, so that their repeats need not wait for a lock. */
export function runningRequests() {
  const running = new Set<string>();
  return async <T>(realm: string, request: IdempotentRequest, run: () => Promise<T>): Promise<T> => {
    const name = `${realm} ${request.keyHash.toString('base64')}`;
    if (running.has(name)) throw stillRunning();
    running.add(name);
    try {
      return await run();
    } finally {
      running.delete(name);
    }
  };
}

export const stillRunning = (): Refusal =>
  new Refusal(errors.IdempotencyKeyInUse, 'The first request with this Idempotency-Key has not ended yet.', {
    headers: { 'retry-after': '1' },
  });

/** Kept answers are forgotten after their day. */
export const forgetReplies = (database: RealmDatabase, clock: MachineClock): Chore => ({
  name: 'idempotency.forget',
  everyMs: 600_000,
  async run(mode) {
    const { db, rows } = database.unscoped(mode);
    await rows(db.deleteFrom('idempotency').where('recorded_at', '<', clock.micros() - keptMicros));
  },
});
