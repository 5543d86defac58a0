import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const secretPart = (id: string): string => `single-sign-on.${id}.client-secret`;

const kept = 'a keyed hash, whose secret is a sealed setting';

export const singleSignOnSealed: readonly SealedTable[] = [
  {
    table: 'single_sign_on_connections',
    key: ['id'],
    byCompany: { columns: { client_secret_sealed: ({ id }) => secretPart(id) } },
  },
  {
    table: 'single_sign_on_requests',
    key: ['request_hash'],
    hashes: { request_hash: kept, browser_hash: kept },
  },
  { table: 'single_sign_on_assertions', key: ['assertion_hash'], hashes: { assertion_hash: kept } },
  { table: 'single_sign_on_networks', key: ['network_hash'], hashes: { network_hash: kept } },
];
