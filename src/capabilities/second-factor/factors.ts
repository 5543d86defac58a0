// What factors a user has, and whether the company wants one.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import type { UserType } from '#platform/actor.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { totpOf } from './app-codes.ts';
import { passkeysOf } from './passkeys.ts';
import { recoveryCodesOf } from './recovery-codes.ts';
import type { PasskeyRow } from './tables.ts';

export interface Factors {
  readonly totp: { readonly confirmed_at: Instant; readonly last_used_at: Instant | null } | null;
  readonly passkeys: readonly PasskeyRow[];
  readonly recoveryCodesLeft: number;
}

export async function factorsOf(reader: Reader, userId: string): Promise<Factors> {
  const [[totp], passkeys, codes] = await reader.together(
    totpOf(reader, userId),
    passkeysOf(reader, userId),
    recoveryCodesOf(reader, userId),
  );
  const { confirmed_at = null, last_used_at = null } = totp ?? {};
  return {
    totp: confirmed_at === null ? null : { confirmed_at, last_used_at },
    passkeys,
    recoveryCodesLeft: codes.length,
  };
}

/** Codes for recovery are none by themselves. */
export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp !== null || passkeys.length > 0;

export const isRequired = async (reader: Reader, userType: UserType): Promise<boolean> =>
  userType === 'agent' && ((await settingsOf(reader)).requireSecondFactor ?? false);

/** All that a user has, and what was asked of them. */
export function forgetFactors(tx: Tx, userId: string): void {
  for (const table of ['totp_secrets', 'passkeys', 'recovery_codes', 'factor_challenges'] as const) {
    tx.write(tx.db.deleteFrom(table).where('user_id', '=', userId));
  }
}
