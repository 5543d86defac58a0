// Reads a file to its end before anything of it counts, and holds it against the account to which it was sent.
import { createHash } from 'node:crypto';
import { readStatement } from '@tenor/ach/statements/read-statement.ts';
import type { StatementAccount, StatementLine } from '@tenor/ach/statements/statement.ts';
import { FileRefused } from '@tenor/ach/text/file-refused.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInUtc, type Instant } from '@tenor/engine/values/instant.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { isNumberOf } from '../accounts/account.ts';
import type { BankAccountRow } from '../accounts/tables.ts';
import { statementErrors } from './errors.ts';

export interface WholeStatement {
  readonly opening: Cents | null;
  readonly closing: Cents | null;
  readonly lines: readonly StatementLine[];
  readonly through: CivilDate;
}

export const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Errors: StatementRefused, StatementOfAnotherAccount, InvalidRequest. */
export async function readWhole(
  vault: Vault,
  account: BankAccountRow,
  { content, through }: { readonly content: Uint8Array; readonly through: CivilDate | undefined },
): Promise<WholeStatement> {
  const { found, lines } = await collected(content, account);
  const [one, other] = found;
  if (one === undefined || other !== undefined) throw ofAnother(account, `is of ${found.length} accounts`);
  if (account.csv === null && !isNumberOf(vault, account, one.accountNumber)) {
    throw ofAnother(account, `is of the account …${one.accountNumber.slice(-4)}`);
  }
  const { opening, closing } = one;
  return { opening, closing, lines, through: lastDay(lines, through) };
}

async function collected(content: Uint8Array, { csv, last_four }: BankAccountRow) {
  const found: StatementAccount[] = [];
  const lines: StatementLine[] = [];
  const mapping = csv === null ? null : { ...csv, account: last_four };
  try {
    for await (const item of readStatement(chunksOf(content), mapping)) {
      if (item.is === 'line') lines.push(item.line);
      if (item.is === 'accountEnd') found.push(item.account);
    }
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const { line, column, message } = error;
    throw new Refusal(statementErrors.StatementRefused, `The statement is wrong in ${message}.`, {
      data: { path: 'content', line, column },
    });
  }
  return { found, lines };
}

const chunkBytes = 65_536;

async function* chunksOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes);
}

const ofAnother = ({ id, last_four }: BankAccountRow, is: string): Refusal =>
  new Refusal(statementErrors.StatementOfAnotherAccount, `The statement ${is}, not of ${id}, which is …${last_four}.`, {
    data: { path: 'content', expected: `a statement of the account …${last_four} alone` },
  });

function lastDay(lines: readonly StatementLine[], through: CivilDate | undefined): CivilDate {
  const last = lines.reduce<CivilDate | undefined>(
    (day, { on }) => (day === undefined || on > day ? on : day),
    through,
  );
  if (last === undefined) throw refuseField('through', 'is missing', 'the last day of a statement without lines');
  if (through !== undefined && through < last) {
    throw refuseField('through', 'comes before a line of the statement', `${last} or later`);
  }
  return last;
}

/** A day that has not come is one that was read wrong, such as a month for a day. Errors: StatementRefused. */
export function mustHaveCome({ through }: WholeStatement, now: Instant): void {
  const latest = addDays(dateInUtc(now), 1);
  if (through <= latest) return;
  throw new Refusal(statementErrors.StatementRefused, `The statement goes until ${through}, which has not come.`, {
    data: { path: 'content', expected: `days until ${latest}` },
  });
}

/** What was read before is not read twice, and nothing is left out between two statements. Errors: StatementDoesNotFollow. */
export function mustFollow(
  { read_through: before, closing_cents: left }: BankAccountRow,
  { lines, opening, through }: WholeStatement,
): void {
  if (before === null) return;
  const refuse = (message: string, expected: string): never => {
    throw new Refusal(statementErrors.StatementDoesNotFollow, message, { data: { path: 'content', expected } });
  };
  const early = lines.find(({ on }) => on <= before);
  if (early !== undefined || through <= before) {
    const message = `The days until ${before} were read already, and this statement has ${early?.on ?? through}.`;
    refuse(message, `lines from ${addDays(before, 1)} on`);
  }
  if (left !== null && opening !== null && left !== opening) {
    const [is, should] = [formatCents(opening), formatCents(left)];
    refuse(
      `The statement begins with ${is}, and the one before ended with ${should}.`,
      `a statement that begins with ${should}`,
    );
  }
}
