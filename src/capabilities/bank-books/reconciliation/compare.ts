// A statement, and what no statement before has explained, against what the cash book expects.
import type { Expected } from '@tenor/ach/reconcile/expected.ts';
import { type Reconciliation, reconcile } from '@tenor/ach/reconcile/reconcile.ts';
import type { StatementLine } from '@tenor/ach/statements/statement.ts';
import { addCents, type Cents, subtractCents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { BankItemRow } from '../statements/tables.ts';

export interface HeldLine {
  readonly id: string;
  readonly statementId: string;
  readonly line: StatementLine;
  /** It is of the statement that is being read. */
  readonly isNew: boolean;
}

interface Compared {
  readonly through: CivilDate;
  readonly lines: readonly HeldLine[];
  readonly items: readonly BankItemRow[];
  /** What other lines have shown before, of those that the lines name. */
  readonly shownBefore: readonly BankItemRow[];
  readonly feeMax: Cents;
  /** What the bank's statement before ended with, as far as it is known; and what this one ends with. */
  readonly opening: Cents | null;
  readonly closing: Cents | null;
}

export interface Comparison {
  readonly found: Reconciliation;
  readonly fees: readonly HeldLine[];
  held(line: StatementLine): HeldLine;
  item(expected: Expected): BankItemRow;
}

export function compare(asked: Compared): Comparison {
  const { through, items, shownBefore, closing } = asked;
  const fees = asked.lines.filter((one) => isSmallFee(one, asked.feeMax));
  const lines = asked.lines.filter((one) => !fees.includes(one));
  const byLine = new Map(lines.map((one) => [one.line, one]));
  const byExpected = new Map(items.map((row) => [expectedOf(row), row]));
  const found = reconcile({
    through,
    lines: lines.map(({ line }) => line),
    closing,
    book: { balance: balanceBefore(asked, fees), expected: [...byExpected.keys()] },
  });
  return {
    found: { ...found, breaks: found.breaks.map((one) => seenBefore(one, shownBefore)) },
    fees,
    held: (line) => byLine.get(line) as HeldLine,
    item: (expected) => byExpected.get(expected) as BankItemRow,
  };
}

/** The bank itself calls it a fee. What it gives back is none. */
const isSmallFee = ({ isNew, line: { kind, amount } }: HeldLine, feeMax: Cents): boolean =>
  isNew && kind === 'fee' && amount < 0 && -amount <= feeMax;

/** What the company sends back by itself may take some days, and is known by its reference alone. */
function expectedOf({ id, kind, day: on, amount_cents: amount, keys, group_name }: BankItemRow): Expected {
  const isByHand = kind === 'refund';
  const group = isByHand ? null : group_name;
  return { id, kind: isByHand ? 'external' : kind, on, amount, keys, group, of: null };
}

/**
 * The balance of the cash book as the comparison takes it: with all that is expected, without what nobody knows. It is
 * reached from what the statement begins with.
 */
function balanceBefore({ opening, closing, lines, items }: Compared, fees: readonly HeldLine[]): Cents {
  const amounts = (some: readonly Cents[]): Cents => some.reduce((sum, one) => addCents(sum, one), zeroCents);
  const fresh = amounts(lines.filter(({ isNew }) => isNew).map(({ line }) => line.amount));
  const begins = opening ?? subtractCents(closing ?? fresh, fresh);
  const unknown = amounts(lines.filter(({ isNew }) => !isNew).map(({ line }) => line.amount));
  const expected = amounts(items.map(({ amount_cents }) => amount_cents));
  const paid = amounts(fees.map(({ line }) => line.amount));
  return addCents(addCents(subtractCents(begins, unknown), expected), paid);
}

type Break = Reconciliation['breaks'][number];

/** The bank names what an earlier statement has shown: it moved twice. */
function seenBefore(one: Break, shownBefore: readonly BankItemRow[]): Break {
  if (one.line === null || (one.kind !== 'theirsNotOurs' && one.kind !== 'returnUnknown')) return one;
  const { keys, amount } = one.line;
  const before = shownBefore.find((row) => row.amount_cents === amount && row.keys.some((key) => keys.includes(key)));
  if (before === undefined) return one;
  return { ...one, kind: before.kind === 'return' ? 'returnTwice' : 'chargedTwice' };
}
