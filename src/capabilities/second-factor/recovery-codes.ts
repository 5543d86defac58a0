// Ten codes on paper for who has lost the rest. Each counts once, and new ones replace all.

import { machineNow } from '#platform/clock.ts';
import type { SecretTools } from '#platform/command/tools.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { randomText } from '#platform/random.ts';

const count = 10;
/** Without what looks alike. Ten of 31 are 49 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const half = 5;

/** Case, spaces and hyphens make no difference. */
const hashOf = (vault: Vault, userId: string, code: string): Buffer =>
  vault.secretHash('recovery code', `${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);

export function newRecoveryCodes({ vault, clock }: SecretTools, tx: Tx, userId: string): string[] {
  const codes = Array.from({ length: count }, () => `${randomText(half, alphabet)}-${randomText(half, alphabet)}`);
  tx.write(tx.db.deleteFrom('recovery_codes').where('user_id', '=', userId));
  const created_at = machineNow(clock);
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOf(vault, userId, code), created_at }));
  tx.write(tx.db.insertInto('recovery_codes').values(rows));
  return codes;
}

export async function takeRecoveryCode(
  { vault, clock }: SecretTools,
  tx: Tx,
  userId: string,
  code: string,
): Promise<boolean> {
  const used = tx.db
    .updateTable('recovery_codes')
    .set({ used_at: machineNow(clock) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(vault, userId, code))
    .where('used_at', 'is', null);
  return (await tx.affected(used)) === 1;
}

/** The codes that are left. */
export const recoveryCodesOf = ({ db }: Reader, userId: string) =>
  db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId).where('used_at', 'is', null);
