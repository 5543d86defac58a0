// A refund as it is stored, found and shown.
import type { FactOf } from '@tenor/engine/account/facts.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { BookStep, State } from '../loan/books.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import { stateFromStart } from '../timeline/compute-state.ts';
import type { Refund } from './schemas.ts';
import { refundStates } from './states.ts';
import type { RefundRow } from './tables.ts';
import { atFault } from './words.ts';

const rowsOf = ({ db }: Reader, { personId, loanId }: LoanKeys) =>
  db.selectFrom('loan_refunds').selectAll().where('person_id', '=', personId).where('loan_id', '=', loanId);

export const factOfRefund = (row: RefundRow): FactOf<'refund'> => ({
  kind: 'refund',
  id: row.id,
  on: dayOf(row.effective_on),
  version: row.version,
  amount: row.amount as Cents,
  atFault: atFault[row.at_fault],
  reamortize: row.reamortizes,
});

/** Errors: NotFound. */
export async function findRefund(reader: Reader, keys: LoanKeys, id: string): Promise<RefundRow> {
  const row = await reader.row(rowsOf(reader, keys).where('id', '=', id));
  if (row === undefined) throw notFound('refund', id, 'loanRefundId', 'This loan');
  return row;
}

export function insertRefund(tx: Tx, { company_id: _, ...row }: RefundRow): void {
  tx.write(tx.db.insertInto('loan_refunds').values(row as never), redraw('loan_refunds_pkey'));
}

/** In a commit that writes the loan. */
export function writeRefund(tx: Tx, { person_id, id, status, canceled_at, updated_at }: RefundRow): void {
  tx.write(
    tx.db
      .updateTable('loan_refunds')
      .set({ status, canceled_at, updated_at } as never)
      .where('person_id', '=', person_id)
      .where('id', '=', id),
  );
}

/** What may still be given back; null for a draft, whose terms are not fixed. Errors: NotForLines. */
export async function stillEligible(reader: Reader, { row, product }: HeldLoan): Promise<Cents | null> {
  const all = product.refundable(row.terms);
  if (all === null) return null;
  const sum = await reader.row(
    reader.db
      .selectFrom('loan_refunds')
      .select((eb) => eb.fn.sum<string | null>('amount').as('refunded'))
      .where('person_id', '=', row.person_id)
      .where('loan_id', '=', row.id)
      .where('status', '=', refundStates.to('make')),
  );
  return Math.max(0, all - Number(sum?.refunded ?? 0)) as Cents;
}

// ---- listed and shown -----------------------------------------------------------------------------------------------

export const refundSort = {
  createdAt: 'created_at',
  refundDate: 'effective_on',
  refundAmount: 'amount',
} as const satisfies Record<string, keyof RefundRow>;

/** With what the books of the day make of each. */
export async function listRefunds(
  reader: Reader,
  held: HeldLoan,
  today: Day,
  input: PageInput,
): Promise<Page<Refund> & { readonly extra: { readonly remainingEligibleRefundAmount: Cents | null } }> {
  const remainingEligibleRefundAmount = await stillEligible(reader, held);
  const { person_id: personId, id: loanId } = held.row;
  const found = await page(reader, source(personId), rowsOf(reader, { personId, loanId }), input, (row) => row.id);
  const state = found.items.length === 0 ? undefined : (await stateFromStart(reader, held, today)).state;
  return {
    ...found,
    items: found.items.map((row) => presentRefund(row, state)),
    extra: { remainingEligibleRefundAmount },
  };
}

const source = (personId: string): ListSource => ({
  table: 'loan_refunds',
  idColumn: 'id',
  sortable: refundSort,
  subject: { column: 'person_id', id: personId },
});

/** `state` has the steps since the refund. */
export function presentRefund(row: RefundRow, state: State | undefined): Refund {
  const step = stepOf(state, `refund:${row.id}`);
  return {
    id: row.id,
    object: 'loanRefund',
    companyId: row.company_id,
    loanId: row.loan_id,
    status: row.status,
    refundAmount: row.amount as Cents,
    atFaultParty: row.at_fault,
    refundDate: row.effective_on,
    refundVersion: row.version,
    reamortize: row.reamortizes,
    principalAmount: step?.principal ?? zeroCents,
    interestAmount: step?.interest ?? zeroCents,
    feesAmount: step?.fees ?? zeroCents,
    reimbursementAmount: step?.over ?? zeroCents,
    serviceCreditAmount: stepOf(state, `faultShare:${row.id}`)?.amount ?? zeroCents,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    canceledAt: row.canceled_at,
    deletedAt: null,
  };
}

const stepOf = (state: State | undefined, cause: string): BookStep | undefined =>
  state?.records.steps.findLast((step) => step.cause === cause);
