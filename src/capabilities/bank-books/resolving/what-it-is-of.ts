// What a break is about, as it is now: a line that nobody knows, and what is still expected.
import { sql } from 'kysely';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { breakErrors } from '../breaks/errors.ts';
import type { BreakRow } from '../breaks/tables.ts';
import type { HeldLine } from '../reconciliation/compare.ts';
import { openedLine } from '../statements/shown.ts';
import type { BankItemRow } from '../statements/tables.ts';

/** Errors: BreakNotOfThatKind, BreakHasChanged. */
export async function unknownLineOf(vault: Vault, reader: Reader, { id, line_id }: BreakRow): Promise<HeldLine> {
  if (line_id === null) {
    throw new Refusal(breakErrors.BreakNotOfThatKind, `The break ${id} is of no line of a bank.`, {
      data: { path: 'moneyBreakId', expected: 'a break with a bankLineId' },
    });
  }
  const row = await reader.row(
    reader.db.selectFrom('bank_lines').selectAll().where('id', '=', line_id).where('matched_by', 'is', null),
  );
  if (row === undefined) throw hasChanged(id);
  return { id: row.id, statementId: row.statement_id, line: openedLine(vault, row), isNew: false };
}

export const hasChanged = (id: string): Refusal =>
  new Refusal(breakErrors.BreakHasChanged, `What the break ${id} is about is not as it was.`, {
    data: { path: 'moneyBreakId' },
  });

interface Named {
  readonly ids?: readonly string[];
  readonly groups?: readonly string[];
}

/** The named items that the bank has not shown. */
export function stillExpected(reader: Reader, bankAccountId: string, named: Named): Promise<BankItemRow[]> {
  const { ids = [], groups = [] } = named;
  return reader.rows(
    reader.db
      .selectFrom('bank_items')
      .selectAll()
      .where('bank_account_id', '=', bankAccountId)
      .where('closed_by', 'is', null)
      .where((eb) =>
        eb.or([
          eb('id', '=', sql<string>`any(${ids}::text[])`),
          eb('group_name', '=', sql<string>`any(${groups}::text[])`),
        ]),
      ),
  );
}
