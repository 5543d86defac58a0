import type { LineKind } from '@tenor/ach/statements/statement.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';

const bankStatements = defineTable('bank_statements', onCoordinator, {
  company_id: 'company',
  id: 'text',
  position: 'bigint',
  bank_account_id: 'text',
  hash: 'text',
  file_name: 'text?',
  content_sealed: 'bytes',
  page_sealed: 'bytes',
  line_count: 'int',
  matched_count: 'int',
  through: as<CivilDate>('date'),
  opening_cents: as<Cents | null>('bigint?'),
  closing_cents: as<Cents | null>('bigint?'),
  read_by_type: as<Actor['type']>('text'),
  read_by_id: 'text?',
  read_at: 'instant',
});

export type StatementRow = RowOf<typeof bankStatements>;

/** What a line was found to be. */
export type MatchedBy = 'key' | 'amountAndDay' | 'person' | 'fee' | 'loan' | 'writeOff' | 'refund';

const bankLines = defineTable('bank_lines', onCoordinator, {
  company_id: 'company',
  id: 'text',
  position: 'bigint',
  bank_account_id: 'text',
  statement_id: 'text',
  line: 'int',
  day: as<CivilDate>('date'),
  amount_cents: as<Cents>('bigint'),
  kind: as<LineKind>('text'),
  detail_sealed: 'bytes',
  matched_by: as<MatchedBy | null>('text?'),
});

export type BankLineRow = RowOf<typeof bankLines>;

const bankItems = defineTable('bank_items', onCoordinator, {
  company_id: 'company',
  id: 'text',
  position: 'bigint',
  bank_account_id: 'text',
  carrier_id: 'text',
  kind: as<'payment' | 'return' | 'refund'>('text'),
  day: as<CivilDate>('date'),
  amount_cents: as<Cents>('bigint'),
  keys: 'texts',
  group_name: 'text',
  attempt_id: 'text?',
  line_id: 'text?',
  closed_by: as<'line' | 'writeOff' | null>('text?'),
});

export type BankItemRow = RowOf<typeof bankItems>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    bank_statements: Stored<typeof bankStatements>;
    bank_lines: Stored<typeof bankLines>;
    bank_items: Stored<typeof bankItems>;
  }
}

export const statementTables = tablesByName(bankStatements, bankLines, bankItems);
