// A loan with everything that is stored of it, for many loans at once.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { BookedFee } from '@tenor/engine/account/records.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { toldFacts } from '#platform/events/told-facts.ts';
import { obligationOf } from '../../core/books/stored-obligation.ts';
import { sumsOf } from '../../core/books/stored-postings.ts';
import { feesOf, obligationsOf, transactionsOf } from '../../core/books/stored-rows.ts';
import type { BookObligation } from '../../core/loan/books.ts';
import { type OfLoans, oneOf } from '../../core/loan/named-loans.ts';
import { unpackedState } from '../../core/loan/packed-state.ts';
import type { LoanProduct } from '../../core/loan/product.ts';
import { asLoan, standingColumns } from '../../core/loan/standing.ts';
import type { TurnRow } from '../../core/loan/statement-turns.ts';
import type { LoanRow, LoanTail, StoredState, TransactionRow } from '../../core/loan/tables.ts';
import { productOf } from '../../core/products/list.ts';
import { type PromiseRow, promises } from '../../core/promises/base/promise.ts';
import { type SettlementRow, settlements } from '../../core/settlements/base/settlement.ts';
import { factOf, storedFact } from '../../core/timeline/stored-facts.ts';
import type { DisputeRow, PurchaseRow } from '../../lines/purchases/tables.ts';
import { disputesOfLoans, purchasesOfLoans } from '../../lines/purchases/verify-purchases.ts';
import { type AdvanceRow, advances } from '../../money/advances/base/advance.ts';
import type { HardshipRow } from '../../tools/hardship/tables.ts';
import { hardships } from '../../tools/hardship/tables.ts';
import { type SuspensionRow, suspensions } from '../../tools/late-fee-suspensions/suspension.ts';
import { type RefundRow, refunds } from '../../tools/refunds/refund.ts';
import { caps, type ScraCapRow } from '../../tools/scra/scra-cap.ts';
import type { StatementRow } from '../../tools/statements/tables.ts';
import { statementsOfLoans, turnsOfLoans } from '../../tools/statements/verify-statements.ts';

export interface LoanKey {
  readonly personId: string;
  readonly loanId: string;
}

interface StoredFactRow {
  readonly number: number;
  readonly fact: Fact;
}

/** The sum of the postings of a cause to an account on a day. */
interface StoredSum {
  readonly effective_on: CivilDate;
  readonly account: string;
  readonly cause: string;
  readonly amount: number;
  readonly postings: number;
}

export interface StoredLoan {
  readonly product: LoanProduct;
  readonly row: LoanRow;
  readonly facts: readonly StoredFactRow[];
  readonly sums: readonly StoredSum[];
  readonly obligations: readonly { readonly key: string; readonly obligation: BookObligation }[];
  readonly fees: readonly { readonly key: string; readonly id: string; readonly fee: BookedFee }[];
  readonly checkpoints: readonly {
    readonly through: CivilDate;
    readonly rules: number;
    readonly state: StoredState;
  }[];
  readonly tail:
    | { readonly facts_count: number; readonly tail: LoanTail; readonly state: StoredState | null }
    | undefined;
  readonly transactions: readonly TransactionRow[];
  readonly purchases: readonly PurchaseRow[];
  readonly disputes: readonly DisputeRow[];
  readonly refunds: readonly RefundRow[];
  readonly advances: readonly AdvanceRow[];
  readonly caps: readonly ScraCapRow[];
  readonly suspensions: readonly SuspensionRow[];
  readonly hardships: readonly HardshipRow[];
  readonly settlements: readonly SettlementRow[];
  readonly promises: readonly PromiseRow[];
  /** The active ones. */
  readonly statements: readonly StatementRow[];
  readonly turn: TurnRow | undefined;
  readonly events: readonly { readonly type: string; readonly cause: string }[];
}

/**
 * Returns the loans that nobody changed while they were read; the others must be asked for again. Every change of a
 * loan raises its version, and the versions are read before and after the rest.
 */
