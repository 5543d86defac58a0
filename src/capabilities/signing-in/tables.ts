import type { Channel } from '#capabilities/sending/index.ts';
import type { SessionKind } from '#platform/command/context.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey } from '#platform/db/tables.ts';

type CodePurpose = 'signIn' | 'password' | 'confirm' | ExchangePurpose;
/** Who stands behind an exchange token: a server of the lender, or an identity provider. */
export type ExchangePurpose = 'exchange' | 'singleSignOn';
export type SignInMethod = 'password' | 'code' | 'exchangeToken' | 'passkey' | 'singleSignOn';

const passwords = defineTable('passwords', byKey('user_id'), {
  user_id: 'text',
  company_id: 'company',
  password_hash: 'text',
  changed_at: 'instant',
});

const codes = defineTable('codes', byKey('user_id'), {
  id: 'text',
  user_id: 'text',
  company_id: 'company',
  purpose: as<CodePurpose>('text'),
  channel: as<Channel | null>('text?'),
  code_hash: 'bytes',
  tries_left: 'int',
  created_at: 'instant',
  expires_at: 'instant',
  used_at: 'instant?',
});

const sessions = defineTable('sessions', byKey('user_id'), {
  id: 'text',
  user_id: 'text',
  company_id: 'company',
  position: 'bigint',
  kind: as<SessionKind>('text'),
  parent_id: 'text?',
  permissions: 'texts?',
  method: as<SignInMethod>('text'),
  address_sealed: 'bytes',
  refresh_hash: 'bytes?',
  previous_refresh_hash: 'bytes?',
  refreshed_at: 'instant?',
  created_at: 'instant',
  last_used_at: 'instant',
  expires_at: 'instant',
  ended_at: 'instant?',
});
export type SessionRow = RowOf<typeof sessions>;

const signInAttempts = defineTable('sign_in_attempts', byKey('attempt_hash'), {
  attempt_hash: 'bytes',
  company_id: 'company',
  failures: 'int',
  last_at: 'instant',
  free_at: 'instant',
});

const knownDevices = defineTable('known_devices', byKey('user_id'), {
  id: 'text',
  user_id: 'text',
  company_id: 'company',
  secret_hash: 'bytes',
  created_at: 'instant',
  last_used_at: 'instant',
});

const knownNetworks = defineTable('known_networks', byKey('network_hash'), {
  network_hash: 'bytes',
  company_id: 'company',
  last_at: 'instant',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    passwords: Stored<typeof passwords>;
    codes: Stored<typeof codes>;
    sessions: Stored<typeof sessions>;
    sign_in_attempts: Stored<typeof signInAttempts>;
    known_devices: Stored<typeof knownDevices>;
    known_networks: Stored<typeof knownNetworks>;
  }
}

export const signingInTables = tablesByName(passwords, codes, sessions, signInAttempts, knownDevices, knownNetworks);
