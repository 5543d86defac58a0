// Holds what is stored of purchases and disputes against their facts on the timeline: each has its own and no other.
import { isDeepStrictEqual } from 'node:util';
import type { Fact } from '@tenor/engine/account/facts.ts';
import { undoneBy } from '@tenor/engine/account/timeline.ts';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { State } from '../loan/books.ts';
import type { LoanRow } from '../loan/tables.ts';
import { lineFacts, notDueOf, ownState } from '../products/lines.ts';
import { disputeFact, factOf, outcomeFact, tookBackRecord } from './purchase-fact.ts';
import { isOff, takesBack } from './states.ts';
import type { DisputeRow, PurchaseRow } from './tables.ts';

interface StoredPurchases {
  readonly purchases: readonly PurchaseRow[];
  readonly disputes: readonly DisputeRow[];
}

interface OfLoans {
  readonly people: readonly string[];
  readonly loans: readonly string[];
}

const oneOf = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`;

export const purchasesOfLoans = ({ db }: Reader, { people, loans }: OfLoans) =>
  db.selectFrom('purchases').selectAll().where('person_id', '=', oneOf(people)).where('loan_id', '=', oneOf(loans));

export const disputesOfLoans = ({ db }: Reader, { people, loans }: OfLoans) =>
  db
    .selectFrom('purchase_disputes')
    .selectAll()
    .where('person_id', '=', oneOf(people))
    .where('loan_id', '=', oneOf(loans));

/** What is unlike: its place, as it is stored, and as it would be. */
export interface Unlike {
  readonly where: string;
  readonly stored: unknown;
  readonly computed: unknown;
}

const ofPurchases: ReadonlySet<string> = new Set<LineFact['kind']>([
  'authorization',
  'purchase',
  'purchaseCredit',
  'dispute',
  'disputeOutcome',
]);

export function unlikePurchases(
  loan: LoanRow,
  timeline: readonly Fact[],
  { purchases, disputes }: StoredPurchases,
): Unlike[] {
  const facts = lineFacts(timeline);
  const undone = undoneBy(facts);
  const left = new Map(facts.flatMap((fact) => (isOfPurchase(fact, undone) ? [[fact.id, fact] as const] : [])));
  const rows = new Map(purchases.map((row) => [row.id, row]));
  const found: Unlike[] = [];
  const take = (id: string, expected: LineFact): void => {
    const fact = left.get(id);
    left.delete(id);
    if (fact === undefined) found.push({ where: `${id} fact`, stored: null, computed: 'is there' });
    else if (!isDeepStrictEqual(said(fact, expected), said(expected, expected)))
      found.push({ where: `${id} fact`, stored: fact, computed: expected });
  };
  for (const row of purchases) {
    const fact = factOf(loan, row, row.original_id === null ? undefined : rows.get(row.original_id));
    if (fact !== undefined) take(fact.id, fact);
    // A purchase that was authorized itself has the fact of that too.
    const { heldBy } = row.details;
    if (row.fact_id !== null && heldBy?.split('.')[0] === row.id) left.delete(heldBy);
    found.push(...unlikeSums(row, purchases, disputes));
  }
  for (const row of disputes) {
    const of = rows.get(row.purchase_id);
    if (of === undefined) continue;
    if (!tookBackRecord(row, of)) take(row.fact_id, disputeFact(loan, row, of));
    const outcome = outcomeFact(loan, row, of);
    if (outcome !== undefined) take(outcome.id, outcome);
  }
  return [...found, ...[...left.keys()].map((id) => ({ where: `${id} fact`, stored: 'is there', computed: null }))];
}

const isOfPurchase = (fact: LineFact, undone: ReadonlySet<string>): boolean =>
  ofPurchases.has(fact.kind) && !undone.has(fact.id);

/** Without what the store adds: when it was recorded, in which order, and a time where nobody said one. */
function said(fact: LineFact, expected: LineFact): object {
  const { recordedAt: _, number: __, time, ...rest } = fact;
  return JSON.parse(JSON.stringify(expected.time === undefined ? rest : { ...rest, time }));
}

function unlikeSums(row: PurchaseRow, purchases: readonly PurchaseRow[], disputes: readonly DisputeRow[]): Unlike[] {
  if (row.type !== 'regular') return [];
  const refunded = sum(purchases.filter(({ original_id, status }) => original_id === row.id && !isOff(status)));
  const disputed = sum(disputes.filter(({ purchase_id, status }) => purchase_id === row.id && takesBack(status)));
  return [
    ...(row.refunded === refunded ? [] : [{ where: `${row.id} refunded`, stored: row.refunded, computed: refunded }]),
    ...(row.disputed === disputed ? [] : [{ where: `${row.id} disputed`, stored: row.disputed, computed: disputed }]),
  ];
}

const sum = (rows: readonly { readonly amount: number }[]): number => rows.reduce((all, { amount }) => all + amount, 0);

/** How refunds were divided, against a replay of the whole life. */
export function unlikeRefunds({ purchases }: StoredPurchases, computed: State): Unlike[] {
  const steps = new Map(ownState(computed).records.steps.map((step) => [step.cause, step]));
  return purchases.flatMap((row) => {
    if (row.type === 'regular') return [];
    const notDue = notDueOf(steps.get(`${row.type}:${row.fact_id}`));
    return notDue === row.refund_not_due
      ? []
      : [{ where: `${row.id} refund_not_due`, stored: row.refund_not_due, computed: notDue }];
  });
}
