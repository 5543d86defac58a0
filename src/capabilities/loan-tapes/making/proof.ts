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

export class Proving {
  readonly #reader: Reader;
  readonly #day: PortfolioDay;
  readonly #tape = { ...nothingOwed } as Record<keyof Proved, number>;
  readonly #ledger = { ...nothingOwed } as Record<keyof Proved, number>;
  #byLedger = 0;
  #byReplay = 0;
  readonly #differing: string[] = [];

  constructor(reader: Reader, day: PortfolioDay) {
    this.#reader = reader;
    this.#day = day;
  }

  async take(rows: readonly TapeRow[]): Promise<void> {
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
    for (const { id, own } of loans) {
      const said = replayed?.get(id) ?? owedOf(id);
      for (const name of provedAmounts) {
        this.#tape[name] += own[name];
        this.#ledger[name] += said[name];
      }
      if (!isSameOwed(own, said) && this.#differing.length < shownMax) this.#differing.push(id);
    }
    this.#byLedger += loans.length - lacking.length;
    this.#byReplay += lacking.length;
  }

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
