// What was posted of payments in a span of time, a page of loans at a time in the order in which they were made. Each is an
// entry of the ledger, which never changes: a payment that is taken back is a second one, on the day on which that became
// known, so the same span and instant always give the same. Only the transaction beside it is as it is now.
import { type FeeType, feeTypes } from '@tenor/engine/account/terms.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { InstrumentType } from '#capabilities/instruments/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { beginOfBooks, type PostedSpan, postedSums } from '../../core/books/posted-sums.ts';
import { amountsOfEntry } from '../../core/books/stored-postings.ts';
import { transactionOf } from '../../core/books/write-splits.ts';
import { oneOf } from '../../core/loan/named-loans.ts';
import { paidWith } from '../../core/loan/paid-with.ts';
import { itsStanding } from '../../core/loan/standing.ts';
import type { LoanRow, TransactionRow } from '../../core/loan/tables.ts';
import { productOf } from '../../core/products/list.ts';
import type { PaymentReason, TransactionStatus } from '../../core/transactions/base/words.ts';
import { detailsOf } from '../../core/transactions/transaction.ts';

/** What is posted of a payment, and of money that goes back to the borrower. */
export const postedPaymentKinds = ['payment', 'reimbursement'] as const;
type PaymentKind = (typeof postedPaymentKinds)[number];

export const paymentChanges = ['recorded', 'reversed', 'divided'] as const;

export const feeTypesPaid = feeTypes;

type Bucket = 'notDue' | 'due' | 'overdue';
export type PaidPart =
  | 'principal'
  | 'interest'
  | 'fees'
  | `principal.${Bucket}`
  | `interest.${Bucket}`
  | `fees.${FeeType}`
  | 'over'
  | 'recovered'
  | 'other';

const referenceColumns = [
  'loans.person_id',
  'loans.id',
  'loans.position',
  'loans.external_id',
  'loans.loan_type_id',
  'loans.nickname',
  'loans.additional_people',
  'loans.asset_type',
  'loans.asset_display_name',
  'loans.zone',
  'loans.meta_data',
  'loans.created_at',
] as const;

type ReferenceColumn = (typeof referenceColumns)[number] extends `loans.${infer C}` ? C : never;

/** What of a loan says which it is. */
export type LoanReference = Pick<LoanRow, ReferenceColumn & keyof LoanRow>;

type AgreedReference = LoanReference & Pick<LoanRow, 'at_origination'>;

interface TransactionOfNow {
  readonly externalId: string | null;
  readonly status: TransactionStatus;
  readonly amount: number;
  readonly originalEffectiveOn: CivilDate;
  readonly createdAt: Instant;
  readonly reason: PaymentReason | null;
  readonly isExternal: boolean;
  readonly instrumentId: string | null;
  readonly instrumentType: InstrumentType | null;
  readonly paymentType: string | null;
  readonly autopayPlanId: string | null;
  readonly drawId: string | null;
  readonly failureReason: string | null;
}

export interface PaymentOfLoan {
  /** The number of its first posting within the loan. */
  readonly number: number;
  readonly kind: PaymentKind;
  readonly change: (typeof paymentChanges)[number];
  readonly transactionId: string;
  readonly effectiveOn: CivilDate;
  readonly postedAt: Instant;
  /** In cents: above zero where something was paid, below zero where it went back. */
  readonly amount: number;
  readonly agencyFee: number;
  /** What is not there is zero. */
  readonly parts: Readonly<Partial<Record<PaidPart, number>>>;
  /** As it is now; undefined where it is not asked for. */
  readonly transaction: TransactionOfNow | undefined;
}

interface PaymentsOfLoan {
  readonly row: LoanReference;
  readonly product: string;
  readonly agreed: LoanRow['at_origination'];
  readonly payments: readonly PaymentOfLoan[];
}

interface Asked extends Pick<PostedSpan, 'from' | 'until'> {
  readonly withTransactions: boolean;
}

const pageSizeUsual = 1_000;