export async function readStored(reader: Reader, keys: readonly LoanKey[]): Promise<StoredLoan[]> {
  const people = [...new Set(keys.map(({ personId }) => personId))];
  const loans = keys.map(({ loanId }) => loanId);
  const { standings, rows, versions, stored } = await everythingOf(reader, { people, loans });
  const told = await toldFacts(reader, people, loans);
  const [again] = await reader.together(versionsOf(reader, { people, loans }));
  const version = new Map([...versions, ...again].map(({ id, version: last }) => [id, last]));
  const eventsOf = listsBy(told, ({ subjectId, loanId }) => nameOf(subjectId, loanId));
  return standings
    .filter((standing) => version.get(standing.loan_id) === standing.version)
    .flatMap((standing) => {
      const loan = rows.find((row) => row.id === standing.loan_id && row.person_id === standing.person_id);
      return loan === undefined ? [] : { ...loan, ...asLoan(standing), base: loan.base && unpackedState(loan.base) };
    })
    .map((row) => {
      const name = nameOf(row.person_id, row.id);
      return { ...storedWith(row, name, stored), events: eventsOf(name) };
    });
}

/** All is asked for in one flight. */
async function everythingOf(reader: Reader, asked: OfLoans) {
  const [standings, rows, facts, sums, obligations, fees, checkpoints, tails, transactions, ...more] =
    await reader.together(
      standingsOf(reader, asked),
      loanRows(reader, asked),
      factsOf(reader, asked),
      sumsOf(reader, asked),
      obligationsOf(reader, asked),
      feesOf(reader, asked),
      checkpointsOf(reader, asked),
      tailsOf(reader, asked),
      transactionsOf(reader, asked),
      purchasesOfLoans(reader, asked),
      disputesOfLoans(reader, asked),
      refunds.ofLoans(reader, asked),
      advances.ofLoans(reader, asked),
      caps.ofLoans(reader, asked),
      suspensions.ofLoans(reader, asked),
      hardships.ofLoans(reader, asked),
      settlements.ofLoans(reader, asked),
      promises.ofLoans(reader, asked).orderBy('position', 'desc'),
      statementsOfLoans(reader, asked),
      turnsOfLoans(reader, asked),
      versionsOf(reader, asked),
    );
  const [purchases, disputes, refundRows, advanceRows, capRows, suspended, ...rest] = more;
  const [hardshipRows, settled, promised, statements, turns, versions] = rest;
  const stored = {
    facts: byLoan(facts),
    sums: byLoan(sums),
    obligations: byLoan(obligations),
    fees: byLoan(fees),
    checkpoints: byLoan(checkpoints),
    tails: byLoan(tails),
    transactions: byLoan(transactions),
    purchases: byLoan(purchases),
    disputes: byLoan(disputes),
    refunds: byLoan(refundRows),
    advances: byLoan(advanceRows),
    caps: byLoan(capRows),
    suspensions: byLoan(suspended),
    hardships: byLoan(hardshipRows),
    settlements: byLoan(settled),
    promises: byLoan(promised),
    statements: byLoan(statements),
    turns: byLoan(turns),
  };
  return { standings, rows, versions, stored };
}
type Stored = Awaited<ReturnType<typeof everythingOf>>['stored'];

function storedWith(row: LoanRow, name: string, stored: Stored): Omit<StoredLoan, 'events'> {
  const product = productOf(row);
  const [tail] = stored.tails(name);
  return {
    product,
    row,
    facts: stored.facts(name).map(({ number, fact }) => ({ number, fact: factOf(fact) })),
    sums: stored.sums(name),
    obligations: stored.obligations(name).map((one) => ({ key: one.key, obligation: obligationOf(product, one) })),
    fees: stored.fees(name),
    checkpoints: stored.checkpoints(name).map((one) => ({ ...one, state: unpackedState(one.state) })),
    tail: tail && { ...tail, state: tail.state && unpackedState(tail.state) },
    transactions: stored.transactions(name),
    purchases: stored.purchases(name),
    disputes: stored.disputes(name),
    refunds: stored.refunds(name),
    advances: stored.advances(name),
    caps: stored.caps(name),
    suspensions: stored.suspensions(name),
    hardships: stored.hardships(name),
    settlements: stored.settlements(name),
    promises: stored.promises(name),
    statements: stored.statements(name),
    turn: stored.turns(name)[0],
  };
}

