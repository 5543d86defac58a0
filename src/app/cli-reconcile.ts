// `tenor reconcile FILE --book FILE`: a bank statement against the cash book, as a page that a controller signs.
import { createHash } from 'node:crypto';
import type { Break } from '@tenor/ach/reconcile/breaks.ts';
import type { Expected } from '@tenor/ach/reconcile/expected.ts';
import { pageOf } from '@tenor/ach/reconcile/page.ts';
import { type Reconciliation, reconcile } from '@tenor/ach/reconcile/reconcile.ts';
import { readStatement } from '@tenor/ach/statements/read-statement.ts';
import type { StatementLine } from '@tenor/ach/statements/statement.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { failed, masked, onlyFile } from './bank-files.ts';
import { readCashBook } from './cash-book-file.ts';
import { CommandFailed, type Given, print } from './command.ts';
import { dayGiven } from './day-given.ts';
import { chunksOfFile } from './file-chunks.ts';
import { readMapping } from './statement-mapping.ts';
import { WrongUse } from './wrong-use.ts';

export async function reconcileFile(values: Given, words: readonly string[]): Promise<void> {
  const file = onlyFile(words, 'a statement in BAI2, camt.053 or CSV');
  if (typeof values.book !== 'string')
    throw new WrongUse('--bank-account or --book is missing: what the statement is compared with.');
  const mapping = typeof values.mapping === 'string' ? await readMapping(values.mapping) : null;
  const book = await readCashBook(values.book);
  const hash = createHash('sha256');
  const read = readStatement(hashed(chunksOfFile(file), hash), mapping);
  const statement = await collected(read, values.account).catch((error) => {
    throw failed(file, error);
  });
  const through = throughOf(values.through, statement.lines);
  const found = reconcile({ through, lines: statement.lines, closing: statement.closing, book });
  if (values.json === true) print(JSON.stringify(jsonOf(through, found), null, 2));
  else {
    const head = { account: masked(statement.accountNumber), through, file, hash: hash.digest('hex') };
    print(pageOf(head, found).join('\n'));
  }
  const { length } = found.breaks;
  if (length > 0) throw new CommandFailed(length === 1 ? 'There is a break.' : `There are ${length} breaks.`);
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

interface OneAccount {
  readonly accountNumber: string;
  readonly closing: Cents | null;
  readonly lines: readonly StatementLine[];
}

/** Errors: CommandFailed. */
async function collected(items: ReturnType<typeof readStatement>, wanted: Given[string]): Promise<OneAccount> {
  const accounts: OneAccount[] = [];
  let lines: StatementLine[] = [];
  for await (const item of items) {
    if (item.is === 'line') lines.push(item.line);
    if (item.is !== 'accountEnd') continue;
    accounts.push({ ...item.account, lines });
    lines = [];
  }
  const fitting = accounts.filter(({ accountNumber }) =>
    accountNumber.endsWith(typeof wanted === 'string' ? wanted : ''),
  );
  const [one, other] = fitting;
  const known = accounts.map(({ accountNumber }) => masked(accountNumber)).join(', ');
  if (one === undefined) throw new CommandFailed(`The statement has no such account: it has ${known}.`);
  if (other !== undefined)
    throw new CommandFailed(`The statement has several accounts: name one by --account: ${known}.`);
  return one;
}

function throughOf(given: Given[string], lines: readonly StatementLine[]): CivilDate {
  const day = dayGiven(given);
  if (day !== undefined) return day;
  const [last] = lines
    .map(({ on }) => on)
    .toSorted()
    .toReversed();
  if (last === undefined) throw new WrongUse('The statement has no lines: name its last day by --through.');
  return last;
}

const amounts = <T extends { readonly amount: Cents }>(one: T) => ({ ...one, amount: formatCents(one.amount) });

function jsonOf(through: CivilDate, { matches, timing, breaks, proof }: Reconciliation): unknown {
  const bankLine = ({ text: _, ...line }: StatementLine) => amounts(line);
  const ids = (some: readonly Expected[]) => some.map(({ id }) => id);
  const breakOf = ({ line, expected, candidates, ...rest }: Break) => ({
    ...amounts(rest),
    line: line === null ? null : bankLine(line),
    expected: ids(expected),
    candidates: ids(candidates),
  });
  return {
    through,
    matches: matches.map(({ by, line, expected }) => ({ by, line: bankLine(line), expected: ids(expected) })),
    timing: timing.map(amounts),
    breaks: breaks.map(breakOf),
    proof: Object.fromEntries(
      Object.entries(proof).map(([name, value]) => [name, value === null ? null : formatCents(value)]),
    ),
  };
}
