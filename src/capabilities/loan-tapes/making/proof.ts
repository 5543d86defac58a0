// The proof of a tape: the principal, the billed interest and the fees of its loans, beside what the ledger says of the
// same loans. A tape that is not proved does not leave.
import {
  isSameOwed,
  isUnworked,
  ledgerOfDay,
  nothingOwed,
  type PortfolioDay,
  type Proved,
  provedAmounts,
  provedOf,
  replayedLedger,
} from '#capabilities/loans/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { TapeRow } from '../catalogue/field.ts';

interface ProvedTotal {
  readonly tape: number;
  readonly ledger: number;
}

export interface TapeProof {
  readonly totals: Readonly<Record<(typeof provedAmounts)[number], ProvedTotal>>;
  readonly loansByLedger: number;
  readonly loansByReplay: number;
  /** The first loans that differ. */
  readonly differing: readonly string[];
}

const shownMax = 20;
/** The server sums the postings of so many pages while the lines of others are made. */
const atOnceMax = 2;

interface Looked {
  readonly loans: readonly { readonly id: string; readonly own: Proved }[];
  /** By the ids of the loans. */
  readonly said: ReadonlyMap<string, Proved>;
  readonly byReplay: number;
}

export class Proving {
  readonly #reader: Reader;
  readonly #day: PortfolioDay;
  readonly #tape = { ...nothingOwed } as Record<keyof Proved, number>;
  readonly #ledger = { ...nothingOwed } as Record<keyof Proved, number>;
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
    const loans = rows.flatMap(({ loan }) => {
      const { row, books } = loan;
      return books === null ? [] : [{ loan, person_id: row.person_id, id: row.id, own: provedOf(books.amounts) }];
    });
    const ledger = await ledgerOfDay(this.#reader, this.#day, loans);
    const owedOf = (id: string): Proved => ledger.get(id)?.owed ?? nothingOwed;
    // A replay stands for the ledger only where this may lack something: a ledger that is wrong must be found.
    const lacking = loans.filter(
      ({ loan, id, own }) => !isSameOwed(own, owedOf(id)) && (ledger.get(id)?.hasLater || isUnworked(loan, this.#day)),
    );
    const replayed = lacking.length === 0 ? undefined : await replayedLedger(this.#reader, this.#day, lacking);
    return {
      loans,
      said: new Map(loans.map(({ id }) => [id, replayed?.get(id) ?? owedOf(id)])),
      byReplay: lacking.length,
    };
  }

  /** Pages are added in their order, so that the first loans that differ are always the same. */
  async #addOldest(): Promise<void> {
    const looked = await this.#underWay.shift();
    if (looked === undefined) return;
    const { loans, said, byReplay } = looked;
    for (const { id, own } of loans) {
      const ledger = said.get(id) ?? nothingOwed;
      for (const name of provedAmounts) {
        this.#tape[name] += own[name];
        this.#ledger[name] += ledger[name];
      }
      if (!isSameOwed(own, ledger) && this.#differing.length < shownMax) this.#differing.push(id);
    }
    this.#byLedger += loans.length - byReplay;
    this.#byReplay += byReplay;
  }

  /** Waits for the pages that are under way. */
  async end(): Promise<void> {
    while (this.#underWay.length > 0) await this.#addOldest();
  }

  /** It is complete only after the end. */
  proof(): TapeProof {
    const total = (name: keyof Proved): ProvedTotal => ({ tape: this.#tape[name], ledger: this.#ledger[name] });
    return {
      totals: { principal: total('principal'), interest: total('interest'), fees: total('fees') },
      loansByLedger: this.#byLedger,
      loansByReplay: this.#byReplay,
      differing: this.#differing,
    };
  }
}

export const isProved = ({ differing }: TapeProof): boolean => differing.length === 0;
