// The proof of a tape of payments: what all payments of its days paid, whether they stand in it or are left out, beside what the
// ledger of the whole company says of the same days. Pages of loans and the sums of the ledger are found in different ways.
import { type PaidPart, paidIn } from '#capabilities/loans/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { PaymentRow } from '../catalogue/field.ts';
import { spanOf } from './payment-rows.ts';
import type { ProvedTotal, Proving, TapeProof } from './proof.ts';
import type { Sought } from './rows.ts';

type Sums = Pick<Awaited<ReturnType<typeof paidIn>>, 'amount' | 'parts'>;

export class PaymentProving implements Proving<PaymentRow> {
  readonly #reader: Reader;
  readonly #sought: Sought;
  readonly #parts: Partial<Record<PaidPart, number>> = {};
  #amount = 0;
  #loans = 0;
  #ledger: Sums = { amount: 0, parts: {} };

  constructor(reader: Reader, sought: Sought) {
    this.#reader = reader;
    this.#sought = sought;
  }

  async take(rows: readonly PaymentRow[]): Promise<void> {
    for (const { payment } of rows) {
      this.#amount += payment.amount;
      for (const [part, amount] of Object.entries(payment.parts) as [PaidPart, number][])
        this.#parts[part] = (this.#parts[part] ?? 0) + amount;
    }
    this.#loans += new Set(rows.map(({ loan }) => loan.row.id)).size;
  }

  async end(): Promise<void> {
    this.#ledger = await paidIn(this.#reader, await spanOf(this.#reader, this.#sought));
  }

  proof(): TapeProof {
    const total = (part: PaidPart): ProvedTotal => ({
      tape: this.#parts[part] ?? 0,
      ledger: this.#ledger.parts[part] ?? 0,
    });
    return {
      totals: {
        principal: total('principal'),
        interest: total('interest'),
        fees: total('fees'),
        paid: { tape: this.#amount, ledger: this.#ledger.amount },
      },
      loansByLedger: this.#loans,
      loansByReplay: 0,
      differing: [],
    };
  }
}