const nameOf = (personId: string, loanId: string): string => `${personId} ${loanId}`;

/** The rows of each loan stay in the order in which they were read. */
const byLoan = <Row extends { readonly person_id: string; readonly loan_id: string }>(rows: readonly Row[]) =>
  listsBy(rows, ({ person_id, loan_id }) => nameOf(person_id, loan_id));

function listsBy<Row>(rows: readonly Row[], name: (row: Row) => string): (name: string) => readonly Row[] {
  const lists = Map.groupBy(rows, name);
  return (one) => lists.get(one) ?? [];
}

const loanRows = (reader: Reader, { people, loans }: OfLoans) =>
  reader.db.selectFrom('loans').selectAll().where('person_id', '=', oneOf(people)).where('id', '=', oneOf(loans));

const standingsOf = (reader: Reader, { people, loans }: OfLoans) =>
  reader.db
    .selectFrom('loan_standing')
    .select(['person_id', 'loan_id', ...standingColumns])
    .where('person_id', '=', oneOf(people))
    .where('loan_id', '=', oneOf(loans));

const versionsOf = (reader: Reader, { people, loans }: OfLoans) =>
  reader.db
    .selectFrom('loan_standing')
    .select(['loan_id as id', 'version'])
    .where('person_id', '=', oneOf(people))
    .where('loan_id', '=', oneOf(loans));

const factsOf = (reader: Reader, { people, loans }: OfLoans) =>
  reader.db
    .selectFrom('loan_facts')
    .select(['person_id', 'loan_id', 'number', storedFact.as('fact')])
    .where('person_id', '=', oneOf(people))
    .where('loan_id', '=', oneOf(loans))
    .orderBy('number');

const checkpointsOf = (reader: Reader, { people, loans }: OfLoans) =>
  reader.db
    .selectFrom('loan_checkpoints')
    .select(['person_id', 'loan_id', 'through', 'rules', 'state'])
    .where('person_id', '=', oneOf(people))
    .where('loan_id', '=', oneOf(loans))
    .orderBy('through');

const tailsOf = (reader: Reader, { people, loans }: OfLoans) =>
  reader.db
    .selectFrom('loan_tails')
    .select(['person_id', 'loan_id', 'facts_count', 'tail', 'state'])
    .where('person_id', '=', oneOf(people))
    .where('loan_id', '=', oneOf(loans));

const keysAtOnce = 1_000;

/** All loans of a company, or a random sample. */
export async function* loanKeys(reader: Reader, sample?: { readonly size: number; readonly lot: string }) {
  const columns = ['person_id as personId', 'id as loanId'] as const;
  if (sample !== undefined) {
    const drawn = reader.db.selectFrom('loans').select(columns).orderBy(sql`md5(id || ${sample.lot})`);
    yield await reader.rows(drawn.limit(sample.size));
    return;
  }
  for (let last: LoanKey | undefined = { personId: '', loanId: '' }; last !== undefined; ) {
    const { personId, loanId }: LoanKey = last;
    const found: LoanKey[] = await reader.rows(
      reader.db
        .selectFrom('loans')
        .select(columns)
        .where((eb) => eb(eb.refTuple('person_id', 'id'), '>', eb.tuple(personId, loanId)))
        .orderBy('person_id')
        .orderBy('id')
        .limit(keysAtOnce),
    );
    if (found.length > 0) yield found;
    last = found.length < keysAtOnce ? undefined : found.at(-1);
  }
}
