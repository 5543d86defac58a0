// Stores the difference that a replay made to loans, in tables that are there to be read. However many loans change in
// a transaction, each table gets few statements.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type Compilable, sql } from 'kysely';
import { type Actor, actorColumns } from '#platform/actor.ts';
import { type PlaceholderOf, prepared, preparedInserts } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Difference } from '../loan/books.ts';
import { feeId } from '../loan/derived-id.ts';
import type { LoanProduct } from '../loan/product.ts';
import type { FactDetails, LoanRow } from '../loan/tables.ts';
import { factColumns } from '../timeline/stored-facts.ts';
import { storedObligation } from './stored-obligation.ts';
import { type Entry, entriesOf, ownEntry, placed } from './stored-postings.ts';
import { writeSplits } from './write-splits.ts';

/** What is to be stored for a change of one loan; `loan` is the row before the change. */
interface StoredChange {
  readonly loan: Pick<LoanRow, 'person_id' | 'id' | 'facts_count' | 'postings_count'>;
  readonly product: LoanProduct;
  readonly now: Instant;
  readonly actor: Actor;
  readonly facts: readonly Fact[];
  readonly details: FactDetails | null;
  readonly difference: Difference;
  /** The transaction that the caller writes itself, with its split. */
  readonly written?: string | undefined;
}

export function storeChanges(tx: Tx, changes: readonly StoredChange[]): void {
  const send = (queries: readonly Compilable<unknown>[]): void => {
    for (const query of queries) tx.write(query);
  };
  const entries = changes.map((change) => ({ change, ...entriesPlaced(change) }));
  send(
    insertFacts(
      tx.db,
      entries.flatMap(({ change, ofFacts }) => factRows(change, ofFacts)),
    ),
  );
  send(
    insertPostings(
      tx.db,
      entries.flatMap(({ change, others }) => postingRows(change, others)),
    ),
  );
  send(putObligations(tx.db, changes.flatMap(obligationRows)));
  send(putFees(tx.db, changes.flatMap(feeRows)));
  for (const change of changes) {
    dropObligations(tx, change);
    dropFees(tx, change);
  }
  writeSplits(tx, changes);
}

const ownerOf = ({ loan }: StoredChange) => ({ person_id: loan.person_id, loan_id: loan.id });

const insertFacts = preparedInserts('loan_facts', [
  'person_id',
  'loan_id',
  'number',
  'id',
  'kind',
  'effective_on',
  'fact',
  'recorded_at',
  'actor_type',
  'actor_id',
  'details',
  'postings_from',
  'accounts',
  'amounts',
]);

const entriesPlaced = ({ difference, loan, facts }: StoredChange) =>
  placed(entriesOf(difference.postings, loan.postings_count), facts);

const factRows = (change: StoredChange, ofFacts: ReadonlyMap<string, Entry>) =>
  change.facts.map((fact, i) => ({
    ...ownerOf(change),
    number: change.loan.facts_count + i + 1,
    ...factColumns(fact, change.now),
    ...actorColumns(change.actor),
    details: change.details === null ? null : JSON.stringify(change.details),
    ...ownEntry(ofFacts.get(fact.id)),
  }));

const insertPostings = preparedInserts('loan_postings', [
  'person_id',
  'loan_id',
  'number',
  'effective_on',
  'accounts',
  'cause',
  'amounts',
  'posted_at',
]);

const postingRows = (change: StoredChange, entries: readonly Entry[]) =>
  entries.map((entry) => ({ ...ownerOf(change), ...entry, posted_at: change.now }));

/** Rows of the engine's records have the engine's own key, so their ids stay the same through every replay. */
const key = ['person_id', 'loan_id', 'key'] as const;

const putObligations = preparedInserts('loan_obligations', [...key, 'due_date', 'obligation', 'created_at'], (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(key).doUpdateSet({
      obligation: sql`excluded.obligation`,
      due_date: sql`excluded.due_date`,
      updated_at: sql`excluded.created_at`,
      deleted_at: null,
    }),
  ),
);

const obligationRows = (change: StoredChange) =>
  change.difference.obligations.flatMap(({ after }) => {
    if (after === null) return [];
    const { obligation, ...columns } = storedObligation(change.product, after);
    return { ...ownerOf(change), ...columns, obligation: JSON.stringify(obligation), created_at: change.now };
  });

type Kept = { readonly personId: string; readonly loanId: string; readonly key: string; readonly at: Instant };

const dropObligation = prepared((db, placeholder: PlaceholderOf<Kept>) =>
  db
    .updateTable('loan_obligations')
    .set({ deleted_at: placeholder('at') })
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .where('key', '=', placeholder('key')),
);

function dropObligations(tx: Tx, { loan, now, difference }: StoredChange): void {
  for (const { key: name, after } of difference.obligations) {
    if (after !== null) continue;
    tx.write(dropObligation(tx.db, { personId: loan.person_id, loanId: loan.id, key: name, at: now }));
  }
}

const putFees = preparedInserts('loan_fees', [...key, 'id', 'fee', 'created_at'], (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(key).doUpdateSet({
      fee: sql`excluded.fee`,
      updated_at: sql`excluded.created_at`,
      deleted_at: null,
    }),
  ),
);

/** A fee that moved to another day appears twice in the difference, with the same key: the later one is kept. */
function feeRows(change: StoredChange) {
  const kept = change.difference.fees.flatMap(({ after }) => (after === null ? [] : [after]));
  return [...new Map(kept.map((fee) => [fee.key, fee])).values()].map((fee) => ({
    ...ownerOf(change),
    key: fee.key,
    id: feeId(change.loan.id, fee.key),
    fee: JSON.stringify(fee),
    created_at: change.now,
  }));
}

const dropFee = prepared((db, placeholder: PlaceholderOf<Kept>) =>
  db
    .updateTable('loan_fees')
    .set({ deleted_at: placeholder('at') })
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .where('key', '=', placeholder('key')),
);

function dropFees(tx: Tx, { loan, now, difference }: StoredChange): void {
  const kept = new Set(difference.fees.map(({ after }) => after?.key));
  for (const { before, after } of difference.fees) {
    if (after !== null || before === null || kept.has(before.key)) continue;
    tx.write(dropFee(tx.db, { personId: loan.person_id, loanId: loan.id, key: before.key, at: now }));
  }
}
