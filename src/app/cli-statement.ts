// `tenor statement read FILE`: what stands in a bank statement, in whichever form it came.
import { readStatement } from '@tenor/ach/statements/read-statement.ts';
import type { StatementAccount, StatementItem, StatementLine } from '@tenor/ach/statements/statement.ts';
import { type Cents, formatCents, formatGrouped } from '@tenor/engine/values/cents.ts';
import { masked, onlyFile, showFile } from './bank-files.ts';
import { type Given, print } from './command.ts';
import { readMapping } from './statement-mapping.ts';

export async function readStatementFile(values: Given, words: readonly string[]): Promise<void> {
  const file = onlyFile(words, 'a statement in BAI2, camt.053 or CSV');
  const mapping = typeof values.mapping === 'string' ? await readMapping(values.mapping) : null;
  await showFile(
    file,
    (chunks) => readStatement(chunks, mapping),
    (item) => {
      const text = values.json === true ? JSON.stringify(jsonOf(item)) : textOf(item);
      if (text !== null) print(text);
    },
  );
}

function textOf(item: StatementItem): string | null {
  switch (item.is) {
    case 'account':
      return `Account ${masked(item.account.accountNumber)}`;
    case 'line':
      return lineText(item.line);
    case 'accountEnd':
      return `${item.lines} lines, ${balancesText(item.account)}\n`;
    default:
      return null;
  }
}

function lineText({ line, on, amount, kind, keys, text }: StatementLine): string {
  const what = kind === 'money' ? '' : `  ${kind}`;
  return `${String(line).padStart(6)}  ${on}  ${formatGrouped(amount).padStart(15)}${what}  ${keys.join(', ')}  ${shown(text)}`.trimEnd();
}

function balancesText({ opening, closing }: StatementAccount): string {
  if (opening === null || closing === null) return 'and the statement does not say both balances';
  return `which lead from ${formatGrouped(opening)} to ${formatGrouped(closing)}`;
}

/** Long numbers in a text may be those of accounts. */
const shown = (text: string): string => text.replace(/\p{C}+/gu, ' ').replace(/\d{8,}/g, (digits) => masked(digits));

const decimal = (amount: Cents | null): string | null => (amount === null ? null : formatCents(amount));

function jsonOf(item: StatementItem): unknown {
  if (item.is === 'end') return item;
  if (item.is === 'line')
    return { is: 'line', ...item.line, amount: formatCents(item.line.amount), text: shown(item.line.text) };
  const { accountNumber, opening, closing } = item.account;
  const account = { accountNumber: masked(accountNumber), opening: decimal(opening), closing: decimal(closing) };
  return { ...item, account };
}
