// A repeated write answers what the first one answered. Only committed outcomes are kept: a refused or failed request
// may be corrected and sent again with the same key.

import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Chore } from '#platform/chore.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import { type PlaceholderOf, prepared, preparedInsert } from '#platform/db/prepared.ts';
import { LostRace } from '#platform/db/races.ts';
import type { RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { isLockTimeout, isTaken } from '#platform/sqlstate.ts';
import type { IdempotencyRow } from './tables.ts';

/** An answer, ready to be sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface IdempotentRequest {
  readonly keyHash: Buffer;
  /** The hash of method, path, query and body as they were sent; of the body without what may be kept nowhere. */
  readonly requestHash: Buffer;
}

/** The names of the sealed values of a kept answer; they include its row. */
export const replyPart = (keyHash: Buffer): string => `idempotency.${keyHash.toString('hex')}.reply`;
export const requestPart = (keyHash: Buffer): string => `idempotency.${keyHash.toString('hex')}.request`;

const keptMicros = 24 * 3600 * 1_000_000;

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest();
};

/** A kept answer belongs to the actor that asked: the same Idempotency-Key of another actor is another request. */
export function idempotentRequest(
  actorId: string,
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
  return { keyHash: sha256(actorId, key), requestHash: sha256(method, url, body ?? '') };
}

const replyOf = prepared((db, placeholder: PlaceholderOf<{ keyHash: Buffer }>) =>
  db
    .selectFrom('idempotency')
    .select(['key_hash', 'request_sealed', 'status', 'headers', 'body', 'made_id', 'recorded_at'])
    .where('key_hash', '=', placeholder('keyHash')),
);

const insertReply = preparedInsert('idempotency', [
  'key_hash',
  'subject_id',
  'request_sealed',
  'status',
  'headers',
  'body',
  'made_id',
  'recorded_at',
]);

type KeptReply = Omit<Selectable<IdempotencyRow>, 'company_id' | 'subject_id'>;

/** The answer that was kept for this request's key, whether it is the same request or not. */
export const findReply = (tx: Tx, { keyHash }: IdempotentRequest): Promise<KeptReply | undefined> =>
  tx.row(replyOf(tx.db, { keyHash }));

/** The earlier answer; undefined if its day has ended. Errors: IdempotencyKeyReused, SecretShownOnce. */
export function earlierReply(
  tx: Tx,
  row: KeptReply,
  request: IdempotentRequest,
  sealer: Sealer,
  nowMicros: number,
): Reply | undefined {
  if (row.recorded_at < nowMicros - keptMicros) {
    tx.write(tx.db.deleteFrom('idempotency').where('key_hash', '=', row.key_hash));
    return undefined;
  }
  if (!isSame(row, request, sealer)) {
    const message = 'This Idempotency-Key was used for a request that was not the same.';
    throw new Refusal(errors.IdempotencyKeyReused, message);
  }
  if (row.body === null) throw shownOnce(row.made_id);
  const body = sealer.unseal(replyPart(row.key_hash), row.body);
  return { status: row.status, headers: { ...row.headers, 'idempotent-replayed': 'true' }, body };
}

/** The hash is sealed, because the body, for example a card number in it, could be guessed from a bare hash. */
const isSame = (row: KeptReply, { requestHash }: IdempotentRequest, sealer: Sealer): boolean =>
  sealer.unseal(requestPart(row.key_hash), row.request_sealed) === requestHash.toString('base64');

function shownOnce(id: string | null): Refusal {
  const what = id === null ? '' : `, with ${id}`;
  const message = `This request was done before${what}; its answer held a secret.`;
  return new Refusal(errors.SecretShownOnce, message, id === null ? {} : { data: { id } });
}

/**
 * Names the thing whose secret an answer shows; null: it has no id, as the secret of an app that shows codes has none.
 */
export interface Secret {
  readonly id: string | null;
}

interface ReplyToKeep {
  readonly request: IdempotentRequest;
  readonly reply: Reply;
  /** The object of the command: the answer is deleted with it. */
  readonly subjectId: string | undefined;
  /** Present if the reply shows a secret: then what it is about is kept instead of the reply. */
  readonly secret: Secret | undefined;
}

export function keepReply(
  tx: Tx,
  { request: { keyHash, requestHash }, reply, subjectId, secret }: ReplyToKeep,
  sealer: Sealer,
  nowMicros: number,
): void {
  const insert = insertReply(tx.db, {
    key_hash: keyHash,
    subject_id: subjectId ?? null,
    request_sealed: sealer.seal(requestPart(keyHash), requestHash.toString('base64')),
    status: reply.status,
    headers: JSON.stringify(reply.headers),
    body: secret === undefined ? sealer.seal(replyPart(keyHash), reply.body) : null,
    made_id: secret?.id ?? null,
    recorded_at: nowMicros,
  });
  tx.write(insert, (error) => {
    if (isTaken(error, 'idempotency_pkey')) return new LostRace('The same request was committed meanwhile.');
    return isLockTimeout(error) ? stillRunning() : error;
  });
}

/** Deletes the answers of one subject, before their day has ended. */
export function forgetRepliesOf(tx: Tx, subjectId: string): void {
  tx.write(tx.db.deleteFrom('idempotency').where('subject_id', '=', subjectId));
}

/**
 * Deletes the answers of commands that made a thing, because those answers have no subject. No row is read if the thing
 * is older than any kept answer.
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
      .select(['key_hash', 'body'])
      .where('recorded_at', '>=', madeMicros - keptMicros)
      .where('status', '<', 300)
      .where('subject_id', 'is', null),
  );
  const names = ({ key_hash, body }: Pick<KeptReply, 'key_hash' | 'body'>): boolean =>
    body !== null && sealer.unseal(replyPart(key_hash), body).includes(objectId);
  for (const { key_hash } of rows.filter(names)) {
    tx.write(tx.db.deleteFrom('idempotency').where('key_hash', '=', key_hash));
  }
}

/** The requests of this process that still run, so that their repeats need not wait for a lock. */
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

const stillRunning = (): Refusal =>
  new Refusal(errors.IdempotencyKeyInUse, 'The first request with this Idempotency-Key has not ended yet.', {
    headers: { 'retry-after': '1' },
  });

/** Deletes kept answers after a day. */
export const forgetReplies = (database: RealmDatabase, clock: MachineClock): Chore => ({
  name: 'idempotency.forget',
  everyMs: 600_000,
  async run(mode) {
    const { db, rows } = database.unscoped(mode);
    await rows(db.deleteFrom('idempotency').where('recorded_at', '<', clock.micros() - keptMicros));
  },
});
