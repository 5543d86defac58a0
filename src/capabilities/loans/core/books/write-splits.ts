// The split of each payment and credit. Only the books decide it, and a change of the past may alter it.
import { zeroCents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { BookStep, Difference, State } from '../loan/books.ts';
import type { TransactionRow } from '../loan/tables.ts';

type SplitColumns = Pick<TransactionRow, 'paid_principal' | 'paid_interest' | 'paid_fees' | 'paid_over' | 'applied_at'>;

export const notApplied: SplitColumns = {
  paid_principal: 0,
  paid_interest: 0,
  paid_fees: 0,
  paid_over: 0,
  applied_at: null,
};

const moneyKinds: ReadonlySet<BookStep['kind']> = new Set(['payment', 'serviceCredit', 'reimbursement']);

/** The fact of a step that divides money; other steps have none here. */
const factOf = ({ kind, cause }: BookStep): string | undefined =>
  moneyKinds.has(kind) ? cause.slice(cause.indexOf(':') + 1) : undefined;

/** The split of the transaction with this fact; not applied if its day has not come or the fact was undone. */
export function splitOf({ records }: Pick<State, 'records'>, factId: string | null, now: Instant): SplitColumns {
  const step = records.steps.findLast((one) => factOf(one) === factId);
  if (step === undefined) return notApplied;
  return {
    paid_principal: step.principal,
    paid_interest: step.interest,
    paid_fees: step.fees,
    paid_over: step.over,
    applied_at: now,
  };
}

// ---- splits that a change alters ------------------------------------------------------------------------------------

type Split = Pick<BookStep, 'principal' | 'interest' | 'fees' | 'over'>;
const noSplit: Split = { principal: zeroCents, interest: zeroCents, fees: zeroCents, over: zeroCents };

interface SplitRow extends Split {
  readonly factId: string;
  readonly at: Instant | null;
}

type Columns<Row> = { readonly [K in keyof Row]: readonly Row[K][] };

/** Names the person by a single value: with a column of the list, a cluster would ask all its nodes. */
const putSplits = prepared((db, placeholder: PlaceholderOf<Columns<SplitRow> & { personId: string }>) =>
  db
    .updateTable('transactions')
    .from(
      sql<Split & { of_fact: string; at: Instant | null }>`unnest(
        ${placeholder('factId')}::text[], ${placeholder('principal')}::bigint[], ${placeholder('interest')}::bigint[],
        ${placeholder('fees')}::bigint[], ${placeholder('over')}::bigint[], ${placeholder('at')}::timestamptz[])`.as<'split'>(
        sql`split(of_fact, principal, interest, fees, over, at)`,
      ),
    )
    .set((eb) => ({
      paid_principal: eb.ref('split.principal'),
      paid_interest: eb.ref('split.interest'),
      paid_fees: eb.ref('split.fees'),
      paid_over: eb.ref('split.over'),
      applied_at: eb.ref('split.at'),
    }))
    .where('person_id', '=', placeholder('personId'))
    .where('id', '=', sql<string>`split_part(split.of_fact, '.', 1)`)
    .whereRef('fact_id', '=', 'split.of_fact'),
);

interface Change {
  readonly loan: { readonly person_id: string };
  readonly now: Instant;
  readonly difference: Difference;
  /** The transaction that the caller of the change writes itself, with its split. */
  readonly written?: string | undefined;
}

export function writeSplits(tx: Tx, changes: readonly Change[]): void {
  const byPerson = Map.groupBy(changes, ({ loan }) => loan.person_id);
  for (const [personId, own] of byPerson) writeSplitsOf(tx, personId, own.flatMap(splitRows));
}

function writeSplitsOf(tx: Tx, personId: string, rows: readonly SplitRow[]): void {
  if (rows.length === 0) return;
  const column = <K extends keyof SplitRow>(name: K): SplitRow[K][] => rows.map((row) => row[name]);
  tx.write(
    putSplits(tx.db, {
      personId,
      factId: column('factId'),
      principal: column('principal'),
      interest: column('interest'),
      fees: column('fees'),
      over: column('over'),
      at: column('at'),
    }),
  );
}

/** The id of a fact is that of its transaction, with a number after it once it was moved to another day. */
export const transactionOf = (factId: string): string => factId.split('.')[0] as string;

function splitRows({ now, difference, written }: Change): SplitRow[] {
  const splits = new Map<string, Split | null>();
  for (const { before, after } of difference.steps) {
    const step = after ?? before;
    const factId = step === null ? undefined : factOf(step);
    if (factId === undefined || transactionOf(factId) === written || isSameSplit(before, after)) continue;
    if (after !== null || !splits.has(factId)) splits.set(factId, after);
  }
  return [...splits].map(([factId, split]) => {
    const { principal, interest, fees, over } = split ?? noSplit;
    return { factId, principal, interest, fees, over, at: split === null ? null : now };
  });
}

/** The steps of a difference may differ in the balance after them alone: then the split is the same. */
const isSameSplit = (a: Split | null, b: Split | null): boolean =>
  a !== null &&
  b !== null &&
  a.principal === b.principal &&
  a.interest === b.interest &&
  a.fees === b.fees &&
  a.over === b.over;
