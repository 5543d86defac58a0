// Statements, lines, and what is expected, as they are found and shown.

import type { StatementLine } from '@tenor/ach/statements/statement.ts';
import { sql } from 'kysely';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import {
  type BankLine,
  BankStatement,
  type BankStatementContent,
  type BankStatementPage,
  type ExpectedItem,
} from './schemas.ts';
import { contentPart, linePart, pagePart } from './sealed.ts';
import type { BankItemRow, BankLineRow, StatementRow } from './tables.ts';

export const statementList = defineList({
  table: 'bank_statements',
  filters: { bankAccountId: Text({ max: 12 }) },
});
export const lineList = defineList({ table: 'bank_lines', below: 'statement_id' });
export const itemList = defineList({ table: 'bank_items', below: 'bank_account_id' });

type StatementShown = Omit<StatementRow, 'content_sealed' | 'page_sealed'>;

/** All columns but the bytes of the file. */
const shownColumns = [
  ...(['company_id', 'id', 'position', 'bank_account_id', 'hash', 'file_name', 'line_count', 'matched_count'] as const),
  ...(['through', 'opening_cents', 'closing_cents', 'read_by_type', 'read_by_id', 'read_at'] as const),
] as const;

const statements = (reader: Reader) => reader.db.selectFrom('bank_statements').select(shownColumns);

export const listStatements = (reader: Reader, query: PageInput): Promise<Page<BankStatement>> =>
  statementList.page(reader, statements(reader), query, { each: presentStatement });

/** A file without a line is none in particular: many days and accounts have the same. */
export const statementOfHash = (reader: Reader, hash: string): Promise<StatementShown | undefined> =>
  reader.row(statements(reader).where('hash', '=', hash).where('line_count', '>', 0));

/** Errors: NotFound. */
export async function shownStatement(reader: Reader, id: string): Promise<BankStatement> {
  const row = await reader.row(statements(reader).where('id', '=', id));
  if (row === undefined) throw noStatement(id);
  return presentStatement(row);
}

const noStatement = (id: string) => notFound('bank statement', id, 'bankStatementId', 'This company');

/** Errors: NotFound. */
export async function contentOf(vault: Vault, reader: Reader, id: string): Promise<BankStatementContent> {
  const row = await wholeRow(reader, id);
  const content = vault.companySealer(row.company_id).unseal(contentPart(id), row.content_sealed);
  const text = Buffer.from(content, 'base64').toString('utf8');
  return { id, object: 'bankStatementContent', fileName: row.file_name, content: text };
}

/** As it was when the statement was read. Errors: NotFound. */
export async function pageOf(vault: Vault, reader: Reader, id: string): Promise<BankStatementPage> {
  const row = await wholeRow(reader, id);
  const text = vault.companySealer(row.company_id).unseal(pagePart(id), row.page_sealed);
  return { id, object: 'bankStatementPage', text };
}

async function wholeRow(reader: Reader, id: string): Promise<StatementRow> {
  const row = await reader.row(reader.db.selectFrom('bank_statements').selectAll().where('id', '=', id));
  if (row === undefined) throw noStatement(id);
  return row;
}

const present = presenter<typeof BankStatement, StatementShown>(BankStatement);

export const presentStatement = (row: StatementShown): BankStatement =>
  present(row, { openingAmount: row.opening_cents, closingAmount: row.closing_cents });

export const sealedDetail = (vault: Vault, companyId: string, id: string, { keys, text }: StatementLine): Buffer =>
  vault.companySealer(companyId).seal(linePart(id), JSON.stringify({ keys, text }));

/** The line as the reader of the file gave it. */
export function openedLine(vault: Vault, row: BankLineRow): StatementLine {
  const opened = vault.companySealer(row.company_id).unseal(linePart(row.id), row.detail_sealed);
  const { keys, text } = JSON.parse(opened) as Pick<StatementLine, 'keys' | 'text'>;
  const { line, day: on, amount_cents: amount, kind } = row;
  return { line, on, amount, kind, keys, text };
}

/** Errors: NotFound. */
export async function listLines(
  vault: Vault,
  reader: Reader,
  query: PageInput,
  statementId: string,
): Promise<Page<BankLine>> {
  const { id } = await shownStatement(reader, statementId);
  return lineList.page(reader, reader.db.selectFrom('bank_lines').selectAll(), query, {
    below: id,
    each: (row) => presentLine(vault, row),
  });
}

function presentLine(vault: Vault, row: BankLineRow): BankLine {
  const { keys, line, on: day, amount, kind } = openedLine(vault, row);
  const { id, statement_id: bankStatementId, matched_by: matchedBy } = row;
  return { id, object: 'bankLine', bankStatementId, line, day, amount, kind, keys: [...keys], matchedBy };
}

/** What the bank has not shown yet. */
export const listItems = (reader: Reader, query: PageInput, bankAccountId: string): Promise<Page<ExpectedItem>> =>
  itemList.page(reader, reader.db.selectFrom('bank_items').selectAll().where('closed_by', 'is', null), query, {
    below: bankAccountId,
    each: presentItem,
  });

const presentItem = (row: BankItemRow): ExpectedItem => ({
  id: row.id,
  object: 'expectedItem',
  bankAccountId: row.bank_account_id,
  paymentProviderId: row.carrier_id,
  kind: row.kind,
  day: row.day,
  amount: row.amount_cents,
  keys: row.keys,
  group: row.group_name,
});

export const openItemsOf = (reader: Reader, bankAccountId: string): Promise<BankItemRow[]> =>
  reader.rows(
    reader.db
      .selectFrom('bank_items')
      .selectAll()
      .where('bank_account_id', '=', bankAccountId)
      .where('closed_by', 'is', null)
      .orderBy('position'),
  );

export const openLinesOf = (reader: Reader, bankAccountId: string): Promise<BankLineRow[]> =>
  reader.rows(
    reader.db
      .selectFrom('bank_lines')
      .selectAll()
      .where('bank_account_id', '=', bankAccountId)
      .where('matched_by', 'is', null)
      .orderBy('position'),
  );

/** What lines name that another line has shown already. */
export const closedItemsOf = (reader: Reader, bankAccountId: string, keys: readonly string[]): Promise<BankItemRow[]> =>
  reader.rows(
    reader.db
      .selectFrom('bank_items')
      .selectAll()
      .where('bank_account_id', '=', bankAccountId)
      .where('closed_by', '=', 'line')
      .where(sql<boolean>`keys && ${keys}::text[]`),
  );
