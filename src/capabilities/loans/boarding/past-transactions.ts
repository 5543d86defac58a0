// Payments and credits from before a loan was taken over: a record, until the books begin before them.
import type { Fact } from '@tenor/engine/facts.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/command/context.ts';
import { type HoleOf, prepared, preparedInsert } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { isTaken } from '#platform/db/sqlstate.ts';
import { errors, refuseFields } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { claimExternalId } from '#platform/resource/external-ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { findInstrument, instrumentNotFound } from '#capabilities/instruments/index.ts';
import type { LoanRow, TransactionRow } from '../tables.ts';
import { todayOf } from '../timeline/today.ts';
import type { PastTransactionInput } from './schemas.ts';
import { mustHavePast } from './taken-over.ts';

type Context = Pick<CommandContext, 'now' | 'position' | 'realm'>;

export const transactionKind = 'transaction';

/** Errors: LoanStatusForbids, LoanHasNoPast, InvalidRequest, DuplicateExternalId, NotFound (instrument). */
export async function addPastTransaction(
  ctx: Context,
  tx: Tx,
  row: LoanRow,
  input: PastTransactionInput,
  at = '',
): Promise<TransactionRow> {
  mustHavePast(row);
  mustBePast(ctx, row, input, at);
  mustAddUp(input, at);
  const transaction = pastRow(ctx, row, input, await instrumentOf(tx, row, input));
  insertPastTransaction(tx, transaction);
  return transaction;
}

const wrong = (path: string, message: string, expected: string) =>
  refuseFields(errors.InvalidRequest, [{ path, message, expected }]);

/** Before the first day of the books, if they have begun; what comes later is a transaction like any other. */
function mustBePast(ctx: Context, row: LoanRow, { effectiveDate }: PastTransactionInput, at: string): void {
  const first = row.state?.position.startedOn;
  if (first !== undefined && effectiveDate >= dateOf(first)) {
    const message = 'is not before the first day of the books: what happened since then is replayed';
    throw wrong(`${at}effectiveDate`, message, `a date before ${dateOf(first)}, or POST .../transactions`);
  }
  const today = dateOf(todayOf(row, ctx.now));
  if (effectiveDate > today) throw wrong(`${at}effectiveDate`, 'has not come yet', `at most ${today}`);
}

const parts = ['paidPrincipalAmount', 'paidInterestAmount', 'paidFeesAmount', 'paidOverAmount'] as const;

function mustAddUp(input: PastTransactionInput, at: string): void {
  if (input.amount <= 0) throw wrong(`${at}amount`, 'must be above zero', 'an amount of at least 0.01');
  for (const part of parts) {
    if ((input[part] ?? 0) < 0) throw wrong(`${at}${part}`, 'must not be negative', 'an amount from 0.00 on');
  }
  if (parts.every((part) => input[part] == null)) return;
  const sum = parts.reduce((total, part) => total + (input[part] ?? 0), 0);
  if (sum === input.amount) return;
  const message = `and the other parts add up to ${(sum / 100).toFixed(2)}, which is not the amount`;
  throw wrong(`${at}paidPrincipalAmount`, message, (input.amount / 100).toFixed(2));
}

async function instrumentOf(tx: Tx, row: LoanRow, { paymentInstrumentId }: PastTransactionInput) {
  if (paymentInstrumentId == null) return null;
  const found = await findInstrument(tx, row.person_id, paymentInstrumentId);
  if (found === undefined) throw instrumentNotFound(paymentInstrumentId);
  return found.id;
}

