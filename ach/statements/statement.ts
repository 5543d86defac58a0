// A bank statement, whatever its form: accounts, and the lines of each. It is read as it comes; nothing counts before
// its last item, `end`.
import { addCents, type Cents, formatGrouped, zeroCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { refuse } from '../text/file-refused.ts';

export interface StatementAccount {
  readonly accountNumber: string;
  /** Null: the statement does not say. */
  readonly opening: Cents | null;
  readonly closing: Cents | null;
}

/** What the bank says that a line is, as far as we know its codes. */
export type LineKind = 'money' | 'return' | 'fee';

export interface StatementLine {
  /** The line number in the file, counted from one. */
  readonly line: number;
  readonly on: CivilDate;
  /** Above zero: money came in. */
  readonly amount: Cents;
  readonly kind: LineKind;
  /** Everything by which the bank names it: references of ours and of others. */
  readonly keys: readonly string[];
  readonly text: string;
}

export type StatementItem =
  | { readonly is: 'account'; readonly account: StatementAccount }
  | { readonly is: 'line'; readonly line: StatementLine }
  /** Opening and closing are known now, if ever. */
  | { readonly is: 'accountEnd'; readonly account: StatementAccount; readonly lines: number }
  | { readonly is: 'end'; readonly accounts: number };

/** An account while its lines come in. */
export interface OpenAccount {
  readonly account: StatementAccount;
  lines: number;
  sum: Cents;
}

export const opened = (account: StatementAccount): OpenAccount => ({ account, lines: 0, sum: zeroCents });

export function count(open: OpenAccount, { amount }: StatementLine): void {
  open.lines += 1;
  open.sum = addCents(open.sum, amount);
}

/** Refuses a statement with a hole: its lines must lead from the opening balance to the closing one. */
export function closed({ account, lines, sum }: OpenAccount, line: number): StatementItem {
  const { opening, closing } = account;
  if (opening !== null && closing !== null && addCents(opening, sum) !== closing) {
    const [from, by, to] = [opening, sum, closing].map(formatGrouped);
    refuse(line, 1, `the lines do not lead from ${from} to ${to}: they add up to ${by}`);
  }
  return { is: 'accountEnd', account, lines };
}
