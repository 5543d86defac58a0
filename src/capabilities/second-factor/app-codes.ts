// The app of a user that shows codes: its secret is shown once, counts from its first code on, and each code counts
// once.

import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { companyRow } from '#capabilities/access/index.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import { machineNow, secondsOf } from '#platform/clock.ts';
import type { SecretTools } from '#platform/command/tools.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { randomBytes } from '#platform/random.ts';
import { totpPart } from './sealed.ts';
import { base32, stepOfCode, totpAddress } from './totp.ts';

/** As long as the hash, as the RFC recommends. */
const secretBytes = 20;
const pendingSeconds = 15 * 60;

interface NewSecret {
  readonly secret: string;
  readonly address: string;
  readonly expiresAt: Instant;
}

/** One that counts already goes on until the new one is confirmed. */
export async function beginTotp(
  { vault, clock }: SecretTools,
  tx: Tx,
  { userId, account }: { readonly userId: string; readonly account: string },
): Promise<NewSecret> {
  const secret = randomBytes(secretBytes);
  const pending_sealed = vault.companySealer(tx.realm.companyId).seal(totpPart(userId), secret.toString('base64'));
  const pending = { pending_sealed, pending_until: addSeconds(machineNow(clock), pendingSeconds) };
  tx.write(
    tx.db
      .insertInto('totp_secrets')
      .values({ user_id: userId, last_step: 0, ...pending })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(pending)),
  );
  const address = totpAddress(secret, { issuer: await issuerOf(tx), account });
  return { secret: base32(secret), address, expiresAt: pending.pending_until };
}

async function issuerOf(reader: Reader): Promise<string> {
  const [{ brandName }, company] = await Promise.all([settingsOf(reader), reader.row(companyRow(reader))]);
  return brandName ?? (company?.name as string);
}

/** Errors: InvalidRequest. */
export async function confirmTotp(
  tools: SecretTools,
  tx: Tx,
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<void> {
  const now = machineNow(tools.clock);
  const row = await tx.row(totpOf(tx, userId).forUpdate());
  if (row?.pending_sealed == null || (row.pending_until as Instant) <= now) {
    throw refuseField('code', 'confirms no secret that waits for it', 'a code after POST /auth/second-factors/totp');
  }
  const last_step = stepOfCode(opened(tools, tx, userId, row.pending_sealed), code, secondsOf(tools.clock), 0);
  if (last_step === undefined) {
    throw refuseField('code', 'is not the code of this secret', 'the six digits that the app shows now');
  }
  const confirmed = { secret_sealed: row.pending_sealed, confirmed_at: now, last_used_at: null };
  change(tx, userId, { ...confirmed, last_step, pending_sealed: null, pending_until: null });
}

/** Whether it is a code that the app shows about now, and none of its time was taken before. */
export async function takeTotp(tools: SecretTools, tx: Tx, userId: string, code: string): Promise<boolean> {
  const row = await tx.row(totpOf(tx, userId).forUpdate());
  if (row?.secret_sealed == null) return false;
  const secret = opened(tools, tx, userId, row.secret_sealed);
  const last_step = stepOfCode(secret, code, secondsOf(tools.clock), row.last_step);
  if (last_step === undefined) return false;
  change(tx, userId, { last_step, last_used_at: machineNow(tools.clock) });
  return true;
}

export const totpOf = ({ db }: Reader, userId: string) =>
  db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId);

export function forgetTotp(tx: Tx, userId: string): void {
  tx.write(tx.db.deleteFrom('totp_secrets').where('user_id', '=', userId));
}

const opened = ({ vault }: SecretTools, { realm }: Reader, userId: string, sealed: Buffer): Buffer =>
  Buffer.from(vault.companySealer(realm.companyId).unseal(totpPart(userId), sealed), 'base64');

interface Change {
  readonly last_step: number;
  readonly last_used_at: Instant | null;
  readonly secret_sealed?: Buffer;
  readonly confirmed_at?: Instant;
  readonly pending_sealed?: null;
  readonly pending_until?: null;
}

function change(tx: Tx, userId: string, set: Change): void {
  tx.write(tx.db.updateTable('totp_secrets').set(set).where('user_id', '=', userId));
}