function pastRow(ctx: Context, row: LoanRow, input: PastTransactionInput, instrument: string | null): TransactionRow {
  const type = input.type ?? 'oneTime';
  const { reason = null, sponsor = null } = input.serviceCreditsDetails ?? {};
  return {
    person_id: row.person_id,
    id: newId('TX'),
    company_id: ctx.realm.companyId,
    loan_id: row.id,
    position: ctx.position(),
    external_id: input.externalId ?? null,
    transaction_type: type === 'oneTime' ? 'payment' : 'serviceCredit',
    status: 'succeeded',
    is_external: true,
    amount: input.amount,
    effective_on: input.effectiveDate,
    original_effective_on: input.effectiveDate,
    instrument_id: instrument,
    fact_id: null,
    paid_principal: input.paidPrincipalAmount ?? zeroCents,
    paid_interest: input.paidInterestAmount ?? zeroCents,
    paid_fees: input.paidFeesAmount ?? zeroCents,
    paid_over: input.paidOverAmount ?? zeroCents,
    applied_at: null,
    details: { type, isPast: true, ...(reason === null ? {} : { reason }), ...(sponsor === null ? {} : { sponsor }) },
    timestamps: { succeededAt: ctx.now },
    meta_data: storedMetaData(input.metaData ?? null),
    created_at: ctx.now,
    updated_at: null,
  };
}

const replayable = prepared((db, hole: HoleOf<{ personId: string; loanId: string; from: string }>) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('person_id', '=', hole('personId'))
    .where('loan_id', '=', hole('loanId'))
    .where('fact_id', 'is', null)
    .where('effective_on', '>=', hole('from') as never)
    .orderBy('effective_on')
    .orderBy('position'),
);

/** Those of a loan that is not activated yet which its books will begin before. */
export const pastTransactionsFrom = (tx: Tx, { person_id, id }: LoanRow, from: CivilDate): Promise<TransactionRow[]> =>
  tx.rows(replayable(tx.db, { personId: person_id, loanId: id, from }));

const becomeFact = prepared((db, hole: HoleOf<{ personId: string; id: string }>) =>
  db
    .updateTable('transactions')
    .set({ fact_id: hole('id') })
    .where('person_id', '=', hole('personId'))
    .where('id', '=', hole('id')),
);

/** From here on the books hold it: it is divided as they say. */
export const takeIntoBooks = (tx: Tx, { person_id, id }: TransactionRow): void =>
  tx.write(becomeFact(tx.db, { personId: person_id, id }));

export const factOf = ({ id, transaction_type: type, effective_on, amount }: TransactionRow): Fact => {
  const base = { id, on: dayOf(effective_on), amount: amount as Cents };
  return type === 'payment'
    ? { ...base, kind: 'payment', status: 'succeeded', enablePrepayments: false, agencyFee: zeroCents }
    : { ...base, kind: 'serviceCredit', component: null };
};

/** What the old system owed the borrower: a credit that nothing is owed against. */
export function creditRow(ctx: Context, row: LoanRow, amount: Cents, on: CivilDate): TransactionRow {
  const input = { type: 'serviceCredit' as const, amount, effectiveDate: on };
  const credit = pastRow(ctx, row, { ...input, serviceCreditsDetails: { reason: 'migration' } }, null);
  return { ...credit, fact_id: credit.id };
}

export function insertPastTransaction(tx: Tx, row: TransactionRow): void {
  const owned = { kind: transactionKind, subjectId: row.person_id, objectId: row.id };
  if (row.external_id !== null) claimExternalId(tx, owned, row.external_id);
  const { company_id: _, ...columns } = row;
  tx.write(
    insert(tx.db, {
      ...columns,
      details: JSON.stringify(row.details),
      timestamps: JSON.stringify(row.timestamps),
    }),
    redraw((error) => isTaken(error, 'transactions_pkey')),
  );
}

const insert = preparedInsert('transactions', [
  'person_id',
  'id',
  'loan_id',
  'position',
  'external_id',
  'transaction_type',
  'status',
  'is_external',
  'amount',
  'effective_on',
  'original_effective_on',
  'instrument_id',
  'fact_id',
  'paid_principal',
  'paid_interest',
  'paid_fees',
  'paid_over',
  'applied_at',
  'details',
  'timestamps',
  'meta_data',
  'created_at',
]);