/** Loans of which nothing was written since the span began have no payment in it, and are not looked at. */
export async function* paymentsIn(
  reader: Reader,
  asked: Asked,
  pageSize = pageSizeUsual,
): AsyncGenerator<readonly PaymentsOfLoan[]> {
  let last: Pick<LoanReference, 'position' | 'id'> | undefined;
  for (;;) {
    const rows: AgreedReference[] = await pageAfter(reader, asked, pageSize, last);
    if (rows.length > 0) yield await paymentsOf(reader, asked, rows);
    last = rows.at(-1);
    if (rows.length < pageSize) return;
  }
}

/** Two hosts may have written a loan one after the other, the later one by a clock that is behind. */
const clocksApartSeconds = 60;

function pageAfter(
  reader: Reader,
  { from, until }: Asked,
  pageSize: number,
  last: Pick<LoanReference, 'position' | 'id'> | undefined,
): Promise<AgreedReference[]> {
  const query = reader.db
    .selectFrom('loans')
    .innerJoin('loan_standing', itsStanding)
    .select([...referenceColumns, 'loans.at_origination'])
    .where('loans.created_at', '<', until)
    .where('loan_standing.updated_at', '>=', addSeconds(from, -clocksApartSeconds))
    .orderBy('loans.position')
    .orderBy('loans.id')
    .limit(pageSize);
  if (last === undefined) return reader.rows(query) as Promise<AgreedReference[]>;
  const after = query.where((eb) =>
    eb(eb.refTuple('loans.position', 'loans.id'), '>', eb.tuple(last.position, last.id)),
  );
  return reader.rows(after) as Promise<AgreedReference[]>;
}

interface EntryRow {
  readonly person_id: string;
  readonly loan_id: string;
  readonly number: number | null;
  readonly effective_on: CivilDate;
  readonly posted_at: Instant;
  readonly cause: string;
  readonly accounts: string | null;
  readonly amounts: readonly number[] | null;
}

async function paymentsOf(
  reader: Reader,
  asked: Asked,
  rows: readonly AgreedReference[],
): Promise<readonly PaymentsOfLoan[]> {
  const entries = await entriesOf(reader, asked, [...new Set(rows.map(({ person_id }) => person_id))]);
  const found = asked.withTransactions ? await transactionsOf(reader, entries) : undefined;
  const byLoan = Map.groupBy(entries, ({ loan_id }) => loan_id);
  return rows.map((row) => ({
    row,
    product: productOf(row).kind,
    agreed: row.at_origination,
    payments: (byLoan.get(row.id) ?? [])
      .map((entry) => paymentOf(entry, found))
      .sort((one, other) => one.number - other.number),
  }));
}

/** Also those of other loans of the same people. */
async function entriesOf(reader: Reader, { from, until }: Asked, people: readonly string[]): Promise<EntryRow[]> {
  const { db } = reader;
  const [others, ofFacts] = await reader.together(
    db
      .selectFrom('loan_postings')
      .select(['person_id', 'loan_id', 'number', 'effective_on', 'posted_at', 'cause', 'accounts', amountsOfEntry])
      .where('person_id', '=', oneOf(people))
      .where('posted_at', '>=', from)
      .where('posted_at', '<', until)
      .where(sql<string>`split_part(cause, ':', 1)`, 'in', postedPaymentKinds),
    db
      .selectFrom('loan_facts')
      .select(['person_id', 'loan_id', 'postings_from as number', 'effective_on', 'recorded_at as posted_at'])
      .select([sql<string>`kind || ':' || id`.as('cause'), 'accounts', amountsOfEntry])
      .where('person_id', '=', oneOf(people))
      .where('recorded_at', '>=', from)
      .where('recorded_at', '<', until)
      .where('accounts', 'is not', null)
      .where('kind', 'in', postedPaymentKinds),
  );
  return [...others, ...ofFacts];
}

function paymentOf(
  { number, effective_on, posted_at, cause, accounts, amounts: posted }: EntryRow,
  found: Transactions | undefined,
): PaymentOfLoan {
  const [kind, factId] = cause.split(':') as [PaymentKind, string];
  const names = (accounts ?? '').split(' ');
  const { amount, agencyFee, parts } = partsOf(names.map((account, i) => ({ account, amount: posted?.[i] ?? 0 })));
  const transactionId = transactionOf(factId);
  return {
    number: number ?? 0,
    kind,
    change: amount === 0 ? 'divided' : amount > 0 === (kind === 'payment') ? 'recorded' : 'reversed',
    transactionId,
    effectiveOn: effective_on,
    postedAt: posted_at,
    amount,
    agencyFee,
    parts,
    transaction: found?.get(transactionId),
  };
}

