// Payments and credits from before the migration of a loan: only a record, unless the books begin before them.
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { findInstrument, instrumentNotFound } from '#capabilities/instruments/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { start } from '#platform/states.ts';
import type { LoanRow, TransactionRow } from '../../core/loan/tables.ts';
import { mustHavePast } from '../../core/loan/taken-over.ts';
import { todayOf } from '../../core/loan/today.ts';
import { transactionStates } from '../../core/transactions/states.ts';
import {
  claimTransactionId,
  createdBy,
  detailsOf,
  insertTransaction,
  noDetails,
  type TransactionDetails,
  writeTransaction,
} from '../../core/transactions/transaction.ts';
import type { PastTransactionInput } from './schemas.ts';

type Context = Pick<CommandContext, 'now' | 'position' | 'realm' | 'caller'>;

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
  claimTransactionId(tx, transaction);
  insertTransaction(tx, transaction);
  return transaction;
}

/** Once the books have begun: only before their first day; a later one is a transaction like any other. */
function mustBePast(ctx: Context, row: LoanRow, { effectiveDate }: PastTransactionInput, at: string): void {
  const first = row.state?.position.startedOn;
  if (first !== undefined && effectiveDate >= dateOf(first)) {
    const message = 'is not before the first day of the books: what happened since then is replayed';
    throw refuseField(`${at}effectiveDate`, message, `a date before ${dateOf(first)}, or POST .../transactions`);
  }
  const today = dateOf(todayOf(row, ctx.now));
  if (effectiveDate > today) throw refuseField(`${at}effectiveDate`, 'has not come yet', `at most ${today}`);
}

const parts = ['paidPrincipalAmount', 'paidInterestAmount', 'paidFeesAmount', 'paidOverAmount'] as const;

function mustAddUp(input: PastTransactionInput, at: string): void {
  if (input.amount <= 0) throw refuseField(`${at}amount`, 'must be above zero', 'an amount of at least 0.01');
  for (const part of parts) {
    if ((input[part] ?? 0) < 0) throw refuseField(`${at}${part}`, 'must not be negative', 'an amount from 0.00 on');
  }
  if (parts.every((part) => input[part] == null)) return;
  const sum = parts.reduce((total, part) => total + (input[part] ?? 0), 0);
  if (sum === input.amount) return;
  const message = `and the other parts add up to ${(sum / 100).toFixed(2)}, which is not the amount`;
  throw refuseField(`${at}paidPrincipalAmount`, message, (input.amount / 100).toFixed(2));
}

async function instrumentOf(tx: Tx, row: LoanRow, { paymentInstrumentId }: PastTransactionInput) {
  if (paymentInstrumentId == null) return null;
  const found = await findInstrument(tx, row.person_id, paymentInstrumentId);
  if (found === undefined) throw instrumentNotFound(paymentInstrumentId);
  return found.id;
}

function pastRow(ctx: Context, row: LoanRow, input: PastTransactionInput, instrument: string | null): TransactionRow {
  const isPayment = (input.type ?? 'oneTime') === 'oneTime';
  const { reason = null, sponsor = null } = input.serviceCreditsDetails ?? {};
  const details: TransactionDetails = {
    ...noDetails,
    createdBy: createdBy(ctx.caller),
    reason: isPayment ? 'oneTimePayment' : null,
    credit: isPayment ? null : { type: null, sponsor, reason },
    isPast: true,
  };
  return {
    person_id: row.person_id,
    id: newId('TX'),
    company_id: ctx.realm.companyId,
    loan_id: row.id,
    position: ctx.position(),
    external_id: input.externalId ?? null,
    transaction_type: isPayment ? 'payment' : 'serviceCredit',
    status: transactionStates.move(start, 'succeed').to,
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
    release_at: null,
    details: { ...details },
    timestamps: { succeededAt: ctx.now },
    meta_data: storedMetaData(input.metaData ?? null),
    created_at: ctx.now,
    updated_at: null,
  };
}

const replayable = prepared((db, placeholder: PlaceholderOf<{ personId: string; loanId: string; from: string }>) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .where('fact_id', 'is', null)
    .where('effective_on', '>=', placeholder('from') as never)
    .orderBy('effective_on')
    .orderBy('position'),
);

/** For a loan that is not active yet: its past transactions on or after the first day of its books. */
export const pastTransactionsFrom = (tx: Tx, { person_id, id }: LoanRow, from: CivilDate): Promise<TransactionRow[]> =>
  tx.rows(replayable(tx.db, { personId: person_id, loanId: id, from }));

/** From now on it is in the books: they divide it, and it is no longer only a record. */
export function takeIntoBooks(tx: Tx, row: TransactionRow): TransactionRow {
  const { isPast: _, ...details } = detailsOf(row);
  const taken = { ...row, fact_id: row.id, details: { ...details } };
  writeTransaction(tx, taken);
  return taken;
}

/** What the old system owed the borrower: a credit for fees; no fees are owed, so all of it stays credit. */
export function giveCredit(ctx: Context, tx: Tx, row: LoanRow, amount: Cents, on: CivilDate): TransactionRow {
  const input = { type: 'serviceCredit' as const, amount, effectiveDate: on };
  const past = pastRow(ctx, row, { ...input, serviceCreditsDetails: { reason: 'migration' } }, null);
  const { isPast: _, ...details } = detailsOf(past);
  const credit = { ...past, fact_id: past.id, details: { ...details, component: 'fees', time: 0 } };
  insertTransaction(tx, credit);
  return credit;
}
