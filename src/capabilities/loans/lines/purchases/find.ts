// Purchases and disputes as they are stored and found.
import { type PlaceholderOf, prepared, preparedInsert } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { claimExternalId, idOfReference } from '#platform/resource/external-ids.ts';
import type { LoanKeys } from '../../core/loan/named-loans.ts';
import type { Naming } from './recorded-anew.ts';
import { type DisputeRow, disputeColumns, type PurchaseRow, purchaseColumns } from './tables.ts';

export const purchaseKind = 'purchase';
export const disputeKind = 'purchase dispute';

/** Names one draw of a line. */
export interface DrawKeys extends LoanKeys {
  readonly drawId: string;
}

type ById = { readonly personId: string; readonly id: string };

const purchaseById = prepared((db, placeholder: PlaceholderOf<ById>) =>
  db
    .selectFrom('purchases')
    .selectAll()
    .where('person_id', '=', placeholder('personId'))
    .where('id', '=', placeholder('id')),
);

const disputeById = prepared((db, placeholder: PlaceholderOf<ById>) =>
  db
    .selectFrom('purchase_disputes')
    .selectAll()
    .where('person_id', '=', placeholder('personId'))
    .where('id', '=', placeholder('id')),
);

export const purchaseWithId = (reader: Reader, personId: string, id: string): Promise<PurchaseRow | undefined> =>
  reader.row(purchaseById(reader.db, { personId, id }));

/** By id or `ext-` reference, among the purchases of a draw. Errors: NotFound. */
export async function findPurchase(reader: Reader, keys: DrawKeys, reference: string): Promise<PurchaseRow> {
  const row = await purchaseNamed(reader, keys.personId, reference);
  if (row?.draw_id === keys.drawId) return row;
  throw new Refusal(errors.NotFound, `This draw has no purchase ${reference}.`, { data: { path: 'purchaseId' } });
}

/** One that a body names: any of the line. Errors: NotFound. */
export async function findOfLine(
  reader: Reader,
  { personId, loanId }: LoanKeys,
  reference: string,
  path: string,
): Promise<PurchaseRow> {
  const row = await purchaseNamed(reader, personId, reference);
  if (row?.loan_id === loanId) return row;
  throw new Refusal(errors.NotFound, `This line has no purchase ${reference}.`, { data: { path } });
}

async function purchaseNamed(reader: Reader, personId: string, reference: string): Promise<PurchaseRow | undefined> {
  const id = await idOfReference(reader, purchaseKind, reference);
  return id === undefined ? undefined : purchaseWithId(reader, personId, id);
}

/** Errors: NotFound. */
export async function findDispute(reader: Reader, purchase: PurchaseRow, reference: string): Promise<DisputeRow> {
  const id = await idOfReference(reader, disputeKind, reference);
  const row =
    id === undefined ? undefined : await reader.row(disputeById(reader.db, { personId: purchase.person_id, id }));
  if (row?.purchase_id === purchase.id) return row;
  throw new Refusal(errors.NotFound, `This purchase has no dispute ${reference}.`, {
    data: { path: 'purchaseDisputeId' },
  });
}

const refundsOf = prepared((db, placeholder: PlaceholderOf<ById>) =>
  db
    .selectFrom('purchases')
    .selectAll()
    .where('person_id', '=', placeholder('personId'))
    .where('original_id', '=', placeholder('id'))
    .orderBy('position'),
);

const disputesOf = prepared((db, placeholder: PlaceholderOf<ById>) =>
  db
    .selectFrom('purchase_disputes')
    .selectAll()
    .where('person_id', '=', placeholder('personId'))
    .where('purchase_id', '=', placeholder('id'))
    .orderBy('position'),
);

/** What names a purchase on the timeline: its refunds that are there, and its disputes. */
export async function namingOf(reader: Reader, { person_id: personId, id }: PurchaseRow): Promise<Naming> {
  const [refunds, disputes] = await reader.together(
    refundsOf(reader.db, { personId, id }),
    disputesOf(reader.db, { personId, id }),
  );
  return { refunds: refunds.filter(({ fact_id }) => fact_id !== null), disputes };
}

// ---- written --------------------------------------------------------------------------------------------------------

const insertion = preparedInsert('purchases', purchaseColumns);
const disputeInsertion = preparedInsert('purchase_disputes', disputeColumns);

export function insertPurchase(tx: Tx, { company_id: _, ...row }: PurchaseRow): void {
  const values = { ...row, details: JSON.stringify(row.details) };
  tx.write(insertion(tx.db, values as never), redraw('purchases_pkey'));
}

export function insertDispute(tx: Tx, { company_id: _, ...row }: DisputeRow): void {
  const values = { ...row, timestamps: JSON.stringify(row.timestamps) };
  tx.write(disputeInsertion(tx.db, values as never), redraw('purchase_disputes_pkey'));
}

/** Claim it before anything else: a client that sends one twice must get that refusal before any other. */
export function claimId(tx: Tx, kind: string, row: Pick<PurchaseRow, 'person_id' | 'id' | 'external_id'>): void {
  if (row.external_id === null) return;
  claimExternalId(tx, { kind, subjectId: row.person_id, objectId: row.id }, row.external_id);
}

/** The loan's version guards it: a command reads the loan before it, and writes the loan as well. */
export function writePurchase(tx: Tx, row: PurchaseRow): void {
  const {
    person_id,
    id,
    company_id: _,
    loan_id: __,
    draw_id: ___,
    position: ____,
    created_at: _____,
    ...changed
  } = row;
  tx.write(
    tx.db
      .updateTable('purchases')
      .set({ ...changed, details: JSON.stringify(changed.details) } as never)
      .where('person_id', '=', person_id)
      .where('id', '=', id),
  );
}

export function writeDispute(tx: Tx, row: DisputeRow): void {
  const { status, external_id, fact_id, outcome_fact_id, reposted_purchase_id, meta_data, updated_at } = row;
  const timestamps = JSON.stringify(row.timestamps);
  tx.write(
    tx.db
      .updateTable('purchase_disputes')
      .set({
        status,
        external_id,
        fact_id,
        outcome_fact_id,
        reposted_purchase_id,
        meta_data,
        updated_at,
        timestamps,
      } as never)
      .where('person_id', '=', row.person_id)
      .where('id', '=', row.id),
  );
}
