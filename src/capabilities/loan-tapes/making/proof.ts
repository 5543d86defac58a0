// The proof of a tape of loans: their principal, billed interest and fees, beside what the ledger says of the same loans. A
// tape that is not proved does not leave.
import {
  isSameOwed,
  isUnworked,
  type LedgerBalances,
  ledgerAmounts,
  ledgerOfDay,
  nothingPosted,
  type PortfolioDay,
  type PortfolioLoan,
  provedOf,
  replayedLedger,
} from '#capabilities/loans/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LoanRowOfTape, TapeRow } from '../catalogue/field.ts';
import { dollarsOf } from '../formats/cell.ts';

export interface ProvedTotal {
  readonly tape: number;
  readonly ledger: number;
}

export interface TapeProof {
  readonly totals: Readonly<Record<(typeof ledgerAmounts)[number], ProvedTotal>> & {
    /** Only of payments: all that was paid. */
    readonly paid?: ProvedTotal;
  };
  readonly loansByLedger: number;
  readonly loansByReplay: number;
  /** The first loans that differ. */
  readonly differing: readonly string[];
}

/** Holds the rows of a tape against the ledger, page by page. */
export interface Proving<R extends LoanRowOfTape> {
  take(rows: readonly R[]): Promise<void>;
  /** Waits for what is under way. */
  end(): Promise<void>;
  /** It is complete only after the end. */
  proof(): TapeProof;
}

const shownMax = 20;
/** The server sums the postings of so many pages while the lines of others are made. */
const atOnceMax = 2;

/** A loan, or a draw of it. */
interface Owed {
  readonly id: string;
  readonly own: LedgerBalances;
  /** It is a part of its loan, and is not counted once more. */
  readonly isDraw: boolean;
}

interface Owing extends Owed {
  readonly loan: PortfolioLoan;
}

interface Looked {
  readonly loans: readonly Owed[];
  /** By the ids of the loans and draws. */
  readonly said: ReadonlyMap<string, LedgerBalances>;
  readonly byReplay: number;
}

export class LoanProving implements Proving<TapeRow> {
  readonly #reader: Reader;
  readonly #day: PortfolioDay;
  readonly #tape = { ...nothingPosted } as Record<keyof LedgerBalances, number>;
  readonly #ledger = { ...nothingPosted } as Record<keyof LedgerBalances, number>;
  readonly #underWay: Promise<Looked>[] = [];
  #byLedger = 0;
  #byReplay = 0;
  readonly #differing: string[] = [];

  constructor(reader: Reader, day: PortfolioDay) {
    this.#reader = reader;
    this.#day = day;
  }

  /** Begins with a page, and waits for the oldest one while too many are under way. */
  async take(rows: readonly TapeRow[]): Promise<void> {
    if (this.#underWay.length >= atOnceMax) await this.#addOldest();
    const looked = this.#look(rows);
    // Whoever waits for it hears of its error.
    looked.catch(() => {});
    this.#underWay.push(looked);
  }

  async #look(rows: readonly TapeRow[]): Promise<Looked> {
    const loans = rows.flatMap(({ loan, draw }): readonly Owing[] =>
      loan.books === null
        ? []
        : [{ loan, id: draw?.id ?? loan.row.id, own: provedOf(loan.books.amounts), isDraw: draw !== null }],
    );
    const posted = await this.#posted(onceEach(loans));
    const owedOf = (id: string): LedgerBalances => posted.get(id)?.owed ?? nothingPosted;
    // A replay stands for the ledger only where this may lack something: a ledger that is wrong must be found.
    const lacking = loans.filter(
      ({ loan, id, own }) =>
        !isSameOwed(own, owedOf(id)) && (posted.get(loan.row.id)?.hasLater || isUnworked(loan, this.#day)),
    );
    const replayed = lacking.length === 0 ? new Map() : await this.#replayed(onceEach(lacking));
    const isLacking = new Set(lacking.map(({ id }) => id));
    return {
      // Without the rows: those of some pages would wait in memory.
      loans: loans.map(({ id, own, isDraw }) => ({ id, own, isDraw })),
      said: new Map(loans.map(({ id }) => [id, isLacking.has(id) ? (replayed.get(id) ?? nothingPosted) : owedOf(id)])),
      byReplay: lacking.filter(({ isDraw }) => !isDraw).length,
    };
  }

  #replayed(loans: readonly PortfolioLoan[]) {
    return replayedLedger(
      this.#reader,
      this.#day,
      loans.map(({ row }) => row),
    );
  }

  /** Where nothing was written since the instant, the sums beside the loan are those of then; else postings are added up. */
  async #posted(loans: readonly PortfolioLoan[]): Promise<Awaited<ReturnType<typeof ledgerOfDay>>> {
    const others = loans.filter(({ posted }) => posted === null);
    const found = new Map(
      await ledgerOfDay(
        this.#reader,
        this.#day,
        others.map(({ row }) => row),
      ),
    );
    for (const { row, posted } of loans) if (posted !== null) found.set(row.id, { owed: posted, hasLater: false });
    return found;
  }

  /** Pages are added in their order, so that the first loans that differ are always the same. */
  async #addOldest(): Promise<void> {
    const looked = await this.#underWay.shift();
    if (looked === undefined) return;
    const { loans, said, byReplay } = looked;
    const whole = loans.filter(({ isDraw }) => !isDraw);
    for (const { id, own } of whole) {
      const ledger = said.get(id) ?? nothingPosted;
      for (const name of ledgerAmounts) {
        this.#tape[name] += own[name];
        this.#ledger[name] += ledger[name];
      }
    }
    for (const { id, own } of loans) {
      const ledger = said.get(id) ?? nothingPosted;
      if (!isSameOwed(own, ledger) && this.#differing.length < shownMax) this.#differing.push(id);
    }
    this.#byLedger += whole.length - byReplay;
    this.#byReplay += byReplay;
  }

  async end(): Promise<void> {
    while (this.#underWay.length > 0) await this.#addOldest();
  }

  proof(): TapeProof {
    const total = (name: keyof LedgerBalances): ProvedTotal => ({ tape: this.#tape[name], ledger: this.#ledger[name] });
    return {
      totals: { principal: total('principal'), interest: total('interest'), fees: total('fees') },
      loansByLedger: this.#byLedger,
      loansByReplay: this.#byReplay,
      differing: this.#differing,
    };
  }
}

/** A line and its draws are of one loan. */
const onceEach = (owing: readonly Owing[]): readonly PortfolioLoan[] => [
  ...new Map(owing.map(({ loan }) => [loan.row.id, loan])).values(),
];

export const isProved = ({ differing, totals }: TapeProof): boolean =>
  differing.length === 0 && Object.values(totals).every(({ tape, ledger }) => tape === ledger);

/** What a tape that is not proved says. */
export function notProved({ differing, totals }: TapeProof): string {
  if (differing.length > 0)
    return `The ledger says something else of ${differing.length === 1 ? 'a loan' : 'loans'}: ${differing.join(', ')}.`;
  const unlike = Object.entries(totals).filter(([, { tape, ledger }]) => tape !== ledger);
  const said = unlike.map(([name, { tape, ledger }]) => `${name} ${dollarsOf(ledger)} in place of ${dollarsOf(tape)}`);
  return `The ledger says something else of all payments of these days: ${said.join(', ')}.`;
}
