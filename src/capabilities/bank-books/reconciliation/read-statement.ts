// Reads a statement of a bank: kept once, compared with what the cash book expects, booked, and its breaks kept. All of
// it is one commit, or nothing.
import { addCents, type Cents, subtractCents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import { LostRace, redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { uuid } from '#platform/random.ts';
import { isTaken } from '#platform/sqlstate.ts';
import { holdBankAccount, noteReadThrough, providersOf } from '../accounts/account.ts';
import type { BankAccountRow } from '../accounts/tables.ts';
import { writePostings } from '../cash-book/post.ts';
import { statementErrors } from '../statements/errors.ts';
import { statementRead } from '../statements/events.ts';
import { hashOf, mustFollow, mustHaveCome, readWhole, type WholeStatement } from '../statements/read-whole.ts';
import type { BankStatement } from '../statements/schemas.ts';
import { contentPart, pagePart } from '../statements/sealed.ts';
import {
  closedItemsOf,
  openedLine,
  openItemsOf,
  openLinesOf,
  presentStatement,
  statementOfHash,
} from '../statements/shown.ts';
import type { StatementRow } from '../statements/tables.ts';
import { type Comparison, compare, type HeldLine } from './compare.ts';
import { bringItems } from './expected-items.ts';
import { keepBreaks, wantedBreaks } from './keep-breaks.ts';
import { pageOfStatement } from './statement-page.ts';
import type { StatementWork } from './work.ts';
import { closeItems, matchedIn, postingsOfStatement, writeLines } from './write-matches.ts';

interface SentFile {
  readonly content: Uint8Array;
  readonly fileName: string | null;
  readonly through: CivilDate | undefined;
}

/** A statement with more of them is of something else, or read by a mapping that is wrong. */
const unknownMax = 5_000;

/**
 * The same file again is the same statement, and changes nothing. Emits `bank.statement.read` and what it finds of
 * breaks. Errors: NotFound, StatementRefused, StatementOfAnotherAccount, StatementDoesNotFollow, InvalidRequest.
 */
export async function readBankStatement(
  work: StatementWork,
  tx: Tx,
  bankAccountId: string,
  file: SentFile,
): Promise<BankStatement> {
  const account = await holdBankAccount(tx, bankAccountId);
  const hash = hashOf(file.content);
  const known = await statementOfHash(tx, hash);
  if (known !== undefined) return presentStatement(mustBeOf(account, known));
  const whole = await readWhole(work.vault, account, file);
  mustHaveCome(whole, work.now);
  mustFollow(account, whole);
  const balances = balancesOf(account, whole);
  const providers = await providersOf(tx, account.id);
  await bringItems(tx, account, providers);
  const id = newId('BK');
  const lines = await linesOf(work, tx, account, id, whole);
  const comparison = compare({
    through: whole.through,
    lines,
    items: await openItemsOf(tx, account.id),
    shownBefore: await shownBefore(tx, account, whole),
    feeMax: account.fee_max_cents,
    ...balances,
  });
  const matched = matchedIn(comparison);
  mustBeOfOurs(lines, matched.length);
  const row = rowOf(work, account, { id, hash, file, whole, matchedCount: matched.length, balances });
  writeStatement(tx, row, sealed(work, account, row, file, comparison));
  writeLines(work, tx, account.id, lines, matched);
  closeItems(tx, matched);
  const closed = new Set(matched.flatMap(({ items }) => items.map((item) => item.id)));
  await keepBreaks(work, tx, account.id, wantedBreaks(comparison), closed);
  await noteRead(tx, account, whole, balances, providers);
  writePostings(tx, postingsOfStatement(work, providers[0] as string, lines, matched));
  const { id: bankStatementId, line_count: lineCount, matched_count: matchedCount, through } = row;
  const told = { bankStatementId, bankAccountId: account.id, through, lineCount, matchedCount };
  work.emit(statementRead, work.realm.companyId, told);
  return presentStatement(row);
}

function mustBeOf<S extends Pick<StatementRow, 'id' | 'bank_account_id'>>(account: BankAccountRow, known: S): S {
  if (known.bank_account_id === account.id) return known;
  const message = `This is ${known.id}, a statement of ${known.bank_account_id}.`;
  throw new Refusal(statementErrors.StatementOfAnotherAccount, message, { data: { path: 'content' } });
}

function mustBeOfOurs(lines: readonly HeldLine[], matchedCount: number): void {
  const unknown = lines.length - matchedCount;
  if (unknown <= unknownMax) return;
  const message = `With this statement ${unknown} lines would be of nothing that we know: at most ${unknownMax} may be.`;
  throw new Refusal(statementErrors.StatementOfAnotherAccount, message, { data: { path: 'content' } });
}

interface Balances {
  readonly opening: Cents | null;
  readonly closing: Cents | null;
}

/** What the statement does not say follows from the one before it, where that has said it. */
function balancesOf({ closing_cents }: BankAccountRow, { lines, opening, closing }: WholeStatement): Balances {
  const moved = lines.reduce<Cents>((sum, { amount }) => addCents(sum, amount), zeroCents);
  const begins = opening ?? closing_cents ?? (closing === null ? null : subtractCents(closing, moved));
  return { opening: begins, closing: closing ?? (begins === null ? null : addCents(begins, moved)) };
}

/** The lines of the statement, and open ones of earlier statements. */
async function linesOf(
  { vault }: StatementWork,
  tx: Tx,
  account: BankAccountRow,
  statementId: string,
  { lines }: WholeStatement,
): Promise<HeldLine[]> {
  const before = await openLinesOf(tx, account.id);
  return [
    ...before.map((row) => ({ id: row.id, statementId: row.statement_id, line: openedLine(vault, row), isNew: false })),
    ...lines.map((line) => ({ id: uuid(), statementId, line, isNew: true })),
  ];
}

async function shownBefore(reader: Reader, account: BankAccountRow, { lines }: WholeStatement) {
  const keys = [...new Set(lines.flatMap((line) => line.keys))];
  return keys.length === 0 ? [] : closedItemsOf(reader, account.id, keys);
}

interface About {
  readonly id: string;
  readonly hash: string;
  readonly file: SentFile;
  readonly whole: WholeStatement;
  readonly matchedCount: number;
  readonly balances: Balances;
}

type Unsealed = Omit<StatementRow, 'content_sealed' | 'page_sealed'>;

const rowOf = (
  work: StatementWork,
  account: BankAccountRow,
  { id, hash, file, whole, matchedCount, balances }: About,
): Unsealed => ({
  company_id: account.company_id,
  id,
  position: work.position(),
  bank_account_id: account.id,
  hash,
  file_name: file.fileName,
  line_count: whole.lines.length,
  matched_count: matchedCount,
  through: whole.through,
  opening_cents: balances.opening,
  closing_cents: balances.closing,
  read_by_type: work.actor.type,
  read_by_id: work.actor.id,
  read_at: work.now,
});

function sealed(
  { vault }: StatementWork,
  account: BankAccountRow,
  { id, hash, through, file_name }: Unsealed,
  { content }: SentFile,
  comparison: Comparison,
): Pick<StatementRow, 'content_sealed' | 'page_sealed'> {
  const sealer = vault.companySealer(account.company_id);
  const head = { lastFour: account.last_four, through, fileName: file_name ?? id, hash };
  return {
    content_sealed: sealer.seal(contentPart(id), Buffer.from(content).toString('base64')),
    page_sealed: sealer.seal(pagePart(id), pageOfStatement(head, comparison)),
  };
}

function writeStatement(
  tx: Tx,
  { company_id: _, ...values }: Unsealed,
  seals: Pick<StatementRow, 'content_sealed' | 'page_sealed'>,
): void {
  tx.write(tx.db.insertInto('bank_statements').values({ ...values, ...seals }), (error) =>
    isTaken(error, 'bank_statements_hash')
      ? new LostRace('Somebody else reads the same file.', { cause: error })
      : redraw('bank_statements_pkey')(error),
  );
}

/** What stood in the account before its first statement is none of the cash book's. */
async function noteRead(
  tx: Tx,
  account: BankAccountRow,
  { through }: WholeStatement,
  { opening, closing }: Balances,
  providers: readonly string[],
): Promise<void> {
  const before = account.opening_cents;
  const opening_cents = before ?? (opening === null ? null : subtractCents(opening, await bookedAtBank(tx, providers)));
  const changes = { opening_cents, closing_cents: closing, read_through: through };
  tx.write(tx.db.updateTable('bank_accounts').set(changes).where('id', '=', account.id));
  noteReadThrough(tx, providers, { ...account, ...changes });
}

/** The balance of the bank in the cash book: `BK` of those who pay to the account. */
export async function bookedAtBank(reader: Reader, providers: readonly string[]): Promise<Cents> {
  const row = await reader.row(
    reader.db
      .selectFrom('cash_balances')
      .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
      .where('account', '=', 'BK')
      .where('carrier_id', '=', sql<string>`any(${providers}::text[])`),
  );
  return Number(row?.cents ?? 0) as Cents;
}
