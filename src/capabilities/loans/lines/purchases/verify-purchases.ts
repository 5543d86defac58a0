// Holds what is stored of purchases and disputes against their facts on the timeline: each has its own and no other.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { State } from '../../core/loan/books.ts';
import { type OfLoans, oneOf } from '../../core/loan/named-loans.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { lineFacts, notDueOf, ownState } from '../../core/products/lines.ts';
import { type Unlike, unlikeFacts } from '../../core/timeline/unlike-facts.ts';
import { disputeFact, factOf, outcomeFact, tookBackRecord } from './purchase-fact.ts';
import { isOff, takesBack } from './states.ts';
import type { DisputeRow, PurchaseRow } from './tables.ts';

interface StoredPurchases {
  readonly purchases: readonly PurchaseRow[];
  readonly disputes: readonly DisputeRow[];
}

export const purchasesOfLoans = ({ db }: Reader, { people, loans }: OfLoans) =>
  db.selectFrom('purchases').selectAll().where('person_id', '=', oneOf(people)).where('loan_id', '=', oneOf(loans));

export const disputesOfLoans = ({ db }: Reader, { people, loans }: OfLoans) =>
  db
    .selectFrom('purchase_disputes')
    .selectAll()
    .where('person_id', '=', oneOf(people))
    .where('loan_id', '=', oneOf(loans));

const kinds = ['authorization', 'purchase', 'purchaseCredit', 'dispute', 'disputeOutcome'] as const;

export function unlikePurchases(loan: LoanRow, timeline: readonly Fact[], stored: StoredPurchases): Unlike[] {
  const { purchases, disputes } = stored;
  const rows = new Map(purchases.map((row) => [row.id, row]));
  const facts = [
    ...purchases.map((row) => factOf(loan, row, row.original_id === null ? undefined : rows.get(row.original_id))),
    ...disputes.flatMap((row) => factsOfDispute(loan, row, rows.get(row.purchase_id))),
  ].filter((fact) => fact !== undefined);
  return [
    ...unlikeFacts<LineFact>(lineFacts(timeline), { kinds, facts, besides: authorizations(purchases) }),
    ...purchases.flatMap((row) => unlikeSums(row, purchases, disputes)),
  ];
}

function factsOfDispute(loan: LoanRow, row: DisputeRow, of: PurchaseRow | undefined): (LineFact | undefined)[] {
  if (of === undefined) return [];
  return [tookBackRecord(row, of) ? undefined : disputeFact(loan, row, of), outcomeFact(loan, row, of)];
}

/** A purchase that was authorized itself has the fact of that too. */
const authorizations = (purchases: readonly PurchaseRow[]): ReadonlySet<string> =>
  new Set(
    purchases.flatMap(({ id, fact_id, details: { holdFact } }) =>
      fact_id !== null && holdFact?.split('.')[0] === id ? [holdFact] : [],
    ),
  );

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
export function unlikeDivisions({ purchases }: StoredPurchases, computed: State): Unlike[] {
  const steps = new Map(ownState(computed).records.steps.map((step) => [step.cause, step]));
  return purchases.flatMap((row) => {
    if (row.type === 'regular') return [];
    const notDue = notDueOf(steps.get(`${row.type}:${row.fact_id}`));
    return notDue === row.refund_not_due
      ? []
      : [{ where: `${row.id} refund_not_due`, stored: row.refund_not_due, computed: notDue }];
  });
}
