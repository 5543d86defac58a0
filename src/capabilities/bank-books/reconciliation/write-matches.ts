// Writes what a comparison has matched: lines with what they are, items with the line that shows them, and postings.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/realm-database.ts';
import { type Posting, postingsOfLine } from '../cash-book/post.ts';
import { sealedDetail } from '../statements/shown.ts';
import type { BankItemRow, MatchedBy } from '../statements/tables.ts';
import type { Comparison, HeldLine } from './compare.ts';
import { type CarrierEntries, feeLine, matchedLine, unknownLine } from './line-postings.ts';
import type { StatementWork } from './work.ts';

const rowsMax = 1_000;

interface Matched {
  readonly line: HeldLine;
  readonly by: MatchedBy;
  readonly items: readonly BankItemRow[];
}

export const matchedIn = ({ found, fees, held, item }: Comparison): Matched[] => [
  ...found.matches.map(({ by, line, expected }) => ({ line: held(line), by, items: expected.map(item) })),
  ...fees.map((line) => ({ line, by: 'fee' as const, items: [] })),
];

/** All lines of the statement, each with what it is as far as that is known. */
export function writeLines(
  work: StatementWork,
  tx: Tx,
  bank_account_id: string,
  lines: readonly HeldLine[],
  matched: readonly Matched[],
): void {
  const byLine = new Map(matched.map(({ line, by }) => [line.id, by]));
  const rows = lines
    .filter(({ isNew }) => isNew)
    .map(({ id, statementId: statement_id, line }) => ({
      id,
      position: work.position(),
      bank_account_id,
      statement_id,
      line: line.line,
      day: line.on,
      amount_cents: line.amount,
      kind: line.kind,
      matched_by: byLine.get(id) ?? null,
      detail_sealed: sealedDetail(work.vault, work.realm.companyId, id, line),
    }));
  for (let at = 0; at < rows.length; at += rowsMax) {
    tx.write(tx.db.insertInto('bank_lines').values(rows.slice(at, at + rowsMax)));
  }
  for (const [by, some] of Map.groupBy(matched, (one) => one.by)) {
    markLines(
      tx,
      some.filter(({ line }) => !line.isNew).map(({ line }) => line.id),
      by,
    );
  }
}

export function markLines(tx: Tx, ids: readonly string[], matched_by: MatchedBy): void {
  if (ids.length === 0) return;
  tx.write(tx.db.updateTable('bank_lines').set({ matched_by }).where('id', '=', sql<string>`any(${ids}::text[])`));
}

/** These are shown by lines: nobody expects them any more. */
export function closeItems(tx: Tx, shown: readonly Pick<Matched, 'line' | 'items'>[]): void {
  const pairs = shown.flatMap(({ line, items }) => items.map(({ id }) => ({ item: id, line: line.id })));
  for (let at = 0; at < pairs.length; at += rowsMax) {
    const some = pairs.slice(at, at + rowsMax);
    const [items, lines] = [some.map(({ item }) => item), some.map(({ line }) => line)];
    tx.write(
      tx.db
        .updateTable('bank_items')
        .from(
          sql<{ item: string; line: string }>`unnest(${items}::text[], ${lines}::text[])`.as<'shown'>(
            sql`shown(item, line)`,
          ),
        )
        .set((eb) => ({ closed_by: 'line', line_id: eb.ref('shown.line') }))
        .whereRef('bank_items.id', '=', 'shown.item'),
    );
  }
}

/** New lines that nobody knows, and all that were matched. */
export function postingsOfStatement(
  work: StatementWork,
  main: string,
  lines: readonly HeldLine[],
  matched: readonly Matched[],
): Posting[] {
  const known = new Set(matched.map(({ line }) => line.id));
  const unknown = lines.filter(({ id, isNew }) => isNew && !known.has(id));
  return [
    ...unknown.flatMap((one) => posted(work, one, unknownLine(main, one.line))),
    ...matched.flatMap(({ line, by, items }) => {
      if (by === 'fee') return posted(work, line, feeLine(main, line.line));
      const was = { amount: line.line.amount, wasUnknown: !line.isNew };
      return posted(work, line, matchedLine(main, was, sharesOf(items)));
    }),
  ];
}

export const sharesOf = (items: readonly BankItemRow[]) =>
  [...Map.groupBy(items, ({ carrier_id }) => carrier_id)].map(([carrierId, some]) => ({
    carrierId,
    amount: some.reduce((sum, one) => sum + one.amount_cents, 0),
  }));

export const posted = (
  { now: at, position }: Pick<StatementWork, 'now' | 'position'>,
  { id: lineId, line: { on: day } }: Pick<HeldLine, 'id' | 'line'>,
  all: readonly CarrierEntries[],
): Posting[] =>
  all.flatMap(({ carrierId, entries }) =>
    postingsOfLine({ carrierId, lineId, at, position }, [{ event: 'bankLine', day, entries }]),
  );

/** What somebody has decided about what no line shows. */
export const postedWithoutLine = (
  { now: at, position }: Pick<StatementWork, 'now' | 'position'>,
  day: CivilDate,
  all: readonly CarrierEntries[],
): Posting[] =>
  all.flatMap(({ carrierId, entries }) =>
    postingsOfLine({ carrierId, lineId: null, at, position }, [{ event: 'writtenOff', day, entries }]),
  );