// ---- parts ----------------------------------------------------------------------------------------------------------

interface Posted {
  readonly account: string;
  readonly amount: number;
}

/** Where money lies that came in: what a payment has there is what was paid. */
const moneyAccounts: ReadonlySet<string> = new Set(['clearing', 'agencyFees']);

function partsOf(postings: readonly Posted[]): Pick<PaymentOfLoan, 'amount' | 'agencyFee' | 'parts'> {
  const parts: Partial<Record<PaidPart, number>> = {};
  let [amount, agencyFee] = [0, 0];
  for (const { account: whole, amount: posted } of postings) {
    const account = whole.split('@')[0] as string;
    if (account === 'agencyFees') agencyFee += posted;
    if (moneyAccounts.has(account)) amount += posted;
    else for (const part of partsPaid(account)) parts[part] = (parts[part] ?? 0) - posted;
  }
  return { amount, agencyFee, parts };
}

/** An account counts in each of these. */
function partsPaid(account: string): readonly PaidPart[] {
  const [first, second] = account.split('.');
  if (first === 'principal') return ['principal', account as PaidPart];
  if (first === 'interest') return ['interest', account as PaidPart];
  // Interest that was not billed yet is earned when it is paid.
  if (account === 'interestIncome') return ['interest', 'interest.notDue'];
  if (first === 'fees') return ['fees', `fees.${second}` as PaidPart];
  if (account === 'customerCredit') return ['over'];
  return [account === 'recoveries' ? 'recovered' : 'other'];
}

const stepSeconds = 86_400;

/** What the ledger of the whole company says of the same payments, added up by the accounts: another way to the same sums. */
export async function paidIn(reader: Reader, span: PostedSpan): Promise<ReturnType<typeof partsOf>> {
  const kinds: ReadonlySet<string> = new Set(postedPaymentKinds);
  const byAccount = new Map<string, number>();
  // Whoever asks from the year 1 on must not keep a worker busy with days on which there was no loan.
  const begin = (await beginOfBooks(reader)) ?? span.until;
  // A statement over a year of a large company would take too long, and its answer too much memory.
  for (let from = begin > span.from ? begin : span.from; from < span.until; ) {
    const next = addSeconds(from, stepSeconds);
    const sums = await postedSums(reader, { ...span, from, until: next < span.until ? next : span.until });
    for (const { kind, account, amount } of sums)
      if (kinds.has(kind)) byAccount.set(account, (byAccount.get(account) ?? 0) + amount);
    from = next;
  }
  return partsOf([...byAccount].map(([account, amount]) => ({ account, amount })));
}

// ---- transactions ---------------------------------------------------------------------------------------------------

type Transactions = ReadonlyMap<string, TransactionOfNow>;

async function transactionsOf(reader: Reader, entries: readonly EntryRow[]): Promise<Transactions> {
  if (entries.length === 0) return new Map();
  const people = [...new Set(entries.map(({ person_id }) => person_id))];
  const ids = [...new Set(entries.map(({ cause }) => transactionOf(cause.split(':')[1] as string)))];
  const rows: TransactionRow[] = await reader.rows(
    reader.db
      .selectFrom('transactions')
      .selectAll()
      .where('person_id', '=', oneOf(people))
      .where('id', '=', oneOf(ids)),
  );
  const instrumentOf = await paidWith(reader, rows);
  return new Map(rows.map((row) => [row.id, ofNow(row, instrumentOf(row)?.instrument_type ?? null)]));
}

function ofNow(row: TransactionRow, instrumentType: InstrumentType | null): TransactionOfNow {
  const { reason, paymentType, autopay, drawId, failureReason } = detailsOf(row);
  return {
    externalId: row.external_id,
    status: row.status,
    amount: row.amount,
    originalEffectiveOn: row.original_effective_on,
    createdAt: row.created_at,
    reason,
    isExternal: row.is_external,
    instrumentId: row.instrument_id,
    instrumentType,
    paymentType,
    autopayPlanId: autopay?.planId ?? null,
    drawId: drawId ?? null,
    failureReason,
  };
}
