import type { SessionKind } from '#platform/command/context.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey } from '#platform/db/tables.ts';

export type ChallengePurpose = 'secondFactor' | 'registration' | 'passkeyAlone';

const totpSecrets = defineTable('totp_secrets', byKey('user_id'), {
  user_id: 'text',
  company_id: 'company',
  secret_sealed: 'bytes?',
  pending_sealed: 'bytes?',
  pending_until: 'instant?',
  last_step: 'int',
  confirmed_at: 'instant?',
  last_used_at: 'instant?',
});

const passkeys = defineTable('passkeys', byKey('user_id'), {
  id: 'text',
  user_id: 'text',
  company_id: 'company',
  position: 'bigint',
  name: 'text',
  rp_id: 'text',
  credential_id: 'bytes',
  public_key: 'bytes',
  transports: 'texts',
  counter: 'bigint',
  counter_went_back_at: 'instant?',
  created_at: 'instant',
  last_used_at: 'instant?',
});
export type PasskeyRow = RowOf<typeof passkeys>;

const recoveryCodes = defineTable('recovery_codes', byKey('user_id'), {
  user_id: 'text',
  company_id: 'company',
  code_hash: 'bytes',
  created_at: 'instant',
  used_at: 'instant?',
});

const factorChallenges = defineTable('factor_challenges', byKey('user_id'), {
  id: 'text',
  user_id: 'text',
  company_id: 'company',
  purpose: as<ChallengePurpose>('text'),
  secret_hash: 'bytes',
  session_kind: as<SessionKind | null>('text?'),
  sign_in_method: 'text?',
  rp_id: 'text?',
  tries_left: 'int',
  created_at: 'instant',
  expires_at: 'instant',
  used_at: 'instant?',
});
export type ChallengeRow = RowOf<typeof factorChallenges>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    totp_secrets: Stored<typeof totpSecrets>;
    passkeys: Stored<typeof passkeys>;
    recovery_codes: Stored<typeof recoveryCodes>;
    factor_challenges: Stored<typeof factorChallenges>;
  }
}

export const secondFactorTables = tablesByName(totpSecrets, passkeys, recoveryCodes, factorChallenges);
