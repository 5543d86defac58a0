// A statement against the cash book: what agrees, what is only a matter of time, what is a break, and whether the two
// balances lead to each other by all of it.
import { addCents, type Cents, subtractCents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { StatementLine } from '../statements/statement.ts';
import type { Break, BreakKind } from './breaks.ts';
import { bankingDaysBetween, type Expected, isNear, sumOf, toleranceOf } from './expected.ts';
import { type Conflict, type Match, matchLines } from './match.ts';

interface Asked {
  /** The last day of the statement. */
  readonly through: CivilDate;
  readonly lines: readonly StatementLine[];
  /** What the statement ends with; null: it does not say. */
  readonly closing: Cents | null;
  /** The balance of the bank's account in the cash book on that day, and what of it the bank has not shown before. */
  readonly book: { readonly balance: Cents; readonly expected: readonly Expected[] };
}

export interface Reconciliation {
  readonly matches: readonly Match[];
  /** Booked, and not due at the bank yet. */
  readonly timing: readonly Expected[];
  readonly breaks: readonly Break[];
  readonly proof: Proof;
}

/** From the balance of the cash book to that of the statement. */
interface Proof {
  readonly balance: Cents;
  readonly notAtBank: Cents;
  readonly notBooked: Cents;
  readonly otherAmounts: Cents;
  readonly reached: Cents;
  readonly closing: Cents | null;
}

/** An item of ours is late from the first banking day on after its own. */
const graceDays = 1;

export function reconcile({ through, lines, closing, book }: Asked): Reconciliation {
  const found = matchLines(lines, book.expected);
  const isDue = (one: Expected): boolean =>
    one.on <= through && bankingDaysBetween(one.on, through) >= Math.max(graceDays, toleranceOf(one.kind) + 1);
  const due = found.expected.filter(isDue);
  const open = Map.groupBy(found.expected, ({ amount }) => amount);
  const proof = proofOf(book.balance, closing, found);
  const aged = ageing(through);
  const breaks = [
    ...found.conflicts.map((one) => aged(ofConflict(one))),
    ...found.lines.map((line) => aged(ofLine(line, open.get(line.amount) ?? []))),
    ...due.map((one) => aged(ofExpected(one))),
    ...doubleLosses(book.expected).map(aged),
    ...ofProof(proof, through).map(aged),
  ];
  const sorted = breaks.toSorted((a, b) => b.ageBankingDays - a.ageBankingDays);
  return { matches: found.matches, timing: found.expected.filter((one) => !isDue(one)), breaks: sorted, proof };
}

type Unaged = Omit<Break, 'ageBankingDays'>;

const ageing =
  (through: CivilDate) =>
  (one: Unaged): Break => ({
    ...one,
    ageBankingDays: one.since >= through ? 0 : bankingDaysBetween(one.since, through),
  });

function ofConflict({ kind, line, expected }: Conflict): Unaged {
  const amount = kind === 'amount' ? subtractCents(line.amount, sumOf(expected)) : line.amount;
  return { kind: kindOf(kind, expected), since: line.on, amount, line, expected, candidates: [] };
}

function kindOf(kind: Conflict['kind'], [first]: readonly Expected[]): BreakKind {
  if (kind !== 'twice') return kind;
  return first?.kind === 'return' ? 'returnTwice' : 'chargedTwice';
}

/** More are no help to a person. */
const candidatesMax = 5;
/** Where so many have one amount, no day tells them apart. */
const lookedAtMax = 1_000;

function ofLine(line: StatementLine, ofAmount: readonly Expected[]): Unaged {
  const near = ofAmount.slice(0, lookedAtMax).filter(({ kind, on }) => isNear(kind, on, line.on));
  const candidates = near.slice(0, candidatesMax);
  const kind = line.kind === 'return' ? 'returnUnknown' : 'theirsNotOurs';
  return { kind, since: line.on, amount: line.amount, line, expected: [], candidates };
}

/** What a provider was given and does not show is asked for; what settles in one sum with the bank is late. */
function ofExpected(one: Expected): Unaged {
  const kind = one.kind === 'payment' ? 'oursNotTheirs' : 'late';
  return { kind, since: one.on, amount: one.amount, line: null, expected: [one], candidates: [] };
}

/** We gave a payment back, and the bank took it back as well. */
function doubleLosses(expected: readonly Expected[]): Unaged[] {
  const returns = new Map(expected.flatMap((one) => (one.kind === 'return' && one.of !== null ? [[one.of, one]] : [])));
  return expected.flatMap((refund) => {
    const returned = refund.kind === 'refund' && refund.of !== null ? returns.get(refund.of) : undefined;
    if (returned === undefined) return [];
    const since = returned.on > refund.on ? returned.on : refund.on;
    const kind = 'refundedAndReturned' as const;
    return [{ kind, since, amount: refund.amount, line: null, expected: [refund, returned], candidates: [] }];
  });
}

interface Found {
  readonly conflicts: readonly Conflict[];
  readonly lines: readonly StatementLine[];
  readonly expected: readonly Expected[];
}

function proofOf(balance: Cents, closing: Cents | null, { conflicts, lines, expected }: Found): Proof {
  const twice = conflicts.filter(({ kind }) => kind === 'twice');
  const others = conflicts.filter(({ kind }) => kind === 'amount');
  const notAtBank = sumOf(expected);
  const notBooked = addCents(sumOf(lines), sumOf(twice.map(({ line }) => line)));
  const otherAmounts = others.reduce(
    (sum, one) => addCents(sum, subtractCents(one.line.amount, sumOf(one.expected))),
    zeroCents,
  );
  const reached = addCents(subtractCents(balance, notAtBank), addCents(notBooked, otherAmounts));
  return { balance, notAtBank, notBooked, otherAmounts, reached, closing };
}

function ofProof({ reached, closing }: Proof, through: CivilDate): Unaged[] {
  if (closing === null || reached === closing) return [];
  const amount = subtractCents(closing, reached);
  return [{ kind: 'proof', since: through, amount, line: null, expected: [], candidates: [] }];
}
