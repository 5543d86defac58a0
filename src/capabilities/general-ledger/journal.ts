// From what was posted to entries of the general ledger. It is pure: the same sums and the same accounts give the same
// entries. An entry is what was posted on a day of one kind, with one effective day; so a correction of the past is an
// entry of the day on which it became known.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Account } from './chart.ts';

/** The books of the loans, or the cash book. */
export type Book = 'loans' | 'cash';

export interface Sum {
  readonly day: CivilDate;
  readonly book: Book;
  readonly kind: string;
  readonly effectiveOn: CivilDate;
  readonly loanTypeId: string | null;
  readonly providerId: string | null;
  readonly source: string;
  /** The month in which the loans began, of what was lent and lost. Entries do not tell it apart. */
  readonly vintage?: string | null;
  /** Cents: debits are positive. */
  readonly amount: number;
}

export interface Line {
  readonly account: string;
  readonly name: string;
  readonly source: string;
  readonly amount: number;
}

export interface Entry extends Omit<Sum, 'source' | 'vintage' | 'amount'> {
  /** Its day and its number there: in the order of ids entries are in their own. */
  readonly id: string;
  readonly lines: readonly Line[];
}

type Mapping = (source: string, loanTypeId: string | null) => Account;

const partsOf = ({ day, book, kind, effectiveOn, loanTypeId, providerId }: Sum): string =>
  [day, book, effectiveOn, kind, loanTypeId ?? '', providerId ?? ''].join(' ');

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Errors: one that is a defect of ours, if an entry does not balance. */
export function entriesOf(sums: readonly Sum[], mappingOn: (day: CivilDate) => Mapping): Entry[] {
  const groups = [...Map.groupBy(sums, partsOf)].sort(([a], [b]) => inOrder(a, b));
  const numbers = new Map<CivilDate, number>();
  const entries: Entry[] = [];
  for (const [name, group] of groups) {
    const { source: _, vintage: __, amount: ___, ...about } = group[0] as Sum;
    const lines = linesOf(group, mappingOn(about.day));
    if (lines.reduce((sum, { amount }) => sum + amount, 0) !== 0)
      throw new Error(`What was posted of ${name} does not balance.`);
    if (lines.length === 0) continue;
    const number = (numbers.get(about.day) ?? 0) + 1;
    numbers.set(about.day, number);
    entries.push({ id: `${about.day}-${String(number).padStart(6, '0')}`, ...about, lines });
  }
  return entries;
}

/** One line for each source; debits first, each in the order of the accounts. */
function linesOf(group: readonly Sum[], mapping: Mapping): Line[] {
  const amounts = new Map<string, number>();
  for (const { source, amount } of group) amounts.set(source, (amounts.get(source) ?? 0) + amount);
  const { loanTypeId } = group[0] as Sum;
  return [...amounts]
    .filter(([, amount]) => amount !== 0)
    .map(([source, amount]) => {
      const { code, name } = mapping(source, loanTypeId);
      return { account: code, name, source, amount };
    })
    .sort(
      (a, b) =>
        Number(a.amount < 0) - Number(b.amount < 0) || inOrder(a.account, b.account) || inOrder(a.source, b.source),
    );
}

interface DayTotal {
  readonly day: CivilDate;
  readonly account: string;
  readonly source: string;
  readonly debit: number;
  readonly credit: number;
}

/** What the lines of each day come to, by account and source. */
export function totalsOf(entries: readonly Entry[]): DayTotal[] {
  const lines = entries.flatMap(({ day, lines }) => lines.map((line) => ({ day, ...line })));
  return [...Map.groupBy(lines, ({ day, account, source }) => `${day} ${account} ${source}`).values()].map((same) => {
    const [{ day, account, source }] = same as [(typeof same)[0]];
    const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + Math.max(0, one), 0);
    const debit = sumOf(same.map(({ amount }) => amount));
    return { day, account, source, debit, credit: sumOf(same.map(({ amount }) => -amount)) };
  });
}
