import { defineTable, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { reference } from '#platform/db/tables.ts';

const companyCertificates = defineTable('company_certificates', reference, {
  company_id: 'company',
  id: 'text',
  certificate: 'bytes',
  key_sealed: 'bytes',
  not_after: 'instant',
  created_at: 'instant',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    company_certificates: Stored<typeof companyCertificates>;
  }
}

export const agreementTables = tablesByName(companyCertificates);
