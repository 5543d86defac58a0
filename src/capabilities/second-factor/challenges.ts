// What was asked of a user, for five minutes, and is answered once: a second factor after a first proof, or a new
// passkey. What a passkey alone answers is stored only once it was used, so that strangers fill no table.

import { timingSafeEqual } from 'node:crypto';
import { addSeconds } from '@tenor/engine/values/instant.ts';
import { machineNow, secondsOf } from '#platform/clock.ts';
import type { SessionKind } from '#platform/command/context.ts';
import type { SecretTools } from '#platform/command/tools.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { randomBytes } from '#platform/random.ts';
import type { ChallengePurpose, ChallengeRow } from './tables.ts';

const challengeSeconds = 5 * 60;
const triesMax = 5;
const secretBytes = 32;

/** The secret says the whole challenge together with the place where it is stored. */
export interface Challenge {
  readonly id: string;
  readonly secret: string;
}

export interface FirstProof {
  readonly userId: string;
  readonly kind: SessionKind;
  readonly method: string;
}

const hashOf = (vault: Vault, { id, secret }: Challenge): Buffer =>
  vault.secretHash('second factor', `${id} ${secret}`);

/** What a passkey signs that is the second factor. */
export const passkeyChallengeOf = (vault: Vault, { id, secret }: Challenge): string =>
  vault.secretHash('second factor by passkey', `${id} ${secret}`).toString('base64url');

export function writeChallenge(tools: SecretTools, tx: Tx, { userId, kind, method }: FirstProof): Challenge {
  const challenge = { id: newId('CO'), secret: randomBytes(secretBytes).toString('base64url') };
  write(tools, tx, {
    id: challenge.id,
    user_id: userId,
    purpose: 'secondFactor',
    secret_hash: hashOf(tools.vault, challenge),
    session_kind: kind,
    sign_in_method: method,
  });
  return challenge;
}

/** The challenge while it can be answered. */
export async function openChallenge(
  { vault, clock }: SecretTools,
  reader: Reader,
  userId: string,
  challenge: Challenge,
  lock = false,
): Promise<ChallengeRow | undefined> {
  const query = challengesOf(reader, userId, 'secondFactor').where('id', '=', challenge.id);
  const row = await reader.row(lock ? query.forUpdate() : query);
  if (row === undefined || row.used_at !== null || row.tries_left < 1) return undefined;
  if (row.expires_at <= machineNow(clock)) return undefined;
  return row.secret_hash.equals(hashOf(vault, challenge)) ? row : undefined;
}

/** A right answer uses it up, a wrong one takes a try. */
export function closeChallenge({ clock }: SecretTools, tx: Tx, row: ChallengeRow, isRight: boolean): void {
  const set = isRight ? { used_at: machineNow(clock) } : { tries_left: row.tries_left - 1 };
  const changed = tx.db.updateTable('factor_challenges').set(set).where('user_id', '=', row.user_id);
  tx.write(changed.where('id', '=', row.id));
}

/** Whoever changes what was shown before ends what was asked after it. What a passkey alone has used stays used. */
export function forgetChallenges(tx: Tx, userId: string): void {
  const all = tx.db.deleteFrom('factor_challenges').where('user_id', '=', userId);
  tx.write(all.where('purpose', '!=', 'passkeyAlone'));
}

interface Registration {
  readonly userId: string;
  readonly host: string;
  readonly seconds: number;
}

const registrationHash = (vault: Vault, challenge: string): Buffer => vault.secretHash('new passkey', challenge);

export function writeRegistration(tools: SecretTools, tx: Tx, { userId, host, seconds }: Registration): string {
  const challenge = randomBytes(secretBytes).toString('base64url');
  const secret_hash = registrationHash(tools.vault, challenge);
  write(tools, tx, { id: newId('CO'), user_id: userId, purpose: 'registration', secret_hash, rp_id: host }, seconds);
  return challenge;
}

/** The host for which the passkey is made; undefined: nothing of the kind was asked. */
export async function takeRegistration(
  { vault, clock }: SecretTools,
  tx: Tx,
  userId: string,
  challenge: string,
): Promise<string | undefined> {
  const taken = tx.db
    .updateTable('factor_challenges')
    .set({ used_at: machineNow(clock) })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'registration')
    .where('secret_hash', '=', registrationHash(vault, challenge))
    .where('used_at', 'is', null)
    .where('expires_at', '>', machineNow(clock))
    .returning('rp_id');
  return (await tx.row(taken))?.rp_id ?? undefined;
}

const markBytes = 16;

/** It carries its end and our mark, so nothing is stored. */
export function challengeOfAnybody({ vault, clock }: SecretTools, realm: Realm, seconds: number): string {
  const ends = Buffer.alloc(4);
  ends.writeUInt32BE(secondsOf(clock) + seconds);
  const body = Buffer.concat([ends, randomBytes(markBytes)]);
  return Buffer.concat([body, markOf(vault, realm, body)]).toString('base64url');
}

const markOf = (vault: Vault, { mode, companyId }: Realm, body: Buffer): Buffer =>
  vault.secretHash('passkey alone', `${mode} ${companyId} ${body.toString('hex')}`).subarray(0, markBytes);

type Used = Pick<ChallengeRow, 'id' | 'user_id' | 'purpose' | 'secret_hash' | 'expires_at'>;

/** What is stored when it is used; undefined: we did not give it, it has ended, or this user has used it. */
export async function openChallengeOfAnybody(
  { vault, clock }: SecretTools,
  reader: Reader,
  userId: string,
  challenge: string,
): Promise<Used | undefined> {
  const bytes = Buffer.from(challenge, 'base64url');
  const [body, secret_hash] = [bytes.subarray(0, -markBytes), bytes.subarray(-markBytes)];
  if (bytes.length !== 4 + 2 * markBytes || !timingSafeEqual(secret_hash, markOf(vault, reader.realm, body))) {
    return undefined;
  }
  const left = body.readUInt32BE() - secondsOf(clock);
  if (left <= 0) return undefined;
  const id = body.toString('base64url');
  if (await reader.row(challengesOf(reader, userId, 'passkeyAlone').where('id', '=', id))) return undefined;
  const expires_at = addSeconds(machineNow(clock), left);
  return { id, user_id: userId, purpose: 'passkeyAlone', secret_hash, expires_at };
}

/** Whether it was not used at the same time elsewhere. */
export async function useChallengeOfAnybody({ clock }: SecretTools, tx: Tx, used: Used): Promise<boolean> {
  const now = machineNow(clock);
  const row = { ...used, tries_left: 0, created_at: now, used_at: now };
  const written = tx.db.insertInto('factor_challenges').values(row);
  return (await tx.affected(written.onConflict((conflict) => conflict.doNothing()))) === 1;
}

const challengesOf = ({ db }: Reader, userId: string, purpose: ChallengePurpose) =>
  db.selectFrom('factor_challenges').selectAll().where('user_id', '=', userId).where('purpose', '=', purpose);

type New = Pick<ChallengeRow, 'id' | 'user_id' | 'purpose' | 'secret_hash'> &
  Partial<Pick<ChallengeRow, 'session_kind' | 'sign_in_method' | 'rp_id'>>;

function write(tools: SecretTools, tx: Tx, row: New, seconds = challengeSeconds): void {
  const created_at = machineNow(tools.clock);
  const life = { tries_left: triesMax, created_at, expires_at: addSeconds(created_at, seconds) };
  tx.write(tx.db.insertInto('factor_challenges').values({ ...row, ...life }), redraw('factor_challenges_pkey'));
}
