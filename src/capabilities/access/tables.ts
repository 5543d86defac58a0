import { defineTable, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey, reference } from '#platform/db/tables.ts';

const companies = defineTable('companies', reference, {
  company_id: 'company',
  position: 'bigint',
  name: 'text',
  timezone: 'text',
  created_at: 'instant',
});

export const apiKeys = defineTable('api_keys', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  name: 'text',
  key_hash: 'bytes',
  hint: 'text',
  permissions: 'texts?',
  api_version: 'text',
  expires_at: 'instant?',
  revoked_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
  allowed_addresses: 'texts?',
  predecessor_id: 'text?',
  successor_id: 'text?',
  kept_as: 'text?',
  holder_user_id: 'text?',
});

const apiKeyUses = defineTable('api_key_uses', byKey('key_id'), {
  key_id: 'text',
  company_id: 'company',
  last_used_at: 'instant',
});

/** Who made whom, or set what somebody signs in with or may do: see control.ts. */
const controls = defineTable('controls', reference, {
  company_id: 'company',
  held_id: 'text',
  holder_id: 'text',
  answers: 'bool',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    companies: Stored<typeof companies>;
    api_keys: Stored<typeof apiKeys>;
    api_key_uses: Stored<typeof apiKeyUses>;
    controls: Stored<typeof controls>;
  }
}

export const accessTables = tablesByName(companies, apiKeys, apiKeyUses, controls);
