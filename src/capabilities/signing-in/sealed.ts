// Hashes of secrets stay as they are when the encryption key changes: their key stays too.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';

const kept = 'a keyed hash, whose secret is a sealed setting';

export const addressPart = (sessionId: string): string => `session.${sessionId}.address`;

export const signingInSealed: readonly SealedTable[] = [
  { table: 'codes', key: ['user_id', 'id'], hashes: { code_hash: kept } },
  {
    table: 'sessions',
    key: ['user_id', 'id'],
    byCompany: { columns: { address_sealed: ({ id }) => addressPart(id) } },
    hashes: { refresh_hash: kept, previous_refresh_hash: kept },
  },
  { table: 'known_devices', key: ['user_id', 'id'], hashes: { secret_hash: kept } },
  { table: 'known_networks', key: ['network_hash'], hashes: { network_hash: kept } },
  { table: 'sign_in_attempts', key: ['attempt_hash'], hashes: { attempt_hash: kept } },
];
